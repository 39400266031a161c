import { problemOf } from "../helpers/problems.ts";
import { englishText } from "../../src/reporting/fact-text.ts";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync, existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { HealthRecords } from "../../src/daemon/health.ts";
import { Jobs } from "../../src/daemon/jobs.ts";
import { Services } from "../../src/daemon/services.ts";
import { createWork, type ConsoleWork } from "../../src/daemon/work.ts";
import type { BackgroundRun } from "../../src/console/parts.ts";
import type { Actor } from "../../src/actions/access/rights.ts";
import { prepareQueues } from "../../src/queue/backend.ts";
import { createSandbox, type Sandbox } from "../../src/sandbox/sandbox.ts";
import { listAudit } from "../../src/store/audit/audit.ts";
import { findRun } from "../../src/store/runs/runs.ts";
import { openState, type State } from "../helpers/state.ts";
import { csvOf, departments, mappingText, people, staff, until } from "../helpers/company.ts";
import { testCall } from "../helpers/io.ts";

const by: Actor = { name: "olga", role: "operator", via: "session", proof: "oidc", stillMay: async () => true };

let dir: string;
let service: Sandbox;
let state: State;
let work: ConsoleWork;
const seen: BackgroundRun[] = [];

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "rollcall-work-"));
  service = await createSandbox({ seed: "empty" });
  service.addGroup(staff);
  for (const name of departments) service.addGroup(`HR/Departments/${name}`);
  mkdirSync(join(dir, "jobs"));
  writeFileSync(join(dir, "mapping.yaml"), mappingText);
  writeFileSync(join(dir, "hr.csv"), csvOf(people(12)));
  writeFileSync(join(dir, "jobs", "nightly.yaml"), job("nightly", { creates: 100 }));
  writeFileSync(join(dir, "jobs", "narrow.yaml"), job("narrow", { creates: 1 }));
  writeFileSync(join(dir, "jobs", "broken.yaml"), "name: broken\nsorce: {}\n");
  state = await openState(join(dir, "state"));
  await prepareQueues(state);
  work = await workOf();
  work.watch((progress) => seen.push({ ...progress }));
});
afterAll(async () => {
  await work.close();
  await state.close();
  await service.close();
  rmSync(dir, { recursive: true, force: true });
});

function workOf(): Promise<ConsoleWork> {
  const io = testCall(dir);
  const jobs = new Jobs(io, join(dir, "jobs"));
  return createWork(io, { state, jobs, services: new Services(), health: new HealthRecords(), uploads: join(dir, "uploads") });
}

function job(name: string, limits: Record<string, number>): string {
  return JSON.stringify({
    name,
    schedule: { cron: "30 2 * * *", timezone: "Europe/Madrid" },
    source: { file: "../hr.csv" },
    mapping: name === "narrow" ? "../other.yaml" : "../mapping.yaml",
    service: {
      base_url: service.url,
      account: name,
      auth: { refresh_token: service.refreshToken },
      rate: { per_second: 500, in_flight: 8 },
    },
    policy: { limits: { updates: 100, deactivations: 100, shrink: 100, ...limits } },
  });
}

async function ended(run: string): Promise<BackgroundRun> {
  for (let i = 0; i < 600; i += 1) {
    const found = seen.find((progress) => progress.run === run && progress.ended !== null);
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${run} did not end`);
}

test("a service that nothing was heard of is asked in the background, once, and what it says is kept", async () => {
  const calls = (): number => service.requests().filter(({ path }) => path.includes("/groups")).length;
  const before = calls();
  expect(await work.health()).toEqual([]);
  await expect.poll(() => work.health(), { timeout: 10_000 }).toMatchObject([{ account: "nightly", ok: true, said: "Connected." }]);
  expect(calls() - before).toBe(1);
  const lonely = await workOf();
  service.failNext({ method: "GET", path: "/groups", status: 503 });
  await lonely.health();
  await expect
    .poll(() => lonely.health(), { timeout: 10_000 })
    .toMatchObject([{ account: "nightly", ok: false, said: expect.stringContaining("503") }]);
  await lonely.close();
});

test("jobs are shown with their next run, or with all their faults", async () => {
  const cards = await work.jobs();
  expect(cards.map(({ name, account, faults }) => [name, account, faults.length > 0])).toEqual([
    ["broken", null, true],
    ["narrow", null, true],
    ["nightly", "nightly", false],
  ]);
  expect(cards[0]?.faults.map(englishText).join("\n")).toMatch(/broken\.yaml:2:1: .*sorce/);
  expect(cards[2]?.nextRun).toMatch(/T0[01]:30:00/);
  expect((await problemOf(work.start("broken", { by, file: null, complete: false, planOnly: false }))).message).toContain("sorce");
  expect((await problemOf(work.start("nothing", { by, file: null, complete: false, planOnly: false }))).message).toContain(
    "There is no job nothing",
  );
});

test("a run continues in the background, reports its progress, and keeps who started it", async () => {
  const id = await work.start("nightly", { by, file: null, complete: false, planOnly: true });
  expect(work.running().map(({ run }) => run)).toContain(id);
  expect((await ended(id)).ended).toEqual({ status: "planned", code: 0 });
  expect((await findRun(state.db, id))?.started_by).toBe("olga");
  expect(service.users()).toHaveLength(0);
  await work.resume(id, by);
  seen.length = 0;
  expect((await ended(id)).ended).toEqual({ status: "completed", code: 0 });
  expect(service.users()).toHaveLength(12);
  expect(new Set(seen.map(({ phase }) => phase)).size).toBeGreaterThan(2);
  expect((await work.health()).map(({ account, ok }) => [account, ok])).toEqual([["nightly", true]]);
  expect(work.running()).toEqual([]);
});

test("one person is explained as on the command line", async () => {
  const found = await work.explain("nightly", "0003");
  expect(JSON.stringify(found)).toContain("HR/Departments/Sales");
  expect(await work.explain("nightly", "9999")).toBeNull();
});

test("the impact of a removal comes from the service, and unknown facts are listed", async () => {
  const [user] = service.users();
  const row = await state.db.selectFrom("membership").selectAll().limit(1).executeTakeFirstOrThrow();
  const stakes = await work.impact({
    account: "nightly",
    user_id: String(user?.user_id),
    group_id: row.group_id,
    status: "applied",
  });
  expect(stakes?.items).toEqual([]);
  expect(stakes?.readAt).toMatch(/^\d{4}-/);
  expect(await work.impact({ account: "no-such-account", user_id: "u", group_id: "g", status: "pending" })).toBeNull();
});

test("an uploaded file is a partial run, and is deleted after it", async () => {
  const folder = join(dir, "uploads", "abc");
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "joiners.csv");
  writeFileSync(path, csvOf(people(2, 50)));
  const id = await work.start("nightly", { by, file: { name: "joiners.csv", path }, complete: false, planOnly: false });
  expect((await ended(id)).ended?.status).toBe("completed");
  expect([(await findRun(state.db, id))?.partial, existsSync(folder)]).toEqual([true, false]);
  expect(service.users()).toHaveLength(14);
});

test("a run that waits behind another is cancelled at once, and leaves nothing", async () => {
  writeFileSync(join(dir, "hr.csv"), csvOf(people(200)));
  const first = await work.start("nightly", { by, file: null, complete: false, planOnly: false });
  const second = await work.start("nightly", { by, file: null, complete: false, planOnly: false });
  await work.cancel(second, by, "twice");
  expect((await ended(second)).ended?.status).toBe("cancelled");
  expect((await listAudit(state.db)).at(-1)).toMatchObject({
    action: "run_cancelled",
    detail: { run: second, reason: "twice", via: "session" },
  });
  expect(work.running().map(({ run }) => run)).toEqual([first]);
  expect((await problemOf(work.resume(first, by))).message).toContain("is already in progress");
  await work.cancel(first, by, "The wrong file");
  expect((await findRun(state.db, first))?.status).toBe("cancelled");
  expect((await listAudit(state.db)).at(-1)).toMatchObject({
    actor: "olga",
    action: "run_cancelled",
    detail: { run: first, reason: "The wrong file" },
  });
});

test("a run can be resumed in the moment in which it is planned, while its report is still being written", async () => {
  writeFileSync(join(dir, "hr.csv"), csvOf(people(12)));
  const accounts = service.users().length;
  for (let tries = 0; tries < 3; tries += 1) {
    const run = await work.start("nightly", { by, file: null, complete: false, planOnly: true });
    while ((await findRun(state.db, run))?.status !== "planned") await new Promise((resolve) => setTimeout(resolve, 5));
    await work.resume(run, by);
    await expect.poll(async () => (await findRun(state.db, run))?.status).toBe("completed");
  }
  expect(service.users()).toHaveLength(accounts);
});

test("resuming waits for the outcome that is stored a moment after a run is planned", async () => {
  writeFileSync(join(dir, "hr.csv"), csvOf(people(12)));
  const run = await work.start("nightly", { by, file: null, complete: false, planOnly: true });
  expect((await ended(run)).ended?.status).toBe("planned");
  const request = () => state.db.updateTable("run_request").where("run", "=", run);
  await request().set({ ended_at: null, outcome: null }).execute();
  const resumed = work.resume(run, by);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await request()
    .set({ ended_at: new Date(), outcome: JSON.stringify({ status: "planned", code: 0, said: null }) })
    .execute();
  await resumed;
  await expect.poll(async () => (await findRun(state.db, run))?.status).toBe("completed");
});

test("an impossible request is refused before anything starts", async () => {
  expect((await problemOf(work.approve("20260101-000000-none", by, "x"))).message).toContain("There is no run");
  expect((await problemOf(work.cancel("20260101-000000-none", by, "x"))).message).toContain("There is no run");
  expect((await problemOf(work.revert("20260101-000000-none", by, "x", null))).message).toContain("There is no run");
});

test("at the end requests in flight finish, the rest is kept, and continues at the next start", async () => {
  writeFileSync(join(dir, "hr.csv"), csvOf([...people(12), ...people(300, 500)]));
  const id = await work.start("nightly", { by, file: null, complete: true, planOnly: false });
  await until(() => seen.some(({ run, done }) => run === id && done > 0 && service.users().length > 20));
  await work.close();
  const made = service.users().length;
  expect((await findRun(state.db, id))?.status).toBe("interrupted");
  expect(made).toBeLessThan(300);
  seen.length = 0;
  work = await workOf();
  work.watch((progress) => seen.push({ ...progress }));
  expect((await ended(id)).ended?.status).toBe("completed");
  expect(new Set(service.users().map(({ username }) => username)).size).toBe(service.users().length);
  expect(service.users().length).toBe(314);
});

test("a person whose username is shared is explained as rejected, as the run decided", async () => {
  const shared = [
    { id: "0901", mail: "shared@acme.example" },
    { id: "0902", mail: "shared@acme.example" },
  ];
  writeFileSync(join(dir, "hr.csv"), csvOf([...people(300, 500), ...shared]));
  seen.length = 0;
  await ended(await work.start("nightly", { by, file: null, complete: true, planOnly: true }));
  const found = await work.explain("nightly", "0901");
  expect(found?.rejects.map(({ code }) => code)).toContain("shared_username");
  expect(found?.next).toBe("The row is rejected. Nothing is sent, and the person keeps everything.");
});
