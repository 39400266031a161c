import { readFile } from "node:fs/promises";
import { fact } from "../../domain/facts/fact.ts";
import { Problem } from "../../domain/problem.ts";
import { compileMapping } from "../../mapping/compile.ts";
import { dayIn } from "../decide/day.ts";
import { formOf } from "../sample/form.ts";
import type { Draft } from "../decide/draft.ts";
import { shownPath } from "../../config/find.ts";
import { filesIn, isDone, isPart, needsOf, openStep, type Current, type Tools } from "./current.ts";
import { evaluate, type Evaluated } from "./evaluate.ts";
import { questionViews } from "./questions.ts";
import { topOf } from "./first-rows.ts";
import {
  STEPS,
  type FieldError,
  type GroupsView,
  type PreviewView,
  type QuestionView,
  type SetupView,
  type Step,
  type StepView,
} from "./types.ts";

const MAX_UNUSED = 100;

/** Draws a step of a setup, or the first open one before it. */
export async function draw(tools: Tools, current: Current, wanted: Step, errors: FieldError[] = []): Promise<SetupView> {
  const { setup, answers } = current;
  const first = STEPS.indexOf(openStep(current));
  const skipped = STEPS.indexOf(wanted) > first;
  const shown = skipped ? openStep(current) : wanted;
  const stateOf = (step: Step) => (STEPS.indexOf(step) > first ? "later" : isDone(step, current) ? "done" : "open");
  return {
    id: setup.id,
    version: setup.version,
    job: answers.job,
    file_name: setup.file_name,
    steps: STEPS.map((step) => ({ step, state: stateOf(step) })),
    skipped: skipped ? wanted : null,
    errors,
    blocking: needsOf(shown, current),
    view: await viewOf(tools, current, shown),
  };
}

async function viewOf(tools: Tools, current: Current, step: Step): Promise<StepView> {
  const { setup, answers, sampled } = current;
  if (step === "upload" || sampled === null) return uploadView(tools, current);
  if (step === "connection") return { step, service: answers.service, groups: setup.groups?.length ?? 0 };
  const { around, samples } = tools;
  const { sample, draft, form } = sampled;
  const { columns } = sample;
  const { unused } = draft;
  const questions = isPart(step) ? questionViews(sample, draft, step) : [];
  if (step === "columns") {
    const names = unused.slice(0, MAX_UNUSED).map(({ name }) => name);
    return { step, questions, recognized: columns.length - unused.length, all: columns.length, unused: names };
  }
  if (step === "left" || step === "key") return { step, questions };
  const { place, mapping, job } = filesIn(around, answers, sampled);
  if (step === "plan") {
    const same = async (path: string, text: string): Promise<boolean> => (await readFile(path, "utf8").catch(() => null)) === text;
    return {
      step,
      file: answers.file,
      mapping,
      job,
      paths: { mapping: shownPath(place.mapping, around.cwd), job: shownPath(place.job, around.cwd) },
      writable: (await around.isWritable(place.job)) && (await around.isWritable(place.mapping)),
      written: (await same(place.job, job)) && (await same(place.mapping, mapping)),
    };
  }
  const today = dayIn(around.now(), draft.timeZone);
  const evaluating = samples.within(setup, (path) => evaluate(path, form, compileMapping(mapping, "mapping.yaml"), today));
  // The groups may be invalid as they were typed; the counts are then missing.
  const evaluated = await evaluating.catch((error: unknown) => {
    if (error instanceof Problem && step === "groups") return null;
    throw error;
  });
  if (step === "groups") return { step, ...groupsView(questions, draft, evaluated, setup.groups ?? []) };
  return evaluated === null ? uploadView(tools, { ...current, sampled: null }) : { step, ...previewView(evaluated) };
}

async function uploadView({ samples }: Tools, { setup, answers, problem, sampled }: Current): Promise<StepView> {
  const sample = sampled?.sample ?? null;
  return {
    step: "upload",
    problem,
    recognized: sample?.recognized ?? null,
    guessed: sample?.guessed ?? null,
    rows: sample?.rows ?? 0,
    whole: sample?.whole ?? true,
    columns: sample?.header.length ?? 0,
    form: answers.form,
    has_sample: setup.hasSample,
    first: (await samples.within(setup, async (path) => topOf(path, sampled?.form ?? (await formOf(path, answers.form)), sample))) ?? [],
    lost: answers.lost ?? [],
  };
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
