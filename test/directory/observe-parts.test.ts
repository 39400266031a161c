import { expect, test } from "vitest";
import { observe, type ObservedCreate } from "../../src/identities/observe.ts";

const settle = 60_000;
const lost = (operation: string, groups: string[]): ObservedCreate => ({
  operation,
  kind: "lost",
  groups,
  since: 5,
  lostAt: new Date(1_000_000),
});

test.for([0, 10 * settle])(
  "I2: an account in only some of a create's groups may belong to it, so it is neither linked to another create nor ignored, after %i ms",
  (ms) => {
    // A snapshot of several pages, or a manual change, shows the account of `wide` in one of its two groups.
    const findings = observe([lost("wide", ["x", "y"]), lost("narrow", ["y"])], [{ userId: "u", groups: ["y"], snapshot: 6 }], {
      readAt: new Date(1_000_000 + ms),
      snapshot: 7,
      settle,
    });
    expect(findings.map(({ verdict }) => verdict)).toEqual(["waits", "waits"]);
  },
);

test("I2: an account in all of a narrow create's groups is its own once the wider one is seen", () => {
  const accounts = [
    { userId: "u", groups: ["y"], snapshot: 6 },
    { userId: "w", groups: ["x", "y"], snapshot: 6 },
  ];
  const findings = observe([lost("wide", ["x", "y"]), lost("narrow", ["y"])], accounts, {
    readAt: new Date(1_000_001),
    snapshot: 7,
    settle,
  });
  expect(findings).toMatchObject([
    { verdict: "linked", userId: "w" },
    { verdict: "linked", userId: "u" },
  ]);
});
