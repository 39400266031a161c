import { toCsv } from "../reporting/csv.ts";
import type { AuditEntry } from "../store/audit/audit.ts";

/** The details with their own columns; `detail` contains all. */
const picked = ["via", "job", "run", "key", "group", "removal", "reason", "evidence", "answer"] as const;

/** Returns the trail as CSV, one row per entry, with formulas escaped for spreadsheets. */
export function auditCsv(entries: readonly AuditEntry[]): string {
  const rows = entries.map(({ seq, at, actor, action, detail, prev, hash }) => {
    const parts = (detail ?? {}) as Record<string, unknown>;
    return [seq, at, actor, action, ...picked.map((name) => text(parts[name])), JSON.stringify(detail), prev, hash];
  });
  return toCsv([["seq", "at", "actor", "action", ...picked, "detail", "prev", "hash"], ...rows]);
}

/** Returns the trail as JSON, from which the hash chain can be recomputed. */
export function auditJson(entries: readonly AuditEntry[]): string {
  return `${JSON.stringify(entries, null, 2)}\n`;
}

function text(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.map(text).join(" ");
  return typeof value === "string" ? value : JSON.stringify(value);
}
