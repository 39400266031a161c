import { pageAudit, type AuditFilter } from "../../store/audit/audit-pages.ts";
import type { AuditEntry } from "../../store/audit/audit.ts";
import type { Db } from "../../store/schema/tables.ts";
import { detailOf, factsOf, textOf, type AuditFacts } from "./audit-facts.ts";
import { auditEvent, textKey, type AuditEvent } from "./audit-sentence.ts";

/** The entries that one page reads at most; a larger decision continues on the next page. */
const MAX_READ = 500;
/** The entries of an event that are shown as raw data. */
const MAX_RAW = 5;

export interface ShownAuditEvent extends AuditEvent {
  /** The latest entries of it. */
  raw: AuditEntry[];
}

/** Returns one page of events, latest first, and the entry before which the next page begins; `null`: the last page. */
export async function pageAuditEvents(
  db: Db,
  filter: AuditFilter,
  limit: number,
): Promise<{ events: ShownAuditEvent[]; older: number | null }> {
  const { entries, more } = await pageAudit(db, filter, { limit: Math.max(MAX_READ, limit), offset: 0 });
  const groups = grouped(entries);
  // The last one may continue beyond what was read; alone, it is shown in parts.
  const whole = more && groups.length > 1 ? groups.slice(0, -1) : groups;
  const shown = whole.slice(0, limit);
  const facts = new Map((await factsOf(db, shown.flat())).map((one) => [one.entry.seq, one]));
  const events = shown.flatMap((group) => {
    const [latest, ...others] = group.flatMap((entry) => facts.get(entry.seq) ?? []);
    return latest === undefined ? [] : [{ ...auditEvent([latest, ...others]), raw: group.slice(0, MAX_RAW) }];
  });
  const rest = more || whole.length < groups.length || shown.length < whole.length;
  return { events, older: rest ? (events.at(-1)?.first ?? null) : null };
}

/** Returns the events about one person, oldest first, without the person in the sentences. */
export function personEvents(facts: readonly AuditFacts[]): AuditEvent[] {
  return facts.map((one) => auditEvent([one], true));
}

/** Puts entries of one decision together that follow each other in the trail. */
function grouped(entries: readonly AuditEntry[]): AuditEntry[][] {
  const groups: AuditEntry[][] = [];
  let last = "";
  for (const entry of entries) {
    const key = decisionOf(entry);
    if (key !== null && key === last) groups.at(-1)?.push(entry);
    else groups.push([entry]);
    last = key ?? "";
  }
  return groups;
}

/** Returns what the entries of one decision have in common; `null`: the entry is an event of its own. */
function decisionOf(entry: AuditEntry): string | null {
  const { actor, action, at } = entry;
  const detail = detailOf(entry);
  // A run sends removals one person after the other, and answers come in between.
  if (action === "removal_sent" || action === "removal_answer") {
    const run = textOf(entry, "operation")?.replace(/-\d+$/, "");
    return JSON.stringify([textKey(entry) === "removal_answer_failed", run, detail["answer"] ?? "ok", detail["groups"]]);
  }
  if (!Object.hasOwn(detail, "removal")) return null;
  return JSON.stringify([
    textKey(entry),
    actor,
    at,
    detail["reason"] ?? detail["text"] ?? detail["why"],
    detail["until"],
    detail["via"],
    detail["group"],
  ]);
}
