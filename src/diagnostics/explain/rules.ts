import type { Cell, FieldOrigin, GivenGroup, UndecidedRule } from "../../domain/explanation.ts";
import { fact, type Fact } from "../../domain/facts/fact.ts";
import { unknownManager } from "../../domain/header.ts";
import type { CompiledMapping, RuleFacts } from "../../mapping/compiled.ts";
import type { GroupClaim, Person } from "../../domain/person.ts";
import { englishText } from "../../reporting/fact-text.ts";
import { fieldsOf, nameOfField, type Showing } from "../redact.ts";

/** Every field of the mapping with the line and the cells that give its value. */
export function originsOf(mapping: CompiledMapping, person: Person, cell: (column: string) => Cell, show: Showing): FieldOrigin[] {
  const values = new Map(fieldsOf(person).map((one) => [one.field, show.field(one)]));
  return mapping.fields.map(({ section, field: plain, at, columns }) => {
    const field = nameOfField(section, plain);
    const cells = columns.map(cell);
    const value = values.get(field) ?? null;
    if (value !== null) return { field, at, value, cells, why: null, fact: null };
    const why = mapping.usernames?.at === at ? fact("field.only_new_accounts", {}) : whyNot(cells, columns, person);
    return { field, at, value, cells, why: englishText(why), fact: why };
  });
}

function whyNot(cells: readonly Cell[], columns: readonly string[], { notes }: Person): Fact {
  const empty = cells.find(({ value }) => value === null || value.trim() === "");
  if (empty?.value === null) return unknownManager(empty.column) ?? fact("cell.missing", { column: empty.column });
  if (empty !== undefined) return fact("cell.blank", { column: empty.column });
  const note = notes.find(({ column }) => column !== null && columns.includes(column));
  return note?.fact ?? fact("field.omitted", {});
}

export function groupsGiven(person: Person | null, show: Showing): (GivenGroup & { claim: GroupClaim })[] {
  return (person?.groups ?? []).map((claim) => ({
    claim,
    group: show.group(claim),
    rule: claim.rule,
    at: claim.at,
    cells: claim.cells.map(({ column, value }) => ({ column, value: show.cell(column, value) })),
  }));
}

/** The rules that cannot be decided, why, and which groups stay for it. */
export function undecidedOf(person: Person | null, show: Showing): UndecidedRule[] {
  return (person?.undecided ?? []).map(({ rule, at, column, reason, value, why, couldGive }) => ({
    rule,
    at,
    column,
    reason,
    value: show.cell(column, value),
    why: englishText(why),
    fact: why,
    groups: [...couldGive],
  }));
}

/** The rules that are decided and give this person no group. */
export function silentRules({ rules }: CompiledMapping, person: Person | null): RuleFacts[] {
  // For a row out of scope, no rule is looked at.
  if (person === null || person.scope?.state === "out") return [];
  const decided = new Set([...person.groups, ...person.undecided].map(({ rule }) => rule));
  return rules.filter(({ rule }) => !decided.has(rule));
}
