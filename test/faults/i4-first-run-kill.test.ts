import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { FaultInput } from "../../src/sandbox/faults/faults.ts";
import { company, mappingText, staff, until, type Company, type Employee } from "../helpers/company.ts";
import { jobForDaemon, serving } from "../helpers/serving.ts";
import { create } from "../promises/creates.ts";

const IN_FLIGHT = 3;
const person = (n: number, dept: string): Employee => ({ id: String(n).padStart(4, "0"), dept });
/** Twelve people of one set of groups, the first of whom shows how the service answers, and eight of another. */
const twenty = Array.from({ length: 20 }, (_, i) => person(i + 1, i < 12 ? "Sales" : "IT"));

interface Killed {
  /** Happens to the creates after the first. */
  fault: FaultInput;
  /** The instant of the kill. */
  reached(c: Company): boolean;
  employees?: readonly Employee[];
  nullBodies?: boolean;
  settle?: string;
  inFlight?: number;
}
const arrived = (n: number) => (c: Company) => c.userCalls("POST").length >= n;
const made = (n: number) => (c: Company) => c.service.users().length >= n;
/** The requests have arrived, and never take effect. */
const neverMade: Killed = { fault: { status: 500, delayMs: 60_000, times: -1, nth: 2 }, reached: arrived(1 + IN_FLIGHT) };
/** The accounts exist, and the answers were not read. */
const allMade: Killed = { fault: { delayMs: 60_000, when: "after", times: -1, nth: 2 }, reached: made(1 + IN_FLIGHT) };

async function killedFirstRun(killed: Killed): Promise<Company> {
  const { fault, reached, employees = twenty, nullBodies = false, settle = "60s", inFlight = IN_FLIGHT } = killed;
  const rate = { per_second: 500, in_flight: inFlight };
  const c = await company({ nullBodies, ownDatabase: true, parts: { service: { rate, identities: { settle } } } });
  c.hr(employees);
  for (let nth = 2; nth <= 1 + IN_FLIGHT; nth += 1) c.service.failNext({ ...create, ...fault, times: 1, nth });
  const child = await c.start("sync job.yaml");
  await until(() => reached(c), 60_000);
  child.kill("SIGKILL");
  await new Promise((resolve) => child.on("close", resolve));
  c.service.clearFaults();
  return c;
}

const held = (c: Company, run: string) => c.operations(run).filter(({ status }) => status === "held");
const codes = (c: Company, run: string): Record<string, number> =>
  Object.fromEntries(
    Object.entries(Object.groupBy(held(c, run), ({ code }) => code ?? "")).map(([code, list = []]) => [code, list.length]),
  );

function oneEach(c: Company, employees: readonly Employee[] = twenty): void {
  const names = c.service.users().map(({ username }) => username);
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
  for (const { id } of employees) expect(c.accountsOf(id), `accounts of ${id}`).toHaveLength(1);
}

async function link(c: Company, key: string, user = String(c.accountsOf(key)[0]?.["user_id"])): Promise<string> {
  const linked = await c.run("identities", "link", "job.yaml", key, user, "--yes", "--reason", "Looked it up");
  expect([linked.code, linked.stderr]).toEqual([0, expect.any(String)]);
  return linked.stdout + linked.stderr;
}

const bin = fileURLToPath(new URL("../../bin/rollcall.js", import.meta.url));
/** A private disk can be mounted where user namespaces are allowed, which not every container does. */
const mayMount = spawnSync("unshare", ["--map-root-user", "--mount", "true"]).status === 0;

/** Runs a command on a disk of its own with the state, fills the disk at an instant, and runs it again with space. */
async function onDiskThatFills(
  c: Company,
  instant: () => boolean,
  ...args: string[]
): Promise<{ first: { code: number; stderr: string }; again: string }> {
  mkdirSync(join(c.place.dir, "disk"));
  const script = `
    mount -t tmpfs -o size=256m tmpfs disk
    mkdir -m 700 disk/state
    cp -a --sparse=always .rollcall/. disk/state/
    timeout -s KILL 100 "$@" --state disk/state >first.json 2>first.txt &
    while [ ! -e fill ]; do sleep 0.02; done
    cat /dev/zero >disk/filler 2>/dev/null || true
    code=0
    wait $! || code=$?
    echo $code >first.code
    rm disk/filler
    timeout -s KILL 100 "$@" --state disk/state >again.json 2>again.txt || true`;
  const child = spawn("unshare", ["--map-root-user", "--mount", "sh", "-ec", script, "sh", process.execPath, bin, ...args], {
    cwd: c.place.dir,
    env: { PATH: process.env["PATH"] ?? "", HOME: c.place.dir, NO_COLOR: "1" },
  });
  const closed = new Promise((resolve) => child.on("close", resolve));
  await until(instant, 100_000);
  c.place.write("fill", "");
  await closed;
  return { first: { code: Number(c.place.read("first.code")), stderr: c.place.read("first.txt") }, again: c.place.read("again.json") };
}

describe("I4: after a first run that was killed", () => {
  test("the next run creates everyone else if no account of its creates appeared: at most as many are blocked as were in flight", async () => {
    const c = await killedFirstRun(neverMade);
    const night = await c.sync();
    expect(night).toMatchObject({ status: "completed", counts: { done: 20 - 1 - IN_FLIGHT, held: IN_FLIGHT, blocked: 0 } });
    // Resolved while the run ran, so the list of unconfirmed creates does not have them.
    expect(codes(c, night.run)).toEqual({ resolved_meanwhile: IN_FLIGHT });
    expect((await c.run("identities", "list", "job.yaml", "--unsettled", "--json")).json()).toEqual([]);
    expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: IN_FLIGHT, held: 0 } });
    oneEach(c);
  }, 120_000);

  test("the run that was killed creates them too, if it is resumed", async () => {
    const c = await killedFirstRun(neverMade);
    const [stopped] = (await c.run("runs", "list", "--json")).json<{ run: string }[]>();
    const resumed = await c.night("runs resume", [stopped?.run ?? ""]);
    expect(resumed).toMatchObject({ counts: { held: 0, uncertain: IN_FLIGHT } });
    expect(c.service.users()).toHaveLength(20 - IN_FLIGHT);
    await c.sync();
    oneEach(c);
  }, 120_000);

  test("people wait for accounts that may be theirs, and the same run creates them once these are linked", async () => {
    const c = await killedFirstRun(allMade);
    const night = await c.sync();
    expect(night.status).toBe("completed");
    expect(codes(c, night.run)).toEqual({ unsettled_create: IN_FLIGHT, equal_groups_unsettled: 12 - 1 - IN_FLIGHT });
    expect(c.service.users()).toHaveLength(1 + IN_FLIGHT + 8);
    // The accounts are still without an owner.
    const early = await c.night("runs resume", [night.run]);
    expect(codes(c, early.run)).toEqual(codes(c, night.run));
    const open = held(c, night.run).filter(({ code }) => code === "unsettled_create");
    for (const { key } of open) await link(c, key);
    const resumed = await c.night("runs resume", [night.run]);
    expect(resumed).toMatchObject({ run: night.run, status: "completed" });
    expect(codes(c, night.run)).toEqual({ resolved_meanwhile: IN_FLIGHT });
    expect(c.service.users()).toHaveLength(20);
    oneEach(c);
    expect((await c.run("runs", "resume", night.run)).stderr).toContain("is completed");
    expect(await c.sync()).toMatchObject({ code: 0, counts: { held: 0, creates: 0 } });
  }, 120_000);

  test("I2: a person who waited, and has an account by another job meanwhile, gets no second one", async () => {
    const c = await killedFirstRun(allMade);
    const night = await c.sync();
    const [late] = held(c, night.run).filter(({ code }) => code === "equal_groups_unsettled");
    const key = late?.key ?? "";
    const waiting = { first: `First${key}`, last: `Last${key}`, mail: `p${key}@acme.example` };
    c.service.addGroup("Partners/All");
    const people = mappingText
      .slice(0, mappingText.indexOf("groups:"))
      .replace("username: { column: Email, transform: lower }", "username: Employee ID");
    const groups = 'groups: { authority: ["Partners/**"], rules: [{ name: partners, groups: [Partners/All] }] }';
    c.place.write("other-mapping.yaml", `${people}${groups}\n`);
    c.place.write(
      "other.yaml",
      c.place.read("job.yaml").replace('"nightly"', '"other"').replace("hr.csv", "other.csv").replace("mapping.yaml", "other-mapping.yaml"),
    );
    c.hr([{ id: "X1", dept: "IT", ...waiting }], "other.csv");
    const other = await c.night("sync", ["other.yaml"]);
    expect(other).toMatchObject({ status: "completed", counts: { done: 1 } });
    for (const { key: one } of held(c, night.run).filter(({ code }) => code === "unsettled_create")) await link(c, one);
    const before = c.service.users().length;
    await c.night("runs resume", [night.run]);
    expect(c.service.users()).toHaveLength(before);
    // The next run compares the names.
    const next = await c.sync();
    expect(held(c, next.run)).toMatchObject([{ key, code: "same_person" }]);
    expect(c.service.users()).toHaveLength(20);
    expect(c.accountsOf(key)).toEqual([]);
    expect(c.service.users().filter(({ fields }) => fields["email"] === waiting.mail)).toHaveLength(1);
  }, 120_000);

  test("the page Identities shows each account with the creates that may have made it: one click each, and the run continues", async () => {
    const c = await killedFirstRun(allMade);
    const night = await c.sync();
    expect((await c.run("sync", "job.yaml")).stdout).toContain("8 people wait for 3 accounts to be identified.");
    const { token } = (await c.run("tokens", "create", "machine", "--role", "operator", "--expires", "1d", "--json")).json<{
      token: string;
    }>();
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const [last] = (await c.run("runs", "list", "--json")).json<{ run: string }[]>();
    expect(last?.run).not.toBe(night.run);
    // Only the last run can still send what waits.
    const kept = await c.look(({ db }) =>
      db
        .selectFrom("operation")
        .select("run")
        .where("code", "=", "equal_groups_unsettled")
        .where("sendable", "=", true)
        .distinct()
        .execute(),
    );
    expect(kept).toEqual([{ run: last?.run }]);
    await c.place.reopen();
    jobForDaemon(c);
    const { url } = await serving(c, "--link");
    const { accounts } = (await (await fetch(`${url}/api/v1/identities`, { headers })).json()) as {
      accounts: { user_id: string; creates: { operation: string; key: string }[] }[];
    };
    expect(accounts.map(({ creates }) => creates.length)).toEqual([3, 3, 3]);
    const answers: (string | null)[] = [];
    for (const { user_id: user, creates } of accounts) {
      const owner = c.service.users().find(({ user_id }) => user_id === user)?.fields["first_name"];
      const operation = creates.find(({ key }) => `First${key}` === owner)?.operation ?? "";
      const body = JSON.stringify({ operation, user_id: user, reason: "Looked it up", sure: "yes" });
      const answer = await fetch(`${url}/api/v1/identities/link`, { method: "POST", headers, body });
      answers.push(((await answer.json()) as { resumed: string | null }).resumed);
    }
    expect(answers).toEqual([null, null, last?.run]);
    await until(() => c.service.users().length === 20, 60_000);
    oneEach(c);
  }, 120_000);

  test("I2: an account that a person made by hand between the runs is nobody's until a person says whose it is", async () => {
    const c = await killedFirstRun({ ...neverMade, employees: twenty.slice(0, 12) });
    const hand = c.service.addUser({ username: "p0009@acme.example", first_name: "First0009" }, [staff, "HR/Departments/Sales"]);
    const night = await c.sync();
    expect(codes(c, night.run)).toEqual({ unsettled_create: IN_FLIGHT, equal_groups_unsettled: 12 - 1 - IN_FLIGHT });
    expect(c.service.users()).toHaveLength(2);
    await link(c, "0009", hand);
    // The others are created, and the unconfirmed creates turn out not to have happened.
    await c.night("runs resume", [night.run]);
    await c.sync();
    expect(c.service.users()).toHaveLength(12);
    oneEach(c, twenty.slice(0, 12));
  }, 120_000);

  test("people whose groups no new account has are created while others wait", async () => {
    const c = await company({ parts: { service: { rate: { per_second: 500, in_flight: IN_FLIGHT } } } });
    const employees = [person(1, "Legal"), person(2, "Sales"), person(3, "Sales"), person(4, "IT"), person(5, "Sales"), person(6, "IT")];
    c.hr(employees);
    // Two accounts of Sales exist, whose owners cannot be told apart. The create for IT never takes effect.
    const sales = "HR/Departments/Sales";
    c.service.failNext({ ...create, nth: 2, times: 1, delayMs: 60_000, when: "after" });
    c.service.failNext({ ...create, nth: 3, times: 1, delayMs: 60_000, when: "after" });
    c.service.failNext({ ...create, nth: 4, times: 1, delayMs: 60_000, status: 500 });
    const child = await c.start("sync job.yaml");
    await until(() => c.service.users().length === 3 && arrived(4)(c), 60_000);
    child.kill("SIGKILL");
    await new Promise((resolve) => child.on("close", resolve));
    c.service.clearFaults();
    expect(c.service.users().filter(({ groups }) => groups.includes(sales))).toHaveLength(2);
    const night = await c.sync();
    expect(held(c, night.run).map(({ key, code }) => [key, code])).toEqual([
      ["0002", "unsettled_create"],
      ["0003", "unsettled_create"],
      ["0004", "unsettled_create"],
      ["0005", "equal_groups_unsettled"],
    ]);
    expect(c.accountsOf("0006")).toHaveLength(1);
    expect(c.accountsOf("0004")).toEqual([]);
  }, 120_000);

  test("I2: with null answers no one gets a second account, and the others are created", async () => {
    const employees = ["Sales", "IT", "Legal", "Sales", "IT", "Legal"].map((dept, i) => person(i + 1, dept));
    // The fourth, with the groups of the first, waits for its turn.
    const c = await killedFirstRun({ ...allMade, nullBodies: true, reached: made(3), employees, inFlight: 2 });
    await c.sync();
    await c.sync();
    oneEach(c, employees);
  }, 120_000);

  test("with null answers, one sentence says how many wait, for what, and why", async () => {
    const employees = Array.from({ length: 6 }, (_, i) => person(i + 1, "Sales"));
    const c = await killedFirstRun({ ...allMade, nullBodies: true, reached: made(2), employees });
    // Either account may be that of the lost create.
    c.service.addUser({ username: "by-hand" }, [staff, "HR/Departments/Sales"]);
    const { run } = await c.sync();
    const released = await c.run("runs", "approve", run, "--reason", "One of them is by hand");
    expect(released.stdout).toContain(
      "4 people wait for 2 accounts to be identified. The service does not return the ids of new accounts, so two with the same groups could not be distinguished.",
    );
    expect(c.service.users()).toHaveLength(3);
  }, 120_000);

  test("I2: no account is created while the state is restored, and everyone else gets one afterwards", async () => {
    const c = await killedFirstRun(neverMade);
    expect((await c.run("backup", "killed.rcb")).code).toBe(0);
    await c.place.reopen();
    rmSync(join(c.place.dir, ".rollcall"), { recursive: true });
    expect((await c.run("restore", "killed.rcb")).stdout).toMatch(/block every new account/);
    for (let n = 0; n < 2; n += 1) {
      const night = await c.sync();
      expect(codes(c, night.run)).toEqual({ state_restored: 19 - IN_FLIGHT, unsettled_create: IN_FLIGHT });
      expect(c.service.users()).toHaveLength(1);
    }
    expect((await c.run("restore", "--settled", "--reason", "No one was created since")).code).toBe(0);
    // A snapshot before the restore proves nothing about the lost creates, so a person says what became of them.
    const night = await c.sync();
    expect(codes(c, night.run)).toEqual({ unsettled_create: IN_FLIGHT });
    c.clock.step(600_000);
    for (const { key } of held(c, night.run)) {
      const retried = await c.run("identities", "retry", "job.yaml", key, "--yes", "--reason", "Not in the service");
      expect([retried.code, retried.stderr]).toEqual([0, expect.any(String)]);
    }
    await c.sync();
    oneEach(c);
  }, 240_000);

  test.runIf(mayMount)(
    "I2: nobody whose create a full disk left unknown is created again, and everyone else is created",
    async () => {
      const many = Array.from({ length: 60 }, (_, i) => person(i + 1, i % 2 === 0 ? "Sales" : "IT"));
      const c = await killedFirstRun({ ...neverMade, employees: many, settle: "1s" });
      c.service.failNext({ ...create, delayMs: 100, when: "after", times: -1 });
      const { first, again } = await onDiskThatFills(c, () => c.service.users().length >= 20, "sync", "job.yaml", "--json");
      expect(first.code).toBe(2);
      expect(first.stderr).toContain("The disk is full");
      const names = c.service.users().map(({ username }) => username);
      expect(new Set(names).size).toBe(names.length);
      const { counts } = JSON.parse(again) as { counts: Record<string, number> };
      // Who has no account is in the counts.
      expect(names.length + (counts["held"] ?? 0) + (counts["uncertain"] ?? 0)).toBeGreaterThanOrEqual(60);
    },
    240_000,
  );

  test("I2: no account is created while the journal is damaged", async () => {
    const c = await killedFirstRun(neverMade);
    const file = join(c.place.dir, ".rollcall", "journal.jsonl");
    writeFileSync(file, readFileSync(file, "utf8").replace(/"since":\d+/, '"since":9'));
    const night = await c.sync();
    expect(c.service.users()).toHaveLength(1);
    expect(held(c, night.run).filter(({ code }) => code === "journal_damaged").length).toBeGreaterThan(0);
  }, 120_000);
});
