import { hash } from "node:crypto";
import { PeopleCounter, type Claimed, type FirstPerson } from "../../diagnostics/check/people.ts";
import { foldUsername } from "../../domain/names.ts";
import { textOf, type Person } from "../../domain/person.ts";
import type { CompiledMapping } from "../../mapping/compiled.ts";
import { statusOn } from "../../plan/dates.ts";
import { openMapped, type SourceForm } from "../../source/open.ts";
import { settleRows, type KnownRow, type RowReject } from "./usable-rows.ts";

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

type Read = { row: number; key: string | null; digest: string } & ({ person: Person; leaves: boolean } | { reject: RowReject });

/**
 * Maps every row of a file, and counts it as the first run would.
 * @param today decides on last days, as `YYYY-MM-DD`
 * @throws FileProblem
 */
export async function evaluate(path: string, form: SourceForm, mapping: CompiledMapping, today: string): Promise<Evaluated> {
  // The file is read twice: holding its people in memory would take many times its size.
  const known: KnownRow[] = [];
  const rejected = new Map<number, RowReject>();
  let rows = 0;
  for await (const read of mapped(path, form, mapping, today)) {
    rows += 1;
    if ("reject" in read) rejected.set(read.row, read.reject);
    // As in a run, the names of leavers count for nobody, and a row without a key concerns no other row.
    const named = "person" in read && !read.leaves ? read.person.user : {};
    const name = (field: string): string => foldUsername(textOf(named, field));
    const { row, key, digest } = read;
    if (key !== null) known.push({ row, key, digest, names: { username: name("username"), email: name("email") } });
  }
  const column = (field: string): string => mapping.fieldColumns.get(field) ?? "";
  const repeated = settleRows(known, rejected, { username: column("username"), email: column("email") });

  const people = new PeopleCounter(mapping);
  const counts = { active: 0, left: 0, unknown: 0 };
  const some: Record<"active" | "left", [number, Person][]> = { active: [], left: [] };
  for await (const read of mapped(path, form, mapping, today)) {
    const { row } = read;
    if (!("person" in read) || rejected.has(row) || repeated.has(row)) continue;
    const { person } = read;
    const kind = person.active === false ? "left" : person.active === "unknown" ? "unknown" : "active";
    counts[kind] += 1;
    if (kind === "active") people.add(row, person);
    const shown = kind === "left" ? some.left : some.active;
    if (shown.length < PREVIEWED) shown.push([row, person]);
  }
  const groupsOf = Map.groupBy(people.claimed.values(), ({ rule }) => rule);
  return {
    rows,
    ...counts,
    repeated: repeated.size,
    rejected: rejected.size,
    rejects: reasons(rejected),
    first: firstPeople(some, mapping),
    rules: people.rules.map(({ rule, people: n, undecided }) => ({ rule, people: n, undecided, groups: groupsOf.get(rule)?.length ?? 0 })),
    claimed: people.claimed,
  };
}

/** Reads each row as a run does; `active` of a person is their status today. */
async function* mapped(path: string, form: SourceForm, mapping: CompiledMapping, today: string): AsyncGenerator<Read> {
  const { source, places } = await openMapped(path, form, mapping);
  const used = new Set(mapping.columns.map((name) => name.toLowerCase()));
  for await (const batch of source.rows()) {
    for (const { row, cells, problem } of batch) {
      const own = places.map((place) => cells[place]);
      const shifted = problem !== undefined && problem.column === undefined;
      const read = { row, key: shifted ? null : mapping.key(own), digest: hash("sha256", JSON.stringify(cells), "base64url") };
      const isLost = problem !== undefined && (shifted || used.has((problem.column ?? "").toLowerCase()));
      const result = isLost ? { rejects: [problem] } : mapping.map(row, own);
      if ("rejects" in result) {
        yield { ...read, reject: { code: result.rejects[0]?.code ?? "", column: result.rejects[0]?.column ?? "" } };
        continue;
      }
      const { person } = result;
      const active = statusOn(person, today);
      yield { ...read, person: { ...person, active }, leaves: person.active === false || active === false };
    }
  }
}

/** Includes a leaver, so that the preview shows a deactivated account. */
function firstPeople({ active, left }: Record<"active" | "left", [number, Person][]>, mapping: CompiledMapping): FirstPerson[] {
  const shown = new PeopleCounter(mapping);
  const leavers = left.slice(0, active.length < PREVIEWED ? PREVIEWED - active.length : 1);
  for (const [row, person] of [...active.slice(0, PREVIEWED - leavers.length), ...leavers]) shown.add(row, person);
  return shown.first;
}

function reasons(rejected: ReadonlyMap<number, RowReject>): Evaluated["rejects"] {
  const alike = Map.groupBy(
    [...rejected].toSorted(([a], [b]) => a - b),
    ([, { code, column }]) => JSON.stringify([code, column]),
  );
  const found = [...alike.values()].flatMap((rows) => {
    const first = rows.slice(0, MAX_FIRST_ROWS).map(([row]) => row);
    return rows[0] === undefined ? [] : [{ ...rows[0][1], rows: rows.length, first }];
  });
  return found.toSorted((a, b) => b.rows - a.rows);
}
