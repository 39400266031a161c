import { expect, test } from "vitest";
import { accounted, company, departments, mappingText, people, staff, type Company, type Employee } from "../helpers/company.ts";

const DAY = 86_400_000;
const legal = "HR/Departments/Legal";

const protectedCompany = async (protect: Record<string, string[]> | null, policy: Record<string, unknown> = {}): Promise<Company> => {
  const c = await company({ parts: { policy } });
  guard(c, protect);
  return c;
};

/** Writes the job file with other protected accounts and groups. */
const guard = (c: Company, protect: Record<string, string[]> | null): void => {
  c.job();
  const job = JSON.parse(c.place.read("job.yaml")) as object;
  c.place.write("job.yaml", JSON.stringify({ ...job, ...(protect === null ? {} : { protect }) }));
};

const nextNight = async (c: Company, staffNow: readonly (Employee | string)[]): Promise<Awaited<ReturnType<Company["sync"]>>> => {
  c.clock.step(DAY);
  c.hr(staffNow);
  return c.sync();
};

const changesOf = (c: Company, id: string): unknown[] =>
  c.userCalls("PUT").filter(({ path }) => path.endsWith(c.accountsOf(id)[0]?.user_id ?? "nobody"));

test("a protected account is never created, changed, deactivated or reactivated, and the plan says so", async () => {
  const c = await protectedCompany(null, { absent: "deactivate" });
  c.hr([...people(6), { id: "0007", status: "Active" }]);
  await c.sync();
  guard(c, { keys: ["0001", "*5"], usernames: ["P0002@ACME.*", "p0006@acme.example", "p0009@acme.example"] });
  const night = [
    { id: "0001", last: "Renamed" },
    { id: "0002", status: "Left" },
    { id: "0003", last: "Renamed" },
    { id: "0004" },
    { id: "0005", dept: "IT" },
    // 0006 is absent
    { id: "0007" },
    { id: "0009" },
  ];
  c.service.clearRequests();
  c.clock.step(DAY);
  c.hr(night);
  const plan = await c.night("plan", ["job.yaml"]);
  expect(plan.counts).toMatchObject({ updates: 1, deactivations: 0, creates: 0, held: 4, unchanged: 2, absent: 1, absent_deactivated: 0 });
  const blocked = (run: string): string[] =>
    c.operations(run).flatMap(({ key, status, code }) => (status === "held" && code === "protected" ? [key] : []));
  expect(blocked(plan.run)).toEqual(["0001", "0002", "0005", "0009", "0006"]);
  expect(c.operations(plan.run).find(({ key }) => key === "0001")?.reason).toBe(
    "The account is protected by `protect.keys` (job.yaml:1), so nothing is sent.",
  );
  const real = await c.sync();
  // Nobody has to resolve it.
  expect(real).toMatchObject({ code: 0, counts: { updates: 1, held: 4, blocked: 0, done: 1, removals_pending: 0 } });
  expect(blocked(real.run)).toHaveLength(5);
  expect(c.userCalls()).toHaveLength(1);
  expect(changesOf(c, "0003")).toHaveLength(1);
});

test("I6: nobody joins or leaves a protected group, and the plan says so", async () => {
  const c = await protectedCompany({ groups: [legal] });
  c.hr([...people(2), { id: "0003", dept: "Legal" }]);
  const first = await c.sync();
  expect(first.counts).toMatchObject({ creates: 3, done: 3 });
  expect(c.accountsOf("0003")[0]?.groups).toEqual([staff]);
  c.service.addMember(legal, c.accountsOf("0002")[0]?.user_id ?? "");
  expect((await nextNight(c, [...people(2), { id: "0003", dept: "Legal" }])).counts).toMatchObject({ removals_pending: 0, done: 0 });
  const { notes } = JSON.parse(c.place.read(`.rollcall/reports/${first.run}.json`)) as { notes: { code: string; message: string }[] };
  expect(notes.find(({ code }) => code === "protected_group")?.message).toBe(
    `Rule department (mapping.yaml:14): The group ${legal} is protected by \`protect.groups\` (job.yaml:1), so its members stay as they are.`,
  );
});

test("I1: an approved removal is not applied after its group or its account is protected", async () => {
  for (const protect of [{ keys: ["0002"] }, { groups: ["HR/Departments/*"] }]) {
    const c = await protectedCompany(null, { approval: { delay: "1h" } });
    c.hr(people(2));
    await c.sync();
    await nextNight(c, [{ id: "0001" }, { id: "0002", dept: "IT" }]);
    const [removal] = (await c.run("review list --json")).json<{ id: string }[]>();
    await c.run("review", "approve", removal?.id ?? "", "--reason", "moved", "--reviewer", "Ana");
    guard(c, protect);
    await nextNight(c, [{ id: "0001" }, { id: "0002", dept: "IT" }]);
    expect(c.accountsOf("0002")[0]?.groups).toContain("HR/Departments/Sales");
    const stored = (await c.run(`review show ${removal?.id} --json`)).stdout;
    expect(stored).toContain("superseded");
  }
});

test("an undo adds nothing back to a protected account or group, and says so", async () => {
  for (const protect of [{ keys: ["0002"] }, { groups: ["HR/Departments/Sales"] }]) {
    const c = await protectedCompany(null);
    c.hr(people(2));
    await c.sync();
    const night = await nextNight(c, [{ id: "0001" }, { id: "0002", dept: "IT" }]);
    const [removal] = (await c.run("review list --json")).json<{ id: string }[]>();
    expect((await c.run("review", "approve", removal?.id ?? "", "--reason", "moved", "--reviewer", "Ana")).code).toBe(0);
    expect(c.accountsOf("0002")[0]?.groups).not.toContain("HR/Departments/Sales");
    guard(c, protect);
    const undone = await c.run("runs", "revert", night.run, "--reason", "mistake", "--reviewer", "Ana");
    expect(undone.stdout).toMatch(/not added back .*is protected by `protect\./);
    expect(c.accountsOf("0002")[0]?.groups).not.toContain("HR/Departments/Sales");
  }
});

test("a stored plan sends nothing to a protected account or into a protected group, and none from before the protection", async () => {
  const c = await protectedCompany(null);
  c.hr(people(3));
  await c.sync();
  const protect = { keys: ["0001"], groups: ["HR/Departments/IT"] };
  guard(c, protect);
  c.clock.step(DAY);
  c.hr(people(3).map((one) => ({ ...one, last: "Renamed" })));
  c.service.failNext({ method: "PUT", path: "/users/", status: 401, times: 1000 });
  const stopped = await c.sync();
  expect(stopped).toMatchObject({ status: "interrupted", counts: { updates: 2, held: 1 } });
  c.service.clearFaults();
  c.service.clearRequests();
  guard(c, null);
  expect((await c.run(`runs resume ${stopped.run}`)).stderr).toContain("has changed since run");
  guard(c, protect);
  const it = c.service.groups().find(({ path }) => path === "HR/Departments/IT")?.id ?? "";
  // As if a part of the plan had overlooked them.
  await c.look(async ({ db }) => {
    await db.deleteFrom("operation").where("run", "=", stopped.run).where("key", "=", "0001").execute();
    const user_id = c.accountsOf("0001")[0]?.user_id ?? "";
    await db.updateTable("operation").set({ key: "0001", user_id }).where("run", "=", stopped.run).where("key", "=", "0002").execute();
    const desired = JSON.stringify([it]);
    await db.updateTable("operation").set({ desired }).where("run", "=", stopped.run).where("key", "=", "0003").execute();
  });
  const resumed = await c.night("runs resume", [stopped.run]);
  expect(c.operations(resumed.run).map(({ key, status, code }) => [key, status, code])).toEqual([
    ["0001", "held", "protected"],
    ["0003", "held", "protected"],
  ]);
  expect(c.userCalls()).toEqual([]);
});

test("no command by hand changes a protected account or group", async () => {
  const c = await protectedCompany(null);
  c.hr(people(2));
  await c.sync();
  guard(c, { keys: ["0001"], usernames: ["admin@*"], groups: [legal] });
  const idOf = (id: string): string => c.accountsOf(id)[0]?.user_id ?? "";
  const groupId = c.service.groups().find(({ path }) => path === legal)?.id ?? "";
  const parentId = c.service.groups().find(({ path }) => path === "HR/Departments")?.id ?? "";
  const stranger = c.service.addUser({ username: "someone@acme.example" });
  c.place.write("body.json", JSON.stringify({ city: "Madrid" }));
  c.place.write("admin.json", JSON.stringify({ username: "Admin@acme.example", first_name: "A", last_name: "B", email: "a@acme.example" }));
  c.place.write("group.json", JSON.stringify({ name: "Renamed" }));
  c.service.clearRequests();
  const refused = async (...typed: string[]): Promise<string> => {
    const result = await c.run("service", ...typed, "--job", "job.yaml", "--yes");
    expect(result.code).toBe(2);
    return result.stderr;
  };
  expect(await refused("users", "update", idOf("0001"), "--body", "body.json")).toContain("protected by `protect.keys`");
  expect(await refused("users", "update", stranger, "--body", "body.json")).toContain("is not linked, so nobody can tell");
  expect(await refused("users", "create", "--body", "admin.json")).toContain("protected by `protect.usernames`");
  expect(await refused("groups", "update", groupId, "--body", "group.json")).toContain(`The group ${legal} is protected`);
  expect(await refused("groups", "delete", parentId)).toContain(`The group ${legal} is protected`);
  expect(c.service.requests().filter(({ method }) => method !== "GET")).toEqual([]);
  expect((await c.run("service", "users", "update", idOf("0002"), "--body", "body.json", "--job", "job.yaml", "--yes")).code).toBe(0);
});

test("refuses a protection that is not a list of globs, with its place", async () => {
  const c = await company({ mapping: mappingText });
  expect(departments).toContain("Legal");
  const job = JSON.parse(c.place.read("job.yaml")) as object;
  c.place.write("job.yaml", JSON.stringify({ ...job, protect: { keys: "0001", group: [] } }, null, 2));
  const { code, stderr } = await c.run("check job.yaml");
  expect(code).toBe(2);
  expect(stderr).toMatch(/job\.yaml:\d+:\d+: `protect\.keys` must be a list of texts, in which \* is any text/);
  expect(stderr).toMatch(/unknown key `protect\.group`; did you mean `groups`\?/);
});

test("an imported account stays protected by its username after HR renames the person", async () => {
  const c = await protectedCompany({ usernames: ["boss@acme.example"] });
  c.hr([{ id: "0001" }, { id: "0002", mail: "boss@acme.example" }]);
  const user = c.service.addUser({
    username: "boss@acme.example",
    first_name: "First0002",
    last_name: "Last0002",
    email: "boss@acme.example",
  });
  c.place.write("links.csv", `Employee ID,user\n0002,${user}\n`);
  expect((await c.run("identities", "import", "job.yaml", "links.csv", "--key", "Employee ID", "--user-id", "user", "--yes")).code).toBe(0);
  expect((await c.sync()).counts).toMatchObject({ creates: 1, held: 1 });
  const renamed = [{ id: "0001" }, { id: "0002", mail: "chief@acme.example", last: "New" }];
  for (let night = 1; night <= 3; night += 1) {
    const next = await nextNight(c, night === 3 ? [{ id: "0001" }, { ...renamed[1], id: "0002", dept: "IT" }] : renamed);
    expect(next.counts).toMatchObject({ updates: 0, held: 1, unchanged: 1 });
  }
  expect(c.userCalls("PUT")).toEqual([]);
  expect((await c.run("explain", "job.yaml", "0002")).stdout).toContain("`protect.usernames`");
}, 60_000);

test("a change that only a protection forbids does not keep a run over the same file from being skipped", async () => {
  const c = await company({ parts: { source: { unchanged: "skip" } } });
  c.hr(people(3));
  await c.sync();
  guard(c, { keys: ["0002"] });
  const job = JSON.parse(c.place.read("job.yaml")) as { source: object };
  c.place.write("job.yaml", JSON.stringify({ ...job, source: { ...job.source, unchanged: "skip" } }));
  const renamed = [{ id: "0001" }, { id: "0002", last: "Renamed" }, { id: "0003" }];
  expect((await nextNight(c, renamed)).counts).toMatchObject({ held: 1, unchanged: 2 });
  c.service.clearRequests();
  const skipped = await nextNight(c, renamed);
  expect(skipped).toMatchObject({ status: "completed", source: { rows: 3 }, counts: { held: 1, unchanged: 2, blocked: 0 } });
  expect(accounted(skipped.counts)).toBe(3);
  expect(c.service.requests()).toEqual([]);
  // Without the protection, the change is sent, although the file is the same.
  c.place.write("job.yaml", JSON.stringify({ ...job, source: { ...job.source, unchanged: "skip" }, protect: { keys: ["0009"] } }));
  expect((await nextNight(c, renamed)).counts).toMatchObject({ updates: 1, held: 0, done: 1 });
}, 60_000);
