import { dateConverter } from "../mapping/convert.ts";
import type { ColumnStatistics } from "../scaffold/statistics.ts";
import { openSource, type SourceForm } from "../source/open.ts";
import { vocabulary } from "./samples.ts";

/** Returns a test for dates before today; a date that can be read in two ways must be past in both. */
export function pastDates(formats: readonly string[], now: Date): (text: string) => boolean {
  const readers = formats.flatMap((format) => dateConverter(format) ?? []);
  const today = now.toISOString().slice(0, 10);
  return (text) => {
    const days = readers.flatMap((read) => read(text) ?? []);
    return days.length > 0 && days.every((day) => day < today);
  };
}

/**
 * Returns the number of rows with a past leaving date by the value of another column: evidence for the meaning of codes.
 * @throws FileProblem
 */
export async function leaversByValue(
  path: string,
  form: SourceForm,
  { status, leaving, formats }: { status: ColumnStatistics; leaving: ColumnStatistics; formats: readonly string[] },
  now: Date,
): Promise<Map<string, number>> {
  const isPast = pastDates(formats, now);
  const counts = new Map<string, number>();
  const source = await openSource(path, form, vocabulary.names);
  for await (const batch of source.rows()) {
    for (const { cells } of batch) {
      const [value, date] = [status, leaving].map(({ place }) => cells[place - 1]?.trim() ?? "");
      if (value !== undefined && date !== undefined && isPast(date)) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  return counts;
}
