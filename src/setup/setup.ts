import { readFile } from "node:fs/promises";
import { nameFrom, takenPaths } from "../scaffold/write/place.ts";
import { formOf, readExport, type ExportRead } from "../scaffold/read-export.ts";
import { appendAudit } from "../store/audit/audit.ts";
import { newRunId } from "../store/runs/runs.ts";
import { dropSetup, findSetup, insertSetup, listSetups, replaceSetupSample, saveSetup, type JobSetup } from "../store/setup/setups.ts";
import type { State } from "../state/state.ts";
import { applyColumns, applyGroups, applyKey, applyLeft, applyPlan, applyUpload, type Applied } from "./apply.ts";
import { fittingAnswers } from "./columns.ts";
import { addressError, groupsOf, connectionError, setupService, testConnection } from "./connection.ts";
import { placeOf, writeFiles, type SetupFiles } from "./finish.ts";
import { digestOf, Samples, vocabulary } from "./samples.ts";
import { isDone } from "./steps.ts";
import { STEPS, type FieldError, type SetupAnswers, type SetupForm, type SetupLine, type SetupView, type Step } from "./types.ts";
import { problemOf, SetupDrawing, type SampleProblem } from "./draw.ts";
import type { SetupSurroundings } from "./surroundings.ts";

/** An uploaded file. */
export interface SentFile {
  name: string;
  path: string;
}

/** The result of a form: what to show next, or what to correct. */
export type Saved = { next: Step } | { view: SetupView };

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

  /** Starts a setup with a sample, unless the file is no table at all. */
  async start(file: SentFile, by: string): Promise<{ id: string } | { error: FieldError }> {
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
      form: {},
      engine: {},
      done: [],
      service: null,
      file: `exports/${file.name}`,
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
    const sample = await readFile(file.path);
    const before = answersOf(setup);
    const answers = { ...before, sample: digestOf(sample), form: {}, done: [] };
    await replaceSetupSample(this.#state.db, { id, fileName: file.name, sample, answers, now: this.#around.now() });
    const read = await this.#drawing.read({ ...setup, file_name: file.name }, answers);
    if (read !== null && "sample" in read) {
      const engine = fittingAnswers(read.sample, before.engine);
      const next = await this.#find(id);
      if (next !== null)
        await saveSetup(this.#state.db, { id, version: next.version, answers: { ...answers, engine }, now: this.#around.now() });
    }
    await this.#record(by, "job_setup_sample_replaced", { setup: id, file: file.name });
    return { id };
  }

  /** Returns a setup at a step, or at the first open one before it; `null` if it is over. */
  async view(id: string, wanted: Step, page = 1): Promise<SetupView | null> {
    this.#around.openKeys();
    const setup = await this.#find(id);
    if (setup === null) return null;
    return this.#drawing.draw(setup, answersOf(setup), wanted, { page });
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
    const page = Number(form.text("page")) || 1;
    if (form.text("version") !== String(setup.version)) errors.unshift({ field: "", why: "conflict" });
    if (errors.length > 0) return { view: await this.#drawing.draw(setup, answers, step, { errors, page }) };
    const done = applied.again === true ? answers.done.filter((one) => one !== step) : [...new Set([...answers.done, step])];
    const next = { ...answers, done };
    const groups = applied.groups === undefined ? {} : { groups: applied.groups };
    const saved = await saveSetup(this.#state.db, { id, version: setup.version, answers: next, now: this.#around.now(), ...groups });
    const after = await this.#find(id);
    if (after === null) return null;
    if (!saved) return { view: await this.#drawing.draw(after, answers, step, { errors: [{ field: "", why: "conflict" }], page }) };
    if (applied.again === true) return { view: await this.#drawing.draw(after, next, step, { page }) };
    return { next: STEPS[STEPS.indexOf(step) + 1] ?? "plan" };
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
    const shown = await this.view(id, "missing");
    return shown?.view.step === "missing" ? shown.view.missing : [];
  }

  /**
   * Writes both files, moves the tokens to the job, and starts the first plan.
   * @param start starts a plan of the job with the sample
   */
  async finish(
    id: string,
    form: SetupForm,
    by: string,
    start: (job: string, file: SentFile) => Promise<string>,
  ): Promise<{ run: string } | { view: SetupView } | null> {
    this.#around.openKeys();
    const setup = await this.#find(id);
    if (setup === null) return null;
    const { answers, errors } = applyPlan(answersOf(setup), form);
    const again = (given: FieldError[]): Promise<{ view: SetupView }> =>
      this.#drawing.draw(setup, answers, "plan", { errors: given }).then((view) => ({ view }));
    if (errors.length > 0) return again(errors);
    if (form.text("version") !== String(setup.version)) return again([{ field: "", why: "conflict" }]);
    const read = await this.#drawing.read(setup, answers);
    const open = STEPS.slice(0, -1).find((step) => !isDone(step, answers, read));
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
    return run === null ? null : { run };
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
    const problem = await readExport(path, await formOf(path, {}), vocabulary.names).then(
      () => null,
      (error: unknown) => problemOf(error),
    );
    return problem === null || problem.field !== "file" ? null : { field: "file", why: problem.code };
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
      const applied = applyUpload(answers, form);
      const taken = await takenPaths(placeOf(this.#around, applied.answers));
      const errors = taken.length > 0 ? [...applied.errors, { field: "job", why: "job_taken" }] : applied.errors;
      if (read === null || (applied.again !== true && "code" in read)) return { ...applied, errors, again: true };
      return { ...applied, errors };
    }
    if (read === null || "code" in read) return { answers, errors: [] };
    const { sample } = read;
    if (step === "columns") return applyColumns(sample, answers, form);
    if (step === "left") return applyLeft(sample, answers, form);
    if (step === "key") return applyKey(sample, answers, form);
    if (step === "groups") return applyGroups(sample, answers, form);
    if (step === "connection") return this.#connect(setup, answers, form, by);
    return { answers, errors: [] };
  }

  async #connect(setup: JobSetup, answers: SetupAnswers, form: SetupForm, by: string): Promise<Applied & { groups?: string[] }> {
    const { now, env, timer } = this.#around;
    const at = now().toISOString();
    if (form.text("sandbox") === "yes") {
      const service = await this.#around.openSandbox();
      try {
        const groups = await groupsOf(service);
        return { answers: { ...answers, service: { url: "sandbox", insecure: false, at, shared: null } }, errors: [], groups };
      } finally {
        await service.close();
      }
    }
    const url = form.text("url").replace(/\/{1,100}$/, "");
    const insecure = form.text("insecure") === "yes";
    const token = form.text("token");
    const attempt = { ...answers, service: { url, insecure, at, shared: null } };
    const wrong = await addressError(url, insecure, env);
    if (wrong !== null) return { answers: attempt, errors: [wrong] };
    const job = await this.#around.jobOf(url);
    if (job !== null && token !== "")
      return { answers: attempt, errors: [{ field: "token", why: "shared_account", values: { job: job.name } }] };
    const known = answers.service !== null && answers.service.url === url;
    if (job === null && token === "" && !known) return { answers: attempt, errors: [{ field: "token", why: "token_needed" }] };
    const tested =
      job !== null
        ? await job.groups().then(
            (groups) => ({ groups }),
            (error: unknown) => ({ error: connectionError(error) }),
          )
        : await testConnection(this.#state, setupService(setup.id, { url, insecure, token }), this.#around.secret(), { now, env, timer });
    const ok = "groups" in tested;
    await this.#record(by, "job_setup_connection_tested", { setup: setup.id, host: new URL(url).host, ok });
    if (!ok) return { answers: attempt, errors: [tested.error] };
    return { answers: { ...answers, service: { url, insecure, at, shared: job?.name ?? null } }, errors: [], groups: tested.groups };
  }
}

function answersOf({ answers }: Pick<JobSetup, "answers">): SetupAnswers {
  return answers as SetupAnswers;
}
