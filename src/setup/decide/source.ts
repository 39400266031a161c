import { fact, type Fact } from "../../domain/facts/fact.ts";
import { FIELD_LABELS } from "../../domain/facts/field-labels.ts";
import { parseTemplate } from "../../mapping/template.ts";
import { ask, NONE, type Confidence, type DraftContext, type FieldUse, type Part } from "./draft.ts";
import { answerOrigin, withBlank } from "../write/why.ts";
import type { ColumnStatistics } from "../sample/statistics.ts";
import { answered, columnNamed, columnOptions, idOf, wrongSource } from "./candidates.ts";

/** The source of a field as the sample shows it, or a question with the likely columns; `null`: the field has none. */
type Shown = (Source & { sure: boolean }) | { ask: Fact; likely: readonly ColumnStatistics[]; suggestion?: ColumnStatistics } | null;

/** How a field is asked for. */
interface Asked {
  part: Part;
  needed: boolean;
  /** An example of a template, where one is possible. */
  template?: string;
  shown: () => Shown;
  /** The consequences of a column. */
  evidence?: (column: ColumnStatistics) => readonly Fact[];
}

/** The column or template of a field, and where that comes from, for a comment. */
export type Source = ColumnSource | { template: string; why: string };

export interface ColumnSource {
  column: ColumnStatistics;
  why: string;
}

/** How the cells of a field are converted, and the comment on it. */
export type Reading = Pick<FieldUse, "how" | "off"> & { why?: string };

/** Decides where a field comes from, by the answer or by the sample, and adds its question. */
export function decideSource(context: DraftContext, field: string, asked: Asked): Source | null {
  const id = idOf(field);
  const given = answered(context, field);
  const shown = given === undefined ? asked.shown() : null;
  const source: Source | null =
    given === undefined
      ? shown === null || "ask" in shown
        ? null
        : shown
      : given === "none"
        ? null
        : { ...("column" in given ? given : { template: spelled(context, given.template) }), why: answerOrigin(context, id) };
  const open = shown !== null && "ask" in shown ? shown : null;
  const column = source !== null && "column" in source ? source.column : undefined;
  const answer = open !== null ? null : source === null ? NONE : (column?.name ?? ("template" in source ? source.template : NONE));
  const confidence: Confidence =
    given !== undefined ? "chosen" : source === null ? "none" : shown !== null && "sure" in shown && shown.sure ? "certain" : "likely";
  const options = columnOptions(context, open?.likely ?? [], answer);
  const { part, needed, template } = asked;
  if (!needed) options.push({ value: NONE, label: fact("init.no_column_fits", {}) });
  const many = open !== null && open.likely.length === 0 && template !== undefined;
  ask(context, {
    id,
    part,
    ask: open?.ask ?? labelOf(field),
    evidence: column === undefined ? [] : (asked.evidence?.(column) ?? []),
    kind: "column",
    options,
    ...(template === undefined ? {} : { template }),
    check: (text) =>
      template === undefined && columnNamed(context, text) === undefined
        ? fact("answer.is_not_one_column", {})
        : wrongSource(context, text),
    answer,
    confidence,
    ...(open?.suggestion === undefined ? {} : { suggestion: open.suggestion.name }),
    needed,
    flag: field === "key" ? "--key COLUMN" : `--use ${field}=${many ? "TEMPLATE" : "COLUMN"}`,
  });
  return source;
}

/** Returns the name of a field as a question. */
function labelOf(field: string): Fact {
  return field === "key" ? fact("setup.what_identifies_person", {}) : fact(FIELD_LABELS[field] ?? "setup.active_left", {});
}

/** Returns a template with columns spelled as in the file, and marks them as used. */
function spelled(context: DraftContext, text: string): string {
  const parts = parseTemplate(text);
  if ("code" in parts) return text;
  return parts
    .map((part) => {
      if ("text" in part) return part.text.replaceAll(/[{}]/g, "$&$&");
      const column = columnNamed(context, part.column);
      if (column !== undefined) context.used.add(column);
      return `{${column?.name ?? part.column}}`;
    })
    .join("");
}

/** Returns a field from its source, and marks the column as used. */
export function use(context: DraftContext, field: string, source: Source, reading: Reading = { how: {} }): FieldUse {
  const { why } = source;
  if ("template" in source) return { field, from: { template: source.template }, why, ...reading };
  context.used.add(source.column);
  return { field, from: { column: source.column.name }, ...reading, why: withBlank(source.column, reading.why ?? why) };
}
