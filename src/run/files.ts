import type { JobSource } from "../source/job-source.ts";

/** The files that the people stand in, as people are told them; only after the last row. */
export function peopleFiles(source: Pick<JobSource, "files">): string[] {
  return source
    .files()
    .filter(({ role }) => role === "people")
    .map(({ name }) => name);
}
