import { count, fact, facts, name, ordinal, type FactsOf } from "../values.ts";

const entry = { n: ordinal };

/** Entries of the audit trail and lines of the journal that were changed, added, moved or removed. */
export const auditFacts = {
  "audit.entry_missing_in_database": entry,
  "audit.entry_added_to_database": entry,
  "audit.entry_missing_in_journal": entry,
  "audit.entry_repeated_in_journal": entry,
  "audit.entry_changed_in_database": entry,
  "audit.entry_changed_in_journal": entry,
  "audit.entry_replaced_in_database": entry,
  "audit.entry_replaced_in_journal": entry,
  "audit.database_ends_before": { n: ordinal, count },
  "audit.journal_ends_before": { n: ordinal, count },
  "audit.entry_differs": entry,
  "audit.entry_purged": { n: ordinal, first: ordinal },
  "audit.ends_before_noted": entry,
  "audit.hash_differs": entry,

  "journal.damaged": { damage: fact },
  "journal.damage": { file: name, lines: facts },
  /** The state has moved to a database since. */
  "journal.damage_of_embedded": { file: name, lines: facts },
  "journal.stops_creates": {},
  "advice.link_then_settle": {},
  "journal.line_unreadable": { line: ordinal },
  "journal.line_changed": { line: ordinal },
  "journal.lines_missing_before": { line: ordinal },
  "journal.lines_missing_after": { line: ordinal },
  "journal.line_moved": { line: ordinal },
} as const satisfies FactsOf;
