import type { Fact } from "../../domain/facts/fact.ts";
import { englishText } from "../../reporting/fact-text.ts";
import type { CompiledMapping } from "../../mapping/compiled.ts";
import type { Person } from "../../domain/person.ts";
import { textOf } from "../../domain/person.ts";
import { fieldsOf, showing, type Showing } from "../redact.ts";

/** One of the first people, as the mapping reads them. */
export interface FirstPerson {
  row: number;
  key: string;
  name: string;
  active: boolean | "unknown" | null;
  fields: { field: string; value: string }[];
  groups: string[];
  undecided: { rule: string; at: string; column: string; reason: string; why: string; fact: Fact }[];
}

/** The results of a group rule for the people of the file. */
export interface RuleChecked {
  rule: string;
  /** `file:line` */
  at: string;
  /** People it gives a group. */
  people: number;
  /** People for whom it cannot be decided. */
  undecided: number;
}

/** Active people without a group from any rule. */
export interface WithoutGroup {
  people: number;
  /** Those of them with a rule that cannot be decided. */
  undecided: number;
  first: { row: number; key: string }[];
}

/** A group that rules give to people of the file. */
export interface Claimed {
  people: number;
  /** The group's name, redacted if necessary. */
  shown: string;
  /** The first rule that gave it. */
  rule: string;
  at: string;
}

const MAX_PEOPLE_SHOWN = 5;
const MAX_EXAMPLES = 20;
/** Bounds the groups, for rules that build a group's name from a column with a different value in every row. */
const MAX_GROUPS = 50_000;

/** Collects statistics on the people of a file, in bounded memory. */
export class PeopleCounter {
  readonly first: FirstPerson[] = [];
  readonly claimed = new Map<string, Claimed>();
  /** Memberships in groups not in `claimed`, because there are too many. */
  unclaimed = 0;
  readonly withoutGroup: WithoutGroup = { people: 0, undecided: 0, first: [] };
  readonly #rules: Map<string, RuleChecked>;
  readonly #showing: Showing;

  constructor(mapping: CompiledMapping) {
    this.#showing = showing(mapping);
    this.#rules = new Map(mapping.rules.map(({ rule, at }) => [rule, { rule, at, people: 0, undecided: 0 }]));
  }

  get rules(): RuleChecked[] {
    return [...this.#rules.values()];
  }

  add(row: number, person: Person): void {
    const groups = new Map(person.groups.map((claim) => [claim.group, claim]));
    for (const [group, claim] of groups) {
      const known = this.claimed.get(group);
      if (known !== undefined) known.people += 1;
      else if (this.claimed.size >= MAX_GROUPS) this.unclaimed += 1;
      else this.claimed.set(group, { people: 1, shown: this.#showing.group(claim), rule: claim.rule, at: claim.at });
    }
    for (const rule of new Set(person.groups.map((claim) => claim.rule))) this.#count(rule, "people");
    for (const rule of new Set(person.undecided.map((one) => one.rule))) this.#count(rule, "undecided");
    if (this.#rules.size > 0 && groups.size === 0 && person.active !== false) this.#addWithout(row, person);
    if (this.first.length < MAX_PEOPLE_SHOWN) this.first.push(this.#summary(row, person));
  }

  #count(rule: string, what: "people" | "undecided"): void {
    const counted = this.#rules.get(rule);
    if (counted !== undefined) counted[what] += 1;
  }

  #addWithout(row: number, { key, undecided }: Person): void {
    this.withoutGroup.people += 1;
    if (undecided.length > 0) this.withoutGroup.undecided += 1;
    if (this.withoutGroup.first.length < MAX_EXAMPLES) this.withoutGroup.first.push({ row, key });
  }

  #summary(row: number, person: Person): FirstPerson {
    const show = this.#showing;
    const name = ["first_name", "last_name"].filter((plain) => !show.hidesField(plain)).map((plain) => textOf(person.user, plain));
    return {
      row,
      key: person.key,
      name: name.join(" ").trim(),
      active: person.active ?? null,
      fields: fieldsOf(person).map((field) => ({ field: field.field, value: show.field(field) })),
      groups: [...new Set(person.groups.map((claim) => show.group(claim)))],
      undecided: person.undecided.map(({ rule, at, column, reason, why }) => ({
        rule,
        at,
        column,
        reason,
        why: englishText(why),
        fact: why,
      })),
    };
  }
}
