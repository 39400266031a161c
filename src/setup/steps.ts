import type { ExportRead } from "../scaffold/read-export.ts";
import type { Sample } from "../scaffold/sample.ts";
import { columnOf, draftOf, statusColumns, type EngineAnswers } from "./columns.ts";
import type { FieldError, SetupAnswers, Step } from "./types.ts";

/** Returns whether a step was confirmed and is still complete: an earlier step may have changed what it needs. */
export function isDone(step: Step, answers: SetupAnswers, read: ExportRead | { code: string } | null): boolean {
  if (step === "plan" || !answers.done.includes(step) || read === null || "code" in read) return false;
  if (step === "groups") return draftOf(read.sample, answers.engine).root !== null;
  if (step === "connection") return answers.service !== null;
  return blocking(step, read.sample, answers.engine).length === 0;
}

/** Returns what a step still needs: the errors that its form would have as it is. */
export function blocking(step: Step, sample: Sample, engine: EngineAnswers): FieldError[] {
  if (step === "columns") return missingColumns(sample, engine);
  if (step === "left") return unknownStatus(sample, engine);
  if (step !== "key") return [];
  const draft = draftOf(sample, engine);
  const named = draft.fields.some(({ field, off }) => field === "username" && off !== true);
  return [...(draft.key === null ? [{ field: "key", why: "key" }] : []), ...(named ? [] : [{ field: "username", why: "username" }])];
}

function missingColumns(sample: Sample, engine: EngineAnswers): FieldError[] {
  const { fields } = draftOf(sample, engine);
  return ["first_name", "last_name", "email"].flatMap((field) =>
    fields.some((use) => use.field === field && use.off !== true)
      ? []
      : [{ field: field === "email" ? "email_template" : "roles", why: `missing_${field}` }],
  );
}

function unknownStatus(sample: Sample, engine: EngineAnswers): FieldError[] {
  const draft = draftOf(sample, engine);
  const format = draft.active?.until?.format === null ? [{ field: "format", why: "date" }] : [];
  if (draft.active?.column === null) return format;
  const column = statusColumns(sample).find(({ name }) => name === columnOf(draft, "active"));
  if (column === undefined) return engine["use.active"] === "-" ? [] : [{ field: "column", why: "left_column" }];
  const known = new Set(draft.active?.values.map(({ text }) => text));
  const values = column
    .byCount()
    .flatMap(([text, rows], index) =>
      known.has(text) ? [] : [{ field: `value.${index}`, why: "left_value", values: { value: text, rows } }],
    );
  return [...values, ...format];
}
