import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { teamCompany, usualGroups, type TeamCompany, type Decided } from "../helpers/team-company.ts";
import type { Removal } from "../../src/store/review/removals.ts";

const sales = "HR/Departments/Sales";

/** The format in which the service names memberships is not fixed; one that cannot be read with certainty is held. */
describe("the refusal that names memberships to remove", () => {
  let acme: TeamCompany;
  let unreadable: Decided & { code: number | null };
  let byName: Decided & { code: number | null };
  let writesByName: { user_id: string; confirm_group_removal?: boolean }[];
  let namedWrongly: Decided & { code: number | null };
  let putsNamedWrongly: Record<string, boolean[]>;
  let night: { code: number | null };
  let stored: Removal[];

  beforeAll(async () => {
    // Another group is called Sales too; there is only one called Managers.
    acme = await teamCompany({}, [...usualGroups, "Archive/Sales"]);
    acme.file([
      { id: "mute" },
      { id: "twin" },
      { id: "unique", manager: "Yes" },
      { id: "down" },
      { id: "incomplete", manager: "Yes" },
      { id: "unknown" },
    ]);
    await acme.sync();
    acme.file([
      { id: "mute", department: "Legal" },
      { id: "twin", department: "Legal" },
      { id: "unique" },
      { id: "down", department: "Legal" },
      { id: "incomplete", department: "Legal" },
      { id: "unknown", department: "Legal" },
    ]);
    await acme.sync();
    await acme.removals();
    acme.sandbox.clearRequests();
    acme.sandbox.configure({ namedAs: "unreadable" });
    unreadable = await acme.approve(acme.idOf("mute", sales));
    acme.sandbox.configure({ namedAs: "names" });
    byName = await acme.approve(acme.idOf("twin", sales), acme.idOf("unique", "HR/Managers"));
    writesByName = acme.writes().map(({ body }) => body);
    acme.sandbox.configure({ namedAs: "ids" });
    acme.sandbox.clearRequests();
    const refuse = (key: string, ...groups: string[]): void => {
      const body = JSON.stringify({ code: "group_removal_requires_confirmation", message: "no", group_ids: groups });
      acme.sandbox.failNext({ method: "PUT", path: `/users/${acme.userId(key)}`, status: 412, body });
    };
    refuse("incomplete", acme.groupId(sales));
    refuse("unknown", acme.groupId(sales), "00000000-0000-4000-8000-000000000001");
    namedWrongly = await acme.approve(acme.idOf("incomplete", sales), acme.idOf("incomplete", "HR/Managers"), acme.idOf("unknown", sales));
    const confirmations = (key: string): boolean[] => acme.puts(key).map((put) => put.confirm_group_removal === true);
    putsNamedWrongly = { incomplete: confirmations("incomplete"), unknown: confirmations("unknown") };
    acme.sandbox.clearRequests();
    acme.sandbox.failNext({ path: ".", reset: true, times: -1 });
    const { code } = await acme.run("review", "approve", acme.idOf("down", sales), "--reason", "moved", "--reviewer", "Ana Ruiz");
    down = { code, status: (await acme.stored()).find(({ key }) => key === "down")?.status };
    acme.sandbox.clearFaults();
    night = await acme.sync();
    stored = await acme.stored();
  }, 240_000);
  afterAll(() => acme.close());

  let down: { code: number | null; status: string | undefined };

  test("I1: a refusal that cannot be read holds the removal with a reason: nothing is confirmed or removed", () => {
    expect(unreadable.code).toBe(1);
    expect(unreadable.decided.map(({ status }) => status)).toEqual(["approved"]);
    expect(unreadable.not_applied[0]?.why).toContain("does not say clearly");
    expect(writesByName.filter(({ user_id: user, confirm_group_removal: c }) => user === acme.userId("mute") && c !== undefined)).toEqual(
      [],
    );
  });

  test("I1: a name shared by two groups is held, and a unique name is applied", () => {
    expect(byName.code).toBe(1);
    expect(Object.fromEntries(byName.decided.map(({ person, status }) => [person.key, status]))).toEqual({
      twin: "approved",
      unique: "applied",
    });
    expect(writesByName.filter(({ confirm_group_removal: c }) => c !== undefined).map(({ user_id: user }) => user)).toEqual([
      acme.userId("unique"),
    ]);
    expect(acme.groupsOf("unique")).not.toContain("HR/Managers");
  });

  test("I1: a refusal without an approved membership confirms nothing and reads the memberships again", () => {
    expect(putsNamedWrongly["incomplete"]).toEqual([false, false, true]);
    const own = namedWrongly.decided.filter(({ person }) => person.key === "incomplete");
    expect(own.map(({ status }) => status)).toEqual(["applied", "applied"]);
  });

  test("I1: a refusal that also names an unknown group confirms nothing and blocks the removal", () => {
    expect(putsNamedWrongly["unknown"]).toEqual([false]);
    expect(namedWrongly.decided.filter(({ person }) => person.key === "unknown").map(({ status }) => status)).toEqual(["approved"]);
    expect(namedWrongly.not_applied.map(({ why }) => why)).toEqual([expect.stringContaining("does not say clearly")]);
  });

  test("I1: an approval while the service is down ends with exit 5 and is kept", () => {
    expect(down).toEqual({ code: 5, status: "approved" });
  });

  test("I1: the next sync applies approvals that could not be applied before, in the same two steps", () => {
    expect(night.code).toBe(0);
    for (const key of ["mute", "twin", "down", "unknown"]) {
      expect([key, stored.find((removal) => removal.key === key)?.status]).toEqual([key, "applied"]);
      expect(acme.puts(key).map((put) => put.confirm_group_removal === true)).toEqual([false, true]);
      expect(acme.groupsOf(key)).toEqual(["HR/All staff", "HR/Departments/Legal", "HR/Teams/Atlas"]);
    }
  });
});
