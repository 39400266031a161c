import { fact } from "../../domain/facts/fact.ts";
import { factText } from "../../reporting/fact-text.ts";
import type { AuditState } from "../../review/audit.ts";
import { damageFact } from "../../state/journal/journal-damage.ts";
import type { AuditEvent } from "../../reporting/history/audit-sentence.ts";
import { viaLabel } from "../../reporting/labels.ts";
import { plain } from "../../app/view/terminal.ts";

/** Formats events of the audit trail: a sentence for each decision, then its reason. */
export function auditText(events: readonly AuditEvent[], more: boolean): string {
  const lines = events.flatMap(({ seq, first, at, action, text, via, reason }) => {
    const how = via === null || action === "signed_in" ? "" : ` (${viaLabel(via)})`;
    const number = first === seq ? String(seq) : `${first}–${seq}`;
    return [
      plain(`${number.padStart(9)}  ${at.slice(0, 16).replace("T", " ")}  ${text}${how}`),
      ...(reason === null ? [] : [plain(`                               “${reason}”`)]),
    ];
  });
  if (more) lines.push("There are more entries: raise --limit, or use rollcall audit export --out FILE. --json shows the raw data.");
  return lines.join("\n");
}

/** Formats what is wrong with the trail and its journal, and what to do about it. */
export function brokenTrailText({ broken, damage }: Pick<AuditState, "broken" | "damage">): string {
  const lines: string[] = [];
  if (damage !== null)
    lines.push(
      factText(fact("journal.damaged", { damage: damageFact(damage) })),
      'No accounts are created until you end the hold with `rollcall restore --settled --reason TEXT`. See docs/guides/backup-and-restore.md, "A damaged journal".',
    );
  if (broken !== null)
    lines.push(factText(broken.what), "The trail is valid up to the entry before it. To compare the rest, restore a backup of the state.");
  return lines.join("\n");
}
