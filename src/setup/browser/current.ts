import { dirname, resolve } from "node:path";
import { FileProblem, UsageProblem } from "../../domain/problem.ts";
import type { JobSetup } from "../../store/setup/setups.ts";
import type { Draft } from "../decide/draft.ts";
import type { ExportRead } from "../sample/read-export.ts";
import { HeaderProblem } from "../sample/sample.ts";
import { filesOf } from "../write/files.ts";
import { placeOf, type SetupFiles } from "./finish.ts";
import { blocking, draftOf } from "./questions.ts";
import type { Samples } from "./samples.ts";
import type { SetupSurroundings } from "./surroundings.ts";
import { STEPS, type FieldError, type SampleProblem, type SetupAnswers, type Step } from "./types.ts";

/** The parts that draw and save a setup. */
export interface Tools {
  around: SetupSurroundings;
  samples: Samples;
}

/** A setup with some answers: its sample as they read it, and the draft that follows from it. */
export interface Current {
  setup: JobSetup;
  answers: SetupAnswers;
  /** Why the sample cannot be read like that. */
  problem: SampleProblem | null;
  /** `null`: the sample was deleted, or has a problem. */
  sampled: (ExportRead & { draft: Draft }) | null;
}

export async function currentOf({ around, samples }: Tools, setup: JobSetup, answers: SetupAnswers): Promise<Current> {
  const read = await samples.read(setup, answers).catch(problemOf);
  if (read === null || "code" in read) return { setup, answers, problem: read, sampled: null };
  return { setup, answers, problem: null, sampled: { ...read, draft: draftOf(read.sample, answers.engine, around.now()) } };
}

/** Returns what a step still needs. */
export function needsOf(step: Step, { sampled }: Current): FieldError[] {
  return isPart(step) && sampled !== null ? blocking(sampled.draft, step) : [];
}

/** Returns the first step that was not confirmed, or is not complete: an earlier one may have changed its questions. */
export function openStep(current: Current): Step {
  return STEPS.find((step) => !isDone(step, current)) ?? "plan";
}

export function isDone(step: Step, current: Current): boolean {
  const { answers, sampled } = current;
  if (step === "plan" || !answers.done.includes(step) || sampled === null) return false;
  return step === "connection" ? answers.service !== null : needsOf(step, current).length === 0;
}

export function isPart(step: Step): step is "columns" | "left" | "key" | "groups" {
  return step === "columns" || step === "left" || step === "key" || step === "groups";
}

/** Returns the two files that the answers make. */
export function filesIn(
  around: SetupSurroundings,
  answers: SetupAnswers,
  { sample, form, draft }: ExportRead & { draft: Draft },
): SetupFiles {
  const place = placeOf(around, answers);
  const { service } = answers;
  const parts = {
    cwd: around.cwd,
    file: resolve(dirname(around.jobsFolder), answers.file),
    form,
    service: service?.url ?? "sandbox",
    insecure: service?.insecure === true,
    english: around.english,
  };
  return { place, draft, ...filesOf(sample, draft, place, parts) };
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
  if (!(error instanceof FileProblem || error instanceof UsageProblem)) throw error;
  const code = error instanceof HeaderProblem ? `header_${error.reason}` : error.code;
  return { code, field: SETTINGS[code] ?? "file", choices: error instanceof FileProblem ? error.choices : [] };
}
