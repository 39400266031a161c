import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { teamCompany, usualGroups, type TeamCompany, type Listed, type RunResult } from "../helpers/team-company.ts";

const sales = "HR/Departments/Sales";

/** I5 for memberships, and memberships that an update's refusal reveals. */
describe("unknown data removes nothing", () => {
  const same = ["blank", "unmapped", "short", "unnamed", "hidden", "drift", "stubborn", "mute", "sure"];
  let acme: TeamCompany;
  let night: RunResult & { code: number | null };
  let pending: Listed[];
  let notes: string;
  let cut: { result: RunResult & { code: number | null }; writes: unknown[]; before: unknown; after: unknown };
  let before: Record<string, string[]>;

  beforeAll(async () => {
    acme = await teamCompany({ shape: "envelope" }, [...usualGroups, "HR/Departments/Silent", "Clubs/A", "Clubs/B"]);
    const { sandbox } = acme;
    acme.job("group_removals: review", "dialect: { page_size: 10 }");
    acme.file(same.map((id) => ({ id, site: "Madrid", manager: "No", ...(id === "hidden" ? { department: "Silent" } : {}) })));
    await acme.sync();

    // Memberships that are not listed: those of `Silent` are known from before, those of `Clubs` are not.
    sandbox.configure({ hideUserIds: ["HR/Departments/Silent", "Clubs/A", "Clubs/B"] });
    for (const key of ["drift", "stubborn"]) sandbox.addMember("Clubs/A", acme.userId(key));
    const refusal = (groups: object): string => JSON.stringify({ code: "group_removal_requires_confirmation", message: "no", ...groups });
    const stubborn = { method: "PUT", path: `/users/${acme.userId("stubborn")}`, status: 412 };
    sandbox.failNext({ ...stubborn, body: refusal({ group_ids: [acme.groupId("Clubs/A")] }) });
    sandbox.failNext({ ...stubborn, body: refusal({ group_ids: [acme.groupId("Clubs/B")] }) });
    sandbox.failNext({ ...stubborn, path: `/users/${acme.userId("mute")}`, body: refusal({}) });
    before = Object.fromEntries(same.map((key) => [key, acme.groupsOf(key)]));

    const rest = "Active,Yes";
    acme.place.write(
      "hr.csv",
      [
        "ID,First,Status,Staff,Department,Manager,Site,Teams",
        `blank,Kim,${rest},,No,,`,
        `unmapped,Kim,${rest},Sales,No,Atlantis,Atlas`,
        `short,Kim,${rest}`,
        `unnamed,Kim,${rest},Sales EMEA,No,Madrid,Atlas`,
        `hidden,Kim,${rest},Legal,No,Madrid,Atlas`,
        `drift,Kim,${rest},Legal,No,Madrid,Atlas`,
        `stubborn,Kim,${rest},Legal,No,Madrid,Atlas`,
        `mute,Kim,${rest},Legal,No,Madrid,Atlas`,
        `sure,Kim,${rest},Legal,No,Madrid,Atlas`,
        "",
      ].join("\n"),
    );
    sandbox.clearRequests();
    night = await acme.sync();
    nightPuts = Object.fromEntries(same.map((key) => [key, acme.puts(key)]));
    pending = await acme.removals();
    notes = acme.place.read(`.rollcall/reports/${night.run}.json`);

    // The list of groups ends after its first page, which a later run must not treat as complete.
    acme.file(same.map((id) => ({ id, site: "Porto", department: "Marketing" })));
    sandbox.clearRequests();
    sandbox.failNext({ method: "GET", path: "/groups.*_start=10", status: 500, times: -1 });
    const state = sandbox.users();
    const result = await acme.sync();
    cut = { result, writes: acme.writes(), before: state, after: sandbox.users() };
  }, 240_000);
  afterAll(() => acme.close());

  let nightPuts: Record<string, { group_ids?: string[]; confirm_group_removal?: boolean }[]>;
  const lostBy = (key: string): string[] =>
    pending
      .filter(({ person }) => person.key === key)
      .map(({ group }) => group.path)
      .sort();

  test.for([
    ["blank", "Rule department .* “Department” is blank"],
    ["unmapped", "Rule sites .* “[^”]+” in “Site” is not one of its values"],
    ["short", "Rule department .* the row ends before “Department”"],
    ["unnamed", "no group `HR/Departments/Sales EMEA`"],
  ] as const)("I5: %s: a cell that cannot be decided freezes the groups of its rule, and the report says so", ([key, said]) => {
    expect(lostBy(key)).toEqual([]);
    expect(acme.groupsOf(key)).toEqual(before[key]);
    expect(notes).toMatch(new RegExp(said));
  });

  test("I5: a group that no longer lists its members loses no one, while new memberships are added", () => {
    expect(lostBy("hidden")).toEqual([]);
    expect(acme.groupsOf("hidden")).toEqual([...(before["hidden"] ?? []), "HR/Departments/Legal"].sort());
  });

  test("I5: removals from groups that list their members are still found", () => {
    expect(lostBy("sure")).toEqual([sales]);
  });

  test("I1: memberships that an update's refusal names join the set, which is sent once more without confirmation", () => {
    expect(nightPuts["drift"]?.map(({ confirm_group_removal: confirm }) => confirm)).toEqual([undefined, undefined]);
    expect(nightPuts["drift"]?.[1]?.group_ids).toContain(acme.groupId("Clubs/A"));
    expect(acme.groupsOf("drift")).toEqual([...(before["drift"] ?? []), "HR/Departments/Legal"].sort());
  });

  test("I1: an update that is refused twice, or whose refusal cannot be read, is held, changes nothing and counts as held", () => {
    expect(nightPuts["stubborn"]).toHaveLength(2);
    expect(nightPuts["mute"]).toHaveLength(1);
    for (const key of ["stubborn", "mute"]) expect(acme.groupsOf(key)).toEqual(before[key]);
    expect(night.counts["held"]).toBe(2);
    const { rejected, duplicates, creates, updates, deactivations, reactivations, unchanged, held } = night.counts;
    const rows = [rejected, duplicates, creates, updates, deactivations, reactivations, unchanged, held].reduce<number>(
      (sum, n) => sum + (n ?? 0),
      0,
    );
    expect(rows).toBe(same.length);
    expect(acme.confirmed()).toEqual([]);
  });

  test("I5: an incomplete list of groups fails the run: exit 5, no user request, no change, no removal", async () => {
    expect(cut.result.code).toBe(5);
    expect(cut.writes).toEqual([]);
    expect(cut.after).toEqual(cut.before);
    expect(cut.result.counts["removals_pending"] ?? 0).toBeLessThanOrEqual(pending.length);
    expect((await acme.stored()).filter(({ status }) => status === "pending")).toHaveLength(pending.length);
  });
});
