import { fact, type Fact } from "../../domain/facts/fact.ts";
import { visibleName } from "../../domain/names.ts";
import { decide } from "../decide/decide.ts";
import { withFurtherRule } from "../decide/groups.ts";
import { dayIn } from "../decide/day.ts";
import type { Sample } from "../sample/sample.ts";
import { NONE, TIME_ZONE, type Draft, type Part, type Question } from "../decide/draft.ts";
import { hasRole } from "../languages/vocabulary.ts";
import type { Role } from "../languages/words.ts";
import { vocabulary } from "./samples.ts";
import type { FieldError, QuestionView, SetupForm } from "./types.ts";

/** The answers so far, by question. */
export type EngineAnswers = Record<string, string>;

/** The answer of a select that says that the text beside it is the answer. */
export const TEMPLATE = "template";
/** The end of the name of the text that belongs to a select. */
export const BESIDE = ".text";
/** Values of these are never shown. */
const SENSITIVE: readonly Role[] = ["date_of_birth", "national_id", "private"];
const MAX_EXAMPLES = 3;
const MAX_TEXT = 300;

/** Drafts the mapping of a sample, with every question and its answer so far. */
export function draftOf(sample: Sample, engine: EngineAnswers, now: Date): Draft {
  return decide(sample, vocabulary, new Map(Object.entries(engine)), { today: dayIn(now, engine[TIME_ZONE] ?? "UTC") });
}

/** Returns what a part still needs. */
export function blocking({ questions }: Draft, part: Part): FieldError[] {
  return questions.filter((one) => one.part === part && isMissing(one)).map(missing);
}

function isMissing({ answer, needed, explicit }: Question): boolean {
  return answer === null && (needed || explicit === true);
}

function missing(question: Question): FieldError {
  return { field: nameOf(question.id), ask: askOf(question), fact: fact("init.answer_is_needed", {}) };
}

/** Returns a question with the cell that it asks about: the page is for people who may see the file. */
function askOf({ ask, value }: Question): Fact {
  return value === undefined ? ask : { ...ask, values: { ...ask.values, value: fact("value.shown", { value: visibleName(value) }) } };
}

/** Returns the name of a question in a form. Names are sent with other line breaks than those of the file. */
function nameOf(id: string): string {
  return `q.${/[\r\n]/.test(id) ? Buffer.from(id).toString("hex") : id}`;
}

/** Returns the questions of a part as a page draws them. */
export function questionViews(sample: Sample, { questions }: Draft, part: Part): QuestionView[] {
  return questions.flatMap((question) => {
    if (question.part !== part) return [];
    const { id, evidence, kind, options, template, answer, suggestion, confidence } = question;
    const column = kind === "column" ? sample.columns.find(({ name }) => name === answer) : undefined;
    const hidden = column !== undefined && (isSensitive(column.name) || SENSITIVE.some((role) => id === `use.${role}`));
    return {
      id,
      name: nameOf(id),
      ask: askOf(question),
      evidence,
      kind,
      options: options.map(({ value, label, hint }) => ({ value, label, ...(hint && { hint }) })),
      template: template ?? null,
      answer,
      // Only a person says that everyone works here, or what a word means.
      proposed: proposedFor(question),
      likely: suggestion === undefined || suggestion === NONE ? null : suggestion,
      confidence,
      examples:
        column === undefined || hidden
          ? []
          : column
              .byCount()
              .slice(0, MAX_EXAMPLES)
              .map(([text]) => text),
      hidden,
    };
  });
}

function proposedFor({ needed, explicit, suggestion, options, template }: Question): string | null {
  if (template !== undefined && options.every(({ unlikely }) => unlikely === true)) return TEMPLATE;
  if (needed || explicit === true) return null;
  return suggestion ?? (options.some(({ value }) => value === NONE) ? NONE : null);
}

/** Returns whether a column of this name has values that are never shown. */
export function isSensitive(name: string): boolean {
  return hasRole(vocabulary, name, SENSITIVE);
}

/** The answers after a form, its errors, and whether they lead to something that it did not show. */
export interface Answered {
  engine: EngineAnswers;
  errors: FieldError[];
  again: boolean;
}

/** Reads the answers to the questions of a part. An answer that the sample shows anyway is not stored. */
export function answersIn(sample: Sample, before: EngineAnswers, now: Date, part: Part, form: SetupForm): Answered {
  const asked = draftOf(sample, before, now).questions.filter((one) => one.part === part);
  const engine = { ...before };
  const errors: FieldError[] = [];
  const changed = new Set<string>();
  for (const question of asked) {
    const { id, of, answer } = question;
    // A value of another column may have been meant.
    if ((of !== undefined && changed.has(of)) || !form.has(nameOf(id))) continue;
    const sent = sentAnswer(form, question);
    if (sent === answer) continue;
    const wrong = sent === null ? undefined : wrongAnswer(question, sent);
    if (wrong !== undefined) {
      errors.push({ field: nameOf(id), ask: askOf(question), fact: wrong });
      continue;
    }
    if (sent === null) delete engine[id];
    else engine[id] = sent;
    changed.add(id);
    for (const child of asked) if (child.of === id) delete engine[child.id];
  }
  const answers = withFurtherRule(engine);
  const after = draftOf(sample, answers, now).questions.filter((one) => one.part === part);
  const known = new Set(asked.filter(({ of }) => of === undefined || !changed.has(of)).map(({ id }) => id));
  const isWrong = new Set(errors.map(({ field }) => field));
  errors.push(...after.filter((one) => known.has(one.id) && isMissing(one) && !isWrong.has(nameOf(one.id))).map(missing));
  const evidenceBefore = new Map(asked.map(({ id, evidence }) => [id, JSON.stringify(evidence)]));
  const isNew = ({ id, evidence }: Question): boolean =>
    !known.has(id) || (changed.has(id) && evidence.length > 0 && JSON.stringify(evidence) !== evidenceBefore.get(id));
  return { engine: answers, errors, again: after.some(isNew) };
}

/** Returns the answer of a form; `null` for none. */
function sentAnswer(form: SetupForm, { id, part, kind, options, check, needed }: Question): string | null {
  const text = form.text(nameOf(id));
  if (kind === "text") {
    const path = part === "groups" ? text.replaceAll(/^\/+|\/+$/g, "") : text;
    if (path !== "" || check?.("") === undefined) return path;
    return needed ? null : NONE;
  }
  const beside = form.text(`${nameOf(id)}${BESIDE}`);
  if (text === TEMPLATE || (text === "" && beside !== "")) return beside === "" ? null : beside;
  if (text === "") return null;
  return options.find(({ value }) => value.replaceAll(/\r\n?/g, "\n") === text.replaceAll(/\r\n?/g, "\n"))?.value ?? text;
}

/** Returns why a text is no answer to a question. */
export function wrongAnswer({ options, check, needed, kind }: Question, text: string): Fact | undefined {
  if (options.some(({ value }) => value === text)) return undefined;
  if (text === NONE) return needed || kind === "choice" ? fact("init.answer_is_needed", {}) : undefined;
  if (text.length > MAX_TEXT) return fact("setup.too_long", {});
  return check === undefined ? fact("init.answer_is_needed", {}) : check(text);
}
