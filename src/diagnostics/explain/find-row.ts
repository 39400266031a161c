import { join } from "node:path";
import { foldName } from "../../domain/names.ts";
import { nearest } from "../../domain/nearest.ts";
import { textOf } from "../../domain/person.ts";
import { rowPlace, type Cells, type Reject } from "../../domain/record.ts";
import { openJobSource } from "../../source/job-source.ts";
import { searchPeople } from "../../store/people/people-pages.ts";
import { peopleFiles } from "../open-files.ts";
import { useLast } from "../../source/http/access.ts";
import type { Session } from "../../session/session.ts";

/** A row with the key. */
interface KeyRow {
  row: number;
  cells: Cells;
  reject?: Reject;
  /** Whether `source.rows.keep` leaves the row out, or does not say. */
  kept?: "no" | "unknown";
  /** Whether the row is in the job's pilot; an undecided one is not. */
  inPilot: boolean;
}

/** The rows of a key in the job's files. */
export interface FoundRows {
  /** The name shown to users. */
  file: string;
  /** The files with people, for `rowText`. */
  files: string[];
  /** The rows with the key, at most `MAX_ROWS`. */
  rows: KeyRow[];
  /** The row that is used; `null` if there is none, or the rows differ. */
  used: KeyRow | null;
  /** The rows of the key differ and none has priority, so all are rejected. */
  conflict: boolean;
  /** The nearest key of the file, if the key is not in it. */
  near: string | null;
}

/** Bounds the rows, because with a wrong key column all rows may have one key. */
const MAX_ROWS = 100;

/**
 * Searches the whole file for a key, reading it as a run would.
 * @param given a file given with the command, in place of the job's
 * @throws FileProblem if the file is unusable as a whole
 */
export async function findRows(session: Session, key: string, given: string | null): Promise<FoundRows> {
  const { mapping, job, state, now, sleep, stdin, http, progress } = session;
  const { pilot } = session;
  const incoming = join(state.dir, "incoming");
  const source = await openJobSource(job.source, pilot ?? mapping, {
    given,
    incoming,
    now,
    sleep,
    stdin,
    http,
    reads: useLast(session.reads),
    partial: given !== null,
  });
  const found: (KeyRow & { all: string })[] = [];
  let near: string | null = null;
  let hasTwin = false;
  progress.phase("reading_file", source.bytes);
  try {
    for await (const batch of source.rows()) {
      const others: Set<string> = new Set(near === null ? [] : [near]);
      for (const { row, cells, problem, kept } of batch) {
        // A problem in one cell leaves the others readable.
        if (problem !== undefined && problem.column === undefined) continue;
        const picked = source.places.map((place) => cells[place]);
        const other = mapping.key(picked);
        if (other !== key) {
          hasTwin ||= pilot?.keys != null && other?.normalize("NFC") === key.normalize("NFC");
          if (other !== null && found.length === 0) others.add(other);
        } else if (found.length < MAX_ROWS) {
          const reject = problem === undefined ? {} : { reject: { row, column: null, ...problem } };
          const inPilot = pilot === null || pilot.includes(picked, key) === true;
          found.push({
            row,
            cells: picked.slice(0, mapping.columns.length),
            inPilot,
            ...reject,
            ...(kept === undefined ? {} : { kept }),
            all: JSON.stringify(cells),
          });
        }
      }
      if (found.length === 0) near = nearKey(key, others) ?? null;
      progress.at(source.bytesRead());
    }
  } finally {
    progress.end();
    await source.close();
  }
  // As in a run: one listed key may mean both.
  if (hasTwin && pilot?.names(key) !== true) for (const one of found) one.inPilot = false;
  const isUnclear = found.some(({ kept }) => kept === "unknown");
  const counting = isUnclear
    ? []
    : ofOneFile(
        found.filter(({ kept }) => kept === undefined),
        job.source.sameKey,
      );
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

/** Returns the rows that count: with `source.same_key`, those of the first or last file if rows differ. */
function ofOneFile<T extends { row: number; all: string }>(rows: readonly T[], rule: "reject" | "first" | "last"): readonly T[] {
  if (rule === "reject" || new Set(rows.map(({ all }) => all)).size <= 1) return rows;
  const files = rows.map(({ row }) => rowPlace(row).file);
  const chosen = rule === "first" ? Math.min(...files) : Math.max(...files);
  return rows.filter(({ row }) => rowPlace(row).file === chosen);
}

/** A person found by name. */
export interface NamedPerson {
  key: string;
  name: string;
}

/** The most people that a search by name returns. */
const MAX_NAMED = 20;

/**
 * Searches the whole file and the state for people by name, username or e-mail address. Does not compare sensitive values.
 * @param given a file given with the command, in place of the job's; standard input cannot be read twice
 */
export async function findNamed(session: Session, text: string, given: string | null): Promise<{ people: NamedPerson[]; more: boolean }> {
  const { mapping, job, state, now, sleep, stdin, http } = session;
  const found = new Map<string, NamedPerson>();
  const words = wordsOf(text);
  if (words.length === 0) return { people: [], more: false };
  const source = await openJobSource(job.source, mapping, {
    given,
    incoming: join(state.dir, "incoming"),
    now,
    sleep,
    stdin,
    http,
    reads: useLast(session.reads),
    partial: given !== null,
  });
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
    // The search also matches parts of keys, which are not names.
    const isMeant = meansName(words, name) || (username !== null && foldName(username) === foldName(text));
    if (isMeant && of === job.name && !found.has(key)) found.set(key, { key, name });
  }
  return { people: [...found.values()].slice(0, MAX_NAMED), more: found.size > MAX_NAMED };
}

/** Returns whether each word is the start of a word of the name. */
function meansName(words: readonly string[], name: string): boolean {
  const parts = wordsOf(name);
  return parts.length > 0 && words.every((word) => parts.some((part) => part.startsWith(word)));
}

function wordsOf(text: string): string[] {
  return foldName(text)
    .split(/[\s,]+/)
    .filter((word) => word !== "");
}

/** Returns the nearest key. Prefers keys that differ only in leading zeros, because spreadsheets strip them. */
function nearKey(key: string, others: ReadonlySet<string>): string | undefined {
  const bare = withoutZeros(key);
  for (const other of others) if (withoutZeros(other) === bare) return other;
  // Allows one typing error; more would be another person's key.
  return nearest(key, others, 1);
}

function withoutZeros(key: string): string {
  return key.toLowerCase().replace(/^0+(?=.)/, "");
}
