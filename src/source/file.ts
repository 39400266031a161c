import { fact, inTurn } from "../domain/facts/fact.ts";
import type { Stats } from "node:fs";
import { stat } from "node:fs/promises";
import type { FileProblem } from "../domain/problem.ts";
import { unusable } from "./unusable.ts";

/**
 * Returns the size of a regular, non-empty file. Call it before opening: opening a pipe without a writer blocks forever.
 * @throws FileProblem
 */
export async function sizeOf(path: string): Promise<number> {
  const stats = await stat(path).catch((error: unknown) => {
    throw cannotOpen(path, error);
  });
  if (stats.isDirectory())
    throw unusable("directory", path, fact("file.no_file", { kind: "directory" }), fact("advice.name_file_inside", {}));
  if (!stats.isFile()) throw notAFile(path, stats);
  if (stats.size === 0) throw unusable("empty_file", path, fact("file.empty", {}), fact("advice.export_again", {}));
  return stats.size;
}

function notAFile(path: string, stats: Stats): FileProblem {
  const kind = stats.isFIFO() ? "pipe" : stats.isSocket() ? "socket" : "device";
  const pipe = kind === "pipe" ? fact("advice.pipe_program", {}) : undefined;
  return unusable("not_a_file", path, fact("file.no_file", { kind }), inTurn(fact("advice.name_file", {}), pipe));
}

/** Returns the problem for an error of the operating system. */
export function cannotOpen(path: string, error: unknown): FileProblem {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOENT" || code === "ENOTDIR") {
    return unusable("file_not_found", path, fact("file.missing", {}), fact("advice.check_source_file", {}));
  }
  if (code === "EACCES" || code === "EPERM") {
    return unusable("permission_denied", path, fact("file.no_permission", {}), fact("advice.give_read_access", {}));
  }
  if (code === "EISDIR")
    return unusable("directory", path, fact("file.no_file", { kind: "directory" }), fact("advice.name_file_inside", {}));
  if (code === "ELOOP") return unusable("unreadable", path, fact("file.circular_link", {}), fact("advice.name_file_itself", {}));
  return unusable("unreadable", path, fact("file.unreadable", { error: code }), fact("advice.check_disk", {}));
}
