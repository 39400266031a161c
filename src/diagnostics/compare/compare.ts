import { bindHeader } from "../../domain/header.ts";
import { foldName } from "../../domain/names.ts";
import { nearest } from "../../domain/nearest.ts";
import type { Cells } from "../../domain/record.ts";
import type { SourceSettings } from "../../domain/settings.ts";
import type { CompiledMapping } from "../../mapping/compiled.ts";
import { statusOn } from "../../plan/dates.ts";
import { openJobSource, type OpenOptions } from "../../source/job-source.ts";
import type { SourceColumns } from "../../source/opened.ts";
import { RowComparison, type Mapped, type StatusCompared } from "./compare-rows.ts";
import type { Example, FieldCompared, GroupCompared, RuleCompared } from "./compare-tally.ts";
import { peopleFiles } from "../open-files.ts";
import type { Progress } from "../../session/session.ts";

/** A column that a mapping uses but the file does not have. */
export interface MissingColumn {
  column: string;
  file: string;
  /** The nearest column of the file. */
  near: string | null;
}

/** The differences between two mappings on one file. */
export interface Compared {
  before: string;
  after: string;
  file: string;
  files: string[];
  rows: number;
  /** Rows that neither mapping can read. */
  unreadable: number;
  /** Rows that `source.rows.keep` of the job leaves out. */
  leftOut: number;
  changed: number;
  same: number;
  /** Columns missing in the file. Their cells count as unknown here; a run with that mapping would fail. */
  lacks: { before: MissingColumn[]; after: MissingColumn[] };
  /** Rows whose key differs; a run would treat them as other people. */
  keys: { changed: number; examples: Example[] };
  statuses: StatusCompared[];
  fields: FieldCompared[];
  groups: GroupCompared[];
  /** Changes of groups that are not listed, because there are too many groups. */
  groupsNotListed: number;
  rules: RuleCompared[];
  /** The managed groups if they differ, else `null`. */
  authority: { before: readonly string[]; after: readonly string[] } | null;
}

/**
 * Maps every row of a job's file with two mappings. Does not use the service or the state.
 *
 * @param options `today` decides on first and last days, as `YYYY-MM-DD`
 * @throws FileProblem if the file is unusable as a whole
 */
export async function compareMappings(
  settings: SourceSettings,
  before: CompiledMapping,
  after: CompiledMapping,
  { today, ...options }: OpenOptions & { today: string },
  progress: Progress,
): Promise<Compared> {
  const both = columnsOfBoth(before, after);
  const source = await openJobSource(settings, both, options);
  const rows = new RowComparison(before, after);
  const old = picker(before, both.columns, source.places);
  const other = picker(after, both.columns, source.places);
  let count = 0;
  let unreadable = 0;
  let leftOut = 0;
  progress.phase("reading_file", source.bytes);
  try {
    for await (const batch of source.rows()) {
      for (const { row, cells, problem, kept } of batch) {
        count += 1;
        if (kept === "no") {
          leftOut += 1;
          continue;
        }
        // Of rows whose cell does not say whether they are kept, a run uses none.
        if (problem !== undefined || kept === "unknown") {
          unreadable += 1;
          continue;
        }
        const was = old(cells);
        const is = other(cells);
        rows.add(row, onDay(before.map(row, was), today), onDay(after.map(row, is), today), {
          before: before.key(was),
          after: after.key(is),
        });
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
    leftOut,
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

/** Returns the columns of both mappings, for a file that may not have all of them. */
function columnsOfBoth(before: CompiledMapping, after: CompiledMapping): SourceColumns & { lacked: MissingColumn[] } {
  const columns = [...new Set([...before.columns, ...after.columns])];
  const lacked: MissingColumn[] = [];
  return {
    columns,
    managers: after.managers ?? before.managers,
    lacked,
    bind(header, file) {
      const there = new Set(header.map(foldName));
      const missing = columns.filter((column) => !there.has(foldName(column)));
      for (const column of missing) lacked.push({ column, file, near: nearest(column, header) ?? null });
      // Appended to the header, so that missing columns have a position but no cells.
      return bindHeader(columns, [...header, ...missing], file);
    },
  };
}

/** Returns a function that picks one mapping's cells from a row. */
function picker({ columns }: CompiledMapping, both: readonly string[], places: readonly number[]): (cells: Cells) => Cells {
  const mine = columns.map((column) => places[both.indexOf(column)] ?? -1);
  return (cells) => mine.map((place) => cells[place]);
}

function lackedBy({ columns }: CompiledMapping, lacked: readonly MissingColumn[]): MissingColumn[] {
  return lacked.filter(({ column }) => columns.includes(column));
}

function sameAuthority(before: CompiledMapping, after: CompiledMapping): boolean {
  return JSON.stringify([...before.authority].sort()) === JSON.stringify([...after.authority].sort());
}

/** Returns the result for a row with the status of a day. */
function onDay(mapped: Mapped, today: string): Mapped {
  if ("rejects" in mapped || mapped.person.dates === undefined) return mapped;
  return { person: { ...mapped.person, active: statusOn(mapped.person, today) } };
}
