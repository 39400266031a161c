import { fact } from "../../domain/facts/fact.ts";
import { ConfigurationProblem } from "../../domain/problem.ts";
import type { Person } from "../../domain/person.ts";
import type { CompiledMapping } from "../../mapping/compiled.ts";
import { datesToday } from "../../plan/dates.ts";
import type { PlanResult } from "../../plan/decide.ts";
import type { LeftScope } from "../../plan/limits.ts";
import type { Candidate } from "../../store/people/people.ts";
import { countOutOfScope } from "../../store/in-file/settled-people.ts";
import { hasRejects } from "../../store/runs/rejects.ts";
import { todayOf, type Session } from "../../session/session.ts";
import type { CountedNote } from "../extract/notes.ts";
import { earlierMappings } from "./build-removals.ts";
import { cellsOf } from "./plan-writer.ts";

const MAX_EXAMPLES = 5;

/** Returns a note for each rule that leaves rows out of scope. @param rows by rule */
export function outOfScopeNotes({ scope }: CompiledMapping, rows: ReadonlyMap<string, number>): CountedNote[] {
  return (scope?.rules ?? []).flatMap(({ rule, at }) => {
    const n = rows.get(rule) ?? 0;
    return n === 0 ? [] : [{ code: "out_of_scope", column: null, fact: fact("scope.out", { rule, at }), rows: n, examples: [] }];
  });
}

/** Counts the rows out of scope while a plan is built. */
export function scopeCounter(session: Session, run: string) {
  const { state, job, mapping } = session;
  const { scope } = mapping;
  const earlier = earlierMappings(session);
  const byRule = new Map<string, number>();
  const leaving = new Map<string, CountedNote>();
  const left: LeftScope = { found: 0, byMapping: 0, undecided: 0, at: scope?.at ?? mapping.file };
  let outside = 0;
  const places = new Set<string>();

  /** Returns whether the last accepted row would not be planned either, so that the mapping has changed and not the row. */
  const changedByMapping = async ({ before_cells: cells, before_context: context }: Candidate): Promise<boolean> => {
    if (cells === null || context === null || context === session.context) return false;
    const { columns } = await earlier(context);
    const before = new Map(columns.map((column, i) => [column, cellsOf(cells)[i]]));
    const mapped = mapping.map(
      0,
      mapping.columns.map((column) => before.get(column)),
    );
    return "person" in mapped && (mapped.person.scope !== undefined || datesToday(mapped.person, todayOf(session)).unknown !== null);
  };

  const noteLeaving = (rule: string, at: string, row: number, byMapping: boolean): void => {
    const id = JSON.stringify([rule, at, byMapping]);
    const why = fact(byMapping ? "scope.left_by_mapping" : "scope.left_by_row", { rule, at });
    const note = leaving.get(id) ?? { code: "left_scope", column: null, fact: why, rows: 0, examples: [] };
    note.rows += 1;
    if (note.examples.length < MAX_EXAMPLES) note.examples.push(row);
    leaving.set(id, note);
  };

  return {
    left,
    /** Counts the unchanged rows out of scope. */
    async start(): Promise<void> {
      if (scope === null) return;
      for (const [rule, rows] of await countOutOfScope(state.db, { run, job: job.name })) {
        byRule.set(rule, rows);
        outside += rows;
      }
    },
    /** Returns whether a row is out of scope, or it is unknown whether it is. */
    concerns: (person: Person, { code }: PlanResult): boolean => person.scope !== undefined || code === "undecided_dates",
    async see(candidate: Candidate, person: Person, result: PlanResult): Promise<void> {
      const outcome = result.code === "undecided_dates" ? "unknown" : person.scope?.state;
      if (outcome === undefined) return;
      const { rule = "", at = "" } = person.scope ?? {};
      if (outcome === "out") outside += 1;
      if (result.outcome === "out_of_scope") byRule.set(rule, (byRule.get(rule) ?? 0) + 1);
      const wasIn = candidate.before_context !== null && candidate.scope === null;
      if (!wasIn || candidate.user_id === null || candidate.active === false) return;
      left.found += 1;
      const byMapping = await changedByMapping(candidate);
      if (byMapping) {
        left.byMapping += 1;
        places.add((person.scope === undefined ? datesToday(person, todayOf(session)).unknown?.at : scope?.at) ?? mapping.file);
        left.at = [...places].join(", ");
      }
      if (outcome === "unknown") left.undecided += 1;
      else if (scope?.leaves !== "ignore") noteLeaving(rule, at, candidate.row, byMapping);
    },
    /** Returns the rows out of scope that stay as they are. */
    rows: (): number => [...byRule.values()].reduce((sum, rows) => sum + rows, 0),
    notes: (): CountedNote[] => [...leaving.values(), ...outOfScopeNotes(mapping, byRule)],
    /** @throws ConfigurationProblem if the scope leaves out every usable row: the mapping is wrong, or the file */
    async refuseIfAllAreOut(usable: number): Promise<void> {
      if (scope === null || usable === 0 || outside < usable) return;
      // Rows that are rejected for their groups are in scope.
      if (await hasRejects(state.db, run, "unknown_group")) return;
      const { line, col: column } = scope.place;
      throw new ConfigurationProblem([{ file: mapping.file, line, column, fact: fact("mapping.scope_excludes_all", { rows: usable }) }]);
    },
  };
}
