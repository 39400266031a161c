/** An example row. */
export interface Example {
  row: number;
  key: string;
  /** Values before and after, redacted if necessary; `null`: none. */
  from: string | null;
  to: string | null;
}

/** A field of the user, with the number of rows whose value differs between the mappings. */
export interface FieldCompared {
  field: string;
  sensitive: boolean;
  /** `file:line` in each mapping; `null`: the mapping does not have the field. */
  before: string | null;
  after: string | null;
  changed: number;
  /** Rows without a value before. */
  added: number;
  /** Rows without a value now; the service keeps the old one. */
  dropped: number;
  examples: Example[];
}

/** A group, with the number of rows that gain and lose it. */
export interface GroupCompared {
  group: string;
  gain: number;
  lose: number;
  /** Rows that keep it only because a rule of the new mapping cannot be decided. */
  kept: number;
  /** Whether the new mapping manages the group. */
  managed: boolean;
  /** The rules that gave it to rows that lose it, and give it to rows that gain it, as `name (file:line)`. */
  before: string[];
  after: string[];
  examples: Example[];
  /** The group gained by nearly all rows that lose this one, and by hardly any others: perhaps the same group renamed. */
  instead: { group: string; rows: number } | null;
}

export interface RuleCompared {
  rule: string;
  /** `null`: the mapping does not have the rule. */
  before: RuleSide | null;
  after: RuleSide | null;
}

export interface RuleSide {
  at: string;
  /** Rows it gives a group. */
  people: number;
  /** Rows for which it cannot be decided. */
  undecided: number;
}

export const MAX_EXAMPLES = 5;
/** Bounds the groups, for rules that build a group's name from a column with a different value in every row. */
const MAX_GROUPS = 10_000;
const MAX_RULES = 5;
const MAX_REPLACEMENTS = 20;

/** The counts of one group while rows are compared. */
interface GroupCount extends Omit<GroupCompared, "before" | "after" | "instead"> {
  before: Set<string>;
  after: Set<string>;
  instead: Map<string, number>;
}

/** Counts groups in bounded memory. */
export class GroupTally {
  readonly #groups = new Map<string, GroupCount>();
  readonly #isManaged: (group: string) => boolean;
  /** Changes of groups beyond `MAX_GROUPS`, not counted by group. */
  beyond = 0;

  constructor(isManaged: (group: string) => boolean) {
    this.#isManaged = isManaged;
  }

  add(what: "gain" | "lose" | "kept", group: string, rules: readonly string[], example: Omit<Example, "from" | "to">): void {
    const count = this.#of(group);
    if (count === null) {
      this.beyond += 1;
      return;
    }
    count[what] += 1;
    const side = what === "gain" ? count.after : count.before;
    for (const rule of rules) if (side.size < MAX_RULES) side.add(rule);
    if (count.examples.length < MAX_EXAMPLES)
      count.examples.push({ ...example, from: what === "gain" ? null : group, to: what === "lose" ? null : group });
  }

  /** Counts a row that loses one group and gains another. */
  addInstead(lost: string, gained: string): void {
    const instead = this.#groups.get(lost)?.instead;
    if (instead === undefined) return;
    const known = instead.get(gained);
    if (known !== undefined || instead.size < MAX_REPLACEMENTS) instead.set(gained, (known ?? 0) + 1);
  }

  list(): GroupCompared[] {
    return [...this.#groups.values()]
      .map(({ before, after, instead, ...count }) => ({
        ...count,
        before: [...before],
        after: [...after],
        instead: this.#renamed(instead, count.lose),
      }))
      .sort((a, b) => b.lose - a.lose || b.gain - a.gain || b.kept - a.kept || (a.group < b.group ? -1 : 1));
  }

  /** Returns the replacement if at least 90 % of the rows that lose one group gain it, and at most 10 % of its rows are others. */
  #renamed(instead: ReadonlyMap<string, number>, lose: number): GroupCompared["instead"] {
    const [most] = [...instead]
      .filter(([group, rows]) => rows * 10 >= lose * 9 && rows * 10 >= (this.#groups.get(group)?.gain ?? 0) * 9)
      .sort((a, b) => b[1] - a[1]);
    return most === undefined ? null : { group: most[0], rows: most[1] };
  }

  #of(group: string): GroupCount | null {
    const known = this.#groups.get(group);
    if (known !== undefined) return known;
    if (this.#groups.size >= MAX_GROUPS) return null;
    const fresh: GroupCount = {
      group,
      gain: 0,
      lose: 0,
      kept: 0,
      managed: this.#isManaged(group),
      before: new Set(),
      after: new Set(),
      examples: [],
      instead: new Map(),
    };
    this.#groups.set(group, fresh);
    return fresh;
  }
}
