import type { FileProblem } from "../../domain/problem.ts";
import { contentOf } from "../guard.ts";
import { unusable } from "../unusable.ts";

const RENAME = "Rename the file to end in .csv, and remove `format: xlsx` from the job if it is set.";
const SAVE_AGAIN = "Open it in Excel and save it as .xlsx or CSV (UTF-8), or export it again in one of these formats.";

/** Returns the problem for a file that is neither a ZIP archive nor an Office container; many “Excel exports” are HTML. */
export function noWorkbook(file: string, head: Buffer): FileProblem {
  const content = contentOf(withoutMark(head));
  if (content === null && !hasZeros(head)) return notAWorkbook(file, "text, such as CSV", RENAME);
  if (content === null) return notAWorkbook(file, "a binary file of another program");
  if (content.code === "old_workbook")
    return unusable(content.code, file, `this is ${content.what}, which is too old to be read`, content.next);
  return notAWorkbook(file, content.what);
}

/** Returns the problem for a file that isn't a workbook, although its name or the job says so. */
export function notAWorkbook(file: string, what: string, next = SAVE_AGAIN): FileProblem {
  return unusable("not_a_workbook", file, `this is ${what}, not a workbook, despite its name`, next);
}

function withoutMark(head: Buffer): Buffer {
  return head.subarray(markOf(head));
}

function markOf(head: Buffer): number {
  return /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/.exec(head.toString("latin1"))?.[0].length ?? 0;
}

/** Returns whether the bytes contain a NUL that UTF-16 does not explain. */
function hasZeros(head: Buffer): boolean {
  return head.includes(0) && markOf(head) !== 2;
}
