import { fact, type Fact } from "../../domain/facts/fact.ts";
import type { FileProblem } from "../../domain/problem.ts";
import { contentOf, SAVE_AGAIN } from "../guard.ts";
import { unusable } from "../unusable.ts";

const RENAME = fact("advice.rename_csv", {});

/** Returns the problem for a file that is neither a ZIP archive nor an Office container; many “Excel exports” are HTML. */
export function noWorkbook(file: string, head: Buffer): FileProblem {
  const content = contentOf(withoutMark(head));
  if (content === null && !hasZeros(head)) return notAWorkbook(file, fact("content.text", {}), RENAME);
  if (content === null) return notAWorkbook(file, fact("content.other_binary", {}));
  if (content.code === "old_workbook")
    return unusable(content.code, file, fact("file.too_old_to_read", { content: content.what }), content.next);
  return notAWorkbook(file, content.what);
}

/** Returns the problem for a file that isn't a workbook, although its name or the job says so. */
export function notAWorkbook(file: string, content: Fact, next = SAVE_AGAIN): FileProblem {
  return unusable("not_a_workbook", file, fact("file.not_a_workbook", { content }), next);
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
