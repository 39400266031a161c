import { createHash } from "node:crypto";
import { PeopleCounter, type Claimed, type FirstPerson } from "../../diagnostics/check/people.ts";
import type { SourceRow } from "../../domain/record.ts";
import type { Person } from "../../domain/person.ts";
import type { CompiledMapping } from "../../mapping/compiled.ts";
import { statusOn } from "../../plan/dates.ts";
import { openMapped, type SourceForm } from "../../source/open.ts";
import { UsableRows, type RowReject } from "./usable-rows.ts";

/** The people and rejected rows of a sample, each row in exactly one count. */
export interface Evaluated {
  rows: number;
  /** People with an account after the first run. */
  active: number;
  left: number;
  /** People whose status or last day is unknown: they get no account. */
  unknown: number;
  /** Rows that are equal to an earlier one. */
  repeated: number;
  rejected: number;
  rejects: { code: string; column: string; rows: number; first: number[] }[];
  first: FirstPerson[];
  /** Groups are given to active people only. */
  rules: { rule: string; people: number; undecided: number; groups: number }[];
  claimed: ReadonlyMap<string, Claimed>;
}

const PREVIEWED = 5;
const MAX_FIRST_ROWS = 5;

type Read = { row: number; cells: SourceRow["cells"]; key: string | null } & ({ person: Person } | { reject: RowReject });

/**
 * Maps every row of a file, and counts it as the first run would.
 * @param today decides on last days, as `YYYY-MM-DD`
 * @throws FileProblem
 */
export async function evaluate(path: string, form: SourceForm, mapping: CompiledMapping, today: string): Promise<Evaluated> {
  // The file is read twice: holding its people in memory would take many times its size.
  const usable = new UsableRows();
  let rows = 0;
  for await (const read of mapped(path, form, mapping)) {
    rows += 1;
    if ("reject" in read) usable.reject(read.row, read.reject);
    if (read.key !== null) usable.add(read.row, read.key, digestOf(read.cells), "person" in read ? read.person : null);
  }
  const named = (field: string): string => mapping.fieldColumns.get(field) ?? "";
  const { rejected, repeated } = usable.settle({ username: named("username"), email: named("email") });

  const people = new PeopleCounter(mapping);
  const counts = { active: 0, left: 0, unknown: 0 };
  const some: Record<"active" | "left", [number, Person][]> = { active: [], left: [] };
  for await (const read of mapped(path, form, mapping)) {
    if (!("person" in read) || !usable.isUsed(read.row)) continue;
    const { row } = read;
    const person = { ...read.person, active: statusOn(read.person, today) };
    const kind = person.active === false ? "left" : person.active === "unknown" ? "unknown" : "active";
    counts[kind] += 1;
    if (kind === "active") people.add(row, person);
    const shown = kind === "left" ? some.left : some.active;
    if (shown.length < PREVIEWED) shown.push([row, person]);
  }
  const groupsOf = new Map<string, number>();
  for (const { rule } of people.claimed.values()) groupsOf.set(rule, (groupsOf.get(rule) ?? 0) + 1);
  return {
    rows,
    ...counts,
    repeated: repeated.size,
    rejected: rejected.size,
    rejects: reasons(rejected),
    first: firstPeople(some, mapping),
    rules: people.rules.map(({ rule, people: n, undecided }) => ({ rule, people: n, undecided, groups: groupsOf.get(rule) ?? 0 })),
    claimed: people.claimed,
  };
}

async function* mapped(path: string, form: SourceForm, mapping: CompiledMapping): AsyncGenerator<Read> {
  const { source, places } = await openMapped(path, form, mapping);
  const used = new Set(mapping.columns.map((name) => name.toLowerCase()));
  for await (const batch of source.rows()) {
    for (const { row, cells, problem } of batch) {
      const own = places.map((place) => cells[place]);
      const shifted = problem !== undefined && problem.column === undefined;
      const key = shifted ? null : mapping.key(own);
      if (problem !== undefined && (shifted || used.has((problem.column ?? "").toLowerCase()))) {
        yield { row, cells, key, reject: { code: problem.code, column: problem.column ?? "" } };
        continue;
      }
      const result = mapping.map(row, own);
      if ("person" in result) yield { row, cells, key, person: result.person };
      else yield { row, cells, key, reject: { code: result.rejects[0]?.code ?? "", column: result.rejects[0]?.column ?? "" } };
    }
  }
}

function digestOf(cells: SourceRow["cells"]): string {
  return createHash("sha256").update(JSON.stringify(cells)).digest("base64url");
}

/** Includes a leaver, so that the preview shows a deactivated account. */
function firstPeople({ active, left }: Record<"active" | "left", [number, Person][]>, mapping: CompiledMapping): FirstPerson[] {
  const shown = new PeopleCounter(mapping);
  const leavers = left.slice(0, active.length < PREVIEWED ? PREVIEWED - active.length : 1);
  for (const [row, person] of [...active.slice(0, PREVIEWED - leavers.length), ...leavers]) shown.add(row, person);
  return shown.first;
}

function reasons(rejected: ReadonlyMap<number, RowReject>): Evaluated["rejects"] {
  const found = new Map<string, Evaluated["rejects"][number]>();
  for (const [row, { code, column }] of [...rejected].toSorted(([a], [b]) => a - b)) {
    const id = JSON.stringify([code, column]);
    const known = found.get(id) ?? { code, column, rows: 0, first: [] };
    found.set(id, known);
    known.rows += 1;
    if (known.first.length < MAX_FIRST_ROWS) known.first.push(row);
  }
  return [...found.values()].toSorted((a, b) => b.rows - a.rows);
}
