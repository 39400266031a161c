import { readFile } from "node:fs/promises";
import { datedPattern } from "../write/job-text.ts";
import { nameFrom, takenPaths } from "../write/place.ts";
import { GROUP_LANGUAGE } from "../decide/groups.ts";
import { bestForm, fittingForm } from "../sample/header-row.ts";
import { readExport } from "../sample/read-export.ts";
import { TIME_ZONE } from "../decide/draft.ts";
import { appendAudit } from "../../store/audit/audit.ts";
import { newRunId } from "../../store/runs/runs.ts";
import type { Db } from "../../store/schema/tables.ts";
import { dropSetup, findSetup, insertSetup, listSetups, replaceSetupSample, saveSetup, type JobSetup } from "../../store/setup/setups.ts";
import { applyPlan, applyUpload, type Applied } from "./apply.ts";
import { connect, connectionIn, type WantedConnection } from "./connect.ts";
import { placeOf, writeFiles, type SetupFiles } from "./finish.ts";
import { digestOf, Samples, vocabulary } from "./samples.ts";
import { currentOf, filesIn, isDone, isPart, openStep, problemOf, type Current, type Tools } from "./current.ts";
import { draw } from "./draw.ts";
import { answersIn } from "./questions.ts";
import { addSchedule, schedulingOf, type Scheduling } from "./schedule.ts";
import {
  STEPS,
  type CodedError,
  type FieldError,
  type SetupAnswers,
  type SetupForm,
  type SetupLine,
  type SetupView,
  type Step,
} from "./types.ts";
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
  readonly #tools: Tools;
  readonly #db: Db;

  constructor(around: SetupSurroundings) {
    this.#around = around;
    this.#db = around.state.db;
    this.#tools = { around, samples: new Samples(this.#db, around.uploads, around.now) };
  }

  async list(): Promise<SetupLine[]> {
    return (await listSetups(this.#db, this.#around.now())).map((setup) => ({
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
    const error = await fileError(file);
    if (error !== null) return { error };
    const sample = await readFile(file.path);
    const now = this.#around.now();
    const id = newRunId(now);
    await insertSetup(this.#db, { id, fileName: file.name, sample, by, now });
    const answers: SetupAnswers = {
      job: nameFrom(file.name),
      sample: digestOf(sample),
      form: await bestForm(file.path, {}, vocabulary),
      engine: { [TIME_ZONE]: timeZone, ...(language === "en" ? {} : { [GROUP_LANGUAGE]: language }) },
      done: [],
      service: null,
      file: exportPath(file.name),
    };
    await saveSetup(this.#db, { id, version: 1, answers, now });
    await this.#record(by, "job_setup_started", { setup: id, file: file.name });
    return { id };
  }

  /** Replaces the sample and keeps the answers that still fit. */
  async replace(id: string, file: SentFile, by: string): Promise<{ id: string } | { error: FieldError } | null> {
    const old = await this.#find(id);
    if (old === null) return null;
    const error = await fileError(file);
    if (error !== null) return { error };
    const { setup, answers: before } = old;
    const sample = await readFile(file.path);
    const answers = {
      ...before,
      sample: digestOf(sample),
      form: await bestForm(file.path, await fittingForm(file.path, before.form, vocabulary), vocabulary),
      // The file that was replaced may be the wrong one: only the typed answers stay.
      ...(before.job === nameFrom(setup.file_name) && { job: nameFrom(file.name) }),
      ...(before.file === exportPath(setup.file_name) && { file: exportPath(file.name) }),
    };
    await replaceSetupSample(this.#db, { id, fileName: file.name, sample, answers, now: this.#around.now() });
    const next = await this.#find(id);
    if (next === null) return null;
    const kept = this.#keep(old, next);
    await saveSetup(this.#db, { id, version: next.setup.version, answers: kept, now: this.#around.now() });
    await this.#record(by, "job_setup_sample_replaced", { setup: id, file: file.name });
    return { id };
  }

  /** Returns a setup at a step, or at the first open one before it; `null` if it is over. */
  async view(id: string, wanted: Step): Promise<SetupView | null> {
    const current = await this.#find(id);
    return current && draw(this.#tools, current, wanted);
  }

  /** Saves a step. @returns `null` if the setup is over */
  async save(id: string, step: Step, form: SetupForm, by: string): Promise<Saved | null> {
    const before = await this.#find(id);
    if (before === null) return null;
    const again = async (current: Current, answers: SetupAnswers, errors: FieldError[]) => ({
      view: await draw(this.#tools, await currentOf(this.#tools, current.setup, answers), step, errors),
    });
    if (step !== "upload" && before.sampled === null) return again(before, before.answers, []);
    const { answers, errors, groups, ...applied } = await this.#apply(before, step, form, by);
    const { version } = before.setup;
    if (form.text("version") !== String(version)) errors.unshift(CONFLICT);
    if (errors.length > 0) return again(before, answers, errors);
    const others = answers.done.filter((one) => one !== step);
    const next = { ...answers, done: applied.again === true ? others : [...others, step] };
    const saved = await saveSetup(this.#db, { id, version, answers: next, now: this.#around.now(), ...(groups && { groups }) });
    const after = await this.#find(id);
    if (after === null) return null;
    if (!saved) return again(after, answers, [CONFLICT]);
    return applied.again === true ? again(after, next, []) : { next: openStep({ ...after, answers: next }) };
  }

  /** Returns the texts of both files; `null` if the setup is over, or its sample cannot be read. */
  async files(id: string): Promise<SetupFiles | null> {
    const current = await this.#find(id);
    return current === null || current.sampled === null ? null : filesIn(this.#around, current.answers, current.sampled);
  }

  /** Returns the groups that the service does not have, with the people who wait for them. */
  async missing(id: string): Promise<{ group: string; people: number }[]> {
    const shown = await this.view(id, "groups");
    return shown?.view.step === "groups" ? shown.view.missing : [];
  }

  /** Writes both files, moves the tokens to the job, and starts the first plan. */
  async finish(id: string, form: SetupForm, by: string, start: StartPlan): Promise<Finished> {
    // One after the other: a second request would find the files of the first, or start a second plan.
    return this.#around.state.locks.exclusively(`setup:${id}`, () => this.#finish(id, form, by, start));
  }

  async #finish(id: string, form: SetupForm, by: string, start: StartPlan): Promise<Finished> {
    const before = await this.#find(id);
    if (before === null) return null;
    const { setup, sampled } = before;
    const { answers, errors } = applyPlan(before.answers, form);
    const current = { ...before, answers };
    const again = async (given: FieldError[]) => ({ view: await draw(this.#tools, current, "plan", given) });
    if (errors.length > 0) return again(errors);
    if (form.text("version") !== String(setup.version)) return again([CONFLICT]);
    if (sampled === null || STEPS.slice(0, -1).some((step) => !isDone(step, current))) return again([]);
    const files = filesIn(this.#around, answers, sampled);
    const { samples } = this.#tools;
    const written = await samples.within(setup, (sample) =>
      writeFiles(this.#around, { files, answers, read: sampled, sample, setup: id, by }),
    );
    if (written === null) return again([]);
    if (written.error !== null) return again([written.error]);
    const run = await samples.within(setup, (path) => start(answers.job, { name: setup.file_name, path }));
    await this.#drop(id);
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
    const setup = await findSetup(this.#db, id, this.#around.now());
    if (setup === undefined) return;
    await this.#drop(id);
    await this.#record(by, "job_setup_discarded", { setup: id, file: setup.file_name });
  }

  async #drop(id: string): Promise<void> {
    await dropSetup(this.#db, id);
    this.#tools.samples.forget(id);
  }

  async #find(id: string): Promise<Current | null> {
    this.#around.openKeys();
    const setup = await findSetup(this.#db, id, this.#around.now());
    return setup === undefined ? null : currentOf(this.#tools, setup, answersOf(setup));
  }

  async #record(actor: string, action: string, detail: Record<string, unknown>): Promise<void> {
    await appendAudit(this.#around.state, { actor, action, detail }, this.#around.now());
  }

  /** Keeps the answers that fit the sample when it is read differently. */
  #keep(old: Current, { answers, sampled }: Current): SetupAnswers {
    if (sampled === null) return { ...answers, done: [] };
    return keepAnswers(answers, old.sampled?.sample ?? null, sampled.sample, this.#around.now());
  }

  async #apply(current: Current, step: Step, form: SetupForm, by: string): Promise<Applied> {
    const { setup, answers, sampled, problem } = current;
    if (step === "upload") {
      const sent = applyUpload(answers, form);
      const applied =
        sent.again === true ? { ...sent, answers: this.#keep(current, await currentOf(this.#tools, setup, sent.answers)) } : sent;
      const taken = await takenPaths(placeOf(this.#around, applied.answers));
      if (taken.length > 0) applied.errors.push({ field: "job", why: "job_taken" });
      const isUnread = sampled === null && (problem === null || applied.again !== true);
      return isUnread ? { ...applied, again: true } : applied;
    }
    if (step === "connection") return this.#connect(setup, answers, connectionIn(form), by);
    if (sampled === null || !isPart(step)) return { answers, errors: [] };
    const { engine, errors: wrong, again } = answersIn(sampled.sample, answers.engine, this.#around.now(), step, form);
    const applied = { answers: { ...answers, engine }, errors: wrong, again: again || form.text("count") === "yes" };
    if (form.text("read") !== "yes" || answers.service === null || applied.errors.length > 0) return applied;
    const { groups, errors } = await this.#connect(setup, applied.answers, { ...answers.service, token: "" }, by);
    return { answers: applied.answers, errors: errors.map((error) => ({ ...error, field: "" })), again: true, ...(groups && { groups }) };
  }

  async #connect(setup: JobSetup, answers: SetupAnswers, wanted: WantedConnection, by: string): Promise<Applied> {
    const { tested, ...connected } = await connect(this.#around, setup.id, answers, wanted);
    if (tested !== null) await this.#record(by, "job_setup_connection_tested", { setup: setup.id, ...tested });
    return connected;
  }
}

const CONFLICT: FieldError = { field: "", why: "conflict" };

/** Returns why a file cannot be a sample, however it is read; `null` if it may be one. */
async function fileError({ path }: SentFile): Promise<FieldError | null> {
  const problem = await readExport(path, {}, vocabulary).then(() => null, problemOf);
  return problem?.field === "file" ? { field: "file", why: problem.code } : null;
}

/** Suggests where later runs find the export. */
function exportPath(name: string): string {
  return datedPattern(`exports/${name}`) ?? `exports/${name}`;
}

function answersOf({ answers }: Pick<JobSetup, "answers">): SetupAnswers {
  return answers as SetupAnswers;
}
