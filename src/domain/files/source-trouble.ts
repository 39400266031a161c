/** Notes about the files of a job that someone has to act on: a run or a check with one of them ends with exit code 1. */
const SOURCE_TROUBLE: ReadonlySet<string> = new Set(["newer_file_not_read", "older_file", "source_overdue"]);

/** Returns whether one of the notes asks someone to act. */
export function hasSourceTrouble(notes: readonly unknown[]): boolean {
  return notes.some((note) => SOURCE_TROUBLE.has((note as { code?: string }).code ?? ""));
}
