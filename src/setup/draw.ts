import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { FileProblem, Problem, UsageProblem } from "../domain/problem.ts";
import { compileMapping } from "../mapping/compile.ts";
import { formOf, type ExportRead } from "../scaffold/read-export.ts";
import { HeaderProblem } from "../scaffold/sample.ts";
import { formatsOf } from "../scaffold/decide/last-day.ts";
import { filesOf } from "../scaffold/write/files.ts";
import type { JobSetup } from "../store/setup/setups.ts";
import { columnOf, draftOf, leavingDates, statusColumns, type EngineAnswers } from "./columns.ts";
import { leaversByValue } from "./leavers.ts";
import { evaluate, type Evaluated } from "./evaluate.ts";
import { placeOf, type SetupFiles } from "./finish.ts";
import type { Samples } from "./samples.ts";
import { columnsView, groupsView, keyView, leftView, previewView } from "./show.ts";
import { blocking, isDone } from "./steps.ts";
import { topOf } from "./first-rows.ts";
import type { SetupSurroundings } from "./surroundings.ts";
import { STEPS, type FieldError, type SetupAnswers, type SetupView, type Step, type StepView } from "./types.ts";

/** Why a sample cannot be read as the answers say, with the field that may solve it. */
export interface SampleProblem {
  code: string;
  field: string;
  choices: readonly string[];
}

/** Draws the steps of a setup from its sample and its answers. */
export class SetupDrawing {
  readonly #around: SetupSurroundings;
  readonly #samples: Samples;

  constructor(around: SetupSurroundings, samples: Samples) {
    this.#around = around;
    this.#samples = samples;
  }

  /** Returns the sample, or why it cannot be read like that; `null` if it was deleted. */
  async read(setup: JobSetup, answers: SetupAnswers): Promise<ExportRead | SampleProblem | null> {
    return this.#samples.read(setup, answers).catch((error: unknown) => problemOf(error));
  }

  files(answers: SetupAnswers, { sample, form }: ExportRead): SetupFiles {
    const place = placeOf(this.#around, answers);
    const draft = draftOf(sample, answers.engine);
    const { service } = answers;
    const parts = {
      cwd: this.#around.cwd,
      file: resolve(dirname(this.#around.jobsFolder), answers.file),
      form,
      service: service?.url ?? "sandbox",
      insecure: service?.insecure === true,
      english: this.#around.english,
    };
    return { place, draft, ...filesOf(sample, draft, place, parts) };
  }

  /** Maps the sample as the job would. */
  async #evaluate(setup: JobSetup, answers: SetupAnswers, read: ExportRead): Promise<Evaluated | null> {
    const engine = { root: "HR", ...answers.engine };
    const { mapping } = this.files({ ...answers, engine }, read);
    // The day of a job without a time zone.
    const today = this.#around.now().toISOString().slice(0, 10);
    return this.#samples.within(setup, (path) => evaluate(path, read.form, compileMapping(mapping, "mapping.yaml"), today));
  }

  /** Counts the past leaving dates by status, if the file has both. */
  async #pastLeavers(setup: JobSetup, engine: EngineAnswers, { sample, form }: ExportRead): Promise<ReadonlyMap<string, number>> {
    const name = columnOf(draftOf(sample, engine), "active");
    const status = statusColumns(sample).find((column) => column.name === name);
    const [leaving] = leavingDates(sample);
    if (status === undefined || leaving === undefined) return new Map();
    const now = this.#around.now();
    return (
      (await this.#samples.within(setup, (path) =>
        leaversByValue(path, form, { status, leaving, formats: formatsOf(sample, leaving) }, now),
      )) ?? new Map()
    );
  }

  async draw(
    setup: JobSetup,
    answers: SetupAnswers,
    wanted: Step,
    { errors = [], page = 1 }: { errors?: FieldError[]; page?: number },
  ): Promise<SetupView> {
    const read = await this.read(setup, answers);
    const steps = STEPS.map((step) => ({ step, state: isDone(step, answers, read) ? ("done" as const) : ("open" as const) }));
    const first = steps.find(({ state }) => state === "open")?.step ?? "plan";
    const skipped = STEPS.indexOf(wanted) > STEPS.indexOf(first);
    const shown = skipped ? first : wanted;
    return {
      id: setup.id,
      version: setup.version,
      job: answers.job,
      file_name: setup.file_name,
      steps: steps.map(({ step, state }) => ({ step, state: STEPS.indexOf(step) > STEPS.indexOf(first) ? "later" : state })),
      skipped: skipped ? wanted : null,
      errors,
      blocking: read === null || "code" in read ? [] : blocking(shown, read.sample, answers.engine),
      view: await this.#step(setup, answers, shown, read, page),
    };
  }

  async #step(
    setup: JobSetup,
    answers: SetupAnswers,
    step: Step,
    read: ExportRead | SampleProblem | null,
    page: number,
  ): Promise<StepView> {
    if (step === "upload" || read === null || "code" in read) {
      const sample = read !== null && "sample" in read ? read.sample : null;
      const formFor = (path: string) => (read !== null && "form" in read ? Promise.resolve(read.form) : formOf(path, answers.form));
      return {
        step: "upload",
        problem: read !== null && "code" in read ? read : null,
        recognized: sample?.recognized ?? null,
        guessed: read !== null && "sample" in read ? read.guessed : null,
        rows: sample?.rows ?? 0,
        whole: sample?.whole ?? true,
        columns: sample?.header.length ?? 0,
        form: answers.form,
        has_sample: setup.hasSample,
        first: (await this.#samples.within(setup, async (path) => topOf(path, await formFor(path), sample))) ?? [],
        lost: answers.lost ?? [],
      };
    }
    const { sample } = read;
    const { engine } = answers;
    if (step === "columns") return { step, ...columnsView(sample, engine, page) };
    if (step === "left") return { step, ...leftView(sample, engine, this.#around.now(), await this.#pastLeavers(setup, engine, read)) };
    if (step === "key") return { step, ...keyView(sample, engine) };
    if (step === "connection") return { step, service: answers.service, groups: setup.groups?.length ?? 0 };
    // The groups may be invalid as they were typed; the counts are then missing.
    const evaluated = await this.#evaluate(setup, answers, read).catch((error: unknown) => {
      if (error instanceof Problem && step === "groups") return null;
      throw error;
    });
    if (step === "groups") return { step, ...groupsView(sample, engine, evaluated, setup.groups ?? []) };
    if (evaluated === null) return this.#step(setup, answers, "upload", null, page);
    if (step === "preview") return { step, ...previewView(evaluated) };
    const { place, mapping, job } = this.files(answers, read);
    const { cwd, isWritable } = this.#around;
    const shown = (path: string): string => (path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path);
    const same = async (path: string, text: string): Promise<boolean> => (await readFile(path, "utf8").catch(() => null)) === text;
    return {
      step,
      file: answers.file,
      mapping,
      job,
      paths: { mapping: shown(place.mapping), job: shown(place.job) },
      writable: (await isWritable(place.job)) && (await isWritable(place.mapping)),
      written: (await same(place.job, job)) && (await same(place.mapping, mapping)),
    };
  }
}

/** Problems that another setting of the upload step may solve, with its field; all others are about the file. */
const SETTINGS: Readonly<Record<string, string>> = {
  undecodable: "encoding",
  unknown_encoding: "encoding",
  wrong_encoding: "encoding",
  several_sheets: "sheet",
  missing_sheet: "sheet",
  sheet_unreadable: "sheet",
  no_header: "header_row",
  no_rows: "header_row",
  header_values: "header_row",
  header_title: "header_row",
};

/** @throws an error that is not about the file */
export function problemOf(error: unknown): SampleProblem {
  const code =
    error instanceof HeaderProblem
      ? `header_${error.reason}`
      : error instanceof FileProblem || error instanceof UsageProblem
        ? error.code
        : null;
  if (code === null) throw error;
  return { code, field: SETTINGS[code] ?? "file", choices: error instanceof FileProblem ? error.choices : [] };
}
