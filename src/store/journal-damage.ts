import { sql } from "kysely";
import { listAudit, type AuditEntry } from "./audit.ts";
import { JOURNAL, type Journal, type JournalEntry } from "./journal.ts";
import type { DamagedLine, JournalDamage } from "./journal-lines.ts";
import type { Db } from "./schema.ts";
import { dropSetting, getSetting, setSetting } from "./settings.ts";

/** Read by the statement that takes an operation up, too. */
const JOURNAL_DAMAGE = "journal_damage";

/** A damaged journal may have told of accounts that nothing else knows: no account is made until somebody says that all are linked (I2). */
export interface DamageHeld extends JournalDamage {
  /** When it was found. */
  at: string;
}

/** Holds all creates because of what is wrong with the journal. It outlives the journal, and moves to a server with the state. */
export async function holdForDamage(db: Db, damage: JournalDamage, at: Date): Promise<void> {
  const before = await findDamage(db);
  if (before !== null && JSON.stringify(before.lines) === JSON.stringify(damage.lines) && before.count === damage.count) return;
  await setSetting(db, JOURNAL_DAMAGE, { at: at.toISOString(), ...damage } satisfies DamageHeld);
}

/** Whose account a new one is cannot be told while lines are unreadable that may say so: a person settles what is open. */
export async function doubtObservation(db: Db): Promise<void> {
  await sql`UPDATE intent SET since = NULL WHERE status IN ('open', 'uncertain', 'unlinked')`.execute(db);
}

/** Returns what is wrong with the journal and not settled; `null`: nothing. */
export function findDamage(db: Db): Promise<DamageHeld | null> {
  return getSetting<DamageHeld>(db, JOURNAL_DAMAGE);
}

/**
 * Ends the hold. The journal is written anew without the damaged lines; entries of the audit trail that stood in them
 * come back from the database where they fit. Cut short at any point, it is simply done again.
 */
export async function settleDamage({ db, journal }: { db: Db; journal: Journal }): Promise<void> {
  if (journal.kept) {
    const trail = await listAudit(db);
    await setSetting(db, "journal_offset", 0);
    await journal.rewrite((entries) => withTrail(entries, trail), true);
  }
  await dropSetting(db, JOURNAL_DAMAGE);
}

/** Puts the entries of the trail that the journal lacks between those that it has. */
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

/** Returns the file, and which of its lines are damaged and how. */
export function damageText({ lines, count }: JournalDamage, file = JOURNAL): string {
  const named = lines.map(({ line, what }) => SAID[what](line));
  const more = count - lines.length;
  return `${file}: ${named.join("; ")}${more > 0 ? `; and ${more} more` : ""}`;
}

const SAID: Record<DamagedLine["what"], (line: number) => string> = {
  unreadable: (line) => `line ${line} cannot be read`,
  changed: (line) => `line ${line} is not as it was written`,
  "missing before": (line) => `lines before line ${line} are missing`,
  moved: (line) => `line ${line} is in the wrong place`,
};
