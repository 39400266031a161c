import { expect, test } from "vitest";
import { accounted, company, people, type Employee, type Night } from "../helpers/company.ts";

const limits = ({ held = [] }: Night): string[] => held.map(({ limit, found, allowed }) => `${limit} ${found} > ${allowed}`);
const unreadable = (staff: readonly Employee[]): Employee[] => staff.map((one) => ({ ...one, mail: "nobody" }));
const readable = { policy: { limits: { creates: 10 } } };

test("a first run with mostly rejected rows is on hold, creates no account, and names the most frequent reason", async () => {
  const c = await company();
  c.hr([...people(60).map((one) => ({ ...one, mail: "info@acme.example" })), ...unreadable(people(1, 61)), ...people(40, 62)]);
  const night = await c.sync();
  expect(night).toMatchObject({ code: 3, status: "held", counts: { rejected: 61, creates: 40 } });
  expect(limits(night)).toEqual(["rejected 61 > 20"]);
  expect(night.held?.[0]).toMatchObject({
    message:
      "61 of 101 rows are rejected (`policy.limits.rejected` allows 20). Most frequent reason: shared_username (60). Correct the export or the mapping.",
    setting: { key: "policy.limits.rejected", default: true },
  });
  expect(accounted(night.counts)).toBe(101);
  expect(c.userCalls()).toEqual([]);
  expect((await c.run("runs", "show", night.run)).stdout).toContain("On hold: 61 of 101 rows are rejected");
  const released = await c.night("runs approve", [night.run, "--reason", "the shared addresses are known"]);
  expect(released).toMatchObject({ code: 1, counts: { creates: 40, done: 40, rejected: 61 } });
}, 120_000);

test("up to 20 rejected rows are always allowed, then a fifth of the file, and the job can set another limit", async () => {
  const c = await company();
  c.hr([...unreadable(people(20)), ...people(3, 21)]);
  expect(await c.sync()).toMatchObject({ code: 1, status: "completed", counts: { rejected: 20, done: 3 } });
  c.hr([...unreadable(people(21)), ...people(3, 22)]);
  expect(limits(await c.sync())).toEqual(["rejected 21 > 20"]);
  c.job({ policy: { limits: { creates: 100, updates: 100, rejected: 100 } } });
  expect(await c.sync()).toMatchObject({ code: 1, status: "completed", counts: { rejected: 21, unchanged: 2 } });
  c.job({ policy: { limits: { creates: 100, updates: 100, rejected: 0 } } });
  c.hr([...unreadable(people(1)), ...people(30, 22)]);
  expect(limits(await c.sync())).toEqual(["rejected 1 > 0"]);
}, 120_000);

test("the share of new accounts counts usable rows: neither rejected rows nor duplicates make room for more", async () => {
  const c = await company();
  c.hr(people(60));
  expect(await c.sync()).toMatchObject({ code: 0 });
  c.job(readable);
  // 90 rows, of which 69 are usable: 10 % of these are 6.
  const [first] = people(1);
  c.hr([...people(60), ...(first === undefined ? [] : [first]), ...unreadable(people(20, 300)), ...people(9, 200)]);
  const night = await c.sync();
  expect(night).toMatchObject({ code: 3, counts: { rejected: 20, duplicates: 1, creates: 9 } });
  expect(limits(night)).toEqual(["creates 9 > 6"]);
  expect(night.held?.[0]).toMatchObject({ message: expect.stringContaining("9 of 69 usable rows would create an account") as string });
}, 120_000);
