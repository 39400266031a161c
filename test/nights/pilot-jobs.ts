import type { Company, Employee, Night } from "../helpers/company.ts";

export interface Pilot {
  from: string;
  by: string;
  at: string;
  max: number | null;
  people: number;
  rest: Record<string, number> | null;
}

/** Writes the job with a `pilot`; `null`: without one. */
export function jobWith(c: Company, pilot: unknown, parts: Parameters<Company["job"]>[0] = {}): void {
  c.job(parts);
  const job = JSON.parse(c.place.read("job.yaml")) as Record<string, unknown>;
  if (pilot !== null) c.place.write("job.yaml", JSON.stringify({ ...job, pilot }));
}

/** Runs the job a day later with a new export. */
export async function nextNight(c: Company, staffNow: readonly (Employee | string)[], ...args: string[]): Promise<Night> {
  c.clock.step(86_400_000);
  c.hr(staffNow);
  return c.sync(...args);
}

export function pilotOf(night: object): Pilot {
  return (night as { pilot: Pilot }).pilot;
}

/** Returns the pending removals as `key group`. */
export async function pendingOf(c: Company): Promise<{ id: string; of: string }[]> {
  const listed = (await c.run("review list --json")).json<{ id: string; person: { key: string }; group: { path: string } }[]>();
  return listed.map(({ id, person, group }) => ({ id, of: `${person.key} ${group.path}` }));
}
