import { expect, test } from "vitest";
import { accounted, company, oneByOne, people, type Company } from "../helpers/company.ts";

function holdings(c: Company): unknown {
  return c.service.users().map(({ username, active, fields, groups }) => ({ username, active, fields, groups }));
}

test("I5: rejected rows change nothing for their people, and a row without a key suspends absent handling", async () => {
  const c = await company({ parts: { policy: { absent: "deactivate", leavers: { groups: "review" } } } });
  c.hr(people(6));
  await c.sync();
  const before = holdings(c);
  c.hr([
    { id: "0001", mail: "broken", dept: "IT" },
    { id: "0002", status: "Left", dept: "IT" },
    { id: "0002", status: "Active", dept: "Legal" },
    { id: "0003", status: "Gone fishing" },
    { id: "0004", dept: "" },
    ",Without,Key,key@acme.example,Sales,Active",
    { id: "0005", dept: "Nowhere" },
    "0006,Last,Row,p0006@acme.example,Sales,Left,one cell too many",
  ]);
  const night = await c.sync();
  expect(night).toMatchObject({
    code: 1,
    counts: { rejected: 5, held: 0, deactivations: 0, absent: 0, absent_deactivated: 0, removals_pending: 0 },
  });
  expect(accounted(night.counts)).toBe(8);
  expect(night.rejects.map(({ row, code }) => [row, code])).toEqual([
    [2, "invalid_email"],
    [3, "conflicting_rows"],
    [4, "conflicting_rows"],
    [7, "missing_key"],
    [9, "too_many_cells"],
  ]);
  // 0005's new department is sent; its old group is frozen, because the service does not have the new group.
  const after = holdings(c) as { fields: Record<string, unknown> }[];
  expect(c.userCalls("PUT").map(({ body }) => [body["username"], body["active"], body["group_ids"]])).toEqual([
    ["p0005@acme.example", true, undefined],
  ]);
  const last = after.at(-2);
  if (last !== undefined) last.fields["department"] = "Sales";
  expect(after).toEqual(before);

  // With all rows readable, leavers and absent people are deactivated.
  c.hr([{ id: "0001", status: "Left" }, { id: "0004" }, { id: "0005" }]);
  const clear = await c.sync();
  expect(clear.counts).toMatchObject({ deactivations: 1, absent: 3, absent_deactivated: 3, updates: 1 });
  expect(
    c.service
      .users()
      .filter((user) => !user.active)
      .map((user) => user.username)
      .sort(),
  ).toEqual(["0001", "0002", "0003", "0006"].map((id) => `p${id}@acme.example`));
  expect(c.service.users().every((user) => user.groups.length === 2)).toBe(true);
}, 120_000);

test("I5: a partial file deactivates no one, and a full export follows `policy.absent`: report, ignore, deactivate", async () => {
  const c = await company({ parts: { service: oneByOne, policy: { absent: "deactivate" } } });
  c.hr(people(4));
  await c.sync();
  c.hr(people(2), "some.csv");
  const partial = await c.sync("--file", "some.csv");
  expect(partial).toMatchObject({ code: 0, counts: { unchanged: 2, absent: 0, absent_deactivated: 0, done: 0 } });

  c.job({ policy: { absent: "report" } });
  expect((await c.sync("--file", "some.csv", "--complete")).counts).toMatchObject({ absent: 2, absent_deactivated: 0, done: 0 });
  c.job({ policy: { absent: "ignore" } });
  expect((await c.sync("--file", "some.csv", "--complete")).counts).toMatchObject({ absent: 0, absent_deactivated: 0, done: 0 });
  expect(c.service.users().every((user) => user.active)).toBe(true);

  // The default limit on leavers counts the absent too: 2 of 4 is more than half of what one per cent allows.
  c.job({ policy: { absent: "deactivate", limits: { deactivations: 1, creates: 100, updates: 100, shrink: 100 } } });
  const held = await c.sync("--file", "some.csv", "--complete");
  expect(held).toMatchObject({ code: 3, held: [{ limit: "deactivations", found: 2, allowed: 0 }] });
  expect(c.service.users().every((user) => user.active)).toBe(true);
  c.job({ policy: { absent: "deactivate" } });
  const done = await c.sync("--file", "some.csv", "--complete");
  expect(done).toMatchObject({ code: 0, counts: { absent: 2, absent_deactivated: 2, done: 2 } });
  expect(c.service.users().map(({ active }) => active)).toEqual([true, true, false, false]);
  // People who return are reactivated, in a partial file too.
  c.hr(people(1, 4), "back.csv");
  expect((await c.sync("--file", "back.csv")).counts).toMatchObject({ reactivations: 1, done: 1 });
  expect(c.service.users().map(({ active }) => active)).toEqual([true, true, false, true]);
}, 120_000);

test("I5: a rejected row under a new key keeps everyone active who may be its person", async () => {
  const c = await company({ parts: { policy: { absent: "deactivate" } } });
  c.hr([{ id: "0001" }, { id: "0002" }, { id: "0003" }]);
  await c.sync();
  // A row without its username may belong to anyone who is missing.
  c.hr([{ id: "0003" }, "N1,Ana"]);
  const spared = await c.sync();
  expect(spared.counts).toMatchObject({ rejected: 1, absent: 2, absent_deactivated: 0, deactivations: 0 });
  expect((await c.run("runs", "show", spared.run)).stdout).toContain("Missing from the file, but kept active: 2. A rejected row");
  // The account of a person with an unknown status waits, and may be the one of the old key.
  c.hr([{ id: "0003" }, { id: "N1", mail: "p0001@acme.example", status: "" }, { id: "N2", mail: "p0002@acme.example", status: "" }]);
  expect((await c.sync()).counts).toMatchObject({ held: 2, absent: 2, absent_deactivated: 0, deactivations: 0 });
  // A row that can be read this far belongs to one of them.
  c.hr([{ id: "0003" }, { id: "N1", mail: "p0001@acme.example" }, { id: "N1", mail: "p0001@acme.example", dept: "IT" }]);
  expect((await c.sync()).counts).toMatchObject({ rejected: 2, absent: 2, absent_deactivated: 1 });
  expect(c.service.users().map(({ username, active }) => `${username} ${active}`)).toEqual([
    "p0001@acme.example true",
    "p0002@acme.example false",
    "p0003@acme.example true",
  ]);
}, 120_000);
