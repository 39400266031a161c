import { fact, type Code, type Fact } from "../../domain/facts/fact.ts";
import { sql } from "kysely";
import { listAudit, type AuditEntry } from "../../store/audit/audit.ts";
import { JOURNAL, type Journal, type JournalEntry } from "./journal.ts";
import type { DamagedLine, JournalDamage } from "./journal-lines.ts";
import type { Db } from "../../store/schema/tables.ts";
import { withKnownUpdates } from "./sent-updates.ts";
import { dropSetting, getSetting, setSetting } from "../../store/settings.ts";

/** Also read by the statement that claims an operation. */
const JOURNAL_DAMAGE = "journal_damage";

/**
 * A damaged journal may have recorded accounts that nothing else records: no account is created until an administrator
 * confirms that all are linked (I2).
 */
export interface JournalDamageHold extends JournalDamage {
  /** When it was found. */
  at: string;
}

/** Stops all creates because of a damaged journal. The hold outlives the journal and migrates to a server with the state. */
export async function holdForDamage(db: Db, damage: JournalDamage, at: Date): Promise<void> {
  const before = await findDamage(db);
  if (before !== null && JSON.stringify(before.lines) === JSON.stringify(damage.lines) && before.count === damage.count) return;
  await setSetting(db, JOURNAL_DAMAGE, { at: at.toISOString(), ...damage } satisfies JournalDamageHold);
}

/** While lines that may record a link are unreadable, observation cannot prove whose a new account is: a person resolves open creates. */
export async function clearObservationBaseline(db: Db): Promise<void> {
  await sql`UPDATE intent SET since = NULL WHERE status IN ('open', 'uncertain', 'unlinked')`.execute(db);
}

/** Returns the unresolved damage of the journal; `null` if there is none. */
export function findDamage(db: Db): Promise<JournalDamageHold | null> {
  return getSetting<JournalDamageHold>(db, JOURNAL_DAMAGE);
}

/**
 * Ends the hold: rewrites the journal without its damaged lines, and restores their audit entries from the database
 * where they fit. Can be repeated if interrupted.
 */
export async function settleDamage({ db, journal }: { db: Db; journal: Journal }): Promise<void> {
  if (journal.kept) {
    const trail = await listAudit(db);
    await setSetting(db, "journal_offset", 0);
    await journal.rewrite((entries) => withKnownUpdates(db, withTrail(entries, trail)), true);
  }
  await dropSetting(db, JOURNAL_DAMAGE);
}

/** Inserts the audit entries that the journal lacks between those that it has. */
function withTrail(entries: readonly JournalEntry[], trail: readonly AuditEntry[]): JournalEntry[] {
  const known = new Set(entries.flatMap((entry) => (entry.t === "audit" ? [entry.seq] : [])));
  const missing = trail.filter((entry) => !known.has(entry.seq));
  const whole: JournalEntry[] = [];
  for (const entry of entries) {
    while (entry.t === "audit" && missing[0] !== undefined && missing[0].seq < entry.seq) whole.push(asLine(missing.shift()));
    whole.push(entry);
  }
  return [...whole, ...missing.map(asLine)];
}

function asLine(entry: AuditEntry | undefined): JournalEntry {
  return { t: "audit", ...entry } as JournalEntry;
}

/** Returns the file, its damaged lines and their kind of damage. */
export function damageFact({ lines, count }: JournalDamage, path?: string | null): Fact {
  const named = lines.map(({ line, what }) => fact(DAMAGES[what], { line }));
  const more = count - lines.length;
  const all = more > 0 ? [...named, fact("more", { n: more })] : named;
  return fact(path === null ? "journal.damage_of_embedded" : "journal.damage", { file: path ?? JOURNAL, lines: all });
}

const DAMAGES = {
  unreadable: "journal.line_unreadable",
  changed: "journal.line_changed",
  "missing before": "journal.lines_missing_before",
  "missing after": "journal.lines_missing_after",
  moved: "journal.line_moved",
} as const satisfies Record<DamagedLine["what"], Code>;
