import { join } from "node:path";
import { foldName } from "../model/names.ts";
import { nearest } from "../model/nearest.ts";
import { textOf } from "../model/person.ts";
import { rowPlace, type Cells, type Reject } from "../model/record.ts";
import { openJobSource } from "../source/job-source.ts";
import { searchPeople } from "../store/people-pages.ts";
import { peopleFiles } from "./files.ts";
import type { Session } from "./session.ts";

/** A row with the key that is looked for. */
export interface KeyRow {
  row: number;
  cells: Cells;
  reject?: Reject;
}

/** Where a key stands in the job's files. */
export interface FoundRows {
  /** As people are told it. */
  file: string;
  /** The files that the people stand in, for `rowText`. */
  files: string[];
  /** The rows with the key, at most `MOST_ROWS`. */
  rows: KeyRow[];
  /** The row that counts for the person; `null` where none does, or rows differ. */
  used: KeyRow | null;
  /** Rows of the key differ, and nothing says which one counts: all of them are rejected. */
  conflict: boolean;
  /** The key of the file that may have been meant; only where the key is not there. */
  near: string | null;
}

/** A wrong column as the key has everybody on one key. */
const MOST_ROWS = 100;

/**
 * Looks through the whole file for a key, as a run would read it.
 * @param given a file that was named by hand, in place of the job's
 * @throws FileProblem for a file that is wrong as a whole
 */
export async function findRows(session: Session, key: string, given: string | null): Promise<FoundRows> {
  const { mapping, job, state, now, sleep, stdin, progress } = session;
  const source = await openJobSource(job.source, mapping, { given, incoming: join(state.dir, "incoming"), now, sleep, stdin });
  const found: (KeyRow & { all: string })[] = [];
  let near: string | null = null;
  progress.phase("Reading the file", source.bytes);
  try {
    for await (const batch of source.rows()) {
      const others: Set<string> = new Set(near === null ? [] : [near]);
      for (const { row, cells, problem } of batch) {
        // A problem of one cell leaves the others readable.
        if (problem !== undefined && problem.column === undefined) continue;
        const picked = source.places.map((place) => cells[place]);
        const other = mapping.key(picked);
        if (other !== key) {
          if (other !== null && found.length === 0) others.add(other);
        } else if (found.length < MOST_ROWS) {
          const reject = problem === undefined ? {} : { reject: { row, column: null, ...problem } };
          found.push({ row, cells: picked, ...reject, all: JSON.stringify(cells) });
        }
      }
      if (found.length === 0) near = nearKey(key, others) ?? null;
      progress.at(source.bytesRead());
    }
  } finally {
    progress.end();
    await source.close();
  }
  const counting = ofOneFile(found, job.source.sameKey);
  const conflict = new Set(counting.map(({ all }) => all)).size > 1;
  return {
    file: source.file,
    files: peopleFiles(source),
    rows: found,
    used: conflict ? null : (counting[0] ?? null),
    conflict,
    near: found.length > 0 ? null : near,
  };
}

/** Of rows that differ and stand in several files those that count, where the job says so (`source.same_key`). */
function ofOneFile<T extends { row: number; all: string }>(rows: readonly T[], rule: "reject" | "first" | "last"): readonly T[] {
  if (rule === "reject" || new Set(rows.map(({ all }) => all)).size <= 1) return rows;
  const files = rows.map(({ row }) => rowPlace(row).file);
  const chosen = rule === "first" ? Math.min(...files) : Math.max(...files);
  return rows.filter(({ row }) => rowPlace(row).file === chosen);
}

/** Somebody whom a name means. */
export interface NamedPerson {
  key: string;
  name: string;
}

/** A common name is no name to look somebody up by. */
const MAX_NAMED = 20;

/**
 * Looks for people by a name, a username or an e-mail address: in the whole file, and among those whom the state knows.
 * What is a secret is not compared.
 * @param given a file that was named by hand, in place of the job's; standard input cannot be read a second time
 */
export async function findNamed(session: Session, text: string, given: string | null): Promise<{ people: NamedPerson[]; more: boolean }> {
  const { mapping, job, state, now, sleep, stdin } = session;
  const found = new Map<string, NamedPerson>();
  const words = wordsOf(text);
  if (words.length === 0) return { people: [], more: false };
  const source = await openJobSource(job.source, mapping, { given, incoming: join(state.dir, "incoming"), now, sleep, stdin });
  try {
    for await (const batch of source.rows()) {
      for (const { row, cells, problem } of batch) {
        if (problem !== undefined || found.size > MAX_NAMED) continue;
        const mapped = mapping.map(
          row,
          source.places.map((place) => cells[place]),
        );
        if (!("person" in mapped)) continue;
        const shown = (field: string): string => (mapping.sensitiveFields.has(field) ? "" : textOf(mapped.person.user, field));
        const name = `${shown("first_name")} ${shown("last_name")}`.trim();
        const isMeant = [shown("username"), shown("email")].some((one) => one !== "" && foldName(one) === foldName(text));
        if (isMeant || meansName(words, name)) found.set(mapped.person.key, { key: mapped.person.key, name });
      }
    }
  } finally {
    await source.close();
  }
  for (const { job: of, key, username, first, last } of await searchPeople(state.db, text, MAX_NAMED + 1)) {
    const name = [first, last].filter((one) => one?.startsWith("hmac:") === false).join(" ");
    // The search also finds parts of keys, which name nobody.
    const isMeant = meansName(words, name) || (username !== null && foldName(username) === foldName(text));
    if (isMeant && of === job.name && !found.has(key)) found.set(key, { key, name });
  }
  return { people: [...found.values()].slice(0, MAX_NAMED), more: found.size > MAX_NAMED };
}

/** Whether each word begins a word of the name. */
function meansName(words: readonly string[], name: string): boolean {
  const parts = wordsOf(name);
  return parts.length > 0 && words.every((word) => parts.some((part) => part.startsWith(word)));
}

function wordsOf(text: string): string[] {
  return foldName(text)
    .split(/[\s,]+/)
    .filter((word) => word !== "");
}

/** Spreadsheets take the zeros from the beginning of a number: `123` is looked for first where `00123` was typed. */
function nearKey(key: string, others: ReadonlySet<string>): string | undefined {
  const bare = withoutZeros(key);
  for (const other of others) if (withoutZeros(other) === bare) return other;
  // Further away it is another person's key, and no slip of a finger.
  return nearest(key, others, 1);
}

function withoutZeros(key: string): string {
  return key.toLowerCase().replace(/^0+(?=.)/, "");
}
