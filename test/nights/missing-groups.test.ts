import { expect, test } from "vitest";
import { foldPath } from "../../src/plan/missing-groups.ts";
import { openGroupCreate } from "../../src/store/directory/missing-groups.ts";
import { accounted, company, mappingText, people, type Company, type Employee } from "../helpers/company.ts";
import type { ReportedMissingGroup } from "../../src/reporting/missing-groups.ts";

/** A mapping that treats missing groups in this way. */
function mapping(unknown: string, create = ""): string {
  return mappingText.replace("groups:\n", `groups:\n  unknown: ${unknown}\n${create === "" ? "" : `  create: ${create}\n`}`);
}
const creating = (create = '{ below: ["HR/Departments/*"] }'): string => mapping("create", create);

const created = (c: Company): unknown[] =>
  c.service
    .requests()
    .filter(({ method, path }) => method === "POST" && path.endsWith("/groups"))
    .map(({ body }) => (body as { name: string }).name);
const paths = (c: Company): string[] => c.service.groups().map(({ path }) => path);
const missing = async (c: Company): Promise<ReportedMissingGroup[]> =>
  (await c.run("groups", "missing", "--json")).json<ReportedMissingGroup[]>();
interface Pending {
  id: string;
  why: string;
}
const pending = async (c: Company): Promise<Pending[]> => (await c.run("review", "list", "--json")).json<Pending[]>();
const groupsOf = (c: Company, id: string): unknown => c.accountsOf(id)[0]?.groups.toSorted();
const audit = (c: Company) => c.look(async ({ db }) => db.selectFrom("audit").selectAll().orderBy("seq").execute());
const inDept = (n: number, dept: string, from = 1): Employee[] => people(n, from).map((person) => ({ ...person, dept }));

test("I5: proposes a missing group, keeps what its people have, and sends everything else", async () => {
  const c = await company({ mapping: mapping("propose") });
  c.hr(people(5));
  await c.sync();
  c.hr([...inDept(2, "Research"), ...people(3, 3), { id: "0006", dept: "Research" }]);
  const night = await c.sync();
  expect(night).toMatchObject({
    code: 0,
    status: "completed",
    counts: { updates: 2, creates: 1, groups_proposed: 1, groups_created: 0, removals_pending: 0 },
  });
  expect(accounted(night.counts)).toBe(6);
  expect(created(c)).toEqual([]);
  expect(groupsOf(c, "0001")).toEqual(["HR/All staff", "HR/Departments/Sales"]);
  expect(groupsOf(c, "0006")).toEqual(["HR/All staff"]);
  expect(await missing(c)).toMatchObject([
    { group: "HR/Departments/Research", people: 3, near: [], why: null, creatable: true, decision: null, renamed_from: null },
  ]);
  // Nobody changes: the people still wait.
  expect((await c.sync()).counts).toMatchObject({ groups_proposed: 1 });
  expect(await missing(c)).toMatchObject([{ people: 3 }]);
  c.service.addGroup("HR/Departments/Research");
  expect((await c.sync()).counts).toMatchObject({ updates: 3, groups_proposed: 0, removals_pending: 2 });
  expect(await missing(c)).toEqual([]);
  expect(groupsOf(c, "0001")).toEqual(["HR/All staff", "HR/Departments/Research", "HR/Departments/Sales"]);
  // The move is the reason, although it was nights ago.
  const moved = { why: expect.stringContaining("Department changed from “Sales” to “Research”"), recommendation: { advice: "remove" } };
  expect(await pending(c)).toMatchObject([moved, moved]);
}, 60_000);

test("a membership that was removed, and that someone adds again, is not explained by an old move", async () => {
  const c = await company({ mapping: mapping("propose") });
  c.hr(people(2));
  await c.sync();
  c.hr([...inDept(1, "IT"), ...people(1, 2)]);
  await c.sync();
  const [first] = await pending(c);
  expect(first?.why).toContain("Department changed from “Sales” to “IT”");
  await c.run("review", "approve", first?.id ?? "", "--reason", "Moved");
  await c.sync();
  expect(groupsOf(c, "0001")).toEqual(["HR/All staff", "HR/Departments/IT"]);
  const [ana] = c.accountsOf("0001");
  c.service.addMember("HR/Departments/Sales", String(ana?.user_id));
  c.hr([{ id: "0001", dept: "IT", last: "Other" }, ...people(1, 2)]);
  await c.sync();
  expect(await pending(c)).toMatchObject([{ why: expect.stringContaining("Someone probably added the membership") }]);
});

test("creates a missing group below `create.below` once, and adds its people in the same run", async () => {
  const c = await company({ mapping: creating() });
  c.hr([...people(2), ...inDept(2, "Research", 3), { id: "0005", dept: "RESEARCH" }]);
  const night = await c.sync();
  expect(night).toMatchObject({ code: 0, status: "completed", counts: { creates: 5, groups_created: 1, groups_proposed: 1 } });
  expect(created(c)).toEqual(["Research"]);
  expect(groupsOf(c, "0003")).toEqual(["HR/All staff", "HR/Departments/Research"]);
  // The other spelling becomes no second group.
  expect(groupsOf(c, "0005")).toEqual(["HR/All staff"]);
  expect(await missing(c)).toMatchObject([
    { group: "HR/Departments/RESEARCH", near: ["HR/Departments/Research"], why: "same_name", creatable: false },
  ]);
  expect((await audit(c)).map(({ actor, action, detail }) => [actor, action, (detail as { group?: string }).group])).toContainEqual([
    "policy of nightly",
    "group_created",
    "HR/Departments/Research",
  ]);
  expect((await c.sync()).counts).toMatchObject({ groups_created: 0 });
  expect(created(c)).toEqual(["Research"]);
}, 60_000);

test("a dry run creates nothing: `plan` and `check` only say what a run would do", async () => {
  const c = await company({ mapping: creating() });
  c.hr(inDept(3, "Research"));
  const plan = await c.night("plan", ["job.yaml"]);
  expect(plan).toMatchObject({ status: "planned", counts: { groups_created: 1, groups_proposed: 0 } });
  expect((await c.run("runs", "show", plan.run)).stdout).toContain("HR/Departments/Research: 3 people wait. This run creates it.");
  expect(created(c)).toEqual([]);
  expect(await missing(c)).toEqual([]);
  const check = await c.run("check", "job.yaml");
  expect(check.stdout.replaceAll(/\s+/g, " ")).toContain("A run would create 1 of them and propose 0.");
  expect(created(c)).toEqual([]);
  // The plan is applied later, with the groups of that moment.
  expect(await c.night("runs resume", [plan.run])).toMatchObject({ status: "completed", counts: { groups_created: 1, done: 3 } });
  expect(created(c)).toEqual(["Research"]);
}, 60_000);

test("a near match is proposed with the group it may mean, and never created", async () => {
  const c = await company({ mapping: creating() });
  c.hr([...people(3), ...inDept(1, "Saels", 4), { id: "0005", dept: "sales" }]);
  expect((await c.sync()).counts).toMatchObject({ groups_created: 0, groups_proposed: 2 });
  expect(created(c)).toEqual([]);
  expect(await missing(c)).toMatchObject([
    { group: "HR/Departments/Saels", near: ["HR/Departments/Sales"], why: "near", creatable: true },
    { group: "HR/Departments/sales", near: ["HR/Departments/Sales"], why: "same_name", creatable: false },
  ]);
  const shown = await c.run("groups", "missing");
  expect(shown.stdout).toContain("HR/Departments/Saels: 1 person waits. (nightly)");
  expect(shown.stdout).toContain("Did you mean HR/Departments/Sales?");
}, 60_000);

test("of two similar missing groups, only the one with more people is created", async () => {
  const c = await company({ mapping: creating() });
  c.hr([...inDept(1, "Reserch"), ...inDept(3, "Research", 2)]);
  expect((await c.sync()).counts).toMatchObject({ groups_created: 1, groups_proposed: 1 });
  expect(created(c)).toEqual(["Research"]);
}, 60_000);

test("groups of a numbered series are created: they are not misspellings of each other", async () => {
  const c = await company({ mapping: creating() });
  c.hr(["Site01", "Site02", "Site03", "Team A", "Team B"].flatMap((dept, i) => inDept(1, dept, i + 1)));
  expect((await c.sync()).counts).toMatchObject({ groups_created: 5, groups_proposed: 0 });
  c.hr(["Site01", "Site02", "Site03", "Team A", "Team B", "Site04", "Ste02"].flatMap((dept, i) => inDept(1, dept, i + 1)));
  expect((await c.sync()).counts).toMatchObject({ groups_created: 1, groups_proposed: 1 });
}, 60_000);

test("a group whose people mostly come from one existing group is proposed as its new name", async () => {
  const c = await company({ mapping: creating() });
  c.hr([...inDept(5, "Sales"), ...inDept(3, "IT", 6)]);
  await c.sync();
  // Four of five, and two of three: too few of the second to call it a rename.
  c.hr([...inDept(4, "Go To Market"), ...inDept(1, "Sales", 5), ...inDept(2, "Platform", 6), ...inDept(1, "IT", 8)]);
  expect(await c.sync()).toMatchObject({ counts: { groups_created: 1, groups_proposed: 1, removals_pending: 2 } });
  expect(created(c)).toEqual(["Platform"]);
  expect(await missing(c)).toMatchObject([
    { group: "HR/Departments/Go To Market", people: 4, why: "renamed", renamed_from: { group: "HR/Departments/Sales", people: 4 } },
  ]);
  // Nobody of the renamed group loses it meanwhile.
  expect(groupsOf(c, "0001")).toEqual(["HR/All staff", "HR/Departments/Sales"]);
}, 60_000);

test("a plan with more new groups than `max_per_run` creates none of them", async () => {
  const c = await company({ mapping: creating('{ below: ["HR/Departments/*"], max_per_run: 2 }') });
  const departments = ["Research", "Finance", "Marketing"];
  c.hr(departments.map((dept, i) => ({ id: String(i + 1).padStart(4, "0"), dept })));
  expect(await c.sync()).toMatchObject({ status: "completed", counts: { creates: 3, groups_created: 0, groups_proposed: 3 } });
  expect(created(c)).toEqual([]);
  expect((await missing(c)).map(({ why }) => why)).toEqual(["too_many", "too_many", "too_many"]);
  c.hr(departments.slice(1).map((dept, i) => ({ id: String(i + 2).padStart(4, "0"), dept })));
  expect((await c.sync()).counts).toMatchObject({ groups_created: 2, groups_proposed: 0 });
  expect(created(c).toSorted()).toEqual(["Finance", "Marketing"]);
}, 60_000);

test("I7: `limits.groups_created` puts the run on hold before a group is created, and approving the run creates it", async () => {
  const c = await company({ mapping: creating(), parts: { policy: { limits: { creates: 100, updates: 100, groups_created: 1 } } } });
  c.hr([...inDept(1, "Research"), ...inDept(1, "Finance", 2)]);
  const night = await c.sync();
  expect(night).toMatchObject({ status: "held", held: [{ limit: "groups_created", found: 2, allowed: 1 }] });
  expect(created(c)).toEqual([]);
  expect(c.userCalls("POST")).toEqual([]);
  expect(await c.night("runs approve", [night.run, "--reason", "Two new departments"])).toMatchObject({
    status: "completed",
    counts: { groups_created: 2, done: 2 },
  });
  expect(created(c).toSorted()).toEqual(["Finance", "Research"]);
}, 60_000);

test("missing parents are created first with `parents: true`, and otherwise the group is proposed", async () => {
  const nested = (create: string) => creating(create).replace("HR/Departments/{Department}", "HR/Departments/{Department}/Lab");
  const c = await company({ mapping: nested('{ below: ["HR/Departments/**"] }') });
  c.hr([...inDept(1, "Research"), ...inDept(1, "Sales", 2)]);
  expect((await c.sync()).counts).toMatchObject({ groups_created: 1, groups_proposed: 1 });
  expect(await missing(c)).toMatchObject([
    { group: "HR/Departments/Research/Lab", why: "parent_missing", parents: ["HR/Departments/Research"] },
  ]);
  c.place.write("mapping.yaml", nested('{ below: ["HR/Departments/**"], parents: true }'));
  expect((await c.sync()).counts).toMatchObject({ groups_created: 2, groups_proposed: 0 });
  expect(created(c)).toEqual(["Lab", "Research", "Lab"]);
  expect(groupsOf(c, "0001")).toEqual(["HR/All staff", "HR/Departments/Research/Lab"]);
}, 60_000);

test("protected groups, malformed paths and groups outside `below` are never created", async () => {
  const c = await company({ mapping: creating('{ below: ["HR/Departments/R*"] }') });
  const job = JSON.parse(c.place.read("job.yaml")) as object;
  c.place.write("job.yaml", JSON.stringify({ ...job, protect: { groups: ["HR/Departments/Risk"] } }));
  c.hr(
    ["Risk", "Finance", `R${"x".repeat(210)}`, "R\u200Bed", "Rome/ Lab"].map((dept, i) => ({ id: String(i + 1).padStart(4, "0"), dept })),
  );
  expect((await c.sync()).counts).toMatchObject({ groups_created: 0, groups_proposed: 5 });
  expect(created(c)).toEqual([]);
  const whys = new Map(
    (await missing(c)).map(({ group, why, creatable }) => [group.slice("HR/Departments/".length).slice(0, 4), `${why} ${creatable}`]),
  );
  expect(Object.fromEntries(whys)).toEqual({
    Risk: "protected false",
    Fina: "outside_below true",
    Rxxx: "not_a_path false",
    "R\u200Bed": "not_a_path false",
    Rome: "not_a_path false",
  });
}, 60_000);

test.each([403, 409, 422])(
  "a refused create (%i) is reported and not sent again until a reviewer approves it",
  async (status) => {
    const c = await company({ mapping: creating() });
    c.service.failNext({ method: "POST", path: "/groups$", status, body: JSON.stringify({ code: "no", message: "Ask the registrar" }) });
    c.hr(inDept(1, "Research"));
    expect(await c.sync()).toMatchObject({ status: "completed", counts: { creates: 1, done: 1, groups_created: 0, groups_proposed: 1 } });
    const [group] = await missing(c);
    expect(group).toMatchObject({
      why: "refused",
      message: "The service says: Ask the registrar",
      fact: { code: "service.says" },
      decision: null,
    });
    expect((await c.sync()).counts).toMatchObject({ groups_created: 0 });
    expect(created(c)).toHaveLength(1);
    c.clock.step(1000);
    await c.run("groups", "approve", group?.id ?? "", "--create", "--reason", "The registrar agreed");
    expect((await c.sync()).counts).toMatchObject({ groups_created: 1, updates: 1 });
    expect(created(c)).toHaveLength(2);
  },
  60_000,
);

test("I2: a lost answer is looked up in the groups, and the create is not sent again", async () => {
  const c = await company({ mapping: creating() });
  c.service.failNext({ method: "POST", path: "/groups$", reset: true, when: "after" });
  c.hr(inDept(1, "Research"));
  expect(await c.sync()).toMatchObject({ status: "completed", counts: { groups_created: 1, done: 1 } });
  expect(created(c)).toHaveLength(1);
  expect(groupsOf(c, "0001")).toEqual(["HR/All staff", "HR/Departments/Research"]);
}, 60_000);

test("I2: a lost create that no listing shows waits, and is sent again only after `retry.give_up`", async () => {
  // Longer than the runs take on a busy machine.
  const retry = { attempts: 3, delay: "50ms", max_delay: "200ms", give_up: "30s" };
  const c = await company({ mapping: creating(), parts: { service: { retry } } });
  c.service.failNext({ method: "POST", path: "/groups$", reset: true });
  c.hr(inDept(1, "Research"));
  expect(await c.sync()).toMatchObject({ status: "completed", counts: { creates: 1, groups_created: 0, groups_proposed: 1 } });
  expect(await missing(c)).toMatchObject([{ why: "unconfirmed" }]);
  c.clock.step(1000);
  await c.sync();
  expect(created(c)).toHaveLength(1);
  c.clock.step(60_000);
  expect((await c.sync()).counts).toMatchObject({ groups_created: 1, updates: 1 });
  expect(created(c)).toHaveLength(2);
  expect(paths(c).filter((path) => path.endsWith("Research"))).toHaveLength(1);
}, 60_000);

test("I5: while the groups cannot be listed completely, nothing is created", async () => {
  const c = await company({ mapping: creating() });
  c.hr(inDept(1, "Research"));
  c.service.failNext({ method: "GET", path: "/groups", half: true, times: -1 });
  expect(await c.sync()).toMatchObject({ status: "interrupted" });
  expect(created(c)).toEqual([]);
}, 60_000);

test("a group that Rollcall created and someone deleted is not created again without a decision", async () => {
  const c = await company({ mapping: creating() });
  c.hr(inDept(1, "Research"));
  await c.sync();
  const id = c.service.groups().find(({ path }) => path === "HR/Departments/Research")?.id ?? "";
  const api = `${c.service.url}/integration/v1`;
  const refreshed = await fetch(`${api}/oauth2/token/refresh`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ refresh_token: c.service.issueRefreshToken() }),
  });
  const { access_token: token } = (await refreshed.json()) as { access_token: string };
  await fetch(`${api}/groups/${id}`, { method: "DELETE", headers: { authorization: `Bearer ${token}` } });
  expect(paths(c)).not.toContain("HR/Departments/Research");
  expect((await c.sync()).counts).toMatchObject({ groups_created: 0, groups_proposed: 1 });
  expect(await missing(c)).toMatchObject([{ why: "missing_again" }]);
  expect(created(c)).toHaveLength(1);
}, 60_000);

test("I8: an approval needs a reason and the role of a reviewer, is in the audit trail, and the next run creates the group", async () => {
  const c = await company({ mapping: mapping("propose") });
  c.hr(inDept(1, "Research"));
  await c.sync();
  const [{ id, evidence } = { id: "", evidence: "" }] = await missing(c);
  const refused = await c.run("groups", "approve", id, "--create");
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("needs a reason");
  const outdated = await c.run("groups", "approve", `${id}@0123456789`, "--create", "--reason", "New");
  expect(outdated.code).toBe(2);
  expect(outdated.stderr).toContain("HR/Departments/Research has changed since it was shown");
  const token = (await c.run("tokens", "create", "machine", "--role", "viewer")).stdout.match(/rct_\S+|rollcall_\S+/)?.[0] ?? "";
  expect(token).not.toBe("");
  const viewer = await c.place.run(["groups", "approve", id, "--create", "--reason", "New"], { env: { ROLLCALL_TOKEN: token } });
  expect(viewer.stderr).toContain("has the role viewer");
  expect(await missing(c)).toMatchObject([{ decision: null }]);
  expect(
    (await c.run("groups", "approve", `${id}@${evidence.slice(0, 8)}`, "--create", "--reason", "Opens in May", "--reviewer", "Ana Ruiz"))
      .stdout,
  ).toContain("HR/Departments/Research: Decision saved. The next run creates the group.");
  expect(created(c)).toEqual([]);
  expect((await c.sync()).counts).toMatchObject({ groups_created: 1, groups_proposed: 0, updates: 1 });
  expect(created(c)).toEqual(["Research"]);
  expect(
    (await audit(c)).filter(({ action }) => action.startsWith("group_")).map(({ actor, action, detail }) => [actor, action, detail]),
  ).toMatchObject([
    ["Ana Ruiz", "group_approved", { missing: id, group: "HR/Departments/Research", waiting: 1, reason: "Opens in May", via: "cli" }],
    ["Ana Ruiz", "group_created", { group: "HR/Departments/Research", job: "nightly" }],
  ]);
  expect((await c.run("audit", "verify")).code).toBe(0);
}, 60_000);

test("an alias changes nothing until its line is in the mapping, and then its people get the existing group", async () => {
  const c = await company({ mapping: creating() });
  c.hr(inDept(1, "Saels"));
  await c.sync();
  const [{ id } = { id: "" }] = await missing(c);
  expect((await c.run("groups", "approve", id, "--alias", "HR/Nowhere", "--reason", "x")).stderr).toContain(
    "The service has no group HR/Nowhere.",
  );
  const approved = await c.run("groups", "approve", id, "--alias", "HR/Departments/Sales", "--reason", "A typing error");
  expect(approved.stdout).toContain('"HR/Departments/Saels": "HR/Departments/Sales"');
  expect((await c.sync()).counts).toMatchObject({ groups_created: 0, groups_proposed: 0, updates: 0 });
  expect(await missing(c)).toMatchObject([{ why: "alias", decision: { what: "alias", alias_of: "HR/Departments/Sales" } }]);
  c.place.write("mapping.yaml", creating().replace("  rules:", '  aliases:\n    "HR/Departments/Saels": "HR/Departments/Sales"\n  rules:'));
  expect((await c.sync()).counts).toMatchObject({ updates: 1, groups_proposed: 0 });
  expect(groupsOf(c, "0001")).toEqual(["HR/All staff", "HR/Departments/Sales"]);
  expect(await missing(c)).toEqual([]);
}, 60_000);

test("a group that a reviewer decided is another name is not created, and asks for no other decision", async () => {
  const c = await company({ mapping: mapping("propose") });
  c.hr(inDept(1, "Field force"));
  await c.sync();
  const [{ id } = { id: "" }] = await missing(c);
  await c.run("groups", "approve", id, "--alias", "HR/Departments/Sales", "--reason", "Its old name");
  c.place.write("mapping.yaml", creating());
  const { counts, run } = await c.sync();
  expect(counts).toMatchObject({ groups_created: 0, groups_proposed: 0 });
  expect(created(c)).toEqual([]);
  const shown = (await c.run("runs", "show", run)).stdout;
  expect(shown).toContain("is another name of an existing group. Add the alias to the mapping");
  expect(shown).not.toContain("lists all missing groups");
}, 60_000);

test("several groups are decided with one command, up to the first that is refused", async () => {
  const c = await company({ mapping: mapping("propose") });
  c.hr([
    { id: "0001", dept: "Research" },
    { id: "0002", dept: "Field force" },
  ]);
  await c.sync();
  const ids = (await missing(c)).map(({ id }) => id);
  expect(ids).toHaveLength(2);
  const refused = await c.run("groups", "approve", ids[0] ?? "", "G-00000000", "--create", "--reason", "New", "--json");
  expect(refused.code).toBe(2);
  // The first one is decided.
  expect(refused.stderr).toContain("There is no missing group G-00000000. The decision was not saved.");
  expect(refused.json()).toMatchObject([{ id: ids[0], decision: { what: "create" } }]);
  expect((await c.run("groups", "approve", ...ids, "--create", "--reason", "New")).stdout.match(/Decision saved\. /g)).toHaveLength(2);
  await c.sync();
  expect(created(c).toSorted()).toEqual(["Field force", "Research"]);
}, 60_000);

test("I6: an approved group that is no longer inside `authority` is not created", async () => {
  const c = await company({ mapping: mapping("propose") });
  c.hr(inDept(1, "Research"));
  await c.sync();
  const [{ id } = { id: "" }] = await missing(c);
  await c.run("groups", "approve", id, "--create", "--reason", "New");
  c.place.write("mapping.yaml", mapping("propose").replace('["HR/**"]', '["HR/Departments/Sales"]'));
  expect((await c.sync()).counts).toMatchObject({ groups_created: 0, groups_proposed: 1 });
  expect(created(c)).toEqual([]);
  expect(await missing(c)).toMatchObject([{ why: "outside_authority", creatable: false }]);
}, 60_000);

test("the emergency stop keeps groups from being created", async () => {
  const c = await company({ mapping: creating() });
  c.hr(inDept(1, "Research"));
  const plan = await c.night("plan", ["job.yaml"]);
  await c.run("emergency-stop", "acme", "--reason", "Wrong file");
  expect((await c.run("runs", "resume", plan.run)).code).toBe(3);
  expect(created(c)).toEqual([]);
}, 60_000);

test("I9: a group named after a sensitive column is neither proposed nor created", async () => {
  const sensitive = creating().replace("department: Department", "department: { column: Department, sensitive: true }");
  const c = await company({ mapping: sensitive });
  c.hr(inDept(1, "Research"));
  expect((await c.sync()).counts).toMatchObject({ groups_created: 0, groups_proposed: 0 });
  expect(created(c)).toEqual([]);
}, 60_000);

test("I2: of several processes that open a create of one path, in any case, one may send it", async () => {
  const c = await company({ mapping: mapping("propose") });
  c.hr(people(1));
  await c.sync();
  await c.look(async ({ db }) => {
    const open = (path: string, before: Date | null, at: string) =>
      openGroupCreate(db, { account: "acme", folded: foldPath(path), path, job: "nightly", run: "r", by: null, at: new Date(at) }, before);
    const [one, two] = ["2026-05-04T08:00:00Z", "2026-05-04T09:00:00Z"];
    expect(await Promise.all([open("HR/Labs", null, one), open("HR/LABS", null, one), open("hr/labs", null, one)])).toEqual([
      true,
      false,
      false,
    ]);
    // To send a lost create again, the process must know the last one.
    expect(await open("HR/Labs", new Date(two), two)).toBe(false);
    expect(await Promise.all([open("HR/Labs", new Date(one), two), open("HR/Labs", new Date(one), two)])).toEqual([true, false]);
  });
}, 60_000);

test("with `unchanged: skip`, a run over the same file still creates an approved group, and a refusal needs a new decision", async () => {
  const c = await company({ mapping: mapping("propose"), parts: { source: { unchanged: "skip" } } });
  c.hr(inDept(1, "Research"));
  await c.sync();
  await c.sync();
  c.service.clearRequests();
  await c.sync();
  expect(c.service.requests()).toEqual([]);
  const [{ id } = { id: "" }] = await missing(c);
  await c.run("groups", "approve", id, "--create", "--reason", "New");
  c.clock.step(1000);
  c.service.failNext({ method: "POST", path: "/groups$", status: 409 });
  expect((await c.sync()).counts).toMatchObject({ groups_created: 0, groups_proposed: 1 });
  expect(await missing(c)).toMatchObject([{ why: "refused", decision: null }]);
  c.clock.step(1000);
  await c.run("groups", "approve", id, "--create", "--reason", "Agreed");
  c.clock.step(1000);
  expect((await c.sync()).counts).toMatchObject({ groups_created: 1, updates: 1 });
}, 60_000);

test("a protected person alone gets no group created", async () => {
  // Nothing about the person changes but the group.
  const c = await company({ mapping: creating().replace("  department: Department\n", "") });
  c.hr(people(1));
  await c.sync();
  const job = JSON.parse(c.place.read("job.yaml")) as object;
  c.place.write("job.yaml", JSON.stringify({ ...job, protect: { keys: ["0001"] } }));
  c.hr(inDept(1, "Research"));
  expect((await c.sync()).counts).toMatchObject({ groups_created: 0, groups_proposed: 0 });
  expect(created(c)).toEqual([]);
}, 60_000);

test("I8: a dismissed group is not proposed until more people wait, and no run creates it by itself, until it is reopened", async () => {
  const c = await company({ mapping: mapping("propose") });
  c.hr([...people(3), ...inDept(1, "Research", 4)]);
  await c.sync();
  const [{ id } = { id: "" }] = await missing(c);
  expect((await c.run("groups", "dismiss", id)).stderr).toContain("needs a reason");
  expect((await c.run("groups", "reopen", id, "--reason", "Asked")).stderr).toContain("is not dismissed");
  const dismissed = await c.run("groups", "dismiss", id, "--reason", "A test account", "--reviewer", "Ana Ruiz");
  expect(dismissed.stdout).toContain("Decision saved. The group is proposed again when more people wait for it.");
  const quiet = await c.sync();
  expect(quiet.counts).toMatchObject({ groups_proposed: 0, groups_created: 0 });
  expect((await c.run("runs", "show", quiet.run)).stdout).not.toContain("Missing groups");
  expect(await missing(c)).toMatchObject([{ decision: { what: "dismiss", by: "Ana Ruiz" }, dismissed_at: 1 }]);

  // Neither a mapping that creates such groups, nor a file without its people, makes it a new group.
  c.place.write("mapping.yaml", creating());
  expect((await c.sync()).counts).toMatchObject({ groups_proposed: 0, groups_created: 0 });
  c.hr(people(4));
  await c.sync();
  expect(await missing(c)).toEqual([]);
  c.hr([...people(3), ...inDept(1, "Research", 4)]);
  expect((await c.sync()).counts).toMatchObject({ groups_proposed: 0, groups_created: 0 });

  c.hr([...people(3), ...inDept(2, "Research", 4)]);
  expect((await c.sync()).counts).toMatchObject({ groups_proposed: 1, groups_created: 0 });
  expect(await missing(c)).toMatchObject([{ people: 2, decision: null, why: "dismissed" }]);
  expect((await c.sync()).counts).toMatchObject({ groups_proposed: 1, groups_created: 0 });
  expect(created(c)).toEqual([]);
  await c.run("groups", "reopen", id, "--reason", "The team exists now", "--reviewer", "Ana Ruiz");
  expect((await c.sync()).counts).toMatchObject({ groups_proposed: 0, groups_created: 1 });
  expect(created(c)).toEqual(["Research"]);
  expect((await audit(c)).flatMap(({ action, detail }) => (action.startsWith("group_") ? [[action, detail]] : []))).toMatchObject([
    ["group_dismissed", { missing: id, waiting: 1, reason: "A test account", via: "cli" }],
    ["group_reopened", { waiting: 2, reason: "The team exists now" }],
    ["group_created", { group: "HR/Departments/Research" }],
  ]);
}, 60_000);
