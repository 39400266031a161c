import { cell, column, count, date, fact, facts, field, groupPath, key, name, personal, place, rows, type FactsOf } from "../values.ts";

const value = { value: fact };
const ofField = { field, value: fact };
const ofCell = { column, value: fact };
const why = { why: fact };
const ofRule = { rule: name, at: place };
const ofGroup = { group: groupPath, ...ofRule };
const twoFiles = { file: name, at: date, other: name, other_at: date };

/** Why a row is rejected, and notes on rows. */
export const rowFacts = {
  "value.shown": { value: cell },
  /** It is sensitive. */
  "value.hidden": {},
  /** Values that are left out. */
  "value.more": { n: count },
  "value.unlisted": value,

  "cell.blank": { column },
  /** The row ends before it. */
  "cell.missing": { column },
  "cell.error": { column, error: name },
  "cell.letters_lost": { column },
  "cell.is_error": ofCell,
  "cell.no_value": ofCell,
  "cell.unlisted": ofCell,
  "cell.too_long": { ...ofCell, n: count },
  "cell.not_number": ofCell,
  "cell.not_whole_number": ofCell,
  "cell.not_date": { ...ofCell, format: name },
  "cell.not_calculated": { ...ofCell, operator: name },
  "cell.too_short_for_substring": ofCell,
  "cell.rows_unmatched": { column, other: column },
  "cell.rows_differ": { column },
  "cell.before": { column, other: column },
  "cell.far_away": { column },
  "cell.reports_unknown": {},
  "cell.manager_unknown": {},
  "cell.control_character": { column },
  "cell.formula_not_calculated": { column },
  "cell.null_word": { column, word: name },
  "cell.wrapped": { column },

  "field.not_email": ofField,
  "field.not_gender": ofField,
  "field.not_id": ofField,
  "field.not_phone": ofField,
  "field.not_date": { ...ofField, format: name },
  "field.unlisted": ofField,
  "field.unseen_character": ofField,
  "field.too_long": { field, n: count },
  "field.several_values": { field, column, n: count },
  /** The field keeps its value. */
  "field.left": { field, ...why },
  "field.left_undecided": { field, ...why },
  "field.required": { field, ...why },
  "field.required_without_value": { field },
  "field.required_undecided": { field, ...why },
  "field.row_too_short": { field, column },
  "field.pattern_unfilled": { field, pattern: name, ...why },
  "field.pattern_empty": { field, pattern: name },
  "field.only_new_accounts": {},
  "field.omitted": {},
  "status.left": why,
  "username.none_left": { field, n: count, at: place, first: personal, last: personal },
  "username.refused": { name: personal, other: personal },
  "username.of_erased": { name: personal, other: personal },
  "username.of_key": { name: personal, key, other: personal },
  "username.kept_by_account": { ...value, key },

  "key.blank": { column },
  "key.too_long": { column, n: count },
  "key.no_key": { column, value: personal },
  "key.shortened": { column, value: personal },
  "key.perhaps_shortened": { column, value: personal },
  "key.several_values": { column, n: count },
  /** Differs from another one only in how an accent is written. */
  "key.ambiguous": {},

  "row.control_character": { code: name },
  "row.quote_after_blank": {},
  "row.stray_line_end": { kind: name },
  "row.too_many_cells": { cells: count, width: count },
  /** The cells fit after a shift by one column. */
  "row.perhaps_shifted": why,
  "row.several_joined": { file: name, rows: count, join: name },
  "row.sealed_with_lost_key": {},
  "row.not_kept": { column },
  "row.example": {},

  "rows.differ": { rows },
  "rows.same_username": { rows },
  "rows.same_email": { rows },
  "rows.same_email_and_name": { rows },
  "rows.unclear": { column, rows },
  "rows.none_kept": { column, rows },
  "rows.in_other_file": { n: count, rule: name },
  "rows.without_joined_key": { file: name, unreadable: count, rows: count, column },
  "rows.told_apart": { column, value: personal, setting: personal },
  "rows.told_apart_before_scope": { column, value: personal, setting: personal },
  "rows.share_address": { n: count, setting: name },
  "rows.share_address_and_username": { n: count, setting: name },

  "managers.unknown": {},
  "managers.not_in_file": {},
  "managers.in_circle": {},

  "rule.undecided": { ...ofRule, ...why },
  "rule.protected_group": { ...ofRule, ...why },
  "rule.group_missing": ofGroup,
  "rule.group_ambiguous": ofGroup,
  "exception.keeps": { group: groupPath, by: personal, reason: personal },
  "exception.keeps_until": { group: groupPath, by: personal, reason: personal, until: date },

  "pilot.undecided": { at: place, ...why },
  "pilot.keys_missing": { at: place, n: count },
  "scope.undecided": { ...ofRule, ...why },
  "scope.out": ofRule,
  "scope.by_rule": { rule: name, at: place },
  "scope.by_undecided_rule": { rule: name, at: place, why: fact },
  "scope.left_by_mapping": ofRule,
  "scope.left_by_row": ofRule,
  "dates.unusable": { at: place, ...why },
  "dates.join": { day: date },
  "dates.leave": { day: date },
  "absent.perhaps_rejected": { people: count },
  "absent.perhaps_unplanned": { people: count },
  "absent.perhaps_not_in_pilot": { people: count },

  "export.unchanged": { run: name, at: date },
  "export.overdue": { file: name, since: date, due: date },
  "export.older_by_time": { file: name, at: date, run: name, other_at: date },
  "export.newer_not_read": twoFiles,
  "export.changed_later": twoFiles,
  "export.columns_new": { columns: facts },
  "export.columns_gone": { columns: facts },
  "export.not_moved": { file: name, ...why },
  "export.not_marked": { file: name, ...why },
  "system.error": { code: name },

  "licences.unknown": why,
  "licences.no_subscription": { id: name, people: count },
  "licences.too_few": { subscription: name, people: count, licences: count },
  "licences.short": { shortage: fact },
  "licences.perhaps_short": { shortage: fact },
} as const satisfies FactsOf;
