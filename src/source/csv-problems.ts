import type { FileProblem } from "../model/problem.ts";
import type { BadRecord } from "./flaws.ts";
import { unusable } from "./unusable.ts";

/** Why the rest of a file from a row on would be a guess. */
export function badRecord(file: string, row: number, { kind }: BadRecord): FileProblem {
  if (kind === "unclosed")
    return unusable(
      "unclosed_quote",
      file,
      `a quote that opens in row ${row} is never closed`,
      "Close the quote, or write a quote inside a quoted cell twice.",
    );
  if (kind === "long")
    return unusable("row_too_long", file, `row ${row} is longer than 1 MB`, "Check that this is a CSV file with a row on each line.");
  const why =
    kind === "after"
      ? "text follows a closing quote"
      : "one stands within a cell, and read as text it does not give the cells of the header";
  return unusable("bad_quote", file, `the quotes of row ${row} cannot be understood: ${why}`, "Write a quote inside a quoted cell twice.");
}

/** Why the bytes of a row are no text. */
export function undecodable(file: string, row: number, encoding: string): FileProblem {
  const next =
    encoding === "utf-8"
      ? "Export the file as UTF-8, or say in the job what it is, as in csv: { encoding: windows-1252 }."
      : "Check csv.encoding of the job.";
  return unusable("undecodable", file, `row ${row} holds bytes that are not ${encoding}`, next);
}

export function cutCharacter(file: string): FileProblem {
  return unusable("truncated", file, "the file ends in the middle of a character", "The export was cut short: export the file again.");
}

/** Text in UTF-8 that is read as something else gives every Zoë another name. */
export function notAsTold(file: string, encoding: string, what: string): FileProblem {
  return unusable(
    "undecodable",
    file,
    `the job says that this is ${encoding}, and it is ${what}`,
    "Take csv.encoding out of the job, or correct it.",
  );
}

export function unknownEncoding(file: string, encoding: string): FileProblem {
  return unusable("unknown_encoding", file, `the encoding ${encoding} is not known`, "Set csv.encoding to a name such as windows-1252.");
}

export function noHeader(file: string): FileProblem {
  return unusable("no_header", file, "no header line can be read", "The first line must name the columns.");
}

/** The job passes over more lines than there are. */
export function nothingBelow(file: string, skipped: number, lines: number | null): FileProblem {
  const has = lines === null ? "has no more than that in its first megabytes" : `has ${lines === 1 ? "1 line" : `${lines} lines`}`;
  const what = `\`skip.before\` of the job passes over ${skipped === 1 ? "1 line" : `${skipped} lines`}, and the file ${has}`;
  return unusable("no_header", file, what, "Correct `source.skip.before`, or export the file again.");
}

export function fileChanged(file: string): FileProblem {
  return unusable("file_changed", file, "the file changed while it was read", "Start the job after the export is complete.");
}
