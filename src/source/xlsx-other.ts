import type { FileProblem } from "../model/problem.ts";
import { contentOf } from "./guard.ts";
import { unusable } from "./unusable.ts";

const TEXT = "text, such as CSV";

/** A file that is no workbook, whatever its name or the job says. */
export function notAWorkbook(file: string, what: string): FileProblem {
  const next =
    what === TEXT
      ? "Give the file a name that ends in .csv, and take `format: xlsx` out of the job if it is there."
      : "Open it in Excel and save it as .xlsx or as CSV (UTF-8), or export it again so.";
  return unusable("not_a_workbook", file, `this is ${what}, not a workbook, whatever its name says`, next);
}

/** What a file is that begins neither as an archive nor as a file of Office. Many an “Excel export” is an HTML page. */
export function whatElse(head: Buffer): string {
  const text = head.toString("latin1");
  const mark = /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/.exec(text)?.[0].length ?? 0;
  const content = contentOf(head.subarray(mark));
  if (content !== null) return content.what;
  const zeros = head.length - text.replaceAll("\0", "").length;
  // Of text in UTF-16 every second byte may be zero.
  return zeros > 0 && mark !== 2 ? "a binary file of another program" : TEXT;
}
