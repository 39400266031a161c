import { expect, test } from "vitest";
import { check } from "../helpers/check.ts";
import { accounted, company, mappingText, TERMS, type Company, type Employee } from "../helpers/company.ts";

const ana: Employee = { id: "001", first: "Ana", last: "Sol", mail: "ana@acme.test" };
const bo: Employee = { id: "002", first: "Bo", last: "Lind", mail: "bo@acme.test" };
const cy: Employee = { id: "003", first: "Cy", last: "Moon", mail: "cy@acme.test" };

/** The accounts as `username active department`, in the order of their usernames. */
function accounts(c: Company): string[] {
  return c.service
    .users()
    .map(({ username, active, fields }) => `${username} ${active} ${String(fields["department"])}`)
    .sort();
}

/** Runs the file, and expects the terms of `check` and `plan` to be those of the run (I3). */
async function syncAgreed(c: Company) {
  const checked = await check(c);
  const planned = await c.night("plan", ["job.yaml"]);
  const night = await c.sync();
  const terms = (counts: Record<string, number>): (number | undefined)[] => TERMS.map((term) => counts[term]);
  expect(terms(checked.counts)).toEqual(terms(night.counts));
  expect(terms(planned.counts)).toEqual(terms(night.counts));
  expect(accounted(night.counts)).toBe(night.source.rows);
  return night;
}

test("deactivates a leaver whose row has the address of an active person, and a leaver without an account blocks nobody", async () => {
  const c = await company();
  c.hr([ana, bo]);
  await c.sync();
  c.service.clearRequests();
  c.hr([{ ...ana, mail: "bo@acme.test", status: "Left" }, bo, { ...cy, status: "Left" }, { ...cy, id: "004", first: "Dee", last: "Reed" }]);
  expect(await syncAgreed(c)).toMatchObject({ code: 0, counts: { deactivations: 1, creates: 1, unchanged: 2, rejected: 0 } });
  expect(accounts(c)).toEqual(["ana@acme.test false Sales", "bo@acme.test true Sales", "cy@acme.test true Sales"]);
  // The account of the leaver keeps its own names.
  expect(c.userCalls("PUT").map(({ body }) => body)).toMatchObject([{ username: "ana@acme.test", email: "ana@acme.test", active: false }]);
  // As in a later file, in which only the joiner is new.
  c.hr([
    { ...ana, mail: "bo@acme.test", status: "Left" },
    bo,
    { ...cy, status: "Left" },
    { ...cy, id: "004", first: "Dee", last: "Reed" },
    { ...bo, id: "005", mail: "eve@acme.test", first: "Eve" },
  ]);
  expect(await syncAgreed(c)).toMatchObject({ code: 0, counts: { creates: 1, unchanged: 4, rejected: 0 } });
}, 120_000);

test("deactivates leavers that share an address or a text in its place, or have none", async () => {
  const c = await company();
  const pairs = ["leavers@acme.test", "N/A", ""].flatMap((mail, i) => [
    { id: `1${i}`, mail },
    { id: `2${i}`, mail },
  ]);
  c.hr([...pairs.map(({ id }) => ({ id })), cy]);
  await c.sync();
  c.hr([...pairs.map((one) => ({ ...one, status: "Left" })), cy]);
  expect(await syncAgreed(c)).toMatchObject({ code: 0, counts: { deactivations: 6, unchanged: 1, rejected: 0 } });
  expect(c.service.users().filter(({ active }) => active)).toMatchObject([{ username: "cy@acme.test" }]);
  expect(await syncAgreed(c)).toMatchObject({ code: 0, counts: { unchanged: 7, rejected: 0 } });
}, 120_000);

test.each([["full"], ["changed"]])(
  "deactivates a leaver by the last day whose row has names of others, with `update_body: %s`",
  async (body) => {
    const mapping = mappingText.replace(
      "active: { column: Status, values: { Active: true, Left: false } }",
      "active: { until: { column: Status } }",
    );
    const c = await company({ mapping, parts: { service: { dialect: { update_body: body } } } });
    c.hr([
      { ...ana, status: "" },
      { ...bo, status: "" },
    ]);
    await c.sync();
    c.service.clearRequests();
    c.hr([
      { ...ana, first: "Bo", last: "Lind", mail: "bo@acme.test", status: "2020-01-31" },
      { ...bo, status: "" },
    ]);
    expect(await c.sync()).toMatchObject({ code: 0, counts: { deactivations: 1, unchanged: 1 } });
    expect(accounts(c)).toEqual(["ana@acme.test false Sales", "bo@acme.test true Sales"]);
    expect(c.service.users().map(({ fields }) => fields["first_name"])).toEqual(["Ana", "Bo"]);
  },
  120_000,
);

test("gives an existing person everything but the username of a leaver's account, and says whose it is", async () => {
  const c = await company({ parts: { policy: { absent: "deactivate", approval: { delay: "0s" } } } });
  c.hr([ana, bo]);
  await c.sync();
  const file: Employee[] = [
    { ...ana, status: "Left" },
    { ...bo, mail: "ana@acme.test", dept: "IT" },
  ];
  c.hr(file);
  c.service.clearRequests();
  const note = "The username “ana@acme.test” belongs to key 001, whose account keeps it. It is not sent, and everything else is.";
  const night = await syncAgreed(c);
  expect(night).toMatchObject({ code: 0, counts: { deactivations: 1, updates: 1, rejected: 0 } });
  const notesOf = async (run: string) => (await c.run("runs", "show", run)).stdout;
  expect(await notesOf(night.run)).toContain(note);
  expect(accounts(c)).toEqual(["ana@acme.test false Sales", "bo@acme.test true IT"]);
  expect(c.service.users().find(({ username }) => username === "bo@acme.test")).toMatchObject({ fields: { email: "ana@acme.test" } });
  const explained = await c.run("explain", "job.yaml", "002");
  expect(explained.stdout).toContain(note);
  // Nothing is sent again, and the note stays.
  c.service.clearRequests();
  const second = await syncAgreed(c);
  expect(second).toMatchObject({ code: 0, counts: { unchanged: 2 } });
  expect(await notesOf(second.run)).toContain(note);
  expect(c.userCalls()).toEqual([]);
  // Neither does an approved removal send it, nor a deactivation of somebody who is absent.
  const causes = (await c.run("review", "list", "--json")).stdout;
  const cause = /C-[0-9a-f]{8}/.exec(causes)?.[0] ?? "";
  expect((await c.run("review", "approve", "--cause", cause, "--reason", "moved")).code).toBe(0);
  c.hr([file[0] ?? ana]);
  expect((await c.sync()).counts).toMatchObject({ absent_deactivated: 1 });
  expect(new Set(c.userCalls("PUT").map(({ body }) => body["username"]))).toEqual(new Set(["bo@acme.test"]));
  expect(accounts(c)).toEqual(["ana@acme.test false Sales", "bo@acme.test false IT"]);
}, 120_000);

test("sends the username once nobody is known to have it any more", async () => {
  const c = await company({ ownDatabase: true });
  c.hr([ana, bo]);
  await c.sync();
  const taken = { ...bo, mail: "ana@acme.test" };
  c.hr([{ ...ana, status: "Left" }, taken]);
  expect((await c.sync()).counts).toMatchObject({ updates: 1 });
  c.hr([taken]);
  await c.sync();
  expect((await c.run("people", "forget", "001", "--job", "job.yaml", "--reason", "Request 1", "--yes")).code).toBe(0);
  expect((await check(c)).counts).toMatchObject({ updates: 1, unchanged: 0 });
}, 120_000);

test("I2: asks whether a rehire under a new key is a leaver, by the names that the account had", async () => {
  const c = await company();
  /** The old row, and the address of the new one. */
  const rehires: [Partial<Employee>, string?][] = [
    [{}],
    [{ mail: "" }],
    [{ mail: "N/A" }],
    [{ mail: "bo@acme.test" }],
    [{ mail: "leavers@acme.test" }],
    [{ first: "X", last: "X", mail: "" }],
    [{ mail: "new@acme.test" }, "new@acme.test"],
  ];
  const before = rehires.map((_, i): Employee => ({ id: `1${i}`, mail: `p${i}@acme.test` }));
  c.hr([...before, bo, cy]);
  await c.sync();
  const old = before.map((one, i): Employee => ({ ...one, ...rehires[i]?.[0], status: "Left" }));
  const others: Employee[] = [bo, { ...cy, mail: "leavers@acme.test", status: "Left" }];
  const again = (digit: string) =>
    before.map(({ id, mail = "" }, i): Employee => ({
      id: digit + id,
      first: `First${id}`,
      last: `Last${id}`,
      mail: rehires[i]?.[1] ?? mail,
    }));
  c.hr([...old, ...others, ...again("2")]);
  const night = await syncAgreed(c);
  expect(night).toMatchObject({ code: 1, counts: { deactivations: 8, held: 7, creates: 0, rejected: 0 } });
  const codes = c.operations(night.run).filter(({ status }) => status === "held");
  expect(new Set(codes.map(({ code }) => code))).toEqual(new Set(["same_person"]));
  // Also in a later file, when the old rows are known and did not change.
  c.hr([...old, ...others, ...again("3")]);
  expect((await syncAgreed(c)).counts).toMatchObject({ held: 7, creates: 0, rejected: 0 });
  const last = before.length - 1;
  const userId = String(c.service.users().find(({ username }) => username === `p${last}@acme.test`)?.user_id);
  expect(
    (await c.run("identities", "link", "job.yaml", `31${last}`, userId, "--from", `1${last}`, "--reason", "rehired", "--yes")).code,
  ).toBe(0);
  expect((await c.sync()).counts).toMatchObject({ reactivations: 1, held: 6, creates: 0 });
  expect(c.service.users().find(({ user_id: id }) => id === userId)).toMatchObject({ username: "new@acme.test", active: true });
  expect(c.service.users()).toHaveLength(9);
}, 120_000);

test("creates an account for a joiner whose address only the row of a leaver has", async () => {
  const c = await company();
  c.hr([ana, bo]);
  await c.sync();
  c.hr([{ ...ana, mail: "cy@acme.test", status: "Left" }, bo, cy]);
  expect(await syncAgreed(c)).toMatchObject({ code: 0, counts: { deactivations: 1, creates: 1 } });
}, 120_000);

test("I2: sends nothing but the status to a leaver's account that was never sent anything, and still finds it by its names", async () => {
  const c = await company();
  // Put on hold in the first run, so that the row is known and nothing was sent.
  c.hr([{ ...ana, status: "" }, bo]);
  await c.sync();
  const userId = c.service.addUser({ username: "ana@acme.test" }, ["HR/All staff"]);
  c.place.write("links.csv", `Employee ID,user\n001,${userId}\n`);
  await c.run("identities", "import", "job.yaml", "links.csv", "--key", "Employee ID", "--user-id", "user", "--yes");
  c.service.clearRequests();
  c.hr([{ ...ana, mail: "bo@acme.test", status: "Left" }, bo]);
  expect((await c.sync()).counts).toMatchObject({ deactivations: 1, unchanged: 1 });
  expect(c.userCalls("PUT").map(({ body }) => body)).toEqual([{ user_id: userId, active: false }]);
  c.hr([{ ...ana, mail: "bo@acme.test", status: "Left" }, bo, { ...ana, id: "009" }]);
  expect((await syncAgreed(c)).counts).toMatchObject({ held: 1, creates: 0, unchanged: 2 });
}, 120_000);

test("I4: a removal that is sent after an update of the same run repeats the new names", async () => {
  const c = await company({ parts: { policy: { approval: { delay: "1h" } }, service: { dialect: { update_body: "full" } } } });
  c.hr([ana, bo]);
  await c.sync();
  c.hr([{ ...ana, dept: "IT" }, bo]);
  expect((await c.sync()).counts).toMatchObject({ removals_pending: 1 });
  const [removal] = (await c.run("review list --json")).json<{ id: string }[]>();
  expect((await c.run("review", "approve", removal?.id ?? "", "--reason", "moved")).stdout).toContain("delay");
  c.clock.step(2 * 3_600_000);
  c.hr([{ ...ana, dept: "IT", last: "Sol-Reed", mail: "ana.reed@acme.test" }, bo]);
  expect(await c.sync()).toMatchObject({ code: 0, counts: { updates: 1, removals_pending: 0 } });
  expect(c.service.users().find(({ fields }) => fields["first_name"] === "Ana")).toMatchObject({
    username: "ana.reed@acme.test",
    fields: { last_name: "Sol-Reed" },
    groups: expect.not.arrayContaining(["HR/Departments/Sales"]) as string[],
  });
}, 120_000);
