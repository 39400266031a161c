import { join } from "node:path";
import { nearest } from "../model/nearest.ts";
import { rowPlace, type Cells, type Reject } from "../model/record.ts";
import { openJobSource } from "../source/job-source.ts";
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

/** Spreadsheets take the zeros from the beginning of a number: `123` is looked for first where `00123` was typed. */
function nearKey(key: string, others: ReadonlySet<string>): string | undefined {
  const bare = withoutZeros(key);
  for (const other of others) if (withoutZeros(other) === bare) return other;
  return nearest(key, others);
}

function withoutZeros(key: string): string {
  return key.toLowerCase().replace(/^0+(?=.)/, "");
}
