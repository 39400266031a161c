import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { observe, type Finding, type ObservedAccount, type ObservedCreate } from "../../src/identities/observe.ts";

const at = (seconds: number): Date => new Date(1_000_000 + seconds * 1000);
const settle = 60_000;

function create(operation: string, groups: string[], change: Partial<ObservedCreate> = {}): ObservedCreate {
  return { operation, kind: "lost", groups, since: 5, lostAt: at(0), ...change };
}
function account(userId: string, groups: string[], reading = 6): ObservedAccount {
  return { userId, groups, snapshot: reading };
}
const look = (creates: ObservedCreate[], accounts: ObservedAccount[], seconds = 61): Finding[] =>
  observe(creates, accounts, { readAt: at(seconds), snapshot: 7, settle });
const verdicts = (...args: Parameters<typeof look>): string[] =>
  look(...args).map((finding) => (finding.verdict === "linked" ? finding.userId : finding.verdict));

describe("an accepted create without an id in the answer", () => {
  const unlinked = create("a", ["x", "y"], { kind: "unlinked", lostAt: null });
  test("is linked to the only new account with exactly its groups, whichever others appeared", () => {
    expect(verdicts([unlinked], [account("1", ["y", "x"]), account("2", ["x"]), account("3", ["x", "y", "z"])])).toEqual(["1"]);
  });
  test.for<[string, ObservedAccount[]]>([
    ["no such account", []],
    ["two of them", [account("1", ["x", "y"]), account("2", ["x", "y"])]],
    ["one that an earlier snapshot saw", [account("1", ["x", "y"], 5)]],
    ["one that is in a further group", [account("1", ["x", "y", "z"])]],
    ["one that is in fewer groups", [account("1", ["x"])]],
  ])("stays unconfirmed if there is %s", ([, accounts]) => {
    expect(verdicts([unlinked], accounts)).toEqual(["waits"]);
  });
  test("never counts as absent, even if its account is not visible for long", () => {
    expect(verdicts([unlinked], [], 1e6)).toEqual(["waits"]);
  });
  test("cannot be told apart from another one with the same groups", () => {
    const accounts = [account("1", ["x", "y"]), account("2", ["x", "y"], 7)];
    expect(verdicts([unlinked, { ...unlinked, operation: "b", since: 6 }], accounts)).toEqual(["waits", "waits"]);
  });
});

describe("a create whose answer was lost", () => {
  const lost = create("a", ["x"]);
  test("is linked to the only new account, if that has exactly its groups", () => {
    expect(verdicts([lost], [account("1", ["x"])], 0)).toEqual(["1"]);
  });
  test("stays unconfirmed if another account appeared too", () => {
    expect(verdicts([lost], [account("1", ["x"]), account("2", ["q"])])).toEqual(["waits"]);
    expect(verdicts([lost], [account("2", ["q"])])).toEqual(["waits"]);
  });
  test("counts as absent if no account appeared within `settle`, and not before", () => {
    expect(verdicts([lost], [], 59)).toEqual(["waits"]);
    expect(verdicts([lost], [], 60)).toEqual(["absent"]);
  });
  test("stays unconfirmed while an account that certainly exists is not visible either", () => {
    expect(verdicts([lost, create("b", ["y"], { kind: "unlinked" })], [], 1e6)).toEqual(["waits", "waits"]);
  });
  test("does not treat another create's account as unrelated", () => {
    expect(verdicts([lost, create("b", ["y"])], [account("1", ["x"]), account("2", ["y"])])).toEqual(["1", "2"]);
  });
  test("treats an account as unrelated unless it certainly belongs to another create", () => {
    const other = create("b", ["y"], { kind: "unlinked" });
    // Two in the other's groups: one of them is unrelated.
    expect(verdicts([lost, other], [account("1", ["x"]), account("2", ["y"]), account("3", ["y"])])).toEqual(["waits", "waits"]);
    // Seen before the other was sent.
    expect(verdicts([lost, { ...other, since: 6 }], [account("1", ["x"]), account("2", ["y"], 6)])).toEqual(["waits", "waits"]);
    // No longer in any group, with a create that names none.
    expect(verdicts([lost, create("b", [])], [account("1", ["x"]), account("2", [])])).toEqual(["waits", "waits"]);
  });
  test("stays unconfirmed while a group it named is missing or does not list its members", () => {
    expect(verdicts([{ ...lost, hidden: true }], [], 1e6)).toEqual(["waits"]);
    expect(verdicts([{ ...lost, hidden: true }], [account("1", ["x"])])).toEqual(["waits"]);
  });
  test.for<[string, ObservedCreate]>([
    ["the earlier accounts are not known", create("a", ["x"], { since: null })],
    ["none of its groups lists its members", create("a", [])],
    ["its answer may still come", create("a", ["x"], { lostAt: null })],
  ])("is never settled if %s", ([, doubtful]) => {
    expect(verdicts([doubtful], [], 1e6)).toEqual(["waits"]);
  });
});

/** Events in any order: creates, unrelated accounts, snapshots, crashes, and time. */
type Step =
  | { do: "create"; person: number; set: string; answer: "id" | "null" | "lost"; effect: boolean }
  | { do: "stranger"; set: string }
  | { do: "settle" }
  | { do: "crash"; person: number; set: string; effect: boolean }
  | { do: "wait" };

const sets = ["x", "y", "x,y"];
const step = fc.oneof(
  fc.record({
    do: fc.constant("create" as const),
    person: fc.nat(4),
    set: fc.constantFrom(...sets),
    answer: fc.constantFrom("id" as const, "null" as const, "lost" as const),
    effect: fc.boolean(),
  }),
  fc.record({ do: fc.constant("stranger" as const), set: fc.constantFrom(...sets) }),
  fc.record({ do: fc.constant("settle" as const) }),
  fc.record({ do: fc.constant("crash" as const), person: fc.nat(4), set: fc.constantFrom(...sets), effect: fc.boolean() }),
  fc.record({ do: fc.constant("wait" as const) }),
);

/** The service, our intents and our snapshots, in memory; only `observe` is the real code. */
class World {
  seconds = 0;
  readings = 0;
  /** `owner` is not visible to Rollcall. */
  readonly accounts: { id: string; owner: string; groups: string[] }[] = [];
  readonly seen = new Map<string, number>();
  readonly links = new Map<number, string>();
  readonly unsettled = new Map<number, ObservedCreate>();

  make(owner: string, set: string): string {
    const id = `u${this.accounts.length}`;
    this.accounts.push({ id, owner, groups: set.split(",") });
    return id;
  }

  read(): void {
    this.readings += 1;
    for (const { id } of this.accounts) if (!this.seen.has(id)) this.seen.set(id, this.readings);
  }

  settle(): void {
    this.read();
    const linked = new Set(this.links.values());
    const accounts = this.accounts
      .filter(({ id }) => !linked.has(id))
      .map(({ id, groups }) => ({ userId: id, groups, snapshot: this.seen.get(id) ?? 0 }));
    const people = [...this.unsettled];
    const findings = observe(
      people.map(([, intent]) => intent),
      accounts,
      { readAt: at(this.seconds), snapshot: this.readings, settle },
    );
    findings.forEach((finding, i) => {
      const person = people[i]?.[0] ?? -1;
      if (finding.verdict === "linked") this.links.set(person, finding.userId);
      if (finding.verdict !== "waits") this.unsettled.delete(person);
    });
  }

  do(next: Step): void {
    this.seconds += 1;
    if (next.do === "wait") this.seconds += 60;
    else if (next.do === "stranger") this.make("stranger", next.set);
    else if (next.do === "settle") this.settle();
    else if (!this.links.has(next.person) && !this.unsettled.has(next.person)) this.send(next);
  }

  send(next: Extract<Step, { person: number }>): void {
    const { person, set } = next;
    if (this.readings === 0) this.read();
    const since = this.readings;
    const answer = next.do === "crash" ? "lost" : next.answer;
    const made = answer !== "lost" || next.effect ? this.make(`p${person}`, set) : null;
    if (answer === "id" && made !== null) this.links.set(person, made);
    else {
      const kind = answer === "null" ? ("unlinked" as const) : ("lost" as const);
      this.unsettled.set(person, { operation: `${person}`, kind, groups: set.split(","), since, lostAt: at(this.seconds) });
    }
  }
}

test("I2: in any order of creates, effects, unrelated accounts, snapshots and crashes no one gets two accounts, and accepted creates find theirs", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const world = new World();
      const accepted = new Set<number>();
      for (const next of steps) {
        const before = new Map(world.links);
        const kinds = new Map([...world.unsettled].map(([person, { kind }]) => [person, kind]));
        world.do(next);
        for (const [person] of world.links) if (!before.has(person) && kinds.get(person) === "unlinked") accepted.add(person);
        for (let person = 0; person <= 4; person++) {
          expect(world.accounts.filter(({ owner }) => owner === `p${person}`).length).toBeLessThanOrEqual(1);
        }
      }
      // The service shows accepted creates at once, so no create answered with null is linked to an unrelated account.
      for (const person of accepted) {
        expect(world.accounts.find(({ id }) => id === world.links.get(person))?.owner).toBe(`p${person}`);
      }
      expect(new Set(world.links.values()).size).toBe(world.links.size);
    }),
    { numRuns: 3000 },
  );
});
