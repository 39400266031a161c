import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { teamCompany, verifiedTrail, type TeamCompany, type Decided, type Listed, type Row } from "../helpers/team-company.ts";
import type { CliResult } from "../helpers/cli.ts";
import type { Removal } from "../../src/store/review/removals.ts";

const sales = "HR/Departments/Sales";

describe("policy.group_removals", () => {
  const movers = ["a", "b", "c"];
  let acme: TeamCompany;
  let never: { result: CliResult; confirmed: unknown[]; groups: string[]; pending: number | undefined };
  let above: { code: number | null; confirmed: unknown[] };
  let within: { counts: Record<string, number>; confirmed: { user_id: string }[] };
  let stored: Removal[];

  beforeAll(async () => {
    acme = await teamCompany();
    acme.job("group_removals: never");
    const file = (department: string, manager: string): Row[] =>
      movers.map((id) => ({ id, department, manager: id === "a" ? manager : "No" }));
    acme.file(file("Sales", "Yes"));
    await acme.sync();
    acme.file(file("Legal", "No"));
    const second = await acme.sync();
    await acme.removals();
    const result = await acme.run("review", "approve", acme.idOf("a", sales), "--reason", "moved");
    never = { result, confirmed: acme.confirmed(), groups: acme.groupsOf("a"), pending: second.counts["removals_pending"] };
    acme.sandbox.clearRequests();
    acme.job('group_removals: { auto: { groups: ["HR/Departments/**"], max_per_run: 2 } }');
    above = { code: (await acme.sync()).code, confirmed: acme.confirmed() };
    acme.job('group_removals: { auto: { groups: ["HR/Departments/**"], max_per_run: 3 } }');
    within = { counts: (await acme.sync()).counts, confirmed: acme.confirmed() };
    stored = await acme.stored();
  }, 240_000);
  afterAll(() => acme.close());

  test("I1: `never` reports removals, refuses approvals with a sentence, and removes nothing", () => {
    expect(never.pending).toBe(4);
    expect(never.result.code).toBe(2);
    expect(never.result.stderr).toContain("group_removals: never");
    expect(never.confirmed).toEqual([]);
    expect(never.groups).toContain(sales);
  });

  test("I1: `auto` leaves all removals pending when there are more than max_per_run", () => {
    expect(above.code).toBe(0);
    expect(above.confirmed).toEqual([]);
  });

  test("I1: `auto` applies up to max_per_run removals in the same run, and only in the groups it names", () => {
    expect(within.confirmed.map(({ user_id: user }) => user).sort()).toEqual(movers.map((key) => acme.userId(key)).sort());
    expect(within.counts["removals_pending"]).toBe(1);
    expect(stored.map(({ key, group_path: group, status }) => `${key} ${group} ${status}`).sort()).toEqual(
      [...movers.map((key) => `${key} ${sales} applied`), "a HR/Managers pending"].sort(),
    );
    expect(acme.groupsOf("a")).toContain("HR/Managers");
    // The same two steps are used here.
    for (const key of movers) expect(acme.puts(key).map((put) => put.confirm_group_removal === true)).toEqual([false, true]);
  });

  test("I8: decisions of the policy are in the audit trail under the policy's name", async () => {
    const trail = await acme.state(verifiedTrail);
    const decisions = trail.filter(({ action }) => action === "removal_approved");
    expect(decisions.map(({ actor }) => actor)).toEqual(Array(3).fill("policy of nightly"));
    expect(trail.filter(({ action }) => action === "removal_sent")).toHaveLength(3);
  });
});

describe("a person's last group, and leavers", () => {
  let acme: TeamCompany;
  let refused: Decided & { code: number | null };
  let both: Decided & { code: number | null };
  let one: Decided & { code: number | null };
  let parked: Decided & { code: number | null };
  let leaver: { keep: Listed[]; review: Listed[]; groups: string[]; active: unknown };
  let parkedPuts: { group_ids?: string[] }[];

  beforeAll(async () => {
    acme = await teamCompany();
    const nothing: Partial<Row> = { staff: "No", department: "", teams: "", site: "Home" };
    const rows = (change: Record<string, Partial<Row>>): Row[] =>
      [
        { id: "last", ...nothing, site: "Porto" },
        { id: "both", ...nothing, site: "Porto", staff: "Yes" },
        { id: "leaver" },
        { id: "worker" },
      ].map((row) => ({ ...row, ...change[row.id] }));
    acme.file(rows({}));
    await acme.sync();
    acme.file(rows({ last: { site: "Home" }, both: { site: "Home", staff: "No" }, leaver: { status: "Left" } }));
    acme.sandbox.addMember("Clubs/Chess", acme.userId("leaver"));
    await acme.sync();
    const keep = await acme.removals();
    refused = await acme.approve(acme.idOf("last", "HR/Sites/Porto"));
    both = await acme.approve(acme.idOf("both", "HR/Sites/Porto"), acme.idOf("both", "HR/All staff"));
    one = await acme.approve(acme.idOf("both", "HR/Sites/Porto"));
    acme.job("group_removals: review\nleavers: { groups: review }\npark: Parking");
    const lastOf = acme.idOf("last", "HR/Sites/Porto");
    parked = await acme.approve(lastOf);
    parkedPuts = acme.puts("last");
    await acme.sync();
    const review = (await acme.removals()).filter(({ person }) => person.key === "leaver");
    await acme.approve(...review.map(({ id }) => id));
    const account = acme.sandbox.users().find(({ username }) => username === "leaver");
    leaver = {
      keep: keep.filter(({ person }) => person.key === "leaver"),
      review,
      groups: acme.groupsOf("leaver"),
      active: account?.active,
    };
  }, 240_000);
  afterAll(() => acme.close());

  test("I1: the removal of a person's last group is held before anything is sent, with a sentence on what to do", () => {
    expect(refused.code).toBe(1);
    expect(refused.decided).toEqual([]);
    expect(refused.refused[0]?.why).toMatch(/last group.*policy\.park/s);
  });

  test("I1: two removals that would leave no group are held together, but one of them alone is applied", () => {
    expect(both.decided).toEqual([]);
    expect(both.refused).toHaveLength(2);
    expect(one.decided.map(({ status }) => status)).toEqual(["applied"]);
    expect(acme.groupsOf("both")).toEqual(["HR/All staff"]);
  });

  test("I1: with `policy.park` the person is moved to that group instead of having none; an empty set is never sent", () => {
    expect(parked.decided.map(({ status }) => status)).toEqual(["applied"]);
    expect(acme.groupsOf("last")).toEqual(["Parking"]);
    expect(parkedPuts.some((put) => put.group_ids?.length === 0)).toBe(false);
  });

  test("I6: a leaver keeps all memberships by default; with `leavers: review` the managed ones become pending, and only those are removed once approved", () => {
    expect(leaver.keep).toEqual([]);
    expect(leaver.active).toBe(false);
    expect(leaver.review.map(({ group }) => group.path).sort()).toEqual(["HR/All staff", sales, "HR/Teams/Atlas"]);
    expect(leaver.groups).toEqual(["Clubs/Chess"]);
  });
});

describe("policy.approval.expires", () => {
  let acme: TeamCompany;
  beforeAll(async () => {
    acme = await teamCompany();
  });
  afterAll(() => acme.close());

  test("I1: an approval that was not applied in time expires; the removal is pending again in the same run, and nothing is removed", async () => {
    acme.job("group_removals: review\napproval: { delay: 1h, expires: 14d }");
    acme.file([{ id: "old" }, { id: "young" }]);
    await acme.sync();
    acme.file([
      { id: "old", department: "Legal" },
      { id: "young", department: "Legal" },
    ]);
    await acme.sync();
    const [first] = await acme.removals();
    await acme.approve(acme.idOf("old", sales), acme.idOf("young", sales));
    const ago = (days: number): Date => new Date(Date.now() - days * 86_400_000);
    await acme.state(async ({ db }) => {
      await db
        .updateTable("removal")
        .set({ decided_at: ago(15), due_at: ago(14) })
        .where("key", "=", "old")
        .execute();
      await db
        .updateTable("removal")
        .set({ decided_at: ago(13), due_at: ago(12) })
        .where("key", "=", "young")
        .execute();
    });
    const { counts } = await acme.sync();
    expect(counts["removals_pending"]).toBe(1);
    const stored = await acme.stored();
    expect(stored.map(({ key, status }) => `${key} ${status}`).sort()).toEqual(["old expired", "old pending", "young applied"]);
    expect(stored.find(({ status }) => status === "pending")?.id).not.toBe(first?.id);
    expect(acme.groupsOf("old")).toContain(sales);
    expect(acme.confirmed().map(({ user_id: user }) => user)).toEqual([acme.userId("young")]);
  }, 240_000);
});

test("I4: approvals of the policy that accumulate beyond max_per_run are pending again", async () => {
  const acme = await teamCompany();
  try {
    acme.job('group_removals: { auto: { groups: ["HR/Departments/**"], max_per_run: 1 } }');
    const file = (...departments: string[]): Row[] => departments.map((department, i) => ({ id: `p${i}`, department, manager: "No" }));
    acme.file(file("Sales", "Sales"));
    await acme.sync();
    acme.sandbox.configure({ namedAs: "unreadable" });
    acme.file(file("Legal", "Sales"));
    await acme.sync();
    acme.file(file("Legal", "Legal"));
    expect((await acme.sync()).counts["removals_pending"]).toBe(2);
    expect((await acme.stored()).map(({ key, status }) => `${key} ${status}`).sort()).toEqual(["p0 pending", "p1 pending"]);
  } finally {
    await acme.close();
  }
}, 240_000);

test("I5: an approval waits while a row without a key may belong to the person", async () => {
  const acme = await teamCompany();
  try {
    acme.job("group_removals: review");
    acme.file([{ id: "a" }, { id: "b" }]);
    await acme.sync();
    acme.file([{ id: "a", department: "Legal" }, { id: "b" }]);
    await acme.sync();
    acme.file([{ id: "" }, { id: "b" }]);
    await acme.sync();
    await acme.removals();
    await acme.approve(acme.idOf("a", sales));
    expect(acme.confirmed()).toEqual([]);
    acme.file([{ id: "a", department: "Legal" }, { id: "b" }]);
    await acme.sync();
    expect(acme.confirmed()).toHaveLength(1);
  } finally {
    await acme.close();
  }
}, 240_000);
