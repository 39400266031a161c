import { t } from "../../reporting/locales/t.ts";
import { fact } from "../../domain/facts/fact.ts";
import { factText } from "../../reporting/fact-text.ts";
import type { BackedUp } from "../../state/backup/backup.ts";
import { damageFact } from "../../state/journal/journal-damage.ts";
import type { Reopened } from "../../app/after-restore.ts";

/** Formats the result of `rollcall backup`. */
export function backedUpText({ file, bytes, sha256, made }: BackedUp): string {
  return [t("backup.is_made", { file, at: made, size: sizeOf(bytes) }), `SHA-256: ${sha256}`, t("backup.has_personal_data")].join("\n");
}

/** Formats the result of a restore, with the steps that a person has to do. */
export function restoredText(
  dir: string,
  aside: string | null,
  { made, creates_held: held, journal_damage: damaged, cancelled, reopened, stopped }: Reopened,
): string {
  const damage = damageFact({ lines: [...damaged], count: damaged.length });
  const lines = [
    t("restore.is_done", { dir, at: made }),
    ...(aside === null ? [] : [t("restore.replaced_state", { dir: aside })]),
    ...(damaged.length > 0 ? [factText(fact("journal.damaged", { damage }))] : []),
    ...(cancelled.length > 0 ? [t("restore.runs_cancelled", { runs: cancelled.join(", ") })] : []),
    ...(reopened.length > 0 ? [t("restore.removals_reopened", { removals: reopened.join(", ") })] : []),
    `${stopped.length === 0 ? t("restore.no_stops") : t("restore.active_stops", { accounts: stopped.join(", ") })} ${t("restore.stop_may_be_missing")}`,
  ];
  return [
    ...lines,
    "",
    ...stepLines([
      ...(held ? [t("restore.accounts_unlinked"), t("restore.link_accounts")] : [t("restore.accounts_linked")]),
      t("restore.settle"),
      t("restore.decisions_lost"),
      t("restore.verify_trail"),
      t("restore.set_token"),
    ]),
  ].join("\n");
}

/** Returns the next steps, numbered, below their title. */
export function stepLines(steps: readonly string[]): string[] {
  return [t("restore.next_steps"), ...steps.map((step, i) => `  ${i + 1}. ${step}`)];
}

function sizeOf(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
