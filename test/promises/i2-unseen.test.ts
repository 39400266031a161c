import { expect, test } from "vitest";
import { storeSnapshot } from "../../src/directory/refresh.ts";
import type { Group } from "../../src/domain/directory.ts";
import { listNewAccounts } from "../../src/store/identities/intents.ts";
import { company, mappingText, people, staff } from "../helpers/company.ts";
import { hrOfNight, nightOf, oneAccountEach } from "../helpers/one-account.ts";

const at = new Date("2026-04-30T02:30:00Z");
const onlyStaff = mappingText.replace(/\n {4}- \{ name: department.*\n/, "\n");

test("I2: an account first seen in a failed snapshot still counts as new", async () => {
  const c = await company();
  await c.look(async (state) => {
    const group = (id: string, userIds: string[]) => ({ id, name: id, path: id, parentId: null, userIds });
    const read = (...groups: Group[]) => storeSnapshot(state, "acme", groups, { changing: true, since: at.toISOString() }, at);
    await read(group("g1", ["u1"]));
    // The database refuses a duplicate group after the members of all groups were written.
    await expect(read(group("g1", ["u1", "u2"]), group("g2", []), group("g2", []))).rejects.toThrow("second time");
    await read(group("g1", ["u1", "u2"]));
    expect(await listNewAccounts(state.db, "acme", 1)).toMatchObject([{ userId: "u2", groups: ["g1"] }]);
  });
});

test("I2: a lost create does not count as absent while its groups are missing or do not list their members", async () => {
  const c = await company({ mapping: onlyStaff, parts: { service: { identities: { settle: "0s" } } } });
  hrOfNight(c, people(2), 1);
  await nightOf(c);
  c.service.failNext({ method: "POST", path: "/users$", status: 500, when: "after" });
  c.service.failNext({ method: "GET", path: "/groups", nth: 3, status: 500, times: 20 });
  hrOfNight(c, people(3), 2);
  await nightOf(c);
  c.service.clearFaults();
  c.service.configure({ hideUserIds: [staff] });
  for (const night of [3, 4]) {
    hrOfNight(c, people(3), night);
    expect((await nightOf(c)).counts).toMatchObject({ held: 1, creates: 0 });
    expect((await oneAccountEach(c)).unsettled).toMatchObject([{ key: "0003" }]);
  }
  c.service.configure({ hideUserIds: false });
  hrOfNight(c, people(3), 5);
  expect((await nightOf(c)).counts).toMatchObject({ held: 0, creates: 0 });
  expect((await oneAccountEach(c)).links).toHaveLength(3);
}, 120_000);
