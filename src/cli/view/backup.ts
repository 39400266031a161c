import { factText } from "../../reporting/fact-text.ts";
import type { BackedUp } from "../../state/backup/backup.ts";
import { damageFact } from "../../state/journal/journal-damage.ts";
import type { Reopened } from "../../app/after-restore.ts";

/** Formats the result of `rollcall backup`. */
export function backedUpText({ file, bytes, sha256, made }: BackedUp): string {
  return [
    `${file}: the state as it was at ${made}, ${sizeOf(bytes)}.`,
    `SHA-256: ${sha256}`,
    "The file contains personal data and service tokens: protect it accordingly. Reports aren't in it; they are ordinary files.",
  ].join("\n");
}

/** Formats the result of a restore, with the steps that a person has to do. */
export function restoredText(
  dir: string,
  aside: string | null,
  { made, creates_held: held, journal_damage: damaged, cancelled, reopened, stopped }: Reopened,
): string {
  const lines = [`Restored ${dir} as of ${made}.`];
  if (aside !== null) lines.push(`The replaced state is in ${aside}; nothing was deleted.`);
  if (damaged.length > 0)
    lines.push(
      `The journal is damaged (${factText(damageFact({ lines: [...damaged], count: damaged.length }))}), so it may not list every account.`,
    );
  lines.push(...reopenedLines(cancelled, reopened), stoppedLine(stopped), "", "Next steps:");
  const steps = held
    ? [
        "Accounts created since then aren't linked. Runs block every new account until you confirm that all of them are.",
        "Link them with `rollcall identities import JOB FILE --key COLUMN --user-id COLUMN`. `rollcall check JOB` counts accounts that aren't linked.",
      ]
    : ["Accounts created since then are already linked, from the journal of the replaced state."];
  steps.push(
    'Then run `rollcall restore --settled --reason "…"`.',
    "Decisions and exceptions made since then are lost. An `auto` policy approves nothing until then, nor in the first run of each job. After that run, check `rollcall review list` and reject the removals of memberships that should stay.",
    "Run `rollcall audit verify --expect SEQ:HASH` with an entry that you noted, to see which entries are missing.",
    "If the service no longer accepts the stored refresh token, set a new one in the environment.",
  );
  return [...lines, ...steps.map((step, i) => `  ${i + 1}. ${step}`)].join("\n");
}

function reopenedLines(cancelled: readonly string[], reopened: readonly string[]): string[] {
  const lines: string[] = [];
  if (cancelled.length > 0) lines.push(`Cancelled these runs, because it isn't known what they sent since then: ${cancelled.join(", ")}.`);
  if (reopened.length > 0) lines.push(`Pending again, because they were approved but not applied: ${reopened.join(", ")}.`);
  return lines;
}

function stoppedLine(stopped: readonly string[]): string {
  const active = stopped.length === 0 ? "No emergency stop is active" : `Active emergency stops: ${stopped.join(", ")}`;
  return `${active}. A stop set after the backup may be missing; set it again with \`rollcall emergency-stop\`.`;
}

function sizeOf(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
