import type { CompiledMapping, RuleFacts } from "../mapping/compiled.ts";
import type { GroupClaim, Person } from "../model/person.ts";
import { fieldsOf, nameOfField, type Showing } from "./shown.ts";

/** A cell of the person's row as it may be shown; `null`: the row ends before it. */
export interface Cell {
  column: string;
  value: string | null;
}

/** A field of the mapping, and what it makes of the person's row. */
export interface FieldOrigin {
  /** As the mapping calls it: `department`, `custom_fields.ID`, `on_create.password`. */
  field: string;
  /** `file:line` */
  at: string;
  /** As it is sent; `null`: it is left as it is in the service. */
  value: string | null;
  /** Empty where the mapping itself has the value. */
  cells: Cell[];
  /** Where there is no value: why. */
  why: string | null;
}

/** Every field of the mapping with the line and the cells that give its value. */
export function originsOf(mapping: CompiledMapping, person: Person, cell: (column: string) => Cell, show: Showing): FieldOrigin[] {
  const values = new Map(fieldsOf(person).map((one) => [one.field, show.field(one)]));
  return mapping.fields.map(({ section, field: plain, at, columns }) => {
    const field = nameOfField(section, plain);
    const cells = columns.map(cell);
    const value = values.get(field) ?? null;
    return { field, at, value, cells, why: value === null ? whyNot(cells, columns, person) : null };
  });
}

function whyNot(cells: readonly Cell[], columns: readonly string[], { notes }: Person): string {
  const empty = cells.find(({ value }) => value === null || value.trim() === "");
  if (empty !== undefined) return empty.value === null ? `the row ends before “${empty.column}”` : `“${empty.column}” is blank`;
  const note = notes.find(({ column }) => column !== null && columns.includes(column));
  return note?.message ?? "`otherwise: omit` of the mapping leaves it out";
}

/** A group that a rule gives. */
export interface GivenGroup {
  group: string;
  rule: string;
  /** `file:line` */
  at: string;
  cells: Cell[];
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
export function undecidedOf(person: Person | null, show: Showing) {
  return (person?.undecided ?? []).map(({ rule, at, column, reason, value, why, couldGive }) => ({
    rule,
    at,
    column,
    reason,
    value: show.cell(column, value),
    why,
    groups: [...couldGive],
  }));
}

/** The rules that are decided and give this person no group. */
export function silentRules({ rules }: CompiledMapping, person: Person | null): RuleFacts[] {
  if (person === null) return [];
  const heard = new Set([...person.groups, ...person.undecided].map(({ rule }) => rule));
  return rules.filter(({ rule }) => !heard.has(rule));
}
