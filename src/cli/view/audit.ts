import { t } from "../../reporting/locales/t.ts";
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
      ...(reason === null ? [] : [plain(`                               ${t("history.text", { text: reason })}`)]),
    ];
  });
  if (more) lines.push(t("audit.more_in_trail"));
  return lines.join("\n");
}

/** Formats what is wrong with the trail and its journal, and what to do about it. */
export function brokenTrailText({ broken, damage }: Pick<AuditState, "broken" | "damage">): string {
  const lines: string[] = [];
  if (damage !== null)
    lines.push(factText(fact("journal.damaged", { damage: damageFact(damage) })), factText(fact("advice.link_then_settle", {})));
  if (broken !== null) lines.push(factText(broken.what), t("audit.valid_until_there"));
  return lines.join("\n");
}
