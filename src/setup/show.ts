import { dateConverter } from "../mapping/convert.ts";
import { BY_COLUMN, GROUP_LANGUAGE, suggestRules } from "../scaffold/decide/groups.ts";
import { formatsOf } from "../scaffold/decide/last-day.ts";
import type { Sample } from "../scaffold/sample.ts";
import type { ColumnStatistics } from "../scaffold/statistics.ts";
import { NONE, type LastDay, type RuleIdea } from "../scaffold/write/draft.ts";
import { columnViews, draftOf, statusColumns, templateExample, templateOf, columnOf, leavingDates, type EngineAnswers } from "./columns.ts";
import type { Evaluated } from "./evaluate.ts";
import { pastDates } from "./leavers.ts";
import { isPrivate } from "../scaffold/languages/vocabulary.ts";
import { vocabulary } from "./samples.ts";
import type { ColumnsView, GroupsView, KeyView, LastDayView, LeftView, MissingGroup, OpenQuestion, PreviewView } from "./types.ts";

const COLUMNS_A_PAGE = 40;
const MAX_OPTIONS = 100;

export function columnsView(sample: Sample, engine: EngineAnswers, wanted: number): ColumnsView {
  const draft = draftOf(sample, engine);
  const all = columnViews(sample, draft, engine);
  const pages = Math.max(1, Math.ceil(all.length / COLUMNS_A_PAGE));
  const page = Math.min(Math.max(1, Math.trunc(wanted)), pages);
  return {
    columns: all.slice((page - 1) * COLUMNS_A_PAGE, page * COLUMNS_A_PAGE),
    recognized: all.filter(({ role }) => role !== "").length,
    all: all.length,
    page,
    pages,
    email_template: templateOf(draft, "email"),
    template_example: templateExample(sample, "@example.com"),
    questions: openQuestions(sample, engine),
  };
}

const QUESTION = /^(date|phone|gender)(?:\.(.*))?$/su;

/** Returns what the values of a date, telephone or gender column leave open, with the answers so far. */
function openQuestions(sample: Sample, engine: EngineAnswers): OpenQuestion[] {
  const without = Object.fromEntries(Object.entries(engine).filter(([id]) => !QUESTION.test(id)));
  const draft = draftOf(sample, without);
  return draft.questions.flatMap(({ id, options }): OpenQuestion[] => {
    const [, kind, value = ""] = QUESTION.exec(id) ?? [];
    if (kind === undefined) return [];
    const field = kind === "date" ? "date_of_birth" : kind === "phone" ? "phone_number" : "gender";
    const column = columnOf(draft, field) ?? sample.columns.find((one) => value !== "" && one.values.has(value))?.name ?? "";
    const rows = sample.columns.find(({ name }) => name === column)?.values.get(value) ?? 0;
    return [
      {
        id,
        kind: kind as OpenQuestion["kind"],
        column,
        value,
        rows,
        options: options.map((option) => option.value),
        answer: engine[id] ?? "",
      },
    ];
  });
}

/**
 * @param now for the leaving dates in the past
 * @param past the number of people with a past leaving date, by status
 */
export function leftView(sample: Sample, engine: EngineAnswers, now: Date, past: ReadonlyMap<string, number> = new Map()): LeftView {
  const draft = draftOf(sample, engine);
  const columns = statusColumns(sample);
  const column = columns.find(({ name }) => name === draft.active?.column);
  const until = draft.active?.until == null ? null : lastDayView(sample, draft.active.until, now);
  const chosen = column ?? (draft.active?.column === null ? until : null);
  const without = Object.fromEntries(Object.entries(engine).filter(([id]) => !id.startsWith("status.")));
  const decided = new Map(draft.active?.values.map(({ text, active }) => [text, active]));
  const known = new Set(draftOf(sample, without).active?.values.map(({ text }) => text));
  return {
    columns: columns.slice(0, MAX_OPTIONS).map(({ place, name }) => ({ place, name })),
    column: chosen == null ? (engine["use.active"] === NONE ? "none" : "") : String(chosen.place),
    values: (column?.byCount() ?? []).map(([text, rows], index) => {
      const active = decided.get(text);
      const answer = active === undefined ? "" : active ? "yes" : "no";
      const picked = ["yes", "no"].includes(engine[`status.${text}`] ?? "");
      const confidence = answer === "" ? "none" : picked ? "chosen" : "certain";
      return { index, text, rows, answer, known: known.has(text), confidence, past: past.get(text) ?? 0 };
    }),
    confidence: columnViews(sample, draft, engine).find(({ role }) => role === "active")?.confidence ?? "none",
    blank: column === undefined ? 0 : column.rows - column.filled,
    leaving: leavingDates(sample).map((one) => ({ place: one.place, name: one.name, past: datesBefore(sample, one, now) })),
    until,
  };
}

/** Counts the people by their last day. */
function lastDayView(sample: Sample, { column: name, format, formats }: LastDay, now: Date): LastDayView | null {
  const column = sample.columns.find((one) => one.name === name);
  if (column === undefined) return null;
  const read = dateConverter(format ?? "");
  const today = now.toISOString().slice(0, 10);
  const counts = { left: 0, coming: 0, unreadable: 0 };
  for (const [text, rows] of format === null ? [] : column.byCount()) {
    const day = read?.(text) ?? null;
    counts[day === null ? "unreadable" : day < today ? "left" : "coming"] += rows;
  }
  return { place: column.place, name, format: format ?? "", formats, ...counts, blank: column.rows - column.filled };
}

function datesBefore(sample: Sample, column: ColumnStatistics, now: Date): number {
  const isPast = pastDates(formatsOf(sample, column), now);
  return column.byCount().reduce((sum, [text, rows]) => sum + (isPast(text) ? rows : 0), 0);
}

export function keyView(sample: Sample, engine: EngineAnswers): KeyView {
  const draft = draftOf(sample, engine);
  const views = columnViews(sample, draft, engine);
  const place = (role: string): string => String(views.find(({ name }) => name === columnOf(draft, role))?.place ?? "");
  const rank = ({ role, unique, filled, rows }: KeyView["columns"][number]): number =>
    (role === "key" || role === "username" || role === "email" ? 0 : 2) + (unique ? 0 : 1) + (filled < rows * 0.9 ? 4 : 0);
  const template = templateOf(draft, "username");
  const suggested = (id: string): string | null => draft.questions.find((question) => question.id === id)?.suggestion ?? null;
  return {
    columns: views
      .filter(({ name, filled }) => filled > 0 && !isPrivate(vocabulary, name))
      .sort((a, b) => rank(a) - rank(b))
      .slice(0, MAX_OPTIONS),
    key: place("key"),
    username: template === "" ? place("username") : "template",
    likely: { key: suggested("key"), username: suggested("use.username") },
    username_template: template,
    template_example: templateExample(sample, ""),
  };
}

/** The rules that the groups step offers, with the answer that changes each. */
export function suggestedRules(
  sample: Sample,
  engine: EngineAnswers,
): { name: string; id: string; suggested: string; item: boolean; rule: RuleIdea | null }[] {
  const draft = draftOf(sample, engine);
  const context = {
    sample,
    vocabulary,
    answers: new Map(Object.entries(engine).filter(([id]) => id === GROUP_LANGUAGE)),
    accepted: new Set<never>(),
    questions: [],
    remarks: [],
    used: new Set<never>(),
  };
  const suggested = suggestRules(context).map((rule) => ({
    name: rule.name,
    id: `rule.${rule.name}`,
    suggested: rule.group,
    item: rule.split !== undefined,
    rule,
  }));
  const more = Object.keys(engine).flatMap((id) => {
    if (!id.startsWith(BY_COLUMN)) return [];
    const name = `by ${id.slice(BY_COLUMN.length)}`;
    const rule = draft.rules.find((one) => one.name === name) ?? null;
    return [{ name, id, suggested: "", item: false, rule }];
  });
  return [...suggested, ...more];
}

/** @param groups the paths of the service */
export function groupsView(sample: Sample, engine: EngineAnswers, evaluated: Evaluated | null, groups: readonly string[]): GroupsView {
  const counts = new Map(evaluated?.rules.map((rule) => [rule.rule, rule]));
  return {
    root: engine["root"] ?? "HR",
    remove: (engine["authority"] ?? "-") !== "-",
    rules: suggestedRules(sample, engine).map(({ name, id, suggested, rule }) => {
      const count = counts.get(name);
      const group = engine[id] ?? suggested;
      return {
        name,
        group: group === "-" ? suggested : group,
        on: group !== "-",
        column: rule?.when?.column ?? rule?.split?.column ?? /\{(.+)\}/.exec(rule?.group ?? "")?.[1] ?? "",
        people: count?.people ?? 0,
        groups: count?.groups ?? 0,
        undecided: count?.undecided ?? 0,
      };
    }),
    columns: sample.columns
      .filter((column) => column.filled > 0 && !column.unique)
      .slice(0, MAX_OPTIONS)
      .map(({ place, name }) => ({ place, name })),
    people: evaluated?.active ?? 0,
    missing: evaluated === null ? [] : missingGroups(evaluated, groups),
    given: evaluated?.claimed.size ?? 0,
  };
}

function missingGroups({ claimed }: Evaluated, groups: readonly string[]): MissingGroup[] {
  const times = new Map<string, number>();
  for (const path of groups) times.set(path, (times.get(path) ?? 0) + 1);
  const missing = [...claimed].flatMap(([group, { shown, people }]) => {
    const found = times.get(group) ?? 0;
    return found === 1 ? [] : [{ group: shown, people, ambiguous: found > 1 }];
  });
  return missing.toSorted((a, b) => b.people - a.people);
}

export function previewView({ first, rows, active, left, unknown, repeated, rejected, rejects }: Evaluated): PreviewView {
  return {
    // Only active people are added to groups.
    people: first.map(({ name, key, active: works, fields, groups }) => {
      const added = works === true || works === null ? groups : [];
      return { name, key, active: works, fields, groups: added };
    }),
    rows,
    active,
    left,
    unknown,
    repeated,
    rejected,
    rejects,
  };
}
