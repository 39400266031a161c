import type { BackedUp } from "../../store/backup.ts";
import { damageText } from "../../store/journal-damage.ts";
import type { Reopened } from "../backup/after-restore.ts";

/** A backup that was made. */
export function backedUpText({ file, bytes, sha256, made }: BackedUp): string {
  return [
    `${file}: the state as it was at ${made}, ${sizeOf(bytes)}.`,
    `SHA-256: ${sha256}`,
    "It holds personal data and the tokens of the service: keep it as you keep those. Reports are not in it; they are ordinary files.",
  ].join("\n");
}

/** What a restored state needs a person for. */
export function restoredText(
  dir: string,
  aside: string | null,
  { made, creates_held: held, journal_damage: damaged, cancelled, reopened, stopped }: Reopened,
): string {
  const lines = [`${dir} is the state of ${made} again.`];
  if (aside !== null) lines.push(`The state that was there lies in ${aside}; nothing of it was deleted.`);
  if (damaged.length > 0)
    lines.push(
      `The journal is damaged (${damageText({ lines: [...damaged], count: damaged.length })}): it no longer tells of every account.`,
    );
  lines.push(...reopenedLines(cancelled, reopened), stoppedLine(stopped), "", "What is to be done now:");
  const steps = held
    ? [
        "Accounts made since are linked to nobody: the next runs hold every new account until you say that all are linked.",
        "Link them: `rollcall identities import JOB FILE --key COLUMN --user-id COLUMN`; `rollcall check JOB` counts accounts that nobody is linked to.",
      ]
    : ["Accounts made since are linked: the journal of the old state told of them."];
  steps.push(
    'Then: `rollcall restore --settled --reason "…"`.',
    "Decisions and exceptions made since are gone. An `auto` policy approves nothing by itself before that, nor in the first run of each job: look at `rollcall review list` after it, and reject again what must stay.",
    "`rollcall audit verify --expect SEQ:HASH` with an entry that you noted says how far the trail goes.",
    "The service may have ended the stored refresh token; then a new one goes into the environment.",
  );
  return [...lines, ...steps.map((step, i) => `  ${i + 1}. ${step}`)].join("\n");
}

function reopenedLines(cancelled: readonly string[], reopened: readonly string[]): string[] {
  const lines: string[] = [];
  if (cancelled.length > 0) lines.push(`Cancelled, because what they have sent since is not known: ${cancelled.join(", ")}.`);
  if (reopened.length > 0) lines.push(`Approved then and not carried out, so to be decided again: ${reopened.join(", ")}.`);
  return lines;
}

function stoppedLine(stopped: readonly string[]): string {
  const inForce = stopped.length === 0 ? "No emergency stop is in force" : `Emergency stops in force: ${stopped.join(", ")}`;
  return `${inForce}. A stop that was set after the backup, in a state that is not here, has to be set again: \`rollcall emergency-stop\`.`;
}

function sizeOf(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
