import type { Sample } from "../scaffold/sample.ts";
import { LAST_DAY_FORMAT } from "../scaffold/decide/last-day.ts";
import { NONE } from "../scaffold/write/draft.ts";
import type { Applied } from "./apply.ts";
import { columnAt, columnOf, draftOf, leavingDates, statusColumns, withColumns, type EngineAnswers } from "./columns.ts";
import { leftView } from "./show.ts";
import type { FieldError, SetupAnswers, SetupForm } from "./types.ts";

/** Reads which columns show who has left: a status, with the meaning of its values, a leaving date, or both. */
export function applyLeft(sample: Sample, answers: SetupAnswers, form: SetupForm): Applied {
  const { "use.until": _, ...engine } = answers.engine;
  const place = form.text("column");
  if (place === "none") return { answers: { ...answers, engine: { ...engine, "use.active": NONE } }, errors: [] };
  const before = draftOf(sample, answers.engine);
  const column = columnAt(sample, place);
  // A date that was chosen in another step may have any name.
  const offered = column !== undefined && [...statusColumns(sample), ...leavingDates(sample)].includes(column);
  const name = offered || column?.name === before.active?.until?.column ? column?.name : undefined;
  if (name === undefined) return { answers, errors: [{ field: "column", why: "left_column" }] };
  const chosen = withColumns(sample, engine, new Map([["active", name]]));
  const changed = columnOf(before, "active") !== name || form.text("of") !== place;
  const until = leavingDates(sample).find((one) => String(one.place) === form.text("until"));
  if (until !== undefined && !changed && until.name !== name) chosen["use.until"] = until.name;
  const next = { ...answers, engine: chosen };
  // Values of another column were sent.
  if (changed) return { answers: next, errors: [], again: true };
  const errors = [...applyValues(sample, chosen, form), ...applyFormat(sample, chosen, form)];
  const again = before.active?.until?.column !== draftOf(sample, chosen).active?.until?.column;
  return { answers: next, errors: again ? errors.filter(({ field }) => field !== "format") : errors, again };
}

/** Reads what the values of the status mean. */
function applyValues(sample: Sample, engine: EngineAnswers, form: SetupForm): FieldError[] {
  return leftView(sample, engine, new Date(0)).values.flatMap(({ index, text, known }): FieldError[] => {
    const answer = form.text(`value.${index}`);
    if (answer === "yes" || answer === "no") {
      engine[`status.${text}`] = answer;
      return [];
    }
    if (known) engine[`status.${text}`] = NONE;
    else delete engine[`status.${text}`];
    return [{ field: `value.${index}`, why: "left_value", values: { value: text } }];
  });
}

/** Reads how the leaving dates are written, if their values leave it open. */
function applyFormat(sample: Sample, engine: EngineAnswers, form: SetupForm): FieldError[] {
  const until = draftOf(sample, engine).active?.until ?? null;
  if (until === null || until.formats.length === 1) return [];
  const format = form.text("format");
  if (until.formats.includes(format)) {
    engine[LAST_DAY_FORMAT] = format;
    return [];
  }
  delete engine[LAST_DAY_FORMAT];
  return [{ field: "format", why: "date" }];
}
