import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { storeSnapshot } from "../../src/directory/refresh.ts";
import type { Group } from "../../src/domain/directory.ts";
import { changeMemberships } from "../../src/store/directory/directory.ts";
import { databaseClock } from "../../src/store/directory/own-changes.ts";
import { openWarmState } from "../helpers/warm-databases.ts";
import type { State } from "../helpers/state.ts";

const dir = mkdtempSync(join(tmpdir(), "rollcall-portions-"));
const at = new Date("2026-04-30T02:30:00Z");
let state: State;
beforeAll(async () => {
  state = await openWarmState(join(dir, "state"));
});
afterAll(async () => {
  await state.close();
  rmSync(dir, { recursive: true, force: true });
});

const group = (id: string, userIds: string[] | null): Group => ({ id, name: id, path: id, parentId: null, userIds });
const users = (from: number, to: number): string[] => Array.from({ length: to - from }, (_, i) => `u${from + i}`);

/** Returns the directory's memberships as `group user`, and the member count of each group. */
async function stored(): Promise<string[]> {
  const { rows } = await sql<{ m: string }>`SELECT group_id || ' ' || user_id AS m FROM membership WHERE account = 'acme'`.execute(
    state.db,
  );
  return rows.map(({ m }) => m).sort();
}

function expected(groups: readonly Group[]): string[] {
  return groups.flatMap(({ id, userIds }) => (userIds ?? []).map((user) => `${id} ${user}`)).sort();
}

test("stores a snapshot with more groups and members than are compared at once", async () => {
  const read = async (groups: readonly Group[], changing: boolean, since?: string) =>
    storeSnapshot(state, "acme", groups, { changing, since: since ?? (await databaseClock(state.db)) }, at);
  // 1,203 groups: portions end at the maximum number of groups, or at a group larger than a portion.
  const small = (from: number, to: number, shift = 0) =>
    Array.from({ length: to - from }, (_, i) => group(`g${from + i}`, users(i + shift, i + shift + 3)));
  const first = [...small(0, 499), group("large", users(0, 25_000)), ...small(499, 1201), group("empty", [])];
  await read(first, false);
  expect(await stored()).toEqual(expected(first));

  // All members of the small groups change, and many leave the large one; our own change happened during the snapshot.
  const since = await databaseClock(state.db);
  await changeMemberships(state.db, "acme", { userId: "u7", added: ["g1200"], removed: ["large"] });
  const second = [...small(0, 499, 1), group("large", users(0, 4000)), ...small(499, 1201, 1), group("empty", ["u1"])];
  await read(second, true, since);
  const own = expected(second).filter((membership) => membership !== "large u7");
  expect(await stored()).toEqual([...own, "g1200 u7"].sort());

  // A group that does not list its members keeps them, and a deleted group loses them.
  const third = second.filter(({ id }) => id !== "empty").map((one) => (one.id === "large" ? group("large", null) : one));
  await read(third, true);
  const quiet = [
    ...expected(third),
    ...users(0, 4000)
      .filter((user) => user !== "u7")
      .map((user) => `large ${user}`),
  ];
  expect(await stored()).toEqual(quiet.sort());
});
