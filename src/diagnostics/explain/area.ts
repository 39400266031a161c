import { fact, type Fact } from "../../domain/facts/fact.ts";
import { areaFact, areaName, type MissingArea } from "../../domain/facts/missing-areas.ts";
import type { Person } from "../../domain/person.ts";
import { effectivePerson } from "../../plan/dates.ts";
import type { Session } from "../../session/session.ts";
import { findBlockingArea } from "../../store/people/missing-areas.ts";
import { findRun } from "../../store/runs/runs.ts";

/**
 * Returns why the last run blocks a person with a missing area, if the file still says the same about them; else `null`.
 * @param now the person of the file, and their cells by column; `null`: the file does not have them
 */
export async function areaBlocking(
  { state: { db }, job, mapping }: Session,
  key: string,
  now: { person: Person; cells: readonly (string | null | undefined)[]; today: string } | null,
): Promise<Fact | null> {
  const area = await findBlockingArea(db, job.name, key);
  if (area === undefined) return null;
  if (now !== null && effectivePerson(now.person, now.today).active === false) return null;
  const cell = now?.cells[mapping.columns.indexOf(area.column)]?.trim() ?? "";
  if (now === null ? job.policy.absent !== "deactivate" : cell !== "") return null;
  const run = await findRun(db, area.run);
  const { areas = [] } = (run?.summary ?? {}) as { areas?: MissingArea[] };
  const found = areas.find(({ column, value }) => column === area.column && value === area.value);
  return found === undefined ? fact("area.named", { name: areaName(area.column, area.value) }) : areaFact(found);
}
