import { areaFact, areaName, type ReportedArea } from "../domain/facts/missing-areas.ts";
import type { Run } from "../store/runs/runs.ts";
import { shellWord } from "./labels.ts";
import { t } from "./locales/t.ts";
import { factText } from "./fact-text.ts";

/** Returns the missing areas that a run found. */
export function areasOf({ summary }: Pick<Run, "summary">): ReportedArea[] {
  return ((summary ?? {}) as { areas?: ReportedArea[] }).areas ?? [];
}

/** Returns who is missing, and that nothing is sent for them. */
export function areaText(area: ReportedArea): string {
  const what = factText(areaFact(area));
  return area.blocked === 0 ? what : `${what} ${t("missing_areas.nothing_sent_people", { n: area.blocked })}`;
}

/** Returns the question that someone has to answer. */
export function areaQuestion(): string {
  return t("missing_areas.area_really_leave");
}

/** Returns the command that releases an area. */
export function releaseCommand(run: string, { column, value }: ReportedArea): string {
  return `rollcall runs release ${run} --area ${shellWord(areaName(column, value))} --reason "…"`;
}
