import { expect, test } from "vitest";
import { adviceOn, advisedRemovals } from "../../src/reporting/removals/advice.ts";
import { listPendingCauses } from "../../src/store/review/review-pages.ts";
import { listRemovals } from "../../src/store/review/removals.ts";
import { inside } from "./inside.ts";

const policy = "group_removals: review\nleavers: { groups: review }";

test("does not recommend to remove the last group of a person, unless the job has `policy.park`", async () => {
  const here = await inside(policy);
  const { acme, state } = here;
  const people = ["one", "both", "kept"].map((id) => ({
    id,
    staff: id === "one" ? "No" : "Yes",
    site: "Home",
    teams: "",
    department: "Sales",
  }));
  const stays = { id: "stays", department: "Legal" };
  const left = people.map((row) => ({ ...row, status: "Left" }));
  const advice = async (): Promise<string[]> => {
    const removals = await listRemovals(state.db, { status: ["pending"] });
    const all = await adviceOn(state.db, advisedRemovals(removals), new Date());
    return removals.map(({ id, key }) => `${key}: ${Object.values(all.get(id)?.recommendation ?? {}).join(", ")}`).sort();
  };
  await here.night([...people, stays]);
  await here.night([...left, stays]);
  await here.decide([await here.removal("kept", "HR/All staff")], "rejected");
  const last = "look_closer, last_group";
  // The two of one person would be refused together.
  expect(await advice()).toEqual([`both: ${last}`, `both: ${last}`, "kept: remove, deactivated", `one: ${last}`]);
  // The decision says the same.
  const sales = await here.removal("one", "HR/Departments/Sales");
  expect((await here.decide([sales], "approved")).refused.map(({ why }) => why)).toEqual([expect.stringContaining("last group")]);

  const prints = async (): Promise<string[]> => (await listPendingCauses(state.db, {})).map(({ fingerprint }) => fingerprint).sort();
  const before = await prints();
  acme.job(`${policy}\npark: Parking`);
  await here.night([...left, { ...stays, department: "Marketing" }]);
  expect(await advice()).toEqual(expect.arrayContaining(["both", "both", "kept", "one"].map((key) => `${key}: remove, deactivated`)));
  expect(await prints()).not.toEqual(expect.arrayContaining(before.slice(0, 1)));
  expect((await here.decide([await here.again(sales)], "approved")).refused).toEqual([]);
}, 60_000);
