import type { JobSource } from "../source/job-source.ts";

/** Returns the display names of the files with people; call it after the last row. */
export function peopleFiles(source: Pick<JobSource, "files">): string[] {
  return source
    .files()
    .filter(({ role }) => role === "people")
    .map(({ name }) => name);
}
