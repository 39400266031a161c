import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { storeSnapshot } from "../../src/directory/refresh.ts";
import { addLink } from "../../src/store/identities/links.ts";
import { databaseClock } from "../../src/store/directory/own-changes.ts";
import { countUnknownAccounts } from "../../src/store/identities/unknown-accounts.ts";
import { openState, type State } from "../helpers/state.ts";
import { openIntent } from "../helpers/open-intent.ts";

const at = new Date("2026-04-01T02:00:00Z");

async function opened(): Promise<{
  state: State;
  reading(members: Record<string, string[]>): Promise<number>;
  creates(...keys: string[]): Promise<void>;
}> {
  const dir = mkdtempSync(join(tmpdir(), "rollcall-unknown-"));
  const state = await openState(dir);
  onTestFinished(async () => {
    await state.close();
    rmSync(dir, { recursive: true, force: true });
  });
  return {
    state,
    reading: async (members) => {
      const groups = ["sales", "it"].map((id) => ({ id, name: id, path: id, parentId: null, userIds: members[id] ?? [] }));
      await storeSnapshot(state, "acme", groups, { changing: false, since: await databaseClock(state.db) }, at);
      return countUnknownAccounts(state.db, "acme");
    },
    creates: async (...keys) => {
      for (const key of keys) {
        const intent = {
          operation: `r-${key}`,
          account: "acme",
          job: "nightly",
          key,
          username: key,
          digest: "",
          groups: ["sales"],
          named: ["sales"],
        };
        await openIntent(state, intent, at);
      }
    },
  };
}

test("accounts in exactly the groups of unconfirmed creates, seen first after these, are not unknown", async () => {
  const { state, reading, creates } = await opened();
  expect(await reading({ it: ["old"] })).toBe(1);
  await creates("1", "2");
  expect(await reading({ it: ["old"], sales: ["a", "b"] })).toBe(1);
  await addLink(state, { account: "acme", job: "nightly", key: "1", userId: "a", source: "by hand" }, at);
  expect(await reading({ it: ["old"], sales: ["a", "b"] })).toBe(1);
  // Two of one set, and one create: it is unknown which account is whose.
  expect(await reading({ it: ["old"], sales: ["a", "b", "c"] })).toBe(3);
});

test("an account in a snapshot before the create, or in more groups, is unknown", async () => {
  const { reading, creates } = await opened();
  expect(await reading({ sales: ["early"] })).toBe(1);
  await creates("1", "2");
  expect(await reading({ sales: ["early"] })).toBe(1);
  expect(await reading({ sales: ["early", "wide"], it: ["wide"] })).toBe(2);
});

test("a create with an unknown start explains no account", async () => {
  const { state, reading, creates } = await opened();
  await reading({});
  await creates("1");
  await state.db.updateTable("intent").set({ since: null }).execute();
  expect(await reading({ sales: ["a"] })).toBe(1);
});
