/** A row that shows what is meant. */
export interface Example {
  row: number;
  key: string;
  /** Before and after, as they may be shown; `null`: nothing. */
  from: string | null;
  to: string | null;
}

/** A field of the user, by how many rows have another value because of the mapping. */
export interface FieldCompared {
  field: string;
  sensitive: boolean;
  /** `file:line` in each mapping; `null`: it does not have the field. */
  before: string | null;
  after: string | null;
  changed: number;
  /** It had no value before. */
  added: number;
  /** It has no value any more: it is left as it is in the service. */
  dropped: number;
  examples: Example[];
}

/** A group, by how many rows the rules give it to before and after. */
export interface GroupCompared {
  group: string;
  gain: number;
  lose: number;
  /** No longer given, and kept nevertheless, because a rule of the other mapping cannot be decided. */
  kept: number;
  /** Whether the other mapping has authority to take it away. */
  managed: boolean;
  /** The rules that gave it to those who lose it, and that give it to those who gain it, as `name (file:line)`. */
  before: string[];
  after: string[];
  examples: Example[];
  /** The group that those gain who lose this one, and nearly nobody else: perhaps the same under another name. */
  instead: { group: string; rows: number } | null;
}

export interface RuleCompared {
  rule: string;
  /** `null`: the mapping does not have it. */
  before: RuleSide | null;
  after: RuleSide | null;
}

export interface RuleSide {
  at: string;
  /** Rows that it gives a group. */
  people: number;
  /** Rows for which it cannot be decided. */
  undecided: number;
}

export const MOST_EXAMPLES = 5;
/** Rules that name a group by a column of names would else make one for everybody. */
const MOST_GROUPS = 10_000;
const MOST_RULES = 5;
const MOST_INSTEAD = 20;

/** What is counted of one group while rows are compared. */
interface GroupCount extends Omit<GroupCompared, "before" | "after" | "instead"> {
  before: Set<string>;
  after: Set<string>;
  instead: Map<string, number>;
}

/** Counts groups within bounds: a million rows with a group each take no more memory. */
export class GroupTally {
  readonly #groups = new Map<string, GroupCount>();
  readonly #isManaged: (group: string) => boolean;
  /** Changes of groups that are not told apart any more. */
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
    for (const rule of rules) if (side.size < MOST_RULES) side.add(rule);
    if (count.examples.length < MOST_EXAMPLES)
      count.examples.push({ ...example, from: what === "gain" ? null : group, to: what === "lose" ? null : group });
  }

  /** Who loses one group may gain another in its place. */
  addInstead(lost: string, gained: string): void {
    const instead = this.#groups.get(lost)?.instead;
    if (instead === undefined) return;
    const known = instead.get(gained);
    if (known !== undefined || instead.size < MOST_INSTEAD) instead.set(gained, (known ?? 0) + 1);
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

  /** Worth a word only where nearly all who lose the one group gain the other, and nearly nobody else does. */
  #renamed(instead: ReadonlyMap<string, number>, lose: number): GroupCompared["instead"] {
    const [most] = [...instead]
      .filter(([group, rows]) => rows * 10 >= lose * 9 && rows * 10 >= (this.#groups.get(group)?.gain ?? 0) * 9)
      .sort((a, b) => b[1] - a[1]);
    return most === undefined ? null : { group: most[0], rows: most[1] };
  }

  #of(group: string): GroupCount | null {
    const known = this.#groups.get(group);
    if (known !== undefined) return known;
    if (this.#groups.size >= MOST_GROUPS) return null;
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
