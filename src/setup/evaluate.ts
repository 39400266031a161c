import { PeopleCounter, type Claimed, type FirstPerson } from "../diagnostics/check/people.ts";
import { textOf, type Person } from "../domain/person.ts";
import type { CompiledMapping } from "../mapping/compiled.ts";
import { openMapped, type SourceForm } from "../source/open.ts";

/** The people and rejected rows of a sample. */
export interface Evaluated {
  rows: number;
  usable: number;
  rejects: { code: string; column: string; rows: number; first: number[] }[];
  /** Usernames and addresses that several people have: all of them would be rejected. */
  sharedUsernames: number;
  sharedEmails: number;
  first: FirstPerson[];
  rules: { rule: string; people: number; undecided: number; groups: number }[];
  claimed: ReadonlyMap<string, Claimed>;
}

const PREVIEWED = 5;
const MAX_FIRST_ROWS = 5;

/** Maps every row of a file. @throws FileProblem */
export async function evaluate(path: string, form: SourceForm, mapping: CompiledMapping): Promise<Evaluated> {
  const { source, places } = await openMapped(path, form, mapping);
  const people = new PeopleCounter(mapping);
  const rejects = new Map<string, Evaluated["rejects"][number]>();
  const shared = { username: new Map<string, string>(), email: new Map<string, string>() };
  const doubles = { username: new Set<string>(), email: new Set<string>() };
  const working: [number, Person][] = [];
  const left: [number, Person][] = [];
  let rows = 0;
  let usable = 0;
  const reject = (code: string, column: string | null, row: number): void => {
    const id = JSON.stringify([code, column]);
    const known = rejects.get(id) ?? { code, column: column ?? "", rows: 0, first: [] };
    rejects.set(id, known);
    known.rows += 1;
    if (known.first.length < MAX_FIRST_ROWS) known.first.push(row);
  };
  const used = new Set(mapping.columns.map((name) => name.toLowerCase()));
  for await (const batch of source.rows()) {
    for (const { row, cells, problem } of batch) {
      rows += 1;
      if (problem !== undefined && (problem.column === undefined || used.has(problem.column.toLowerCase()))) {
        reject(problem.code, problem.column ?? null, row);
        continue;
      }
      const mapped = mapping.map(
        row,
        places.map((place) => cells[place]),
      );
      if ("rejects" in mapped) {
        for (const { code, column } of mapped.rejects.slice(0, 1)) reject(code, column, row);
        continue;
      }
      usable += 1;
      const { person } = mapped;
      people.add(row, person);
      const some = person.active === false ? left : working;
      if (some.length < PREVIEWED) some.push([row, person]);
      for (const field of ["username", "email"] as const) {
        const text = textOf(person.user, field).toLowerCase();
        const other = shared[field].get(text);
        if (other !== undefined && other !== person.key) doubles[field].add(text);
        else if (text !== "") shared[field].set(text, person.key);
      }
    }
  }
  // Includes a leaver, so that the preview shows a deactivated account.
  const shown = new PeopleCounter(mapping);
  const leavers = left.slice(0, working.length < PREVIEWED ? PREVIEWED - working.length : 1);
  for (const [row, person] of [...working.slice(0, PREVIEWED - leavers.length), ...leavers]) shown.add(row, person);
  const groupsOf = new Map<string, number>();
  for (const { rule } of people.claimed.values()) groupsOf.set(rule, (groupsOf.get(rule) ?? 0) + 1);
  return {
    rows,
    usable,
    rejects: [...rejects.values()].sort((a, b) => b.rows - a.rows),
    sharedUsernames: doubles.username.size,
    sharedEmails: doubles.email.size,
    first: shown.first,
    rules: people.rules.map(({ rule, people: n, undecided }) => ({ rule, people: n, undecided, groups: groupsOf.get(rule) ?? 0 })),
    claimed: people.claimed,
  };
}
