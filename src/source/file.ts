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
  if (stats.isDirectory()) throw unusable("directory", path, "this is a directory, not a file", "Name the file inside it.");
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
      "Name a file. To read the output of a program, pipe it in and pass --file -.",
    );
  return unusable("not_a_file", path, `this is a ${stats.isSocket() ? "socket" : "device"}, not a file`, "Name a file.");
}

/** Returns the problem for an error of the operating system. */
export function cannotOpen(path: string, error: unknown): FileProblem {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOENT" || code === "ENOTDIR") {
    return unusable(
      "file_not_found",
      path,
      "there is no such file",
      "Check `source.file` of the job, or import the file: in the console on the job’s page, on the command line with --file.",
    );
  }
  if (code === "EACCES" || code === "EPERM") {
    return unusable(
      "permission_denied",
      path,
      "this user has no permission to read the file",
      "Give the user that runs rollcall read access.",
    );
  }
  if (code === "EISDIR") return unusable("directory", path, "this is a directory, not a file", "Name the file inside it.");
  if (code === "ELOOP") return unusable("unreadable", path, "this is a circular symbolic link", "Name the file itself.");
  return unusable("unreadable", path, `the file cannot be read (${code})`, "Check the disk or the network share.");
}
