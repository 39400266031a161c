import { chmodSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pointerTo, readCreatedId } from "../../src/learning-service/created.ts";
import { company, people, until, type Company } from "../helpers/company.ts";

interface Point {
  point: string;
  answered: boolean;
  text: string;
  next?: string;
}

interface Verified {
  points: Point[];
  asked: { request: string; body: Record<string, unknown> | null; answer: string }[];
  settings: Record<string, string | number>;
  written: { lines: { line: number; text: string }[]; problem: string | null };
  left: { userId: string | null; active: boolean | null; groups: string[] }[];
}

const USERNAME = "rollcall-test@acme.example";
const [A, B] = ["Test/A", "Test/B"];

/** A service with two empty groups that no job manages, and a job whose file has comments. */
async function newService(options: Parameters<typeof company>[0] = {}) {
  const c = await company(options);
  c.hr(people(1));
  const ids = [A, B].map((path) => c.service.addGroup(path));
  const token = (JSON.parse(c.place.read("job.yaml")) as { service: { auth: { refresh_token: string } } }).service.auth.refresh_token;
  const text = `name: nightly
source: { file: hr.csv, settle: 0s }   # the export
mapping:   mapping.yaml
service:
  # of the tests
  base_url: ${c.service.url}     # theirs
  account: acme
  auth: { refresh_token: ${token} }
  rate: { per_second: 500, in_flight: 8 }
policy:
  absent: report # nobody leaves
`;
  c.place.write("job.yaml", text);
  return { c, text, ids };
}

const account = ["--account", USERNAME, "--group", A, "--group", B];

async function verify(
  c: Company,
  ...args: string[]
): Promise<Verified & { code: number | null; point: (name: string) => Point | undefined }> {
  const result = await c.run("service", "verify", "job.yaml", "--json", ...(args.length === 0 ? [] : [...args, "--yes"]));
  if (result.stdout === "") throw new Error(result.stderr);
  const verified = result.json<Verified>();
  return { ...verified, code: result.code, point: (name) => verified.points.find(({ point }) => point === name) };
}

const writes = (c: Company) => c.service.requests().filter(({ method, path }) => method !== "GET" && !path.includes("/oauth2/"));
const testAccounts = (c: Company) => c.service.users().filter(({ username }) => username === USERNAME);
const jobText = (c: Company): string => c.place.read("job.yaml");

test("only reads without a test account, and says for each open point what would answer it", async () => {
  const { c, text } = await newService();
  const verified = await verify(c);
  expect(verified).toMatchObject({ code: 0, settings: {}, left: [], written: { lines: [] } });
  expect(verified.point("paging")).toMatchObject({ answered: true });
  for (const name of ["created_id", "group_ids", "removal_refusal", "reused_usernames"])
    expect(verified.point(name)).toMatchObject({ answered: false, next: "Ask again with --account USERNAME and --group PATH." });
  expect(writes(c)).toEqual([]);
  expect(jobText(c)).toBe(text);
  const { stdout } = await c.run("service", "verify", "job.yaml");
  expect(stdout).toContain("Paging of lists: answered: ");
  expect(stdout).toContain("Reused usernames: not answered: Only a write can answer it.");
});

test("asks every open point with one test account, records each request, and never confirms a removal", async () => {
  const { c, text, ids } = await newService();
  const verified = await verify(c, ...account);
  expect(verified).toMatchObject({ code: 0, settings: {} });
  expect(verified.points.map(({ point, answered }) => [point, answered])).toEqual(
    ["paging", "created_id", "group_ids", "removal_refusal", "reused_usernames"].map((name) => [name, true]),
  );
  expect(verified.point("removal_refusal")?.text).toMatch(
    /refuses it with 412 and names the group as “[0-9a-f-]{36}”, which Rollcall understands/,
  );
  expect(verified.point("reused_usernames")?.text).toContain("username is taken");
  // One account, deactivated, still in its group and in no other.
  expect(testAccounts(c)).toMatchObject([{ active: false, groups: [A] }]);
  expect(verified.left).toMatchObject([{ active: false, groups: [A], userId: testAccounts(c)[0]?.user_id }]);
  expect(writes(c).map(({ method, status }) => [method, status])).toEqual([
    ["POST", 200],
    ["PUT", 412],
    ["POST", 412],
    ["PUT", 200],
    ["POST", 412],
  ]);
  for (const { body } of writes(c)) expect(body).not.toHaveProperty("confirm_group_removal");
  expect(verified.asked.filter(({ body }) => body !== null)).toHaveLength(5);
  expect(jobText(c)).toBe(text);
  const trail = (await c.run("audit list --json --limit 50")).json<{ action: string; detail: Record<string, unknown> }[]>();
  expect(trail.filter(({ action }) => action === "service_write_sent")).toHaveLength(5);
  expect(trail.filter(({ action }) => action === "service_write_answer")).toHaveLength(5);
  expect(JSON.stringify(trail)).not.toContain(USERNAME);
  expect(JSON.stringify(trail)).toContain(ids[0]);
  // The same username again belongs to an account that exists, and is not touched.
  const again = await c.run("service", "verify", "job.yaml", "--json", "--account", USERNAME, "--group", B, "--yes");
  expect(again.code).toBe(1);
  expect(again.json<Verified>().points.map(({ answered }) => answered)).toEqual([true, false, false, false, false]);
  expect(again.stdout).toContain("An account that exists is never touched.");
  expect(testAccounts(c)).toMatchObject([{ active: false, groups: [A] }]);
}, 60_000);

test.each(["ids", "names", "objects"] as const)("understands a refusal that names groups as %s", async (namedAs) => {
  const { c } = await newService({ namedAs });
  expect((await verify(c, ...account)).point("removal_refusal")).toMatchObject({
    answered: true,
    text: expect.stringContaining("Rollcall understands"),
  });
});

test("says that removals would be blocked if the refusal names no group", async () => {
  const { c } = await newService({ namedAs: "unreadable" });
  expect((await verify(c, ...account)).point("removal_refusal")).toMatchObject({
    answered: true,
    text: "The service refuses it with 412, but names no group.",
    next: expect.stringContaining("removal_refusal_unreadable"),
  });
});

test("asks for no removal with a single test group, and says what to do", async () => {
  const { c } = await newService();
  const verified = await verify(c, "--account", USERNAME, "--group", A);
  expect(verified).toMatchObject({ code: 1 });
  expect(verified.point("removal_refusal")).toMatchObject({ answered: false, next: expect.stringContaining("second empty test group") });
  expect(verified.points.filter(({ answered }) => !answered)).toHaveLength(1);
});

test("reports a service that accepts a removal without a confirmation, whether or not it removes the membership", async () => {
  const accepts = { method: "PUT", path: "/users", status: 200, body: "null" };
  const { c: keeps } = await newService({ faults: [accepts] });
  expect((await verify(keeps, ...account)).point("removal_refusal")).toMatchObject({
    answered: true,
    text: expect.stringContaining("keeps the membership"),
    next: expect.stringContaining("no effect"),
  });
  const { c: removes } = await newService({ faults: [{ ...accepts, delayMs: 1000 }] });
  const verifying = verify(removes, ...account);
  await until(() => writes(removes).some(({ method }) => method === "PUT"));
  removes.service.removeMember(A, String(testAccounts(removes)[0]?.user_id));
  expect((await verifying).point("removal_refusal")).toMatchObject({
    answered: true,
    text: expect.stringContaining("without asking for a confirmation"),
    next: expect.stringContaining("Don't run this job"),
  });
}, 60_000);

test("finds a new account by its group where creates are answered with null", async () => {
  const { c } = await newService({ nullBodies: true });
  const verified = await verify(c, ...account);
  expect(verified).toMatchObject({ code: 0, settings: {} });
  expect(verified.point("created_id")).toMatchObject({ answered: true, text: expect.stringContaining("is null") });
  expect(testAccounts(c)).toMatchObject([{ active: false, groups: [A] }]);
});

test("writes where a create answers with the id, and changes nothing else in the job file", async () => {
  const { c, text } = await newService({ nullBodies: true });
  chmodSync(join(c.place.dir, "job.yaml"), 0o640);
  // The id of the first account that the sandbox creates.
  const other = await newService();
  const id = (await verify(other.c, ...account)).left[0]?.userId ?? "";
  c.service.failNext({ method: "POST", path: "/users", status: 200, when: "after", body: JSON.stringify({ data: { user: id } }) });
  const verified = await verify(c, ...account);
  expect(testAccounts(c)[0]?.user_id).toBe(id);
  expect(verified.settings).toEqual({ created_id: "/data/user" });
  expect(verified.written).toEqual({ lines: [{ line: 6, text: "  dialect: { created_id: /data/user }" }], problem: null });
  expect(jobText(c)).toBe(text.replace("  base_url", "  dialect: { created_id: /data/user }\n  base_url"));
  expect(statSync(join(c.place.dir, "job.yaml")).mode & 0o777).toBe(0o640);
  expect((await c.run("check", "job.yaml", "--json")).stdout).toContain("/data/user");
}, 60_000);

test.each([
  ["with braces", "  account", "  dialect: { page_size: 50 }\n  account", "  dialect: { group_ids: object, page_size: 50 }\n  account"],
  [
    "over several lines",
    "  account",
    "  dialect:\n    page_size: 50 # ours\n  account",
    "  dialect:\n    group_ids: object\n    page_size: 50 # ours\n  account",
  ],
  [
    "with the other value",
    "  account",
    "  dialect: { group_ids: array } # ours\n  account",
    "  dialect: { group_ids: object } # ours\n  account",
  ],
  ["that is empty", "  account", "  dialect: {}\n  account", "  dialect: { group_ids: object }\n  account"],
])("writes how group_ids is written into a job file that has a dialect %s", async (_, place, before, after) => {
  const { c, text, ids } = await newService();
  c.place.write("job.yaml", text.replace(place, before));
  c.service.failNext({ method: "POST", path: "/users", status: 512 });
  const verified = await verify(c, ...account);
  expect(verified).toMatchObject({ code: 0, settings: { group_ids: "object" } });
  expect(writes(c)[1]?.body).toMatchObject({ group_ids: { [String(ids[0])]: true } });
  expect(jobText(c)).toBe(text.replace(place, after));
  expect((await c.run("check", "job.yaml", "--json")).stdout).toContain("current setting: object");
});

test("a job in JSON stays JSON, and one that cannot be changed safely is left alone", async () => {
  const c = await company();
  for (const path of [A, B]) c.service.addGroup(path);
  c.service.failNext({ method: "POST", path: "/users", status: 512 });
  expect(await verify(c, ...account)).toMatchObject({ written: { problem: null } });
  expect(JSON.parse(jobText(c))).toMatchObject({ service: { dialect: { group_ids: "object" }, account: "acme" } });

  // A change of this value would change another setting, too.
  const { c: other, text } = await newService({ maxLimit: 10 });
  for (let n = 0; n < 60; n += 1) other.service.addGroup(`More/${n}`);
  const aliased = text.replace(
    "  rate: { per_second: 500, in_flight: 8 }",
    "  dialect: { page_size: &n 50 }\n  rate: { per_second: 500, in_flight: *n }",
  );
  other.place.write("job.yaml", aliased);
  const left = await verify(other);
  expect(left).toMatchObject({
    code: 1,
    settings: { page_size: 10 },
    written: { problem: "the file is written in an unusual way", problem_fact: { code: "verify.file_unusual" } },
  });
  expect(jobText(other)).toBe(aliased);
  expect((await other.run("service", "verify", "job.yaml")).stdout).toContain("  service.dialect.page_size: 10");
}, 60_000);

test("writes that lists are not paged, and asks the rest without paging", async () => {
  const { c, text } = await newService({ paging: "refused" });
  const verified = await verify(c, ...account);
  expect(verified).toMatchObject({ code: 0, settings: { paging: "none" } });
  expect(verified.points.every(({ answered }) => answered)).toBe(true);
  expect(jobText(c)).toBe(text.replace("  base_url", "  dialect: { paging: none }\n  base_url"));
  expect((await verify(c)).settings).toEqual({});
});

test("writes a page size that the service limits, and does not guess at a list of 20", async () => {
  const { c } = await newService({ maxLimit: 10 });
  for (let n = 0; n < 30; n += 1) c.service.addGroup(`More/${n}`);
  expect(await verify(c)).toMatchObject({ code: 0, settings: { page_size: 10 } });
  expect(jobText(c)).toContain("  dialect: { page_size: 10 }\n");
  const { c: twenty, text } = await newService({ paging: "refused" });
  const now = twenty.service.groups().length;
  for (let n = now; n < 20; n += 1) twenty.service.addGroup(`More${n}`);
  const unsure = await verify(twenty);
  expect(unsure.point("paging")).toMatchObject({ answered: false, next: expect.stringContaining("Check first") });
  expect(jobText(twenty)).toBe(text);
});

test.each([
  [2, "gives two active accounts one username"],
  [3, "gives its username to a new account"],
])("reports a username that a second account gets with create %i, and deactivates both accounts", async (nth, text) => {
  const { c } = await newService();
  const second = c.service.addUser({ username: "second" });
  c.service.failNext({ method: "POST", path: "/users", nth, status: 200, body: JSON.stringify({ user_id: second }) });
  const verified = await verify(c, ...account);
  expect(verified.point("reused_usernames")).toMatchObject({
    answered: true,
    text: expect.stringContaining(text),
    next: expect.any(String),
  });
  expect(verified.left).toMatchObject([{ active: false }, { userId: second, active: false }]);
  expect(c.service.users().filter(({ active }) => active)).toEqual([]);
});

test("touches no account again that the service created in more groups, or that belongs to a linked person", async () => {
  const { c } = await newService();
  await c.sync();
  const person = String(c.accountsOf("0001")[0]?.user_id);
  c.service.clearRequests();
  // The service answers the create with an account that it already had.
  c.service.failNext({ method: "POST", path: "/users", status: 200, body: JSON.stringify({ user_id: person }) });
  const linked = await verify(c, ...account);
  expect(linked.points.slice(1).every(({ answered, text }) => !answered && text.includes("linked person"))).toBe(true);
  expect(writes(c)).toHaveLength(1);
  const somebody = c.service.addUser({ username: "somebody" }, ["HR/Departments/Legal"]);
  c.service.failNext({ method: "POST", path: "/users", status: 200, body: JSON.stringify({ user_id: somebody }) });
  const elsewhere = await verify(c, ...account);
  expect(elsewhere.points.slice(1).every(({ answered, text }) => !answered && text.includes("(HR/Departments/Legal)"))).toBe(true);
  expect(writes(c)).toHaveLength(2);
});

test.each([
  ["an error of the server", { status: 500 }, "It is not known whether the test account was created"],
  ["an error of the server after the create", { status: 500, when: "after" }, "It is not known whether the test account was created"],
  ["a lost connection", { reset: true, when: "after" }, "It is not known whether the test account was created"],
  [
    "a page in HTML with an error",
    { status: 502, body: "<html>Bad gateway</html>" },
    "It is not known whether the test account was created",
  ],
  ["a refusal", { status: 403 }, "No test account was created"],
] as const)("sends nothing more after %s, and changes no file", async (_, fault, why) => {
  const { c, text } = await newService();
  c.service.failNext({ method: "POST", path: "/users", ...fault });
  const verified = await verify(c, ...account);
  expect(verified.code).toBe(1);
  for (const { point, answered, text: said } of verified.points.slice(1))
    expect([point, answered, said]).toEqual([point, false, expect.stringContaining(why)]);
  expect(writes(c)).toHaveLength(1);
  expect(jobText(c)).toBe(text);
});

test.each([
  ["an error", { status: 500 }],
  ["a page in HTML", { status: 200, body: "<html>Sign in</html>" }],
  ["a lost connection", { reset: true }],
])("asks nothing with an account if the groups are answered with %s", async (_, fault) => {
  const { c } = await newService();
  c.service.failNext({ method: "GET", path: "/groups", times: -1, ...fault });
  const verified = await verify(c, ...account);
  expect(verified.code).toBe(1);
  expect(verified.points.every(({ answered, next }) => !answered && next !== "")).toBe(true);
  expect(writes(c)).toEqual([]);
});

test("refuses persons, protected accounts and groups, managed groups, and groups with members", async () => {
  const { c, text } = await newService();
  c.hr(people(2));
  expect((await c.sync()).counts).toMatchObject({ creates: 2 });
  c.hr([...people(2), { id: "0003", mail: "joiner@acme.example", status: "" }]);
  await c.sync();
  c.service.addUser({ username: "someone@acme.example" }, [B]);
  c.place.write("job.yaml", `${text}protect: { usernames: ["boss@acme.example"], groups: ["Test/C"] }\n`);
  c.service.addGroup("Test/C");
  c.service.clearRequests();
  const refused = async (...args: string[]): Promise<string> => {
    const { code, stderr } = await c.run("service", "verify", "job.yaml", ...args, "--yes");
    expect([args, code]).toEqual([args, 2]);
    return stderr;
  };
  const named = (username: string, ...groups: string[]) => ["--account", username, ...groups.flatMap((group) => ["--group", group])];
  expect(await refused(...named("P0001@acme.example", A))).toContain("belongs to 0001, a person of a job");
  expect(await refused(...named("joiner@acme.example", A))).toContain("belongs to 0003, a person of a job");
  expect(await refused(...named("boss@acme.example", A))).toContain("protected");
  expect(await refused(...named(USERNAME, "Test/C"))).toContain("protected");
  expect(await refused(...named(USERNAME, B))).toContain("has 1 member, and a test group must be empty");
  expect(await refused(...named(USERNAME, "HR/Departments/Legal"))).toContain("The job nightly manages HR/Departments/Legal");
  expect(await refused(...named(USERNAME, "Test/None"))).toContain("has no group Test/None");
  expect(await refused("--account", USERNAME)).toContain("needs --account USERNAME, and one or two different groups");
  expect(await refused("--group", A)).toContain("needs --account USERNAME");
  expect(await refused(...named(USERNAME, A, A))).toContain("two different groups");
  expect(await refused(...named("no-address", A))).toContain("Add --email ADDRESS.");
  const unconfirmed = await c.run("service", "verify", "job.yaml", ...named(USERNAME, A));
  expect(unconfirmed).toMatchObject({ code: 2 });
  expect(unconfirmed.stderr).toContain("POST /users: creates the test account");
  expect(unconfirmed.stderr).toContain("Add --yes.");
  await c.run("emergency-stop", "job.yaml", "--reason", "Wrong export");
  expect((await c.run("service", "verify", "job.yaml", ...named(USERNAME, A), "--yes")).code).toBe(3);
  expect(writes(c)).toEqual([]);
}, 120_000);

test("refuses a test group whose members the service does not list", async () => {
  const { c } = await newService({ hideUserIds: [A] });
  expect((await c.run("service", "verify", "job.yaml", ...account, "--yes")).stderr).toContain("does not list the members of Test/A");
  expect(writes(c)).toEqual([]);
});

test("a pointer leads to the id of an answer, wherever it is", () => {
  const id = "0b7d4b2e-6e0e-4a53-9b2f-0d3c0e0f7a11";
  for (const body of [{ user_id: id }, { data: { "a/b": [{ "~": id.toUpperCase() }] } }, [1, { id }]])
    expect(readCreatedId(body, pointerTo(body, id))).toBe(id);
  expect(pointerTo({ id: "another" }, id)).toBe(null);
});
