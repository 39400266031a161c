import { bindHeader } from "../model/header.ts";
import { foldName } from "../model/names.ts";
import { nearest } from "../model/nearest.ts";
import type { Cells } from "../model/record.ts";
import type { SourceSettings } from "../model/settings.ts";
import type { CompiledMapping } from "../mapping/compiled.ts";
import { openJobSource, type OpenOptions, type SourceColumns } from "../source/job-source.ts";
import { RowComparison, type StatusCompared } from "./compare-rows.ts";
import type { Example, FieldCompared, GroupCompared, RuleCompared } from "./compare-tally.ts";
import { peopleFiles } from "./files.ts";
import type { Progress } from "./session.ts";

/** A column that a mapping uses and a file lacks. */
export interface LackedColumn {
  column: string;
  file: string;
  /** The column of the file that may be meant. */
  near: string | null;
}

/** Two mappings over one file: what becomes different because of the mapping alone. */
export interface Compared {
  before: string;
  after: string;
  file: string;
  files: string[];
  rows: number;
  /** Rows that no mapping could read. */
  unreadable: number;
  changed: number;
  same: number;
  /** Where one mapping lacks a column, its cells count as unknown here, and a run with it would be refused. */
  lacks: { before: LackedColumn[]; after: LackedColumn[] };
  /** Rows whose person has another key: a run would take them for other people. */
  keys: { changed: number; examples: Example[] };
  statuses: StatusCompared[];
  fields: FieldCompared[];
  groups: GroupCompared[];
  /** Changes of groups that are not listed, because there are too many different ones. */
  groupsNotListed: number;
  rules: RuleCompared[];
  /** Where the groups that may be taken away are others; `null`: they are the same. */
  authority: { before: readonly string[]; after: readonly string[] } | null;
}

/**
 * Maps every row of a job's file by two mappings. Asks no service, and neither reads nor writes the state.
 *
 * @throws FileProblem for a file that is wrong as a whole
 */
export async function compareMappings(
  settings: SourceSettings,
  before: CompiledMapping,
  after: CompiledMapping,
  options: OpenOptions,
  progress: Progress,
): Promise<Compared> {
  const both = columnsOfBoth(before, after);
  const source = await openJobSource(settings, both, options);
  const rows = new RowComparison(before, after);
  const old = picker(before, both.columns, source.places);
  const other = picker(after, both.columns, source.places);
  let count = 0;
  let unreadable = 0;
  progress.phase("Reading the file", source.bytes);
  try {
    for await (const batch of source.rows()) {
      for (const { row, cells, problem } of batch) {
        count += 1;
        if (problem !== undefined) {
          unreadable += 1;
          continue;
        }
        const was = old(cells);
        const is = other(cells);
        rows.add(row, before.map(row, was), after.map(row, is), { before: before.key(was), after: after.key(is) });
      }
      progress.at(source.bytesRead());
    }
  } finally {
    progress.end();
    await source.close();
  }
  return {
    before: before.file,
    after: after.file,
    file: source.file,
    files: peopleFiles(source),
    rows: count,
    unreadable,
    changed: rows.changed,
    same: rows.same,
    lacks: { before: lackedBy(before, both.lacked), after: lackedBy(after, both.lacked) },
    keys: rows.keys,
    statuses: rows.statuses(),
    fields: rows.fields(),
    groups: rows.groups.list(),
    groupsNotListed: rows.groups.beyond,
    rules: rows.rules(),
    authority: sameAuthority(before, after) ? null : { before: before.authority, after: after.authority },
  };
}

/** The columns of both mappings, for a file that may lack some of them. */
function columnsOfBoth(before: CompiledMapping, after: CompiledMapping): SourceColumns & { lacked: LackedColumn[] } {
  const columns = [...new Set([...before.columns, ...after.columns])];
  const lacked: LackedColumn[] = [];
  return {
    columns,
    lacked,
    bind(header, file) {
      const there = new Set(header.map(foldName));
      const missing = columns.filter((column) => !there.has(foldName(column)));
      for (const column of missing) lacked.push({ column, file, near: nearest(column, header) ?? null });
      // Named after the header's own columns, so that they have a place, and no cell in it.
      return bindHeader(columns, [...header, ...missing], file);
    },
  };
}

/** Picks the cells of one mapping from those of a row. */
function picker({ columns }: CompiledMapping, both: readonly string[], places: readonly number[]): (cells: Cells) => Cells {
  const mine = columns.map((column) => places[both.indexOf(column)] ?? -1);
  return (cells) => mine.map((place) => cells[place]);
}

function lackedBy({ columns }: CompiledMapping, lacked: readonly LackedColumn[]): LackedColumn[] {
  return lacked.filter(({ column }) => columns.includes(column));
}

function sameAuthority(before: CompiledMapping, after: CompiledMapping): boolean {
  return JSON.stringify([...before.authority].sort()) === JSON.stringify([...after.authority].sort());
}
