import { cell, column, count, date, fact, facts, groupPath, keys, name, place, sentences, type FactsOf } from "../values.ts";

const allowed = { found: count, allowed: count };
const leavers = { ...allowed, accounts: count };
const values = { before: fact, now: fact, column };
const statuses = { rows: count, people: count, column, at: place };
const figures = { filled: count, rows: count, values: count, numbers: count, dates: count };

/** Why a run is on hold. */
export const limitFacts = {
  "limit.rejected": { ...allowed, rows: count, advice: sentences },
  "limit.most_rejected": { reason: name, n: count },
  "limit.known_missing": { missing: count, known: count },
  "limit.active_missing": { missing: count, active: count },
  "limit.unknown_statuses": { ...statuses, values: facts },
  /** The statuses must not be shown. */
  "limit.unknown_statuses_hidden": statuses,
  "limit.status": { value: cell, rows: count },
  "limit.creates": { ...allowed, rows: count },
  "limit.updates": { ...allowed, rows: count },
  "limit.deactivations": { ...allowed, accounts: count, advice: sentences },
  "limit.mapping_changed": {},
  "limit.mapping_changed_at": { at: place },
  "limit.removals": { ...allowed, memberships: count },
  "limit.removals_of_group": { ...allowed, memberships: count, group: groupPath },
  "limit.removals_of_cause": { ...allowed, memberships: count, group: groupPath, changes: facts },
  "limit.shrink": { rows: count, before: count, allowed: count },
  "limit.renamed": { ...allowed, accounts: count, keys },
  "limit.rekeyed": { ...allowed, accounts: count, keys },
  "limit.out_of_scope": leavers,
  "limit.out_of_scope_changed": { ...leavers, changed: count, at: place },
  "limit.out_of_scope_undecided": { ...leavers, undecided: count },
  "limit.out_of_scope_changed_undecided": { ...leavers, changed: count, at: place, undecided: count },
  "limit.groups_created": allowed,
  "limit.licences": { shortage: fact },
  "limit.unknown_accounts": { accounts: count, creates: count },
  "limit.unknown_keys": { found: count, linked: count, creates: count },
  "limit.older_by_name": { file: name, day: date, last_file: name, last_day: date },
  "limit.older_inside": { file: name, column, day: date, last_day: date },
  "limit.older_content": { file: name, run: name, at: date, last: name, last_at: date },
  "limit.column_empty": values,
  "limit.column_almost_empty": values,
  "limit.column_one_value": values,
  "limit.column_other_kind": { ...values, was: fact, is: fact },

  "column.numbers": {},
  "column.dates": {},
  "column.texts": {},
  /** Shares are percentages of the rows with a value. */
  "column.figures": figures,
  "column.figures_most": { ...figures, most: count },
  /** It has more than `values` distinct values. */
  "column.figures_many": figures,
} as const satisfies FactsOf;
