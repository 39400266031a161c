import type { AuditState } from "../../review/audit.ts";
import { damageText } from "../../state/journal/journal-damage.ts";
import type { AuditEntry } from "../../store/audit/audit.ts";
import { plain } from "../../app/view/terminal.ts";

/** Formats entries of the audit trail, two lines each. */
export function auditText(entries: readonly AuditEntry[], more: boolean): string {
  const lines = entries.map(({ seq, at, actor, action, detail }) => {
    const { reason, via, ...rest } = (detail ?? {}) as Record<string, unknown>;
    const how = typeof via === "string" ? ` (${via})` : "";
    const why = typeof reason === "string" && reason !== "" ? `  “${reason}”` : "";
    return plain(`${String(seq).padStart(6)}  ${at}  ${actor}${how}  ${action}${why}`) + `\n${plain(`        ${about(rest)}`)}`;
  });
  if (more) lines.push("There are more entries: raise --limit, or use rollcall audit export --out FILE.");
  return lines.join("\n");
}

/** Formats what is wrong with the trail and its journal, and what to do about it. */
export function brokenTrailText({ broken, damage }: Pick<AuditState, "broken" | "damage">): string {
  const lines: string[] = [];
  if (damage !== null)
    lines.push(
      `The journal is damaged: ${damageText(damage)}.`,
      'No accounts are created until you end the hold with `rollcall restore --settled --reason TEXT`. See docs/operations.md, "A damaged journal".',
    );
  if (broken !== null)
    lines.push(broken.what, "The trail is valid up to the entry before it. To compare the rest, restore a backup of the state.");
  return lines.join("\n");
}

function about(detail: Record<string, unknown>): string {
  return Object.entries(detail)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? shortened(value) : JSON.stringify(value)}`)
    .join(", ");
}

/** Shortens a digest to its first 12 characters. */
function shortened(value: string): string {
  return /^[0-9a-f]{64}$/.test(value) ? `${value.slice(0, 12)}…` : value;
}
