/** Rules that are read first and counted later, and many requests at once that try to come between. */
import { expect, test } from "vitest";
import { undo } from "../../src/review/change-decision.ts";
import { listRemovals, type Removal } from "../../src/store/review/removals.ts";
import { ana, ben, ids, inDepartment, inside, type Inside } from "./inside.ts";

const sales = "HR/Departments/Sales";

/** A cause with so many removals, found by nobody's run. */
async function causeOf(n: number, policy: string): Promise<{ here: Inside; removals: Removal[] }> {
  const here = await inside(policy);
  await here.night(inDepartment("Sales", ...ids(n)));
  await here.night(inDepartment("Marketing", ...ids(n)));
  const removals = (await listRemovals(here.state.db, { status: ["pending"] })).filter(({ group_path: path }) => path === sales);
  return { here, removals };
}

const portionsOf = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));

test("I1: one reviewer who keeps a cause, and then undoes and approves it in portions at once, never passes the limit", async () => {
  const { here, removals } = await causeOf(60, "group_removals: review\napproval: { two_above: 20, four_eyes: true }\nlimits: { removals: 100%, updates: 100% }");
  expect(removals).toHaveLength(60);
  expect((await here.decide(removals, "rejected")).decided).toHaveLength(60);
  const attempt = async (part: readonly Removal[]): Promise<number> => {
    await undo(
      here.state,
      part.map(({ id }) => id),
      ana,
      "not yet",
      new Date(),
    );
    return (await here.decide(part, "approved")).decided.length;
  };
  const [first = [], ...others] = portionsOf(removals, 3);
  const alone = await attempt(first);
  const together = await Promise.all(others.map(attempt));
  expect([alone, ...together].filter((n) => n > 0)).toEqual([]);
  expect(await listRemovals(here.state.db, { status: ["approved", "applied"] })).toEqual([]);
  // A second person still can.
  expect((await here.decide(removals, "approved", ben)).decided.length).toBeGreaterThan(0);
}, 240_000);
