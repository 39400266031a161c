/** The same runs, by the command line, on each of the three sizes: servers behave like a laptop. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { SandboxOptions } from "../../src/sandbox/sandbox.ts";
import { accounted, company, people, staff, until, type Company, type JobParts, type Night, type Where } from "../helpers/company.ts";
import { hrOfNight, oneAccountEach, quietNights, settleByHand } from "../helpers/one-account.ts";
import { filled, rowsWithSheetJs } from "../review/edit-workbook.ts";

interface Removal {
  id: string;
  person: { key: string; user_id: string };
  group: { path: string };
  status: string;
}

const sales = "HR/Departments/Sales";
const it = "HR/Departments/IT";
const PATIENCE = 400_000;

const removals = async (c: Company): Promise<Removal[]> => (await c.run("review", "list", "--json")).json<Removal[]>();
const groupsOf = (c: Company, key: string): string[] => [...(c.accountsOf(key)[0]?.groups ?? [])].sort();
const confirmed = (c: Company): number => c.userCalls("PUT").filter(({ body }) => body["confirm_group_removal"] === true).length;

/** @param where the company's own place; `null`: the embedded state of its folder */
export function contract(size: string, where: () => Promise<Where | null>): void {
  const companyOf = async (options: SandboxOptions & { parts?: JobParts } = {}): Promise<Company> =>
    company({ ...options, where: await where() });

  describe(`on ${size}`, () => {
    test("an emergency stop by another process stops a run before its next request", { timeout: PATIENCE }, async () => {
      const c = await companyOf({ parts: { service: { rate: { per_second: 20, in_flight: 1 } } } });
      c.hr(people(300));
      const child = await c.start("sync job.yaml");
      const exited = once(child, "exit");
      await until(() => c.userCalls("POST").length >= 3, 60_000);
      const stopped = await c.place.spawn(["emergency-stop", "job.yaml", "--reason", "Wrong export"]);
      const sent = c.userCalls("POST").length;
      expect(stopped.stderr).toBe("");
      expect(stopped.code).toBe(0);
      const [code] = (await exited) as [number];
      expect(code).toBe(3);
      // One request may have been in flight.
      expect(c.userCalls("POST").length).toBeLessThanOrEqual(sent + 1);
      expect((await c.run("identities", "list", "job.yaml", "--unsettled", "--json")).json()).toEqual([]);
      expect((await c.run("sync", "job.yaml")).code).toBe(3);
      expect((await c.run("emergency-stop", "acme", "--lift", "--reason", "Corrected")).code).toBe(0);
    });

    test("runs, and everything that people do between them", { timeout: PATIENCE }, async () => {
      const c = await companyOf();
      c.hr(people(30));
      const first = await c.sync();
      expect(first).toMatchObject({ code: 0, status: "completed", counts: { creates: 30, done: 30 } });
      expect(accounted(first.counts)).toBe(30);

      // Four movers, a leaver, two joiners, and a rejected row.
      const movers = people(4).map((person) => ({ ...person, dept: "IT" }));
      const second = [...movers, { id: "0005", status: "Left" }, ...people(25, 6), ...people(2, 31), { id: "0033", mail: "none" }];
      c.hr(second);
      const night = await c.sync();
      expect(night).toMatchObject({ code: 1, status: "completed" });
      expect(night.counts).toMatchObject({ creates: 2, updates: 4, deactivations: 1, unchanged: 25, rejected: 1, removals_pending: 4 });
      expect(accounted(night.counts)).toBe(33);
      expect(c.accountsOf("0005")[0]?.active).toBe(false);
      expect(confirmed(c)).toBe(0);
      for (const { id } of movers) expect(groupsOf(c, id)).toEqual([staff, it, sales].sort());

      const waiting = await removals(c);
      expect(waiting.map(({ person, group, status }) => [person.key, group.path, status])).toEqual(
        movers.map(({ id }) => [id, sales, "pending"]),
      );
      const [one = "", two = "", three = "", four = ""] = waiting.map(({ id }) => id);
      const approved = await c.run("review", "approve", one, "--reason", "She moved to IT.", "--json");
      expect(approved.code).toBe(0);
      expect((await c.run("review", "reject", two, "--reason", "He helps out in Sales.", "--json")).code).toBe(0);
      expect(groupsOf(c, "0001")).toEqual([staff, it].sort());
      expect(confirmed(c)).toBe(1);

      // The other two in the reviewer's workbook.
      expect((await c.run("review", "export", "--out", "waiting.xlsx")).code).toBe(0);
      const decided = rowsWithSheetJs(readFileSync(join(c.place.dir, "waiting.xlsx")), (rows) =>
        filled(rows, { [three]: { Decision: "approve", Reason: "Moved." }, [four]: { Decision: "reject", Reason: "Stays." } }),
      );
      c.place.write("decided.xlsx", Buffer.from(decided));
      const imported = await c.run("review", "import", "decided.xlsx", "--reviewer", "Ana Ruiz", "--json");
      expect(imported.code, `of ${imported.stderr}`).toBe(0);
      expect(imported.json<{ decided: Removal[] }>().decided.map(({ person, status }) => [person.key, status])).toEqual([
        ["0003", "applied"],
        ["0004", "rejected"],
      ]);
      expect([2, 4].map((n) => groupsOf(c, `000${n}`))).toEqual([[staff, it, sales].sort(), [staff, it, sales].sort()]);
      expect(groupsOf(c, "0003")).toEqual([staff, it].sort());
      expect(confirmed(c)).toBe(2);

      const explained = await c.run("explain", "job.yaml", "0001", "--json");
      expect(explained.code).toBe(0);
      expect(explained.stdout).toContain("She moved to IT.");
      expect((await c.run("audit", "verify", "--json")).json()).toMatchObject({ ok: true, broken: null });

      // A partial file: no one counts as absent because of it.
      c.hr([{ id: "0006", last: "Married" }, { id: "0040" }], "some.csv");
      const partial = await c.sync("--file", "some.csv");
      expect(partial).toMatchObject({ code: 0, counts: { creates: 1, updates: 1, absent: 0, absent_deactivated: 0 } });
      c.hr([...second.slice(0, -1).map((person) => (person.id === "0006" ? { ...person, last: "Married" } : person)), { id: "0040" }]);
      const third = await c.sync();
      expect(third).toMatchObject({ code: 0, counts: { unchanged: 33, creates: 0, updates: 0, removals_pending: 0 } });

      // The removed memberships come back, and the next run keeps them.
      const reverted = await c.run("runs", "revert", night.run, "--reason", "They keep Sales after all.", "--json");
      expect(reverted.code, `of ${reverted.stderr}`).toBe(0);
      for (const { id } of movers) expect(groupsOf(c, id)).toEqual([staff, it, sales].sort());
      expect((await c.sync()).counts).toMatchObject({ unchanged: 33, updates: 0, removals_pending: 0 });
      expect(confirmed(c)).toBe(2);
      expect((await c.run("audit", "verify", "--json")).json()).toMatchObject({ ok: true, broken: null });
      await oneAccountEach(c);
    });

    test(
      "a limit puts a run on hold until it is released, and a file that is wrong as a whole changes nothing",
      { timeout: PATIENCE },
      async () => {
        const c = await companyOf({ parts: { policy: { limits: { creates: 50, shrink: 10 } } } });
        c.hr(people(10));
        const held = await c.sync();
        expect(held).toMatchObject({ code: 3, status: "held" });
        expect(c.userCalls("POST")).toEqual([]);
        expect((await c.run("runs", "approve", held.run, "--reason", "The first night.")).code).toBe(0);
        expect(c.userCalls("POST")).toHaveLength(10);
        const before = c.userCalls().length;
        c.hr(people(7));
        expect(await c.sync()).toMatchObject({ code: 3, held: [{ limit: "shrink" }] });
        c.place.write("hr.csv", "Employee ID,First\n0001,Ana\n");
        expect((await c.run("sync", "job.yaml", "--json")).code).toBe(4);
        expect(c.userCalls()).toHaveLength(before);
      },
    );

    test("a run that SIGTERM stops continues, and no one gets two accounts", { timeout: PATIENCE }, async () => {
      const c = await companyOf({ faults: [{ path: "/users", delayMs: 100, times: -1 }] });
      c.hr(people(120));
      const child = await c.place.start(["sync", "job.yaml", "--json"]);
      let printed = "";
      child.stdout?.on("data", (chunk: Buffer) => (printed += chunk.toString("utf8")));
      const closed = once(child, "close");
      await until(() => c.service.users().length > 20, 120_000);
      child.kill("SIGTERM");
      await closed;
      const stopped = JSON.parse(printed) as Night;
      expect(stopped.status).toBe("interrupted");
      // Requests in flight were waited for.
      expect(stopped.counts).toMatchObject({ uncertain: 0, failed: 0 });
      expect(c.service.users()).toHaveLength(stopped.counts["done"] ?? 0);
      expect(c.service.users().length).toBeLessThan(120);
      const resumed = await c.night("runs resume", [stopped.run]);
      expect(resumed).toMatchObject({ code: 0, status: "completed", run: stopped.run });
      expect(c.userCalls("POST")).toHaveLength(120);
      expect((await oneAccountEach(c)).links).toHaveLength(120);
    });

    test("a service that fails in every way: one account each, and finally the state that HR says", { timeout: PATIENCE }, async () => {
      // The run waits for a failing service, however slow the machine is, so that it is not interrupted.
      const patient = { attempts: 3, delay: "50ms", max_delay: "200ms", give_up: "60s" };
      const c = await companyOf({ parts: { service: { identities: { settle: "1s" }, retry: patient } } });
      const everybody = people(16).map((person, i) => ({ ...person, dept: ["Sales", "IT", "Legal"][i % 3] ?? "Sales" }));
      c.hr(everybody);
      const creates = { method: "POST", path: "/users$" };
      for (const nth of [2, 4]) c.service.failNext({ ...creates, nth, status: 429, retryAfter: 1 });
      c.service.failNext({ ...creates, nth: 5, status: 503, retryAfter: 0 });
      c.service.failNext({ ...creates, nth: 7, status: 503, when: "after" });
      c.service.failNext({ ...creates, nth: 9, reset: true, when: "after" });
      c.service.failNext({ ...creates, nth: 10, nullBody: true });
      const night = await c.sync();
      expect(night).toMatchObject({ status: "completed", counts: { failed: 0 } });
      expect(night.counts["uncertain"]).toBeGreaterThan(0);
      expect(accounted(night.counts)).toBe(16);
      await oneAccountEach(c);
      c.service.clearFaults();
      await new Promise((resolve) => setTimeout(resolve, 1500));
      // It is random which creates fail: where two of one department are lost, they wait for a person.
      await quietNights(c, everybody, 2, 1500);
      await settleByHand(c, everybody, 11);
      for (const fault of [
        { status: 500 },
        { status: 429, retryAfter: 0 },
        { reset: true, when: "after" as const },
        { body: "null", when: "after" as const },
      ])
        c.service.failNext({ method: "PUT", path: "/users/", ...fault });
      hrOfNight(
        c,
        everybody.map((person) => ({ ...person, last: `New${person.id}` })),
        30,
      );
      const updated = await c.sync();
      expect(updated).toMatchObject({ status: "completed" });
      expect(updated.counts).toMatchObject({ failed: 0, uncertain: 0 });
      const lastNames = new Map(c.service.users().map(({ fields }) => [fields["first_name"], fields["last_name"]]));
      for (const { id } of everybody) expect(lastNames.get(`First${id}`), `of ${id}`).toBe(`New${id}`);
      expect((await oneAccountEach(c)).links).toHaveLength(16);
    });

    test("a file links existing accounts before anyone is created", { timeout: PATIENCE }, async () => {
      const c = await companyOf();
      const ids = people(3).map(({ id }) => c.service.addUser({ username: `p${id}@acme.example`, first_name: `First${id}` }, [staff]));
      c.hr(people(5));
      const first = await c.sync();
      expect(first).toMatchObject({ code: 3, status: "held" });
      expect(c.userCalls("POST")).toEqual([]);
      c.place.write("who.csv", `key,account\n${ids.map((id, i) => `000${i + 1},${id}`).join("\n")}\n`);
      const linked = await c.run("identities", "import", "job.yaml", "who.csv", "--key", "key", "--user-id", "account", "--json");
      expect(linked.code, `of ${linked.stderr}`).toBe(0);
      expect(linked.json()).toMatchObject({ linked: 3, conflict_count: 0 });
      expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 2, failed: 0 } });
      expect(c.userCalls("POST")).toHaveLength(2);
      expect((await oneAccountEach(c)).links).toHaveLength(5);
    });
  });
}
