import { expect, test } from "vitest";
import { accounted, company, departments, mappingText, oneByOne, people, staff, type Employee } from "../helpers/company.ts";

const endings = ["done", "failed", "held", "uncertain"];

test("I3: accounts for every row of a file with all kinds of rows, and ends every operation with a reason", async () => {
  const c = await company({ parts: { service: oneByOne, policy: { absent: "deactivate" } } });
  // First run: 0001-0012 get accounts, 0013 is not known yet.
  c.hr([...people(12), { id: "0012", first: "First0012" }, { id: "0013" }]);
  for (let i = 0; i < 12; i += 1) c.service.failNext({ method: "POST", path: "/users$", delayMs: 0 });
  c.service.failNext({ method: "POST", path: "/users$", status: 500 });
  const first = await c.sync();
  expect(first.counts).toMatchObject({ creates: 13, duplicates: 1, done: 12, uncertain: 1 });
  c.hr([...people(11), { id: "0012", status: "Left" }, { id: "0013" }]);
  expect((await c.sync()).counts).toMatchObject({ deactivations: 1, unchanged: 11, held: 1 });

  const idOf = (id: string): string => c.accountsOf(id)[0]?.user_id ?? "nobody";
  c.service.addUser({ username: "taken@acme.example" });
  c.service.failNext({ method: "PUT", path: `/users/${idOf("0003")}`, status: 412 });
  c.service.failNext({ method: "PUT", path: `/users/${idOf("0004")}`, status: 500, times: 3 });
  c.service.failNext({
    method: "PUT",
    path: `/users/${idOf("0005")}`,
    status: 412,
    body: '{"code":"group_removal_requires_confirmation","message":"some"}',
  });
  c.service.failNext({ method: "POST", path: "/users$", delayMs: 0 });
  c.service.failNext({ method: "POST", path: "/users$", reset: true });
  const file: (Employee | string)[] = [
    { id: "0001" }, // unchanged
    { id: "0002", dept: "IT" }, // update, done
    { id: "0003", last: "Refused" }, // update, failed
    { id: "0004", last: "Broken" }, // update, failed after its attempts
    { id: "0005", last: "Unreadable" }, // update, held
    { id: "0006", status: "Left" }, // deactivate
    { id: "0007", mail: "no address" }, // rejected
    { id: "0008", first: "One" }, // rejected: two versions
    { id: "0008", first: "Other" },
    { id: "0009" }, // unchanged, with a duplicate
    { id: "0009" },
    { id: "0010", status: "On the moon" }, // unchanged: unknown status
    // 0011 is absent: deactivated, and counted elsewhere
    { id: "0012" }, // reactivate
    { id: "0013" }, // held: unconfirmed create
    { id: "0014" }, // create, done
    { id: "0015" }, // create, uncertain
    { id: "0016", mail: "taken@acme.example" }, // create, held: the username is taken
    { id: "0017", status: "Left" }, // a leaver without an account: unchanged
    { id: "0018", status: "On the moon" }, // held: unknown status
    { id: "0019", mail: "same@acme.example" }, // rejected: shared
    { id: "0020", mail: "same@acme.example" },
  ];
  c.hr(file);
  const night = await c.sync();
  expect(night.code).toBe(1);
  expect(night.source.rows).toBe(file.length);
  expect(night.counts).toMatchObject({
    rejected: 5,
    duplicates: 1,
    creates: 2,
    updates: 3,
    deactivations: 1,
    reactivations: 1,
    unchanged: 4,
    held: 4,
    absent: 1,
    absent_deactivated: 1,
    done: 5,
    failed: 2,
    uncertain: 1,
  });
  expect(accounted(night.counts)).toBe(file.length);
  const operations = c.operations(night.run);
  expect(operations).toHaveLength(12);
  for (const { key, status, reason, code } of operations) {
    expect(endings, `for ${key}`).toContain(status);
    if (status !== "done") expect([reason, code], `for ${key}`).toEqual([expect.stringMatching(/\w{3}/), expect.stringMatching(/^\w+$/)]);
  }
  expect(Object.fromEntries(operations.map(({ key, status }) => [key, status]))).toEqual({
    "0002": "done",
    "0003": "failed",
    "0004": "failed",
    "0005": "held",
    "0006": "done",
    "0011": "done",
    "0012": "done",
    "0013": "held",
    "0014": "done",
    "0015": "uncertain",
    "0016": "held",
    "0018": "held",
  });
  expect(night.rejects.map(({ row, code }) => [row, code])).toEqual([
    [8, "invalid_email"],
    [9, "conflicting_rows"],
    [10, "conflicting_rows"],
    [21, "shared_username"],
    [22, "shared_username"],
  ]);
  // `runs show` later returns what was printed then.
  const shown = await c.night("runs show", [night.run]);
  expect(shown.counts).toEqual(night.counts);
}, 120_000);

test("I3: a second run with the same file sends nothing and accounts for every row again", async () => {
  const c = await company({ mapping: `${mappingText}    - { name: managers, when: { Department: Legal }, groups: ["HR/Nowhere"] }\n` });
  const file: (Employee | string)[] = [
    ...people(6),
    ...people(4, 11).map((person, i) => ({ ...person, dept: departments[i % 3] ?? "" })),
    { id: "0006" },
    { id: "0020", status: "Left" },
    { id: "0021", status: "?" },
    { id: "0022", mail: "nothing" },
    { id: "0023", dept: "" },
  ];
  c.hr(file);
  const first = await c.sync();
  expect(first.counts).toMatchObject({ creates: 11, rejected: 1, duplicates: 1, unchanged: 1, held: 1, done: 11 });
  c.service.clearRequests();
  for (const _ of [1, 2]) {
    const next = await c.sync();
    expect(next.counts).toMatchObject({ creates: 0, rejected: 1, duplicates: 1, unchanged: 12, held: 1, done: 0 });
    expect(accounted(next.counts)).toBe(file.length);
  }
  expect(c.userCalls()).toEqual([]);
  expect(c.service.users().every((user) => user.groups.includes(staff))).toBe(true);
}, 120_000);
