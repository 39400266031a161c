import { readFile } from "node:fs/promises";
import { datedPattern } from "../write/job-text.ts";
import { nameFrom, takenPaths } from "../write/place.ts";
import { GROUP_LANGUAGE } from "../decide/groups.ts";
import { bestForm, fittingForm } from "../sample/header-row.ts";
import { readExport, type ExportRead } from "../sample/read-export.ts";
import { TIME_ZONE } from "../decide/draft.ts";
import { appendAudit } from "../../store/audit/audit.ts";
import { newRunId } from "../../store/runs/runs.ts";
import { dropSetup, findSetup, insertSetup, listSetups, replaceSetupSample, saveSetup, type JobSetup } from "../../store/setup/setups.ts";
import type { State } from "../../state/state.ts";
import { applyPlan, applyUpload, type Applied } from "./apply.ts";
import { connect, connectionIn, type Connected, type WantedConnection } from "./connect.ts";
import { placeOf, writeFiles, type SetupFiles } from "./finish.ts";
import { digestOf, Samples, vocabulary } from "./samples.ts";
import { answersIn } from "./questions.ts";
import { addSchedule, schedulingOf, type Scheduling } from "./schedule.ts";
import {
  STEPS,
  type CodedError,
  type FieldError,
  type SampleProblem,
  type SetupAnswers,
  type SetupForm,
  type SetupLine,
  type SetupView,
  type Step,
} from "./types.ts";
import { problemOf, SetupDrawing } from "./draw.ts";
import { keepAnswers } from "./keep.ts";
import type { SetupSurroundings } from "./surroundings.ts";

/** An uploaded file. */
export interface SentFile {
  name: string;
  path: string;
}

/** The result of a form: what to show next, or what to correct. */
export type Saved = { next: Step } | { view: SetupView };

/** Starts a plan of the job with the sample. @returns the run */
type StartPlan = (job: string, file: SentFile) => Promise<string>;
type Finished = { run: string; job: string } | { view: SetupView } | null;

/** Sets up jobs in the browser, with the engine of `rollcall init`. */
export class Setups {
  readonly #around: SetupSurroundings;
  readonly #state: State;
  readonly #samples: Samples;
  readonly #drawing: SetupDrawing;

  constructor(around: SetupSurroundings) {
    this.#around = around;
    this.#state = around.state;
    this.#samples = new Samples(around.state.db, around.uploads, around.now);
    this.#drawing = new SetupDrawing(around, this.#samples);
  }

  async list(): Promise<SetupLine[]> {
    return (await listSetups(this.#state.db, this.#around.now())).map((setup) => ({
      id: setup.id,
      job: answersOf(setup).job,
      file_name: setup.file_name,
      by: setup.by_name,
      changed_at: setup.changed_at.toISOString(),
      expires_at: setup.expires_at.toISOString(),
    }));
  }

  /**
   * Starts a setup with a sample, unless the file is no table at all.
   * @param reader the language of the suggested group names, unless it is English, and the time zone of the job
   */
  async start(
    file: SentFile,
    by: string,
    { language, timeZone }: { language: string; timeZone: string },
  ): Promise<{ id: string } | { error: FieldError }> {
    this.#around.openKeys();
    const error = await this.#fileError(file);
    if (error !== null) return { error };
    const sample = await readFile(file.path);
    const id = newRunId(this.#around.now());
    const now = this.#around.now();
    await insertSetup(this.#state.db, { id, fileName: file.name, sample, by, now });
    const job = nameFrom(file.name);
    const answers: SetupAnswers = {
      job,
      sample: digestOf(sample),
      form: await bestForm(file.path, {}, vocabulary),
      engine: { [TIME_ZONE]: timeZone, ...(language === "en" ? {} : { [GROUP_LANGUAGE]: language }) },
      done: [],
      service: null,
      file: exportPath(file.name),
    };
    await saveSetup(this.#state.db, { id, version: 1, answers, now });
    await this.#record(by, "job_setup_started", { setup: id, file: file.name });
    return { id };
  }

  /** Replaces the sample and keeps the answers that still fit. */
  async replace(id: string, file: SentFile, by: string): Promise<{ id: string } | { error: FieldError } | null> {
    this.#around.openKeys();
    const setup = await this.#find(id);
    if (setup === null) return null;
    const error = await this.#fileError(file);
    if (error !== null) return { error };
    const before = answersOf(setup);
    const old = await this.#drawing.read(setup, before);
    const sample = await readFile(file.path);
    const answers = {
      ...before,
      sample: digestOf(sample),
      form: await bestForm(file.path, await fittingForm(file.path, before.form, vocabulary), vocabulary),
      // The file that was replaced may be the wrong one: only the typed answers stay.
      ...(before.job === nameFrom(setup.file_name) && { job: nameFrom(file.name) }),
      ...(before.file === exportPath(setup.file_name) && { file: exportPath(file.name) }),
    };
    await replaceSetupSample(this.#state.db, { id, fileName: file.name, sample, answers, now: this.#around.now() });
    const next = await this.#find(id);
    if (next === null) return null;
    const kept = await this.#keep(next, old, answers);
    await saveSetup(this.#state.db, { id, version: next.version, answers: kept, now: this.#around.now() });
    await this.#record(by, "job_setup_sample_replaced", { setup: id, file: file.name });
    return { id };
  }

  /** Returns a setup at a step, or at the first open one before it; `null` if it is over. */
  async view(id: string, wanted: Step): Promise<SetupView | null> {
    this.#around.openKeys();
    const setup = await this.#find(id);
    if (setup === null) return null;
    return this.#drawing.draw(setup, answersOf(setup), wanted, {});
  }

  /** Saves a step. @returns `null` if the setup is over */
  async save(id: string, step: Step, form: SetupForm, by: string): Promise<Saved | null> {
    this.#around.openKeys();
    const setup = await this.#find(id);
    if (setup === null) return null;
    const before = answersOf(setup);
    const read = await this.#drawing.read(setup, before);
    if (step !== "upload" && (read === null || "code" in read)) return { view: await this.#drawing.draw(setup, before, step, {}) };
    const applied = await this.#apply(setup, before, step, form, read, by);
    const { answers, errors } = applied;
    if (form.text("version") !== String(setup.version)) errors.unshift({ field: "", why: "conflict" });
    if (errors.length > 0) return { view: await this.#drawing.draw(setup, answers, step, { errors }) };
    const done = applied.again === true ? answers.done.filter((one) => one !== step) : [...new Set([...answers.done, step])];
    const next = { ...answers, done };
    const groups = applied.groups === undefined ? {} : { groups: applied.groups };
    const saved = await saveSetup(this.#state.db, { id, version: setup.version, answers: next, now: this.#around.now(), ...groups });
    const after = await this.#find(id);
    if (after === null) return null;
    if (!saved) return { view: await this.#drawing.draw(after, answers, step, { errors: [{ field: "", why: "conflict" }] }) };
    if (applied.again === true) return { view: await this.#drawing.draw(after, next, step, {}) };
    const open = STEPS.find((one) => !this.#drawing.isDone(one, next, read));
    return { next: open ?? "plan" };
  }

  /** Returns the texts of both files; `null` before every step is done. */
  async files(id: string): Promise<SetupFiles | null> {
    this.#around.openKeys();
    const setup = await this.#find(id);
    if (setup === null) return null;
    const answers = answersOf(setup);
    const read = await this.#drawing.read(setup, answers);
    return read === null || "code" in read ? null : this.#drawing.files(answers, read);
  }

  /** Returns the groups that the service does not have, with the people who wait for them. */
  async missing(id: string): Promise<{ group: string; people: number }[]> {
    const shown = await this.view(id, "groups");
    return shown?.view.step === "groups" ? shown.view.missing : [];
  }

  /** Writes both files, moves the tokens to the job, and starts the first plan. */
  async finish(id: string, form: SetupForm, by: string, start: StartPlan): Promise<Finished> {
    this.#around.openKeys();
    // One after the other: a second request would find the files of the first, or start a second plan.
    return this.#state.locks.exclusively(`setup:${id}`, () => this.#finish(id, form, by, start));
  }

  async #finish(id: string, form: SetupForm, by: string, start: StartPlan): Promise<Finished> {
    const setup = await this.#find(id);
    if (setup === null) return null;
    const { answers, errors } = applyPlan(answersOf(setup), form);
    const again = (given: FieldError[]): Promise<{ view: SetupView }> =>
      this.#drawing.draw(setup, answers, "plan", { errors: given }).then((view) => ({ view }));
    if (errors.length > 0) return again(errors);
    if (form.text("version") !== String(setup.version)) return again([{ field: "", why: "conflict" }]);
    const read = await this.#drawing.read(setup, answers);
    const open = STEPS.slice(0, -1).find((step) => !this.#drawing.isDone(step, answers, read));
    if (open !== undefined || read === null || "code" in read) return again([]);
    const files = this.#drawing.files(answers, read);
    const written = await this.#samples.within(setup, (sample) =>
      writeFiles(this.#around, { files, answers, read, sample, setup: id, by }),
    );
    if (written === null) return again([]);
    if (written.error !== null) return again([written.error]);
    const run = await this.#samples.within(setup, (path) => start(answers.job, { name: setup.file_name, path }));
    await dropSetup(this.#state.db, id);
    this.#samples.forget(id);
    return run === null ? null : { run, job: answers.job };
  }

  /** Returns how a job gets a schedule; `null` if its file is invalid or somewhere else. */
  async scheduling(job: string, timeZone: string): Promise<Scheduling | null> {
    return schedulingOf(this.#around, job, timeZone);
  }

  /** Adds a schedule to a job file that a setup wrote. @returns what is wrong */
  async schedule(job: string, form: Pick<SetupForm, "text">, by: string): Promise<CodedError | null> {
    return addSchedule(this.#around, job, form, by);
  }

  /** Deletes a setup with its sample. */
  async discard(id: string, by: string): Promise<void> {
    const setup = await this.#find(id);
    if (setup === null) return;
    await dropSetup(this.#state.db, id);
    this.#samples.forget(id);
    await this.#record(by, "job_setup_discarded", { setup: id, file: setup.file_name });
  }

  async #find(id: string): Promise<JobSetup | null> {
    return (await findSetup(this.#state.db, id, this.#around.now())) ?? null;
  }

  async #record(actor: string, action: string, detail: Record<string, unknown>): Promise<void> {
    await appendAudit(this.#state, { actor, action, detail }, this.#around.now());
  }

  /** Returns why a file cannot be a sample, however it is read; `null` if it may be one. */
  async #fileError({ path }: SentFile): Promise<FieldError | null> {
    const problem = await readExport(path, {}, vocabulary).then(
      () => null,
      (error: unknown) => problemOf(error),
    );
    return problem === null || problem.field !== "file" ? null : { field: "file", why: problem.code };
  }

  /** Keeps the answers that fit the sample when it is read differently. */
  async #keep(setup: JobSetup, old: ExportRead | SampleProblem | null, answers: SetupAnswers): Promise<SetupAnswers> {
    const read = await this.#drawing.read(setup, answers);
    return isRead(read) ? keepAnswers(answers, isRead(old) ? old.sample : null, read.sample, this.#around.now()) : { ...answers, done: [] };
  }

  async #apply(
    setup: JobSetup,
    answers: SetupAnswers,
    step: Step,
    form: SetupForm,
    read: ExportRead | SampleProblem | null,
    by: string,
  ): Promise<Applied & { groups?: string[] }> {
    if (step === "upload") {
      const sent = applyUpload(answers, form);
      const applied = sent.again === true ? { ...sent, answers: await this.#keep(setup, read, sent.answers) } : sent;
      const taken = await takenPaths(placeOf(this.#around, applied.answers));
      const errors = taken.length > 0 ? [...applied.errors, { field: "job", why: "job_taken" }] : applied.errors;
      if (read === null || (applied.again !== true && "code" in read)) return { ...applied, errors, again: true };
      return { ...applied, errors };
    }
    if (read === null || "code" in read) return { answers, errors: [] };
    const { sample } = read;
    if (step === "connection") return this.#connect(setup, answers, connectionIn(form), by);
    if (step !== "columns" && step !== "left" && step !== "key" && step !== "groups") return { answers, errors: [] };
    const { engine, errors: wrong, again } = answersIn(sample, answers.engine, this.#around.now(), step, form);
    const applied = { answers: { ...answers, engine }, errors: wrong, again: again || form.text("count") === "yes" };
    if (form.text("read") !== "yes" || answers.service === null || applied.errors.length > 0) return applied;
    const { groups, errors } = await this.#connect(setup, applied.answers, { ...answers.service, token: "" }, by);
    return { answers: applied.answers, errors: errors.map((error) => ({ ...error, field: "" })), again: true, ...(groups && { groups }) };
  }

  async #connect(setup: JobSetup, answers: SetupAnswers, wanted: WantedConnection, by: string): Promise<Connected> {
    const { tested, ...connected } = await connect(this.#around, setup.id, answers, wanted);
    if (tested !== null) await this.#record(by, "job_setup_connection_tested", { setup: setup.id, ...tested });
    return connected;
  }
}

/** Suggests where later runs find the export. */
function exportPath(name: string): string {
  return datedPattern(`exports/${name}`) ?? `exports/${name}`;
}

function isRead(read: ExportRead | SampleProblem | null): read is ExportRead {
  return read !== null && "sample" in read;
}

function answersOf({ answers }: Pick<JobSetup, "answers">): SetupAnswers {
  return answers as SetupAnswers;
}
