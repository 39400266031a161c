import { expect, test } from "vitest";
import { listAudit } from "../../src/store/audit/audit.ts";
import { company, departments, people, staff, type Company } from "../helpers/company.ts";

const DAY = 86_400_000;
const sales = `HR/Departments/${departments[0]}`;
const why = ["--reason", "Dismissed today", "--reviewer", "Ruiz"];

async function hired(policy: Record<string, unknown> = {}): Promise<Company> {
  const c = await company({ parts: { policy } });
  c.hr(people(3));
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 3 } });
  c.service.clearRequests();
  return c;
}

const deactivate = (c: Company, key = "0002") => c.run("people", "deactivate", key, ...why, "--json");
const inForce = async (c: Company) =>
  (await c.run("people", "deactivated", "--json")).json<{ key: string; run: string; closed: boolean; overdue: boolean }[]>();
const trail = (c: Company) => c.look(({ db }) => listAudit(db));
const isActive = (c: Company, key = "0002") => c.accountsOf(key)[0]?.active;
const nextNight = async (c: Company, days = 1, ...rows: Parameters<Company["hr"]>[0]) => {
  c.clock.step(days * DAY);
  if (rows.length > 0) c.hr(rows);
  return c.sync();
};

test("deactivates one account at once, keeps its memberships, and no run reactivates it before HR's file agrees", async () => {
  const c = await hired();
  expect(await deactivate(c)).toMatchObject({ code: 0 });
  expect(c.userCalls()).toMatchObject([{ method: "PUT", status: 200 }]);
  expect(c.userCalls()[0]?.body).toMatchObject({ active: false });
  for (const field of ["group_ids", "confirm_group_removal"]) expect(c.userCalls()[0]?.body).not.toHaveProperty(field);
  expect(c.accountsOf("0002")).toMatchObject([{ active: false, groups: [staff, sales] }]);
  expect(c.accountsOf("0001")).toMatchObject([{ active: true }]);
  expect((await trail(c)).at(-1)).toMatchObject({
    actor: "Ruiz",
    action: "account_deactivated",
    detail: { key: "0002", reason: "Dismissed today", account: "acme" },
  });

  // HR's row even changes: a plain update would send `active: true`.
  const night = await nextNight(c, 1, ...people(1), { id: "0002", dept: "IT", last: "Renamed" }, { id: "0003" });
  expect(night).toMatchObject({ code: 0, counts: { held: 1, updates: 0, reactivations: 0, blocked: 0, removals_pending: 1 } });
  expect(c.operations(night.run)).toMatchObject([{ key: "0002", status: "held", code: "urgently_deactivated" }]);
  expect(isActive(c)).toBe(false);
  expect((await c.run("explain", "job.yaml", "0002")).stdout).toContain("Ruiz deactivated the account on");

  expect(await inForce(c)).toMatchObject([{ key: "0002", closed: true, overdue: false }]);
  c.clock.step(3 * DAY);
  expect(await inForce(c)).toMatchObject([{ key: "0002", overdue: true }]);
  const late = await nextNight(c, 1, ...people(1), { id: "0002", dept: "IT", last: "Renamed" }, { id: "0003", last: "Other" });
  expect(late).toMatchObject({ code: 1, counts: { held: 1, blocked: 1 } });
  expect(c.operations(late.run).find(({ key }) => key === "0002")).toMatchObject({ code: "urgent_deactivation_overdue" });
  expect(isActive(c)).toBe(false);

  const agreed = await nextNight(c, 1, ...people(1), { id: "0002", status: "Left" }, { id: "0003", last: "Other" });
  expect(agreed).toMatchObject({ code: 0, counts: { held: 0, deactivations: 0 } });
  expect(await inForce(c)).toEqual([]);
  expect((await trail(c)).at(-1)).toMatchObject({ actor: "rollcall", action: "deactivation_agreed", detail: { key: "0002" } });
  // From then on HR decides alone: a rehire comes back.
  expect((await nextNight(c, 1, ...people(3))).counts).toMatchObject({ reactivations: 1 });
  expect(isActive(c)).toBe(true);
});

test("an undo reactivates the account, and the next run follows HR's file", async () => {
  const c = await hired();
  await deactivate(c);
  const undone = await c.run("people", "reactivate", "0002", "--reason", "Another person", "--json");
  expect(undone).toMatchObject({ code: 0 });
  expect(isActive(c)).toBe(true);
  expect(await inForce(c)).toEqual([]);
  expect((await trail(c)).at(-1)).toMatchObject({ action: "account_reactivated", detail: { reason: "Another person" } });
  expect((await nextNight(c, 1, { id: "0001" }, { id: "0002", dept: "IT" }, { id: "0003" })).counts).toMatchObject({ updates: 1, held: 0 });
  expect((await c.run("people", "reactivate", "0002", "--reason", "Again")).stderr).toContain("was not deactivated by hand");
});

test("a protected account, an unknown key and a missing reason change nothing", async () => {
  const c = await hired();
  c.place.write("job.yaml", JSON.stringify({ ...(JSON.parse(c.place.read("job.yaml")) as object), protect: { keys: ["0002"] } }));
  const refused = await deactivate(c);
  expect(refused).toMatchObject({ code: 2 });
  expect(refused.stderr).toContain("protected by");
  expect((await deactivate(c, "0009")).stderr).toContain("No account is linked to the key 0009");
  expect((await c.run("people", "deactivate", "0001", "--reason", " ")).stderr).toContain("needs a reason");
  expect(c.userCalls()).toEqual([]);
  expect(await inForce(c)).toEqual([]);
  expect((await trail(c)).map(({ action }) => action)).not.toContain("account_deactivated");
});

test("changes that were planned before the deactivation do not reactivate the account", async () => {
  const c = await hired();
  c.hr([{ id: "0001" }, { id: "0002", last: "Renamed" }, { id: "0003" }]);
  c.service.killTokens("refresh");
  c.service.failNext({ method: "PUT", path: "/users", expireToken: true });
  const stopped = await c.sync();
  expect(stopped).toMatchObject({ code: 5, status: "interrupted" });
  c.service.clearFaults();
  c.job({ service: { auth: { refresh_token: c.service.issueRefreshToken() } } });
  await deactivate(c);
  expect(isActive(c)).toBe(false);
  c.service.clearRequests();
  expect(await c.run("runs", "resume", stopped.run)).toMatchObject({ code: 0 });
  expect(c.operations(stopped.run)).toMatchObject([{ key: "0002", kind: "update", status: "held", code: "urgently_deactivated" }]);
  expect(c.userCalls()).toEqual([]);
  expect(isActive(c)).toBe(false);
});

test("is in force from the moment it is ordered, also if the service cannot be reached, and the next run sends it", async () => {
  const c = await hired();
  c.service.failNext({ method: "PUT", path: "/users", status: 403 });
  const refused = await deactivate(c);
  expect(refused).toMatchObject({ code: 1 });
  expect(await inForce(c)).toMatchObject([{ key: "0002", closed: false }]);
  expect(isActive(c)).toBe(true);
  const night = await nextNight(c);
  expect(night).toMatchObject({ code: 0, counts: { deactivations: 1 } });
  expect(isActive(c)).toBe(false);
  expect(await inForce(c)).toMatchObject([{ key: "0002", closed: true }]);
});

test("a lost database does not lose the deactivation", async () => {
  const c = await hired();
  await deactivate(c);
  await c.place.reopen();
  c.loseDatabase();
  await nextNight(c, 1, ...people(2), { id: "0003", last: "Renamed" });
  expect(isActive(c)).toBe(false);
  expect(await inForce(c)).toMatchObject([{ key: "0002" }]);
});

test("neither absence nor a new key of the same account reactivates it", async () => {
  const c = await hired({ absent: "report" });
  await deactivate(c);
  await nextNight(c, 1, { id: "0001" }, { id: "0003" });
  await nextNight(c, 1, ...people(3));
  expect(isActive(c)).toBe(false);
  const user = c.accountsOf("0002")[0]?.user_id ?? "";
  c.hr([{ id: "0001" }, { id: "9002", mail: "p0002@acme.example" }, { id: "0003" }]);
  c.clock.step(DAY);
  await c.sync();
  expect(await c.run("identities", "link", "job.yaml", "9002", user, "--from", "0002", "--reason", "New key")).toMatchObject({ code: 0 });
  expect(await nextNight(c)).toMatchObject({ counts: { held: 1 } });
  expect(c.service.users().find(({ user_id: id }) => id === user)?.active).toBe(false);
});

test("sends no names of HR's row to an account that was never sent anything, neither on a deactivation nor on its undo", async () => {
  const c = await company();
  // Put on hold in the first run, so that the row is known and nothing was sent.
  c.hr([{ id: "0001", status: "" }, { id: "0002" }]);
  await c.sync();
  const userId = c.service.addUser({ username: "other@acme.example", first_name: "Ana" }, [staff]);
  c.place.write("links.csv", `Employee ID,user\n0001,${userId}\n`);
  await c.run("identities", "import", "job.yaml", "links.csv", "--key", "Employee ID", "--user-id", "user", "--yes");
  c.service.clearRequests();
  expect(await deactivate(c, "0001")).toMatchObject({ code: 0 });
  expect(await c.run("people", "reactivate", "0001", ...why)).toMatchObject({ code: 0 });
  expect(c.userCalls("PUT").map(({ body }) => body)).toEqual([
    { user_id: userId, active: false },
    { user_id: userId, active: true },
  ]);
});

test("repeats the names of the account, not those of a row that was not applied", async () => {
  const c = await hired();
  c.hr([{ id: "0001" }, { id: "0002", mail: "new@acme.example", last: "Renamed" }, { id: "0003" }]);
  c.service.failNext({ method: "PUT", path: "/users", status: 403 });
  await c.sync();
  c.service.clearRequests();
  await deactivate(c);
  expect(c.userCalls("PUT").map(({ body }) => body)).toMatchObject([
    { username: "p0002@acme.example", email: "p0002@acme.example", last_name: "Last0002", active: false },
  ]);
});

test("a deactivation that HR's file has overtaken is not sent later to a rehire", async () => {
  const c = await hired();
  c.service.killTokens("refresh");
  c.service.failNext({ method: "PUT", path: "/users", expireToken: true });
  expect(await deactivate(c)).toMatchObject({ code: 5 });
  const [stopped] = await inForce(c);
  c.service.clearFaults();
  c.job({ service: { auth: { refresh_token: c.service.issueRefreshToken() } } });
  expect((await nextNight(c, 1, { id: "0001" }, { id: "0002", status: "Left" }, { id: "0003" })).counts).toMatchObject({
    deactivations: 1,
  });
  expect(await inForce(c)).toEqual([]);
  expect((await nextNight(c, 1, ...people(3))).counts).toMatchObject({ reactivations: 1 });
  c.service.clearRequests();
  await c.run("runs", "resume", stopped?.run ?? "");
  expect(c.userCalls()).toEqual([]);
  expect(isActive(c)).toBe(true);
});

test("a missing area does not keep the account of an urgent leaver open", async () => {
  const c = await company();
  c.hr(people(6));
  await c.sync();
  c.service.failNext({ method: "PUT", path: "/users", status: 403 });
  expect(await deactivate(c)).toMatchObject({ code: 1 });
  const night = await nextNight(c, 1, ...people(6).map((one) => ({ ...one, dept: "" })));
  expect(c.operations(night.run).filter(({ code }) => code === "area_missing")).toHaveLength(5);
  expect(night.counts).toMatchObject({ deactivations: 1, held: 5 });
  expect(isActive(c)).toBe(false);
});

test("an undo that HR's file has overtaken is not sent later to a leaver", async () => {
  const c = await hired();
  await deactivate(c);
  c.service.killTokens("refresh");
  c.service.failNext({ method: "PUT", path: "/users", expireToken: true });
  expect(await c.run("people", "reactivate", "0002", ...why)).toMatchObject({ code: 5 });
  const [undo] = (await c.run("runs", "list", "--json")).json<{ run: string }[]>();
  c.service.clearFaults();
  c.job({ service: { auth: { refresh_token: c.service.issueRefreshToken() } } });
  await nextNight(c, 1, { id: "0001" }, { id: "0002", status: "Left" }, { id: "0003" });
  c.service.clearRequests();
  await c.run("runs", "resume", undo?.run ?? "");
  expect(c.userCalls()).toEqual([]);
  expect(isActive(c)).toBe(false);
});
