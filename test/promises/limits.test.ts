import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { teamCompany, verifiedTrail, type TeamCompany, type Row, type RunResult } from "../helpers/team-company.ts";

type Result = RunResult & { code: number | null };

const numbered = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, i) => `p${String(from + i).padStart(2, "0")}`);

/** 40 people; one run meets every limit exactly, and the next exceeds each by one. */
describe("a run over a limit is put on hold as a whole", () => {
  const limits = "limits: { creates: 10%, updates: 20%, deactivations: { percent: 5, at_least: 3 }, removals: { percent: 4 }, shrink: 5% }";
  let acme: TeamCompany;
  let boundary: Result;
  let above: Result;
  let repeated: Result;
  let shrunk: Result;
  let cancelled: { code: number | null; status: string; before: unknown; after: unknown };
  let released: Result;
  let beforeHeld: unknown;
  let afterHeld: unknown;
  let heldCalls: unknown[];
  let unlimited: Result;

  const rows = (ids: readonly string[], change: (id: string, at: number) => Partial<Row>): Row[] =>
    ids.map((id, at) => Object.assign({ id, site: at % 2 === 0 ? "Madrid" : "Porto" }, change(id, at)));

  beforeAll(async () => {
    acme = await teamCompany();
    acme.job(`group_removals: review\n${limits.replace("creates: 10%", "creates: 100%")}`);
    acme.file(rows(numbered(1, 40), () => ({})));
    await acme.sync();

    // 44 rows: 4 creates, 8 updates (5 of them lose Sales), 3 leavers.
    acme.job(`group_removals: review\n${limits}`);
    const quiet = (id: string): Partial<Row> => (id <= "p05" ? { department: "Legal" } : id <= "p08" ? { first: "Robin" } : {});
    const gone = (id: string): Partial<Row> => (id >= "p38" && id <= "p40" ? { status: "Left" } : {});
    acme.file(rows(numbered(1, 44), (id) => ({ ...quiet(id), ...gone(id) })));
    boundary = await acme.sync();

    // 49 rows, each kind one too many; the 5 old removals do not count again.
    const more = (id: string): Partial<Row> =>
      id >= "p10" && id <= "p19" ? { department: "Marketing" } : id >= "p20" && id <= "p23" ? { status: "Left" } : {};
    const big = rows(numbered(1, 49), (id) => ({ ...quiet(id), ...gone(id), ...more(id) }));
    acme.file(big);
    acme.sandbox.clearRequests();
    beforeHeld = acme.sandbox.users();
    above = await acme.sync();
    const stopped = await acme.run("runs", "cancel", above.run, "--json", "--reason", "the wrong file", "--reviewer", "Ana Ruiz");
    repeated = await acme.sync();
    // Three rows fewer than the 44 of the last good run.
    acme.file(rows(numbered(1, 41), (id) => ({ ...quiet(id), ...gone(id) })));
    shrunk = await acme.sync();
    // The older run can continue only once the newer one is cancelled.
    await acme.run("runs", "cancel", shrunk.run);
    heldCalls = acme.writes();
    afterHeld = acme.sandbox.users();
    cancelled = { code: stopped.code, status: stopped.json<RunResult>().status, before: beforeHeld, after: afterHeld };

    const approve = await acme.run("runs", "approve", repeated.run, "--json", "--reason", "the merger", "--reviewer", "Ana Ruiz");
    released = { ...approve.json<RunResult>(), code: approve.code };

    const all = "creates updates deactivations removals shrink".split(" ").map((name) => `${name}: 100%`);
    acme.job(`group_removals: review\nlimits: { ${all.join(", ")} }`);
    acme.file(
      rows(["n1", "n2", ...numbered(1, 25)], (id) => (id === "p01" ? { status: "Left" } : id === "p02" ? { department: "Legal" } : {})),
    );
    unlimited = await acme.sync();
  }, 300_000);
  afterAll(() => acme.close());

  test("releases a run that meets the limits exactly", () => {
    expect(boundary).toMatchObject({
      code: 0,
      status: "completed",
      counts: { creates: 4, updates: 8, deactivations: 3, removals_pending: 5 },
    });
    expect(boundary).not.toHaveProperty("held");
  });

  test("puts the run on hold with one more of each: exit 3, and JSON has every limit with its number and what is allowed", () => {
    expect(above).toMatchObject({ code: 3, status: "held" });
    const told = above.held?.map(({ limit, found, allowed }) => `${limit} ${found} > ${allowed}`) ?? [];
    expect(told).toEqual(expect.arrayContaining(["creates 5 > 4", "updates 10 > 9", "deactivations 4 > 3"]));
    expect(told.filter((text) => text.startsWith("removals 10 > ")).length).toBeGreaterThanOrEqual(3);
  });

  test("counts only new removals, not those already pending", () => {
    expect(above.held?.filter(({ limit }) => limit === "removals").every(({ found }) => found === 10)).toBe(true);
  });

  test("puts a run with too few rows on hold under `shrink`", () => {
    expect(shrunk).toMatchObject({ code: 3, status: "held", held: [{ limit: "shrink", found: 3, allowed: 2 }] });
  });

  test("I7: runs on hold send no user request, change nothing in the service and create no pending removal", () => {
    expect(heldCalls).toEqual([]);
    expect(afterHeld).toEqual(beforeHeld);
    expect(above.counts["removals_pending"]).toBe(5);
  });

  test("`runs cancel` cancels a run on hold and records who and why; the same file is put on hold again", async () => {
    expect(cancelled).toMatchObject({ code: 0, status: "cancelled" });
    expect(repeated).toMatchObject({ code: 3, status: "held" });
    expect(repeated.run).not.toBe(above.run);
    const given = (await acme.state(verifiedTrail)).filter(({ action }) => action === "run_cancelled");
    expect(given.map(({ actor, detail }) => [actor, detail])).toEqual([
      ["Ana Ruiz", { run: above.run, reason: "the wrong file", via: "cli" }],
      [expect.any(String), { run: shrunk.run, reason: "", via: "cli" }],
    ]);
  });

  test("`runs approve` releases a run on hold, applies its plan, and records the approval in the audit trail", async () => {
    expect(released).toMatchObject({
      code: 0,
      status: "completed",
      counts: { creates: 5, updates: 10, deactivations: 4, removals_pending: 15, failed: 0 },
    });
    const trail = await acme.state(verifiedTrail);
    expect(trail.find(({ action }) => action === "run_approved")).toMatchObject({
      actor: "Ana Ruiz",
      detail: { run: released.run, reason: "the merger" },
    });
  });

  test("never holds with a limit of 100 %", () => {
    expect(unlimited.held ?? []).toEqual([]);
    expect(unlimited).toMatchObject({ code: 0, status: "completed", counts: { creates: 2, deactivations: 1 } });
  });
});

describe("the first run in a service with existing people", () => {
  let acme: TeamCompany;
  beforeAll(async () => {
    acme = await teamCompany();
  });
  afterAll(() => acme.close());

  test("unknown_accounts holds the creates; an approval does not release the run if more accounts have appeared since", async () => {
    acme.job("group_removals: review", "directory: { max_age: 0s }");
    acme.sandbox.addUser({ username: "old.hand" }, ["Clubs/Chess"]);
    acme.file([{ id: "new" }]);
    const first = await acme.sync();
    expect(first).toMatchObject({ code: 3, held: [{ limit: "unknown_accounts", found: 1, allowed: 0 }] });
    for (const reason of [[], ["--reason", " "]]) {
      const silent = await acme.run("runs", "approve", first.run, "--json", ...reason);
      expect([silent.code, silent.stderr]).toEqual([
        2,
        expect.stringContaining("needs a reason. Nothing was changed.\nAdd --reason <text>."),
      ]);
    }
    acme.sandbox.addUser({ username: "second.hand" }, ["Clubs/Chess"]);
    const again = await acme.run("runs", "approve", first.run, "--json", "--reason", "they are others");
    expect(again.code).toBe(3);
    expect(again.json<RunResult>()).toMatchObject({ status: "held", held: [{ limit: "unknown_accounts", found: 2 }] });
    expect(acme.writes()).toEqual([]);
    const then = await acme.run("runs", "approve", first.run, "--json", "--reason", "they are others");
    expect(then.code).toBe(0);
    expect(acme.writes().map(({ method }) => method)).toEqual(["POST"]);
  }, 240_000);
});
