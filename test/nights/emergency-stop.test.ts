import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { emergencyGate } from "../../src/session/emergency-stop.ts";
import { listAudit } from "../../src/store/audit/audit.ts";
import {
  findEmergencyStop,
  liftEmergencyStop,
  requestEmergencyStop,
  setEmergencyStop,
  type EmergencyStop,
} from "../../src/store/schedule/emergency-stop.ts";
import { listOperations } from "../../src/store/runs/operations.ts";
import { company, departments, oneByOne, people, until, type Company } from "../helpers/company.ts";

const REASON = "Wrong export";

async function actionsOf(c: Company): Promise<{ actor: string; action: string; detail: Record<string, unknown> }[]> {
  return (await c.run("audit list --json --limit 200")).json();
}

const stopped = (c: Company) => c.run("emergency-stop", "job.yaml", "--reason", REASON, "--reviewer", "ana", "--json");
const lifted = (c: Company) => c.run("emergency-stop", "job.yaml", "--lift", "--reason", "Corrected", "--reviewer", "bea");
const requestOf = (c: Company): EmergencyStop => ({
  account: "acme",
  since: c.clock.now().toISOString(),
  by: "ana",
  via: "cli",
  reason: REASON,
});
const writesOf = (c: Company) => c.service.requests().filter(({ method, path }) => method !== "GET" && !path.includes("/oauth2/")).length;

/** A company in which one removal is pending. */
async function withPendingRemoval(): Promise<{ c: Company; removal: string }> {
  const c = await company();
  c.hr([{ id: "0001" }, { id: "0002" }]);
  await c.sync();
  c.clock.step(86_400_000);
  c.hr([{ id: "0001", dept: departments[1] ?? "" }, { id: "0002" }]);
  expect((await c.sync()).counts).toMatchObject({ removals_pending: 1 });
  const [pending] = (await c.run("review list --json")).json<{ id: string }[]>();
  return { c, removal: pending?.id ?? "" };
}

describe("an emergency stop", () => {
  test("keeps every command from sending anything, with exit 3, until someone lifts it", async () => {
    const { c, removal } = await withPendingRemoval();
    const { code, json } = await stopped(c);
    expect(code).toBe(0);
    expect(json()).toMatchObject({ account: "acme", by: "ana", reason: REASON, already: false, taken: true });
    // It survives the end of every process.
    await c.place.reopen();
    const before = writesOf(c);
    c.hr(people(3));
    c.place.write("body.json", JSON.stringify({ name: "Clubs" }));
    const last = (await c.run("runs list --json")).json<{ run: string }[]>()[0]?.run ?? "";
    for (const refused of [
      ["sync", "job.yaml"],
      ["review", "approve", removal, "--reason", "Moved"],
      ["runs", "revert", last, "--reason", "Wrong"],
      ["service", "groups", "create", "--body", "body.json", "--job", "job.yaml", "--yes"],
    ]) {
      const result = await c.run(...refused);
      expect(result.stderr, `for ${refused.join(" ")}`).toMatch(
        /An emergency stop of acme has been active since .* UTC\. Nothing was sent\.\n.*--lift/,
      );
      // Errors go to the log, which must not contain the reason.
      expect(result.stderr).not.toContain(REASON);
      expect(result.code, `for ${refused.join(" ")}`).toBe(3);
    }
    expect(writesOf(c)).toBe(before);
    // The approval is recorded but not applied.
    expect((await c.run("review", "show", removal)).code).toBe(0);
    expect((await actionsOf(c)).some(({ action }) => action === "removal_approved")).toBe(true);
    // Reads are allowed.
    expect((await c.run("plan job.yaml")).code).toBe(0);
    expect((await c.run("service groups list --job job.yaml")).code).toBe(0);
    expect(writesOf(c)).toBe(before);

    expect((await lifted(c)).code).toBe(0);
    const done = await c.sync();
    expect(done).toMatchObject({ code: 0, counts: { creates: 1 } });
    expect(
      (await actionsOf(c))
        .filter(({ action }) => action.startsWith("emergency"))
        .map(({ actor, action, detail }) => [actor, action, detail["account"], detail["reason"]]),
    ).toEqual([
      ["bea", "emergency_stop_lifted", "acme", "Corrected"],
      ["ana", "emergency_stop", "acme", REASON],
    ]);
    expect((await c.run("audit verify")).code).toBe(0);
  });

  test("stops a run of another process before its next request, and the run can be resumed after the lift", async () => {
    const c = await company({ parts: { service: oneByOne } });
    c.hr(people(200));
    const running = c.run("sync job.yaml --json");
    await until(() => c.userCalls("POST").length >= 3);
    // The file that the command writes for the process with the embedded state.
    await requestEmergencyStop(join(c.place.dir, ".rollcall"), requestOf(c));
    const sent = c.userCalls("POST").length;
    const result = await running;
    expect(result.code).toBe(3);
    expect(result.stderr).toContain("An emergency stop of acme has been active since");
    // One may have been on its way.
    expect(c.userCalls("POST").length).toBeLessThanOrEqual(sent + 1);
    const { run, problem } = result.json<{ run: string; problem: { code: string } }>();
    expect(problem.code).toBe("emergency_stop");
    // Unsent operations don't count as sent.
    const operations = await c.look((state) => listOperations(state.db, run));
    expect(operations.filter(({ status }) => status === "uncertain" || status === "failed")).toEqual([]);

    const resumed = await c.run("runs", "resume", run);
    expect(resumed.stderr).toContain("An emergency stop of acme has been active since");
    expect(resumed.code).toBe(3);
    // The file was moved into the state, with an audit entry.
    expect(readdirSync(join(c.place.dir, ".rollcall")).filter((name) => name.startsWith("emergency"))).toEqual([]);
    expect((await actionsOf(c)).filter(({ action }) => action === "emergency_stop")).toMatchObject([
      { actor: "ana", detail: { reason: REASON } },
    ]);
    await lifted(c);
    expect((await c.run("runs", "resume", run)).code).toBe(0);
    expect(c.service.users()).toHaveLength(200);
  });

  test("stops a run that waits for the service, without a word that the service answers again", async () => {
    const retry = { attempts: 3, delay: "50ms", max_delay: "100ms", give_up: "30s", pause_after: 3 };
    const c = await company({ parts: { service: { ...oneByOne, retry } } });
    c.hr(people(20));
    c.service.failNext({ method: "POST", path: "/users", status: 503, times: -1 });
    c.service.failNext({ method: "GET", path: "/subscriptions", status: 503, times: -1 });
    const running = c.run("sync job.yaml --json");
    await until(() => c.service.requests().filter(({ path }) => path.includes("/subscriptions")).length >= 3);
    await requestEmergencyStop(join(c.place.dir, ".rollcall"), requestOf(c));
    c.service.clearFaults();
    const { code, stderr } = await running;
    expect(stderr).toContain("Waiting for the service");
    expect(stderr).toContain("An emergency stop of acme has been active since");
    expect(stderr).not.toContain("The service answers again");
    expect(code).toBe(3);
  });

  test("reaches a plain command with the embedded state through a file", async () => {
    const c = await company();
    c.hr(people(1));
    await c.place.reopen();
    // The state is open in another process that isn't the daemon.
    const { openState } = await import("../helpers/state.ts");
    const held = await openState(join(c.place.dir, ".rollcall"));
    try {
      const { code, stdout } = await c.place.run(["emergency-stop", "job.yaml", "--reason", REASON, "--json"]);
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ account: "acme", taken: false });
      expect(await findEmergencyStop(held, "acme")).toMatchObject({ reason: REASON });
      await expect(emergencyGate(held, "acme")()).rejects.toMatchObject({ code: "emergency_stop", sent: "no" });
      const unknown = await c.place.run(["emergency-stop", "acme", "--reason", REASON]);
      expect(unknown.stderr).toMatch(/is in use by .* While it is in use, the account must be named by a job file\./);
    } finally {
      await held.close();
    }
    expect((await c.run("sync job.yaml")).code).toBe(3);
    expect((await c.run("emergency-stop --json")).json()).toMatchObject([{ account: "acme", reason: REASON }]);
  });

  test("is checked for each request, also for concurrent ones", async () => {
    const c = await company();
    await c.look(async (state) => {
      const gate = emergencyGate(state, "acme");
      await Promise.all([gate(), gate(), gate()]);
      await setEmergencyStop(state, requestOf(c));
      const results = await Promise.allSettled([gate(), gate()]);
      expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
      await expect(emergencyGate(state, "another")()).resolves.toBeUndefined();
      const stop = await findEmergencyStop(state, "acme");
      if (stop !== null) await liftEmergencyStop(state, stop, { name: "bea", via: "cli", reason: "Corrected" }, c.clock.now());
      await expect(gate()).resolves.toBeUndefined();
    });
  });

  test("stopped and lifted at the same moment, is as the audit trail says last", async () => {
    const c = await company();
    await c.look(async (state) => {
      for (let round = 0; round < 5; round += 1) {
        const stop = await setEmergencyStop(state, requestOf(c));
        const bea = { name: "bea", via: "cli", reason: "Corrected" };
        await Promise.all([
          liftEmergencyStop(state, stop, bea, c.clock.now()),
          setEmergencyStop(state, { ...requestOf(c), by: "carl" }),
          liftEmergencyStop(state, stop, bea, c.clock.now()),
        ]);
        const last = (await listAudit(state.db)).at(-1)?.action;
        expect((await findEmergencyStop(state, "acme")) === null).toBe(last === "emergency_stop_lifted");
        const now = await findEmergencyStop(state, "acme");
        if (now !== null) await liftEmergencyStop(state, now, bea, c.clock.now());
      }
    });
  });

  test("requires a reason and a known account, and is shown by jobs list", async () => {
    const c = await company();
    c.hr(people(1));
    c.place.write("jobs/nightly.yaml", c.place.read("job.yaml").replaceAll('"mapping.yaml"', '"../mapping.yaml"'));
    await c.sync();
    expect((await c.run("emergency-stop acme")).stderr).toContain("needs a reason");
    expect((await c.run("emergency-stop", "acme", "--reason", "\u200B\u00AD")).stderr).toContain("needs a reason");
    expect((await c.run("emergency-stop acne --reason typo")).stderr).toMatch(
      /acne is neither a job nor a known service account\..*\nKnown accounts: acme\./,
    );
    expect((await c.run("emergency-stop acme --lift --reason none")).stderr).toContain("acme is not stopped");
    expect((await c.run("jobs list --json")).json()).toMatchObject([{ name: "nightly", emergency_stop: null }]);
    expect((await c.run("emergency-stop", "nightly", "--reason", REASON)).stdout).toContain(
      "Emergency stop is on: nothing is sent for acme.",
    );
    const again = await c.run("emergency-stop", "acme", "--reason", "again");
    expect(again.stdout).toContain("acme is already stopped");
    expect((await c.run("jobs list")).stdout).toMatch(/nightly +Emergency stop[\s\S]*since.*Wrong export/);
    expect((await c.run("jobs list --json")).json()).toMatchObject([{ emergency_stop: { account: "acme", reason: REASON } }]);
    // An invalid job file still stops its account.
    await lifted(c);
    c.place.write("jobs/nightly.yaml", "name: nightly\n");
    expect((await c.run("emergency-stop", "nightly", "--reason", REASON)).stdout).toContain(
      "Emergency stop is on: nothing is sent for acme.",
    );
  });
});

describe("a restore", () => {
  test.each([
    ["continues", false],
    ["isn't related to", true],
  ])("keeps an emergency stop of the replaced state, whose journal %s the backup's", async (_, other) => {
    const c = await company();
    c.hr(people(1));
    await c.sync();
    expect((await c.run("backup before.rcb")).code).toBe(0);
    if (other) {
      rmSync(join(c.place.dir, ".rollcall"), { recursive: true });
      await c.sync();
    }
    await stopped(c);
    const restored = await c.run("restore before.rcb --replace --json");
    expect(restored.stderr).toBe("");
    expect(restored.json()).toMatchObject({ stopped: ["acme"], creates_held: other });
    expect((await c.run("sync job.yaml")).code).toBe(3);
  });

  test("shows active emergency stops, and that later ones may be missing", async () => {
    const c = await company();
    c.hr(people(1));
    await c.sync();
    await stopped(c);
    expect((await c.run("backup stopped.rcb")).code).toBe(0);
    const fresh = await c.run("restore stopped.rcb --state fresh");
    expect(fresh.stdout).toMatch(/Active emergency stops: acme\. A stop set after the backup may be missing/);
    expect((await c.run("sync job.yaml --state fresh")).code).toBe(3);
  });
});
