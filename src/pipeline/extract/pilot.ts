import type { RowNote } from "../../domain/person.ts";
import { EXIT, Problem } from "../../domain/problem.ts";
import type { Pilot } from "../../mapping/people/pilot.ts";
import type { Session } from "../../session/session.ts";
import type { Run } from "../../store/runs/runs.ts";
import type { RunPilot } from "../../store/schema/tables.ts";

/** Returns whom a pilot run is for, as it is stored with the run: never the keys or the values themselves. */
export function runPilotOf({ settings: { who, at, max, digest }, option, deciding }: Pilot): RunPilot {
  const by = "keys" in who ? "keys" : "when" in who ? "when" : "share";
  return { from: option ?? "job", at, by, columns: [...deciding], share: "share" in who ? who.share : null, max, digest };
}

/** @throws Problem `pilot_changed` if the job now is for other people than the run that has read its file */
export function refuseChangedPilot({ job }: Session, run: Run): void {
  const planned = run.pilot?.from === "job" ? run.pilot.digest : null;
  if ((job.policy.pilot?.digest ?? null) === planned) return;
  throw new Problem(`The \`pilot\` of job ${job.name} has changed since run ${run.id} read its file. Nothing was sent.`, {
    code: "pilot_changed",
    exit: EXIT.configuration,
    audience: "admin",
    next: "Start a new run with `rollcall sync`.",
  });
}

/** @throws Problem `empty_pilot` or `large_pilot`, before anything is planned or sent */
export function refusePilotOf(people: number, { from, at, max }: RunPilot, file: string): void {
  const setting = from === "job" ? `\`pilot\` (${at})` : `\`${from}\``;
  if (people === 0)
    throw new Problem(`The pilot of ${setting} matches nobody in ${file}. Nothing was sent.`, {
      code: "empty_pilot",
      exit: EXIT.configuration,
      audience: "admin",
      next: `Correct ${setting}. \`rollcall check\` shows how many people the pilot of a job matches.`,
    });
  if (max === null || people <= max) return;
  throw new Problem(`The pilot of ${setting} matches ${people} people, and at most ${max} are allowed. Nothing was sent.`, {
    code: "large_pilot",
    exit: EXIT.configuration,
    audience: "admin",
    next: from === "job" ? "Correct `pilot`, or raise `pilot.max`." : `Correct \`${from}\`, or raise \`--max\`.`,
  });
}

/** Returns the note on a row for which the pilot is unknown. */
export function undecidedPilot({ settings }: Pilot, { column, why }: { column: string; why: string }): RowNote {
  const message = `The pilot (${settings.at}) cannot be decided, because ${why}. The person is not in the pilot, and nothing is sent.`;
  return { column, code: "undecided_pilot", message };
}
