import { fact, type Fact } from "../../domain/facts/fact.ts";
import type { CompiledMapping } from "../../mapping/compiled.ts";
import type { GroupClaim, Person } from "../../domain/person.ts";
import type { Reject } from "../../domain/record.ts";
import { GroupTally, MAX_EXAMPLES, type Example, type FieldCompared, type RuleCompared, type RuleSide } from "./compare-tally.ts";
import { fieldsOf, nameOfField, showing, type Showing, type ShownField } from "../redact.ts";

/** The status that a mapping gives a row. */
type Status = "active" | "left" | "unknown" | "in_file" | "out_of_scope" | "scope_undecided" | "rejected";

/** A row whose status differs. */
interface StatusExample extends Pick<Example, "row" | "key"> {
  from: Fact[];
  to: Fact[];
}

/** Rows whose status differs between two mappings. */
export interface StatusCompared {
  from: Status;
  to: Status;
  rows: number;
  /** Rows, with why each mapping rejects them or leaves them out of scope. */
  examples: StatusExample[];
}

/** The result for a row. */
export type Mapped = ReturnType<CompiledMapping["map"]>;

/** Compares the results of two mappings row by row, in bounded memory. */
export class RowComparison {
  changed = 0;
  same = 0;
  readonly keys: { changed: number; examples: Example[] } = { changed: 0, examples: [] };
  readonly groups: GroupTally;
  readonly #statuses = new Map<string, StatusCompared>();
  readonly #fields: Map<string, FieldCompared>;
  readonly #rules: Map<string, RuleCompared>;
  readonly #showing: Showing;
  readonly #after: CompiledMapping;
  readonly #givers = new Map<string, readonly string[]>();

  constructor(before: CompiledMapping, after: CompiledMapping) {
    this.#after = after;
    this.#showing = showing(before, after);
    this.#fields = fieldTallies(before, after);
    this.#rules = ruleTallies(before, after);
    this.groups = new GroupTally((group) => after.isManaged(group, group));
  }

  /** Compares one row. @param keys the key under each mapping; a rejected row may have one too */
  add(row: number, before: Mapped, after: Mapped, keys: { before: string | null; after: string | null }): void {
    const from = personOf(before);
    const to = personOf(after);
    this.#countRules(from, "before");
    this.#countRules(to, "after");
    const key = keys.after ?? keys.before ?? "";
    const changes = [
      this.#compareKeys(row, keys),
      this.#compareStatus(row, key, before, after),
      from !== null && to !== null && this.#compareFields(row, key, from, to),
      from !== null && to !== null && this.#compareGroups(row, key, from, to),
    ];
    if (changes.includes(true)) this.changed += 1;
    else this.same += 1;
  }

  statuses(): StatusCompared[] {
    return [...this.#statuses.values()].sort((a, b) => b.rows - a.rows);
  }

  fields(): FieldCompared[] {
    const rows = ({ changed, added, dropped }: FieldCompared): number => changed + added + dropped;
    return [...this.#fields.values()].filter((field) => rows(field) > 0).sort((a, b) => rows(b) - rows(a));
  }

  rules(): RuleCompared[] {
    return [...this.#rules.values()];
  }

  #compareKeys(row: number, { before, after }: { before: string | null; after: string | null }): boolean {
    if (before === after) return false;
    this.keys.changed += 1;
    exampleOf(this.keys.examples, { row, key: after ?? before ?? "", from: before, to: after });
    return true;
  }

  #compareStatus(row: number, key: string, before: Mapped, after: Mapped): boolean {
    const from = statusOf(before);
    const to = statusOf(after);
    if (from === to) return false;
    const id = `${from} ${to}`;
    const count = this.#statuses.get(id) ?? { from, to, rows: 0, examples: [] };
    count.rows += 1;
    exampleOf(count.examples, { row, key, from: whyOf(before), to: whyOf(after) });
    this.#statuses.set(id, count);
    return true;
  }

  /** Ignores rows that are not planned: nothing of them is sent. */
  #compareFields(row: number, key: string, from: Person, to: Person): boolean {
    if (to.scope !== undefined) return false;
    const before = new Map(fieldsOf(from).map((one) => [one.field, one]));
    const after = new Map(fieldsOf(to).map((one) => [one.field, one]));
    let changed = false;
    for (const [field, tally] of this.#fields) {
      const old = before.get(field);
      const now = after.get(field);
      if (old?.value === now?.value) continue;
      changed = true;
      tally[old === undefined ? "added" : now === undefined ? "dropped" : "changed"] += 1;
      const shown = (one: ShownField | undefined): string | null => (one === undefined ? null : this.#showing.field(one));
      exampleOf(tally.examples, { row, key, from: shown(old), to: shown(now) });
    }
    return changed;
  }

  /** Ignores the groups of leavers, because the job's policy decides on them. */
  #compareGroups(row: number, key: string, from: Person, to: Person): boolean {
    if (to.active === false || to.scope !== undefined) return false;
    const before = claimsOf(from.active === false ? [] : from.groups);
    const after = claimsOf(to.groups);
    const undecided = new Set(to.undecided.map(({ rule }) => rule));
    const lost: string[] = [];
    const gained: string[] = [];
    const example = { row, key };
    for (const [group, claims] of before) {
      if (after.has(group)) continue;
      const kept = undecided.size > 0 && this.#giversOf(group).some((rule) => undecided.has(rule));
      const shown = this.#showing.group(...claims);
      this.groups.add(kept ? "kept" : "lose", shown, namesOf(claims), example);
      if (!kept) lost.push(shown);
    }
    for (const [group, claims] of after) {
      if (before.has(group)) continue;
      const shown = this.#showing.group(...claims);
      this.groups.add("gain", shown, namesOf(claims), example);
      gained.push(shown);
    }
    for (const group of lost) for (const other of gained) this.groups.addInstead(group, other);
    return lost.length + gained.length > 0;
  }

  /** Returns the rules of the new mapping that could give a group; if one of them is undecided, the group stays. */
  #giversOf(group: string): readonly string[] {
    const known = this.#givers.get(group);
    if (known !== undefined) return known;
    const rules = this.#after.rulesGiving(group).map(({ rule }) => rule);
    if (this.#givers.size < 10_000) this.#givers.set(group, rules);
    return rules;
  }

  #countRules(person: Person | null, side: "before" | "after"): void {
    for (const rule of new Set(person?.groups.map((claim) => claim.rule))) this.#count(rule, side, "people");
    for (const rule of new Set(person?.undecided.map((one) => one.rule))) this.#count(rule, side, "undecided");
  }

  #count(rule: string, side: "before" | "after", what: "people" | "undecided"): void {
    const counted: RuleSide | null | undefined = this.#rules.get(rule)?.[side];
    if (counted != null) counted[what] += 1;
  }
}

function fieldTallies(before: CompiledMapping, after: CompiledMapping): Map<string, FieldCompared> {
  const tallies = new Map<string, FieldCompared>();
  for (const [side, mapping] of [["before", before] as const, ["after", after] as const]) {
    for (const { section, field: plain, at } of mapping.fields) {
      const field = nameOfField(section, plain);
      const sensitive = before.sensitiveFields.has(plain) || after.sensitiveFields.has(plain);
      const fresh = { field, sensitive, before: null, after: null, changed: 0, added: 0, dropped: 0, examples: [] };
      tallies.set(field, { ...(tallies.get(field) ?? fresh), [side]: at });
    }
  }
  return tallies;
}

function ruleTallies(before: CompiledMapping, after: CompiledMapping): Map<string, RuleCompared> {
  const tallies = new Map<string, RuleCompared>();
  for (const [side, mapping] of [["before", before] as const, ["after", after] as const]) {
    for (const { rule, at } of mapping.rules)
      tallies.set(rule, { ...(tallies.get(rule) ?? { rule, before: null, after: null }), [side]: { at, people: 0, undecided: 0 } });
  }
  return tallies;
}

function personOf(mapped: Mapped): Person | null {
  return "person" in mapped ? mapped.person : null;
}

function statusOf(mapped: Mapped): Status {
  if ("rejects" in mapped) return "rejected";
  const { active, scope } = mapped.person;
  if (scope !== undefined) return scope.state === "out" ? "out_of_scope" : "scope_undecided";
  if (active === undefined) return "in_file";
  return active === "unknown" ? "unknown" : active ? "active" : "left";
}

function whyOf(mapped: Mapped): Fact[] {
  if ("rejects" in mapped) return mapped.rejects.map(({ fact: why }: Reject) => why);
  const { scope } = mapped.person;
  if (scope === undefined) return [];
  const { rule, at } = scope;
  return [scope.state === "unknown" ? fact("scope.by_undecided_rule", { rule, at, why: scope.why }) : fact("scope.by_rule", { rule, at })];
}

function claimsOf(claims: readonly GroupClaim[]): Map<string, GroupClaim[]> {
  return Map.groupBy(claims, ({ group }) => group);
}

function namesOf(claims: readonly GroupClaim[]): string[] {
  return claims.map(({ rule, at }) => `${rule} (${at})`);
}

function exampleOf<T>(examples: T[], example: T): void {
  if (examples.length < MAX_EXAMPLES) examples.push(example);
}
