import { fact, type Fact } from "../../domain/facts/fact.ts";
import { EXIT, Problem } from "../../domain/problem.ts";
import type { SourceRow } from "../../domain/record.ts";
import type { Pilot } from "../../mapping/people/pilot.ts";
import type { Session } from "../../session/session.ts";
import type { Run } from "../../store/runs/runs.ts";
import type { RunPilot } from "../../store/schema/values.ts";
import { noteCollector, type CountedNote } from "./notes.ts";

/** Returns whom a pilot run is for, as it is stored with the run: never the keys or the values themselves. */
export function runPilotOf({ settings: { who, at, max, digest }, option, deciding }: Pilot): RunPilot {
  const by = "keys" in who ? "keys" : "when" in who ? "when" : "share";
  return { from: option ?? "job", at, by, columns: [...deciding], share: "share" in who ? who.share : null, max, digest };
}

/** @throws Problem `pilot_changed` if the job now is for other people than the run that has read its file */
export function refuseChangedPilot({ job }: Session, run: Run): void {
  const planned = run.pilot?.from === "job" ? run.pilot.digest : null;
  if ((job.policy.pilot?.digest ?? null) === planned) return;
  throw new Problem(fact("pilot.has_changed", { job: job.name, run: run.id }), {
    code: "pilot_changed",
    exit: EXIT.configuration,
    audience: "admin",
    next: fact("advice.start_new_run", {}),
  });
}

/** @throws Problem `empty_pilot` or `large_pilot`, before anything is planned or sent */
export function refusePilotOf(people: number, { from, at, max }: RunPilot, file: string): void {
  const setting = from === "job" ? `\`pilot\` (${at})` : `\`${from}\``;
  if (people === 0)
    throw new Problem(fact("pilot.matches_nobody", { setting, file }), {
      code: "empty_pilot",
      exit: EXIT.configuration,
      audience: "admin",
      next: fact("advice.correct_pilot", { setting }),
    });
  if (max === null || people <= max) return;
  throw new Problem(fact("pilot.matches_too_many", { setting, people, allowed: max }), {
    code: "large_pilot",
    exit: EXIT.configuration,
    audience: "admin",
    next: fact("advice.correct_or_raise", from === "job" ? { setting: "pilot", limit: "pilot.max" } : { setting: from, limit: "--max" }),
  });
}

/** Decides which rows are in a pilot while a file is read. */
export function pilotDecisions({ settings: { at }, keys, names, includes }: Pilot) {
  const undecided = noteCollector();
  const missing = new Set(keys);
  // Rows of listed keys: by the composed key, then by the key as it is written.
  const spellings = new Map<string, Map<string, number>>();
  const note = (row: number, column: string | null, why: Fact): void =>
    undecided.add(row, [{ column, code: "undecided_pilot", fact: fact("pilot.undecided", { at, why }) }]);
  return {
    /** @returns whether the row is in the pilot; `null` for a row that cannot be used */
    see(key: string, { row, cells }: SourceRow, places: readonly number[], usable: boolean): boolean | null {
      const composed = key.normalize("NFC");
      missing.delete(composed);
      if (keys?.has(composed) === true) {
        const rows = spellings.get(composed) ?? new Map<string, number>();
        spellings.set(composed, rows.set(key, row));
      }
      if (!usable) return null;
      const decided = includes(
        places.map((place) => cells[place]),
        key,
      );
      if (typeof decided === "boolean") return decided;
      if (decided.state === "unknown") note(row, decided.column, decided.why);
      return false;
    },
    /**
     * Call it after all rows, before `notes`. Returns the keys of several people whom one listed key may mean, except
     * those that are listed exactly so: they are not in the pilot.
     */
    ambiguous(): string[] {
      const several = [...spellings.values()].filter(({ size }) => size > 1).flatMap((rows) => [...rows]);
      const unclear = several.filter(([key]) => !names(key));
      for (const [, row] of unclear) note(row, null, fact("key.ambiguous", {}));
      return unclear.map(([key]) => key);
    },
    notes(): CountedNote[] {
      const lost = {
        code: "pilot_keys_missing",
        column: null,
        fact: fact("pilot.keys_missing", { at, n: missing.size }),
        rows: 0,
        examples: [],
      };
      return [...undecided.list(), ...(missing.size === 0 ? [] : [lost])];
    },
  };
}
