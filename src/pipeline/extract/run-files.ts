import type { JobSource } from "../../source/job-source.ts";
import type { RunFile } from "../../store/schema/runs.ts";

/** Returns whether a file was delivered. The answer of a request has no age: it may become equal to an earlier one again. */
export function isDelivered({ name }: Pick<RunFile, "name">): boolean {
  return !/^https?:/.test(name);
}

/** Returns the files that a run read, as they are stored with it. */
export function runFiles(files: ReturnType<JobSource["files"]>, given: string | null): RunFile[] {
  return files.map(({ name, path, packed, remote, copied, role, sha256, rows, header, modified }) => ({
    name,
    path: remote ?? packed ?? path,
    server: remote === null ? null : name.replace(/^sftp:\/\//, "").replace(/\/.*$/, ""),
    keep: given !== null || (copied && remote === null && packed === undefined),
    role,
    sha256,
    rows,
    header: [...header],
    modified: modified == null ? null : new Date(modified).toISOString(),
  }));
}
