import type { FileProblem } from "../../domain/problem.ts";
import type { BadRecord } from "../row-issues.ts";
import { unusable } from "../unusable.ts";

/** Returns the problem for a row that makes the rest of the file unreadable. */
export function badRecord(file: string, row: number, { kind }: BadRecord): FileProblem {
  if (kind === "unclosed")
    return unusable(
      "unclosed_quote",
      file,
      `a quote that opens in row ${row} is never closed`,
      "Close the quote, or double a quote inside a quoted cell.",
    );
  if (kind === "long")
    return unusable("row_too_long", file, `row ${row} is longer than 1 MB`, "Check that this is a CSV file with one row per line.");
  const why =
    kind === "after"
      ? "text follows a closing quote"
      : "there is one inside a cell, and reading it as text results in the wrong number of cells";
  return unusable(
    "bad_quote",
    file,
    `the quotes of row ${row} cannot be understood: ${why}`,
    "Quote the cell, and double each quote inside it.",
  );
}

/** Returns the problem for bytes that are invalid in the encoding. */
export function undecodable(file: string, row: number, encoding: string): FileProblem {
  const next =
    encoding === "utf-8"
      ? "Export the file as UTF-8, or set the encoding in the job, such as csv: { encoding: windows-1252 }."
      : "Check csv.encoding of the job.";
  return unusable("undecodable", file, `row ${row} contains bytes that are not ${encoding}`, next);
}

export function cutCharacter(file: string): FileProblem {
  return unusable("truncated", file, "the file ends in the middle of a character", "The export was cut short. Export the file again.");
}

/** Returns the problem for a wrong `csv.encoding`: UTF-8 read as something else garbles every name with an accent. */
export function wrongEncoding(file: string, encoding: string, what: string): FileProblem {
  return unusable(
    "undecodable",
    file,
    `the job sets the encoding to ${encoding}, but this is ${what}`,
    "Remove csv.encoding from the job, or correct it.",
  );
}

export function unknownEncoding(file: string, encoding: string): FileProblem {
  return unusable("unknown_encoding", file, `unknown encoding ${encoding}`, "Set csv.encoding to a name such as windows-1252.");
}

export function noHeader(file: string): FileProblem {
  return unusable("no_header", file, "no header line was found", "The first line must name the columns.");
}

/** Returns the problem for a job that skips more lines than the file has. */
export function nothingBelow(file: string, skipped: number, lines: number | null): FileProblem {
  const has = lines === null ? "has no more lines in its first megabytes" : `has ${lines === 1 ? "1 line" : `${lines} lines`}`;
  const what = `\`source.skip.before\` skips ${skipped === 1 ? "1 line" : `${skipped} lines`}, but the file ${has}`;
  return unusable("no_header", file, what, "Correct `source.skip.before`, or export the file again.");
}

export function fileChanged(file: string): FileProblem {
  return unusable("file_changed", file, "the file changed while it was read", "Start the job again once the export is complete.");
}
