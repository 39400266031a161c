import { expect, test } from "vitest";
import { listUnconfirmedIntents } from "../../src/store/identities/intents.ts";
import type { FaultInput } from "../../src/sandbox/faults/faults.ts";
import { accounted, company, oneByOne, people, until } from "../helpers/company.ts";
import { create, creates } from "./creates.ts";

test("I2: with any answer to a create, the person gets at most one account and is held until it is settled", async () => {
  const c = await company({ parts: { service: { ...oneByOne, timeout: "700ms" } } });
  c.hr(people(1));
  await c.sync();
  const [first] = c.service.users();
  const answers: FaultInput[] = [
    { status: 500, when: "before" },
    { status: 500, when: "after" },
    { reset: true, when: "before" },
    { reset: true, when: "after" },
    { delayMs: 1500, when: "after" },
    { status: 502, when: "after" },
    { status: 503, when: "after", retryAfter: 0 },
    { status: 504, when: "after" },
    { status: 408, when: "after" },
    { body: '{"user_id": "', when: "after" },
    { status: 200, body: JSON.stringify({ user_id: first?.user_id }), when: "before" },
    { status: 599, when: "after" },
  ];
  for (const answer of answers) c.service.failNext({ ...create, ...answer });
  const doubtful = people(answers.length, 2).map(({ id }) => id);
  c.hr([...people(answers.length + 1), { id: "9001" }]);

  const night = await c.sync();
  expect(night.code).toBe(1);
  expect(night.counts).toMatchObject({ uncertain: doubtful.length, done: 1, failed: 0 });
  for (const operation of c.operations(night.run).filter(({ status }) => status === "uncertain")) {
    expect(operation.reason).toContain("not sent again");
  }
  expect(c.service.users()).toHaveLength(11);

  // After a 200 there is an account, and no snapshot can prove otherwise.
  expect(
    await c.look(async ({ db }) =>
      (await listUnconfirmedIntents(db, "acme")).filter(({ status }) => status === "unlinked").map(({ key }) => key),
    ),
  ).toEqual([doubtful[9], doubtful[10]]);

  // A new e-mail address would make the service accept a second account.
  for (const suffix of ["a", "b"]) {
    c.hr([...people(1), ...doubtful.map((id) => ({ id, mail: `${id}${suffix}@acme.example` })), { id: "9001" }]);
    const next = await c.sync();
    expect(next.counts).toMatchObject({ held: doubtful.length, unchanged: 2, creates: 0 });
    expect(accounted(next.counts)).toBe(next.source.rows);
    for (const operation of c.operations(next.run)) expect(operation).toMatchObject({ status: "held", code: "unsettled_create" });
  }
  for (const id of doubtful) expect(creates(c, id), `for ${id}`).toBe(1);
  expect(c.service.users()).toHaveLength(11);

  const unsettled = await c.run("identities", "list", "job.yaml", "--unsettled", "--json");
  expect(
    unsettled
      .json<{ key: string }[]>()
      .map(({ key }) => key)
      .sort(),
  ).toEqual(doubtful);
  // The second answer was lost after its effect: its account is there.
  const [made] = c.accountsOf("0003");
  const linked = await c.run("identities", "link", "job.yaml", "0003", made?.user_id ?? "", "--json", "--yes", "--reason", "Looked it up");
  expect(linked.json()).toMatchObject({ key: "0003", linked: true });
  const settled = await c.sync();
  expect(settled.counts).toMatchObject({ updates: 1, held: doubtful.length - 1, done: 1 });
  expect(c.service.users().find((user) => user.user_id === made?.user_id)?.username).toBe("0003b@acme.example");
  expect(c.userCalls("POST")).toHaveLength(doubtful.length + 2);
}, 120_000);

test("I2: rows that share a key, a username or an e-mail address create no account, even with an unchanged person", async () => {
  const mapping = `
key: Employee ID
user: { username: { column: First, transform: lower }, first_name: First, last_name: Last, email: Email, department: Department }
`;
  const c = await company({ mapping });
  c.hr([
    { id: "1", first: "Ana" },
    { id: "2", first: "Bo" },
  ]);
  await c.sync();
  c.hr([
    { id: "1", first: "Ana" },
    { id: "2", first: "Bo" },
    { id: "3", first: "ANA" },
    { id: "4", first: "Cy", mail: "P2@acme.example" },
    { id: "5", first: "Di" },
    { id: "5", first: "Dee" },
    { id: "05", first: "Ed" },
    { id: "6", first: "Flo" },
    { id: "6", first: "Flo" },
  ]);
  const night = await c.sync();
  expect(night.code).toBe(1);
  expect(night.counts).toMatchObject({ rejected: 6, duplicates: 1, creates: 2, updates: 0, done: 2 });
  expect(accounted(night.counts)).toBe(9);
  expect(night.rejects.map(({ row, code }) => [row, code])).toEqual([
    [2, "shared_username"],
    [3, "shared_email"],
    [4, "shared_username"],
    [5, "shared_email"],
    [6, "conflicting_rows"],
    [7, "conflicting_rows"],
  ]);
  expect(
    c.service
      .users()
      .map((user) => user.username)
      .sort(),
  ).toEqual(["ana", "bo", "ed", "flo"]);
}, 120_000);

test("I2: waits for a service that fails every create, so that not all creates become unconfirmed", async () => {
  const retry = { attempts: 3, delay: "50ms", max_delay: "100ms", give_up: "30s", pause_after: 3 };
  const c = await company({ parts: { service: { rate: { per_second: 500, in_flight: 2 }, retry } } });
  c.hr(people(40));
  c.service.failNext({ ...create, status: 500, times: -1 });
  c.service.failNext({ method: "GET", path: "/subscriptions", status: 503, times: -1 });
  const night = c.sync();
  await until(() => c.service.requests().filter(({ path }) => path.includes("/subscriptions")).length >= 4);
  c.service.clearFaults();
  const { counts, status, stderr } = await night;
  expect(status).toBe("completed");
  expect(stderr).toContain("Waiting for the service");
  expect(counts["uncertain"]).toBeGreaterThanOrEqual(3);
  // Those in flight, or already taken from the queue, when the third one failed.
  expect(counts["uncertain"]).toBeLessThanOrEqual(3 + 3);
  expect((counts["done"] ?? 0) + (counts["uncertain"] ?? 0)).toBe(40);
}, 120_000);
