import { compareDates, dateText, datesInNames, nameKind } from "../domain/files/dated-names.ts";
import { fact, type Fact } from "../domain/facts/fact.ts";
import type { Held } from "../domain/facts/held.ts";

/** The newest date of each column, as `YYYY-MM-DD`, that is not after the day on which the file was read. */
export type NewestDates = Readonly<Record<string, string>>;

/** A file of a run. */
interface FileFacts {
  /** Without a folder. */
  name: string;
  /** `people`, or the name of the join. */
  role: string;
  sha256: string;
  /** When it was last changed, as an ISO time; `null`: unknown. */
  modified: string | null;
}

/** A file that an earlier run used, and when. */
export interface UsedFile extends FileFacts {
  run: string;
  at: Date;
}

/** A file that is older than the last one that a run used, and why. */
export interface OlderFile extends Fact {
  file: string;
  /** Its digest. */
  content: string;
  sign: "name" | "dates" | "content";
}

export interface Comparison {
  /** The files of the run, each with the names among which it was chosen. */
  files: readonly (FileFacts & { among: readonly string[] })[];
  last: { files: readonly UsedFile[]; newest: NewestDates | null };
  newest: NewestDates;
  /** Earlier files with the same role: names and contents. */
  used: readonly UsedFile[];
}

/**
 * Returns the files that are older than those of the last run: by the date in the name, else by the newest date inside, or
 * because their content was used before that of the last run.
 */
export function olderFiles({ files, last, newest, used }: Comparison): OlderFile[] {
  const inside = last.newest === null ? null : olderInside(newest, last.newest);
  return files.flatMap((file): OlderFile[] => {
    const ofRole = last.files.filter(({ role }) => role === file.role);
    const alike = ofRole.filter(({ name }) => nameKind(name) === nameKind(file.name));
    const before = alike.length > 0 ? alike : ofRole;
    if (before.length === 0 || before.some(({ sha256 }) => sha256 === file.sha256)) return [];
    const found = (sign: OlderFile["sign"], why: Fact): OlderFile[] => [{ file: file.name, content: file.sha256, sign, ...why }];
    const names = [...file.among, ...used.filter(({ role }) => role === file.role).map(({ name }) => name)];
    const [date = null, ...dates] = datesInNames([file.name, ...before.map(({ name }) => name), ...names]);
    const orders = before.map((_, n) => {
      const other = dates[n] ?? null;
      return date === null || other === null ? 0 : compareDates(date, other);
    });
    const [first] = before;
    const other = dates[0] ?? null;
    if (first !== undefined && date !== null && other !== null && orders.every((order) => order < 0))
      return found(
        "name",
        fact("limit.older_by_name", { file: file.name, day: dateText(date), last_file: first.name, last_day: dateText(other) }),
      );
    if (inside !== null && file.role === "people" && orders.every((order) => order === 0))
      return found(
        "dates",
        fact("limit.older_inside", { file: file.name, column: inside.column, day: inside.now, last_day: inside.before }),
      );
    const earlier = used.find(({ role, sha256 }) => role === file.role && sha256 === file.sha256);
    if (earlier === undefined || first === undefined || earlier.at > first.at || isWrittenAgain(file, first)) return [];
    return found(
      "content",
      fact("limit.older_content", {
        file: file.name,
        run: earlier.run,
        at: earlier.at.toISOString(),
        last: first.run,
        last_at: first.at.toISOString(),
      }),
    );
  });
}

/**
 * Returns whether an export wrote the file again in its place: HR has corrected a change, so that the content is equal to
 * an earlier one.
 */
function isWrittenAgain(file: FileFacts, last: FileFacts): boolean {
  return file.name === last.name && file.modified !== null && last.modified !== null && file.modified > last.modified;
}

/** Returns the limits that older files break. */
export function heldOlder(files: readonly OlderFile[]): Held[] {
  return files.map(({ content, code, values }) => ({ limit: "older_file", found: 1, allowed: 0, content, code, values }));
}

function olderInside(now: NewestDates, before: NewestDates): { column: string; now: string; before: string } | null {
  const columns = Object.keys(before).filter((column) => Object.hasOwn(now, column));
  const newest = (dates: NewestDates): [string, string] | undefined =>
    columns.map((column): [string, string] => [column, dates[column] ?? ""]).toSorted(([, a], [, b]) => (a < b ? 1 : -1))[0];
  const [then, today] = [newest(before), newest(now)];
  if (then === undefined || today === undefined || today[1] >= then[1]) return null;
  return { column: today[0], now: today[1], before: then[1] };
}

/** Dates further back say nothing about the age of a file, such as birthdays. */
const MAX_AGE_DAYS = 366;
/** Bounds the memory for dates that were seen. */
const MAX_SEEN = 20_000;

/** Collects the newest date of each column row by row. @param today as `YYYY-MM-DD` */
export function newestDates(
  columns: readonly { column: string; place: number; date(cells: readonly (string | undefined)[]): string | null }[],
  today: string,
) {
  const first = new Date(Date.parse(today) - MAX_AGE_DAYS * 86_400_000).toISOString().slice(0, 10);
  const newest = new Map<string, string>();
  const seen = columns.map(() => new Set<string>());
  return {
    see(cells: readonly (string | undefined)[]): void {
      for (const [n, { column, place, date }] of columns.entries()) {
        const text = cells[place];
        const known = seen[n];
        if (text === undefined || text === "" || known === undefined || known.has(text)) continue;
        if (known.size < MAX_SEEN) known.add(text);
        const day = date(cells);
        if (day === null || day > today || day < first) continue;
        if (day > (newest.get(column) ?? "")) newest.set(column, day);
      }
    },
    dates: (): NewestDates => Object.fromEntries(newest),
  };
}
