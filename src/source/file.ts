import type { Stats } from "node:fs";
import { stat } from "node:fs/promises";
import type { FileProblem } from "../model/problem.ts";
import { unusable } from "./unusable.ts";

/**
 * The size of a regular file that is not empty. Asked before it is opened: opening a pipe that nobody writes to
 * would wait for ever.
 * @throws FileProblem
 */
export async function sizeOf(path: string): Promise<number> {
  const stats = await stat(path).catch((error: unknown) => {
    throw cannotOpen(path, error);
  });
  if (stats.isDirectory()) throw unusable("directory", path, "this is a directory, not a file", "Name the file inside of it.");
  if (!stats.isFile()) throw notAFile(path, stats);
  if (stats.size === 0) throw unusable("empty_file", path, "the file is empty", "Export the file from the HR system again.");
  return stats.size;
}

function notAFile(path: string, stats: Stats): FileProblem {
  if (stats.isFIFO())
    return unusable(
      "not_a_file",
      path,
      "this is a pipe, not a file",
      "Name a file; what a program prints is read as standard input with --file -.",
    );
  return unusable("not_a_file", path, `this is a ${stats.isSocket() ? "socket" : "device"}, not a file`, "Name a file.");
}

/** Why the operating system does not give a file. */
export function cannotOpen(path: string, error: unknown): FileProblem {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOENT" || code === "ENOTDIR") {
    return unusable("file_not_found", path, "there is no such file", "Check `source.file` of the job, or name the file with --file.");
  }
  if (code === "EACCES" || code === "EPERM") {
    return unusable(
      "permission_denied",
      path,
      "the file may not be read by this user",
      "Give the user that runs rollcall the right to read it.",
    );
  }
  if (code === "EISDIR") return unusable("directory", path, "this is a directory, not a file", "Name the file inside of it.");
  if (code === "ELOOP") return unusable("unreadable", path, "this is a link that leads in a circle", "Name the file itself.");
  return unusable("unreadable", path, `the file cannot be read (${code})`, "Check the disk or the network share.");
}
