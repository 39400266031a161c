import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { fact } from "../../domain/facts/fact.ts";
import { FileProblem, Problem, UsageProblem } from "../../domain/problem.ts";
import { compileMapping } from "../../mapping/compile.ts";
import { dayIn } from "../decide/day.ts";
import { formOf } from "../sample/form.ts";
import type { ExportRead } from "../sample/read-export.ts";
import { HeaderProblem, type Sample } from "../sample/sample.ts";
import type { Draft } from "../decide/draft.ts";
import { filesOf } from "../write/files.ts";
import type { JobSetup } from "../../store/setup/setups.ts";
import { evaluate, type Evaluated } from "./evaluate.ts";
import { placeOf, type SetupFiles } from "./finish.ts";
import type { Samples } from "./samples.ts";
import { blocking, draftOf, questionViews } from "./questions.ts";
import { topOf } from "./first-rows.ts";
import type { SetupSurroundings } from "./surroundings.ts";
import {
  STEPS,
  type ColumnsView,
  type FieldError,
  type GroupsView,
  type PreviewView,
  type QuestionView,
  type SampleProblem,
  type SetupAnswers,
  type SetupView,
  type Step,
  type StepView,
} from "./types.ts";

const MAX_UNUSED = 100;

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
    const draft = this.#draft(answers, { sample });
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

  #draft({ engine }: SetupAnswers, { sample }: Pick<ExportRead, "sample">): Draft {
    return draftOf(sample, engine, this.#around.now());
  }

  /** Returns whether a step was confirmed and is still complete: an earlier step may have changed its questions. */
  isDone(step: Step, answers: SetupAnswers, read: ExportRead | SampleProblem | null): boolean {
    if (step === "plan" || !answers.done.includes(step) || read === null || "code" in read) return false;
    if (step === "connection") return answers.service !== null;
    return this.#blocking(step, answers, read).length === 0;
  }

  /** Returns what a step still needs. */
  #blocking(step: Step, answers: SetupAnswers, read: ExportRead): FieldError[] {
    return isPart(step) ? blocking(this.#draft(answers, read), step) : [];
  }

  /** Maps the sample as the job would. */
  async #evaluate(setup: JobSetup, answers: SetupAnswers, read: ExportRead): Promise<Evaluated | null> {
    const { mapping, draft } = this.files(answers, read);
    const today = dayIn(this.#around.now(), draft.timeZone);
    return this.#samples.within(setup, (path) => evaluate(path, read.form, compileMapping(mapping, "mapping.yaml"), today));
  }

  async draw(setup: JobSetup, answers: SetupAnswers, wanted: Step, { errors = [] }: { errors?: FieldError[] }): Promise<SetupView> {
    const read = await this.read(setup, answers);
    const steps = STEPS.map((step) => ({ step, state: this.isDone(step, answers, read) ? ("done" as const) : ("open" as const) }));
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
      blocking: read === null || "code" in read ? [] : this.#blocking(shown, answers, read),
      view: await this.#step(setup, answers, shown, read),
    };
  }

  async #step(setup: JobSetup, answers: SetupAnswers, step: Step, read: ExportRead | SampleProblem | null): Promise<StepView> {
    if (step === "upload" || read === null || "code" in read) {
      const sample = read !== null && "sample" in read ? read.sample : null;
      const formFor = (path: string) => (read !== null && "form" in read ? Promise.resolve(read.form) : formOf(path, answers.form));
      return {
        step: "upload",
        problem: read !== null && "code" in read ? read : null,
        recognized: sample?.recognized ?? null,
        guessed: sample?.guessed ?? null,
        rows: sample?.rows ?? 0,
        whole: sample?.whole ?? true,
        columns: sample?.header.length ?? 0,
        form: answers.form,
        has_sample: setup.hasSample,
        first: (await this.#samples.within(setup, async (path) => topOf(path, await formFor(path), sample))) ?? [],
        lost: answers.lost ?? [],
      };
    }
    if (step === "connection") return { step, service: answers.service, groups: setup.groups?.length ?? 0 };
    const draft = this.#draft(answers, read);
    const questions = isPart(step) ? questionViews(read.sample, draft, step) : [];
    if (step === "columns") return { step, questions, ...useOf(read.sample, draft) };
    if (step === "left" || step === "key") return { step, questions };
    // The groups may be invalid as they were typed; the counts are then missing.
    const evaluated = await this.#evaluate(setup, answers, read).catch((error: unknown) => {
      if (error instanceof Problem && step === "groups") return null;
      throw error;
    });
    if (step === "groups") return { step, ...groupsView(questions, draft, evaluated, setup.groups ?? []) };
    if (evaluated === null) return this.#step(setup, answers, "upload", null);
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

function isPart(step: Step): step is "columns" | "left" | "key" | "groups" {
  return step === "columns" || step === "left" || step === "key" || step === "groups";
}

function useOf({ columns }: Sample, { unused }: Draft): Pick<ColumnsView, "recognized" | "all" | "unused"> {
  return { recognized: columns.length - unused.length, all: columns.length, unused: unused.slice(0, MAX_UNUSED).map(({ name }) => name) };
}

/** Adds to each rule whom it concerns. @param groups the paths of the service */
function groupsView(
  questions: readonly QuestionView[],
  { rules }: Draft,
  evaluated: Evaluated | null,
  groups: readonly string[],
): GroupsView & { questions: QuestionView[] } {
  const counts = new Map(evaluated?.rules.map((rule) => [rules.find(({ name }) => name === rule.rule)?.id, rule]));
  return {
    questions: questions.map((question) => {
      const count = counts.get(question.id);
      if (count === undefined) return question;
      const { people, groups: given, undecided } = count;
      const left = undecided === 0 ? [] : [fact("setup.rule_leaves", { n: undecided })];
      return { ...question, evidence: [...question.evidence, fact("setup.rule_gives", { people, groups: given }), ...left] };
    }),
    missing: evaluated === null ? [] : missingGroups(evaluated, groups),
    given: evaluated?.claimed.size ?? 0,
  };
}

function missingGroups({ claimed }: Evaluated, groups: readonly string[]): GroupsView["missing"] {
  const times = Map.groupBy(groups, (path) => path);
  const missing = [...claimed].flatMap(([group, { shown, people }]) => {
    const found = times.get(group)?.length ?? 0;
    return found === 1 ? [] : [{ group: shown, people, ambiguous: found > 1 }];
  });
  return missing.toSorted((a, b) => b.people - a.people);
}

/** Only active people are added to groups. */
function previewView({ first, rows, active, left, unknown, repeated, rejected, rejects }: Evaluated): PreviewView {
  const people = first.map(({ name, key, active: works, fields, groups }) => {
    const added = works === true || works === null ? groups : [];
    return { name, key, active: works, fields, groups: added };
  });
  return { people, rows, active, left, unknown, repeated, rejected, rejects };
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
