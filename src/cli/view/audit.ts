import type { AuditState } from "../../review/audit.ts";
import { damageText } from "../../store/journal-damage.ts";
import type { AuditEntry } from "../../store/audit.ts";
import { plain } from "./terminal.ts";

/** Entries of the audit trail, one in two lines. */
export function auditText(entries: readonly AuditEntry[], more: boolean): string {
  const lines = entries.map(({ seq, at, actor, action, detail }) => {
    const { reason, via, ...rest } = (detail ?? {}) as Record<string, unknown>;
    const how = typeof via === "string" ? ` (${via})` : "";
    const why = typeof reason === "string" && reason !== "" ? `  “${reason}”` : "";
    return plain(`${String(seq).padStart(6)}  ${at}  ${actor}${how}  ${action}${why}`) + `\n${plain(`        ${about(rest)}`)}`;
  });
  if (more) lines.push("There are more: --limit, or rollcall audit export --out FILE.");
  return lines.join("\n");
}

/** What is wrong with the trail and its journal, and what to do about it. */
export function brokenTrailText({ broken, damage }: Pick<AuditState, "broken" | "damage">): string {
  const lines: string[] = [];
  if (damage !== null)
    lines.push(
      `The journal is damaged: ${damageText(damage)}.`,
      'No account is created until you end the hold with `rollcall restore --settled --reason TEXT`: docs/operations.md, "A damaged journal".',
    );
  if (broken !== null)
    lines.push(
      broken.what,
      "The trail is sound up to the entry before; nothing after it is proven. Restore a backup of the state to compare.",
    );
  return lines.join("\n");
}

function about(detail: Record<string, unknown>): string {
  return Object.entries(detail)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? shortened(value) : JSON.stringify(value)}`)
    .join(", ");
}

/** Digests are long, and told apart by their beginning. */
function shortened(value: string): string {
  return /^[0-9a-f]{64}$/.test(value) ? `${value.slice(0, 12)}…` : value;
}
