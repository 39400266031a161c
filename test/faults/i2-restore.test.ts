import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listAudit } from "../../src/store/audit/audit.ts";
import { snapshot } from "../helpers/snapshot.ts";
import { company, people, type Company, type Employee } from "../helpers/company.ts";

const first = people(4);
const joiners = people(2, 5);

/** Returns every account of the service, by the key in its username. */
function accounts(c: Company): string[] {
  return c.service
    .users()
    .map((user) => user.username)
    .toSorted();
}

function memberships(c: Company): [string, string[]][] {
  return c.service.users().map((user) => [user.username, [...user.groups].toSorted()]);
}

async function night(c: Company, employees: readonly Employee[]) {
  c.hr(employees);
  const result = await c.sync();
  return { ...result, held: c.operations(result.run).filter(({ status }) => status === "held") };
}

async function ok(c: Company, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await c.run(...args);
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}: ${stderr}`);
  return stdout;
}

const twoNights = snapshot(async (c) => {
  await night(c, first);
  await ok(c, "backup", "night-1.rcb");
  await night(c, [...first, ...joiners]);
});

test("I2: after a restore on a new machine no one who joined since gets a second account, until the links are confirmed", async () => {
  const c = await twoNights();
  const before = memberships(c);
  rmSync(join(c.place.dir, ".rollcall"), { recursive: true });
  const told = await ok(c, "restore", "night-1.rcb");
  expect(told).toMatch(/block every new account/);
  c.service.clearRequests();

  const third = await night(c, [...first, ...joiners, ...people(1, 7)]);
  expect(third.held.map(({ key, code }) => [key, code])).toEqual([
    ["0005", "state_restored"],
    ["0006", "state_restored"],
    ["0007", "state_restored"],
  ]);
  expect(c.userCalls("POST")).toEqual([]);
  expect(memberships(c)).toEqual(before);
  // Not only once: a completed run proves nothing.
  expect((await night(c, [...first, ...joiners, ...people(1, 7)])).held).toHaveLength(3);
  expect(c.userCalls("POST")).toEqual([]);

  const rows = joiners.map(({ id }) => `${id},${String(c.accountsOf(id)[0]?.["user_id"])}`);
  c.place.write("accounts.csv", `key,id\n${rows.join("\n")}\n`);
  await ok(c, "identities", "import", "job.yaml", "accounts.csv", "--key", "key", "--user-id", "id");
  expect((await night(c, [...first, ...joiners, ...people(1, 7)])).held.map(({ key }) => key)).toEqual(["0007"]);
  await ok(c, "restore", "--settled", "--reason", "Imported the accounts of that day");
  await night(c, [...first, ...joiners, ...people(1, 7)]);
  expect(accounts(c)).toEqual([...first, ...joiners, ...people(1, 7)].map(({ id }) => `p${id}@acme.example`));
  const trail = await c.look((state) => listAudit(state.db));
  expect(trail.map(({ action }) => action)).toEqual(expect.arrayContaining(["state_restored", "restore_settled"]));
  await ok(c, "audit", "verify");
}, 240_000);

test("I2: the hold outlives the database: a power cut after the restore does not end it", async () => {
  const c = await twoNights();
  rmSync(join(c.place.dir, ".rollcall"), { recursive: true });
  await ok(c, "restore", "night-1.rcb");
  c.loseDatabase();
  c.service.clearRequests();
  c.hr([...first, ...joiners]);
  await c.run("sync", "job.yaml");
  expect(c.userCalls("POST")).toEqual([]);
  // Even if someone releases the first run.
  const { stdout } = await c.run("runs", "list", "--json");
  const [run] = JSON.parse(stdout) as { run: string }[];
  await c.run("runs", "approve", run?.run ?? "", "--job", "job.yaml", "--reason", "x");
  expect(c.userCalls("POST")).toEqual([]);
  expect(accounts(c)).toHaveLength(6);
}, 240_000);

test("I2: if the old state's journal continues the backup's, it contains the joiners, and creates are not held", async () => {
  const c = await twoNights();
  const told = await ok(c, "restore", "night-1.rcb", "--replace");
  expect(told).toMatch(/already linked, from the journal of the replaced state/);
  const third = await night(c, [...first, ...joiners, ...people(1, 7)]);
  expect([third.code, third.held]).toEqual([0, []]);
  expect(accounts(c)).toHaveLength(7);
  await ok(c, "audit", "verify");
}, 240_000);

test("I2: the journal of another state proves nothing: creates are held", async () => {
  const c = await twoNights();
  // Another state in the place of the lost one.
  rmSync(join(c.place.dir, ".rollcall"), { recursive: true });
  await c.sync();
  const told = await ok(c, "restore", "night-1.rcb", "--replace");
  expect(told).toMatch(/block every new account/);
  c.service.clearRequests();
  await night(c, [...first, ...joiners]);
  expect(c.userCalls("POST")).toEqual([]);
}, 240_000);

test("I2: a second restore does not end the hold of the first, nor does a power cut after it", async () => {
  const c = await twoNights();
  rmSync(join(c.place.dir, ".rollcall"), { recursive: true });
  await ok(c, "restore", "night-1.rcb");
  // The journal now continues the backup's, and contains none of the people who joined since.
  const told = await ok(c, "restore", "night-1.rcb", "--replace");
  expect(told).toMatch(/block every new account/);
  expect(told).not.toMatch(/told of them/);
  c.loseDatabase();
  c.service.clearRequests();
  await night(c, [...first, ...joiners]);
  const { stdout } = await c.run("runs", "list", "--json");
  const [run] = JSON.parse(stdout) as { run: string }[];
  await c.run("runs", "approve", run?.run ?? "", "--job", "job.yaml", "--reason", "x");
  expect(c.userCalls("POST")).toEqual([]);
  expect(accounts(c)).toHaveLength(6);
  await ok(c, "restore", "--settled", "--reason", "Everybody is linked");
  expect((await c.run("restore", "--settled", "--reason", "Once more")).stderr).toMatch(/There is nothing to settle/);
}, 240_000);

test("I1: an approval from the time of the backup no longer counts: it may have been undone since", async () => {
  const c = await company({ parts: { policy: { approval: { delay: "1h" }, limits: { removals: 100, updates: 100 } } } });
  await night(c, first);
  const moved = first.map((employee, i) => (i === 0 ? { ...employee, dept: "IT" } : employee));
  await night(c, moved);
  const [removal] = JSON.parse(await ok(c, "review", "list", "--json")) as { id: string }[];
  // Not before an hour has passed.
  await c.run("review", "approve", removal?.id ?? "", "--reason", "Moved", "--reviewer", "Ana");
  expect(JSON.parse(await ok(c, "review", "list", "--status", "approved", "--json"))).toHaveLength(1);
  await ok(c, "backup", "approved.rcb");
  await ok(c, "review", "undo", removal?.id ?? "", "--reason", "Not yet", "--reviewer", "Ana");
  await ok(c, "review", "reject", removal?.id ?? "", "--reason", "Keeps it", "--reviewer", "Ana");
  const before = memberships(c);

  // With its own journal as well: that contains accounts, not decisions.
  await ok(c, "restore", "approved.rcb", "--replace");
  const [again] = JSON.parse(await ok(c, "review", "list", "--json")) as { id: string; status: string }[];
  expect(again).toMatchObject({ id: removal?.id, status: "pending" });
  c.service.clearRequests();
  await night(c, moved);
  expect(memberships(c)).toEqual(before);
  expect(c.userCalls().filter(({ body }) => body?.["confirm_group_removal"] !== undefined)).toEqual([]);
}, 240_000);

test("I1: in a restored state the policy approves no removal until the state is settled", async () => {
  const auto = { policy: { group_removals: { auto: { groups: ["HR/Departments/**"], max_per_run: 50 } }, limits: { removals: 100 } } };
  const c = await company({ parts: { policy: { limits: { removals: 100 } } } });
  await night(c, first);
  await ok(c, "backup", "night-1.rcb");
  const moved = [{ id: "0001", dept: "IT" }, ...first.slice(1)];
  await night(c, moved);
  const reject = async (): Promise<void> => {
    const [removal] = JSON.parse(await ok(c, "review", "list", "--json")) as { id: string }[];
    await ok(c, "review", "reject", removal?.id ?? "", "--reason", "Helps out in Sales");
  };
  await reject();
  c.job(auto);
  await night(c, moved);
  const before = memberships(c);

  // The old state's journal contains accounts, but no decisions to keep.
  const stays = async (): Promise<string> => {
    const { counts, run } = await night(c, moved);
    expect(memberships(c)).toEqual(before);
    expect(counts["removals_pending"]).toBe(1);
    expect(c.userCalls().filter(({ body }) => body?.["confirm_group_removal"] !== undefined)).toEqual([]);
    return c.place.read(`.rollcall/reports/${run}.html`);
  };
  await ok(c, "restore", "night-1.rcb", "--replace");
  expect(await stays()).toMatch(/policy therefore\s+approves\s+nothing automatically/);
  expect(await stays()).toMatch(/policy therefore\s+approves\s+nothing automatically/);

  // Settled too early: a run must first show what the policy would remove. A power cut does not change that.
  await ok(c, "restore", "night-1.rcb", "--replace");
  await ok(c, "restore", "--settled", "--reason", "Looked at the list, which was empty");
  c.loseDatabase();
  expect(await stays()).toMatch(/policy therefore\s+approves\s+nothing automatically/);

  await reject();
  const settled = await night(c, [moved[0] ?? { id: "0001" }, { id: "0002", dept: "IT" }, ...first.slice(2)]);
  expect(settled.code).toBe(0);
  const inSales = (id: string): boolean | undefined => c.accountsOf(id)[0]?.groups.includes("HR/Departments/Sales");
  expect([inSales("0001"), inSales("0002"), inSales("0003")]).toEqual([true, false, true]);
  expect(c.place.read(`.rollcall/reports/${settled.run}.html`)).not.toMatch(/The policy therefore/);
}, 240_000);

test("a run that was waiting at the time of the backup does not continue in the restored state", async () => {
  const c = await company();
  await night(c, first);
  c.hr([...first, ...joiners]);
  const planned = await c.night("plan", ["job.yaml"]);
  await ok(c, "backup", "planned.rcb");
  await ok(c, "runs", "resume", planned.run, "--job", "job.yaml");
  expect(accounts(c)).toHaveLength(6);
  rmSync(join(c.place.dir, ".rollcall"), { recursive: true });
  const restored = JSON.parse(await ok(c, "restore", "planned.rcb", "--json")) as { cancelled: string[] };
  expect(restored.cancelled).toEqual([planned.run]);
  c.service.clearRequests();
  const resumed = await c.run("runs", "resume", planned.run, "--job", "job.yaml");
  expect(resumed.code).toBe(2);
  expect(c.userCalls("POST")).toEqual([]);
}, 240_000);

test("a state that was restored in another way is made safe by its mark", async () => {
  const c = await company();
  await night(c, first);
  await c.place.reopen();
  cpSync(join(c.place.dir, ".rollcall"), join(c.place.dir, "snapshot"), { recursive: true });
  await night(c, [...first, ...joiners]);
  await c.place.reopen();
  rmSync(join(c.place.dir, ".rollcall"), { recursive: true });
  cpSync(join(c.place.dir, "snapshot"), join(c.place.dir, ".rollcall"), { recursive: true });
  await ok(c, "restore", "--mark", "2026-04-30T04:00:00Z");
  c.service.clearRequests();
  expect((await night(c, [...first, ...joiners])).held).toHaveLength(2);
  expect(c.userCalls("POST")).toEqual([]);
}, 240_000);

test("I4: what was sent between a backup and its restore is sent again, if HR undoes it", async () => {
  const c = await company();
  await night(c, first);
  await ok(c, "backup", "night-1.rcb");
  await night(c, [{ ...first[0], id: "0001", last: "Newname" }, { id: "0002", status: "Left" }, ...first.slice(2)]);
  await ok(c, "restore", "night-1.rcb", "--replace");
  await night(c, first);
  const [one, two] = c.service.users();
  expect([one?.fields["last_name"], two?.active]).toEqual(["Last0001", true]);
}, 240_000);
