/** The part of a job that says whether it is in use. */
interface Usage {
  nextRun: string | null;
  faults: readonly unknown[];
  unset: readonly string[];
}

/**
 * Returns whether a job is in use: it has run, has a schedule, or its file has an error besides missing variables. The
 * worked examples of the `jobs` folder are not, until someone runs or schedules them.
 */
export function isInUse({ nextRun, faults, unset }: Usage, ran: boolean): boolean {
  return ran || nextRun !== null || (faults.length > 0 && unset.length === 0);
}
