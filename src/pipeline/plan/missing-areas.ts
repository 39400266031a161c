import { fact, type Fact } from "../../domain/facts/fact.ts";
import { areaFact, areaName, type MissingArea, type ReportedArea } from "../../domain/facts/missing-areas.ts";
import type { Person } from "../../domain/person.ts";
import { effectivePerson } from "../../plan/dates.ts";
import type { PlanResult } from "../../plan/decide.ts";
import { decidingColumns } from "../../plan/deciding-columns.ts";
import type { Candidate } from "../../store/people/people.ts";
import { findMissingAreas, listBlockedMissing } from "../../store/people/missing-areas.ts";
import type { Session } from "../../session/session.ts";

/** Codes of results that do not depend on what the row says. */
const STAYS: ReadonlySet<string | null> = new Set(["protected", "urgently_deactivated"]);

/**
 * Finds the missing areas of a full export, and blocks their people.
 * @param content the digest of the files; `null`: the file has only some of the people, so nothing can be missing
 */
export function areaGuard({ state, job, mapping }: Session, run: string, content: string | null, today: string) {
  const areas = new Map<string, MissingArea>();
  const blocked = new Map<string, number>();
  const block = (name: string): Fact => {
    const area = areas.get(name);
    blocked.set(name, (blocked.get(name) ?? 0) + 1);
    return area === undefined ? fact("area.named", { name }) : areaFact(area);
  };
  return {
    async start(): Promise<void> {
      if (content === null) return;
      const at = { run, job: job.name, account: job.service.account, content, columns: decidingColumns(mapping).map(({ name }) => name) };
      for (const area of await findMissingAreas(state.db, at)) areas.set(areaName(area.column, area.value), area);
    },
    /** Blocks someone whose cell is blank now, unless the row says that they have left, or a person closed the account. */
    apply({ area }: Candidate, person: Person, result: PlanResult): PlanResult {
      if (area === null || STAYS.has(result.code) || effectivePerson(person, today).active === false) return result;
      return {
        ...result,
        outcome: "held",
        code: "area_missing",
        reason: block(area),
        payload: {},
        desired: [],
        fields: [],
        gains: [],
        losses: [],
      };
    },
    /** Returns what blocks someone who is missing from the file, by key; call it only for people whom nothing else keeps active. */
    async missing(): Promise<(key: string) => Fact | null> {
      const names: Map<string, string> = areas.size === 0 ? new Map() : await listBlockedMissing(state.db, run);
      return (key) => {
        const name = names.get(key);
        return name === undefined ? null : block(name);
      };
    },
    list: (): ReportedArea[] => [...areas].map(([name, area]) => ({ ...area, blocked: blocked.get(name) ?? 0 })),
  };
}
