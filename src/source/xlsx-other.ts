import type { FileProblem } from "../model/problem.ts";
import { contentOf } from "./guard.ts";
import { unusable } from "./unusable.ts";

const TEXT = "text, such as CSV";

/** A file that begins neither as an archive nor as a container of Office: many an “Excel export” is an HTML page. */
export function noWorkbook(file: string, head: Buffer): FileProblem {
  const content = contentOf(withoutMark(head));
  if (content === null) return notAWorkbook(file, hasZeros(head) ? "a binary file of another program" : TEXT);
  if (content.code === "old_workbook")
    return unusable(content.code, file, `this is ${content.what}, which is too old to be read`, content.next);
  return notAWorkbook(file, content.what);
}

/** A file that is no workbook, whatever its name or the job says. */
export function notAWorkbook(file: string, what: string): FileProblem {
  const next =
    what === TEXT
      ? "Give the file a name that ends in .csv, and take `format: xlsx` out of the job if it is there."
      : "Open it in Excel and save it as .xlsx or as CSV (UTF-8), or export it again so.";
  return unusable("not_a_workbook", file, `this is ${what}, not a workbook, whatever its name says`, next);
}

function withoutMark(head: Buffer): Buffer {
  return head.subarray(markOf(head));
}

function markOf(head: Buffer): number {
  return /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/.exec(head.toString("latin1"))?.[0].length ?? 0;
}

/** Of text in UTF-16 every second byte may be zero. */
function hasZeros(head: Buffer): boolean {
  return head.includes(0) && markOf(head) !== 2;
}
