import { fact, type Fact } from "../../domain/facts/fact.ts";
import { visibleName } from "../../domain/names.ts";
import { shortName, shownColumn } from "../decide/examples.ts";
import { below, type ActiveUse, type Draft, type FieldUse } from "../decide/draft.ts";

/** Returns the decisions for a terminal, one per line. */
export function summaryOf({ key, fields, active, rules, root, remarks }: Draft): Fact[] {
  const isOff = ({ off }: FieldUse): boolean => off === true;
  return [
    fact("init.field_has_source", { field: "key", from: [shownColumn({ name: key?.column ?? "" })] }),
    ...fields.filter((use) => !isOff(use)).map((use) => fact("init.field_has_source", { field: use.field, from: [sourceOf(use)] })),
    active === null ? fact("init.active_has_no_source", {}) : fact("init.field_has_source", { field: "active", from: activeFrom(active) }),
    ...(rules.length === 0 ? [] : [fact("init.field_has_source", { field: "groups", from: rules.map(groupOf(root)) })]),
    ...fields.filter(isOff).map((use) => fact("init.field_is_left_out", { field: use.field, from: sourceOf(use) })),
    ...(active === null || active.unknown.length === 0 ? [] : [fact("init.statuses_are_unknown", { values: [...active.unknown] })]),
    ...remarks,
  ];
}

/** Returns the group that a rule gives, as the mapping has it. */
function groupOf(root: string): (rule: Draft["rules"][number]) => Fact {
  return ({ group }) => fact("init.answer", { answer: visibleName(below(root, group)) });
}

function sourceOf({ from }: FieldUse): Fact {
  return "column" in from ? shownColumn({ name: from.column }) : fact("init.answer", { answer: visibleName(from.template) });
}

function activeFrom({ column, until }: ActiveUse): Fact[] {
  return [
    ...(column === null ? [] : [shownColumn({ name: column })]),
    ...(until === null ? [] : [fact("init.last_day_of", { column: shortName(until.column), format: until.format ?? "" })]),
  ];
}
