import { foldName } from "../domain/names.ts";
import { parseTemplate } from "../mapping/template.ts";
import { columnNamed, wrongSource } from "../scaffold/decide/candidates.ts";
import { LAST_DAY_FORMAT } from "../scaffold/decide/last-day.ts";
import { BY_COLUMN } from "../scaffold/decide/groups.ts";
import type { Sample } from "../scaffold/sample.ts";
import { NONE } from "../scaffold/write/draft.ts";
import { contentOf } from "../scaffold/content.ts";
import { columnOf, draftOf, ROLES, type EngineAnswers } from "./columns.ts";
import type { LostAnswer, SetupAnswers, Step } from "./types.ts";

/** Steps that show the people of the sample, so they are confirmed again for another one. */
const SHOWS_PEOPLE: readonly Step[] = ["upload", "preview"];

/**
 * Returns the answers that fit another sample, and those that no longer do. Their steps are open again.
 * @param old the sample before; `null` if it cannot be read
 */
export function keepAnswers(answers: SetupAnswers, old: Sample | null, sample: Sample): SetupAnswers {
  const kept = Object.fromEntries(Object.entries(answers.engine).filter(([id, answer]) => fits(sample, answers.engine, id, answer)));
  const lost = [...otherColumns(old === null ? null : { sample: old, engine: answers.engine }, sample, kept)];
  for (const [id, answer] of Object.entries(answers.engine)) {
    const what = id.replace(/^use\./, "");
    if (!Object.hasOwn(kept, id) && !lost.some((one) => one.what === what)) lost.push({ what, answer });
  }
  const again = new Set([...SHOWS_PEOPLE, ...lost.map(({ what }) => stepOf(what))]);
  return { ...answers, engine: kept, lost, done: answers.done.filter((step) => !again.has(step)) };
}

function fits(sample: Sample, engine: EngineAnswers, id: string, answer: string): boolean {
  if (answer === NONE) return true;
  if (id === "key" || id.startsWith("use.")) return wrongSource({ sample }, answer) === undefined;
  if (id.startsWith(BY_COLUMN)) return columnNamed({ sample }, id.slice(BY_COLUMN.length)) !== undefined;
  if (id.startsWith("rule.")) {
    const parts = parseTemplate(answer);
    return !("code" in parts) && parts.every((part) => !("column" in part) || hasColumn(sample, part.column));
  }
  if (id === LAST_DAY_FORMAT) return draftOf(sample, engine).active?.until?.formats.includes(answer) === true;
  if (id !== "date") return true;
  const { date: _, ...others } = engine;
  const born = columnNamed({ sample }, columnOf(draftOf(sample, others), "date_of_birth") ?? "");
  const dates = born === undefined ? null : contentOf(born).dates;
  return dates?.is === "format" ? dates.format === answer : dates?.is !== "unclear" || dates.formats.includes(answer);
}

function hasColumn(sample: Sample, name: string): boolean {
  return name === "item" || columnNamed({ sample }, name) !== undefined;
}

/** Returns the uses that another column has now, with the column before. */
function otherColumns(old: { sample: Sample; engine: EngineAnswers } | null, sample: Sample, engine: EngineAnswers): LostAnswer[] {
  if (old === null) return [];
  const [before, after] = [draftOf(old.sample, old.engine), draftOf(sample, engine)];
  return ROLES.flatMap((role): LostAnswer[] => {
    const [was, is] = [columnOf(before, role), columnOf(after, role)];
    return was === null || (is !== null && foldName(is) === foldName(was)) ? [] : [{ what: role, answer: was }];
  });
}

function stepOf(what: string): Step {
  if (what === "key" || what === "username") return "key";
  if (what === "active" || what === "until" || what === LAST_DAY_FORMAT || what.startsWith("status.")) return "left";
  return what.startsWith("rule.") || what === "root" || what === "authority" ? "groups" : "columns";
}
