import { dateConverter } from "../mapping/convert.ts";
import { contentOf } from "../scaffold/content.ts";
import type { ColumnStatistics } from "../scaffold/statistics.ts";
import { openSource, type SourceForm } from "../source/open.ts";
import { vocabulary } from "./samples.ts";

/** Returns a test for dates of a column before today; a date that can be read in two ways must be past in both. */
export function pastDates(column: ColumnStatistics, now: Date): (text: string) => boolean {
  const { dates } = contentOf(column);
  const formats = dates.is === "format" ? [dates.format] : dates.is === "unclear" ? dates.formats : [];
  const readers = formats.flatMap((format) => dateConverter(format) ?? []);
  const today = now.toISOString().slice(0, 10);
  return (text) => readers.length > 0 && readers.every((read) => (read(text) ?? today) < today);
}

/**
 * Returns the number of rows with a past leaving date by the value of another column: evidence for the meaning of codes.
 * @throws FileProblem
 */
export async function leaversByValue(
  path: string,
  form: SourceForm,
  { status, leaving }: { status: ColumnStatistics; leaving: ColumnStatistics },
  now: Date,
): Promise<Map<string, number>> {
  const isPast = pastDates(leaving, now);
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
