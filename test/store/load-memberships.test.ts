import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { storeSnapshot } from "../../src/directory/refresh.ts";
import { databaseClock } from "../../src/store/directory/own-changes.ts";
import { loadMemberships } from "../../src/store/review/impact.ts";
import { openState } from "../helpers/state.ts";

test("memberships of people in groups are the same, whether the groups or the people are looked up", async () => {
  const dir = mkdtempSync(join(tmpdir(), "rollcall-memberships-"));
  const state = await openState(dir);
  onTestFinished(async () => {
    await state.close();
    rmSync(dir, { recursive: true, force: true });
  });
  const group = (name: string, userIds: string[]) => ({ id: `g-${name}`, name, path: `HR/${name}`, parentId: null, userIds });
  const many = Array.from({ length: 50 }, (_, i) => `u${i}`);
  const groups = [group("Sales", ["u1", "u2"]), group("All staff", many), group("IT", ["u3"])];
  await storeSnapshot(state, "a", groups, { changing: false, since: await databaseClock(state.db) }, new Date());

  const both = ["HR/Sales", "HR/All staff", "HR/Gone"];
  // More members than people, and fewer.
  expect([...(await loadMemberships(state.db, "a", ["u1", "u9", "x"], both))].toSorted()).toEqual([
    "u1 HR/All staff",
    "u1 HR/Sales",
    "u9 HR/All staff",
  ]);
  const everybody = await loadMemberships(state.db, "a", [...many, "x"], both);
  expect(everybody.size).toBe(52);
  expect(everybody).toContain("u2 HR/Sales");
  expect(everybody).not.toContain("u3 HR/IT");
  expect(await loadMemberships(state.db, "a", many, ["HR/Gone"])).toEqual(new Set());
  expect(await loadMemberships(state.db, "other", many, both)).toEqual(new Set());
});
