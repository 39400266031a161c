import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { teamCompany, type TeamCompany, type Listed } from "../helpers/team-company.ts";

describe("groups outside `authority`", () => {
  let acme: TeamCompany;
  let found: Listed[];
  let afterLeaving: Listed[];
  const inBoard = ["Board", "Clubs/Chess"];

  beforeAll(async () => {
    acme = await teamCompany();
    acme.job("group_removals: review\nleavers: { groups: review }");
    // The rule `board` gives Board to managers, but Board is not a managed group.
    acme.file([{ id: "demoted", manager: "Yes" }, { id: "leaver", manager: "Yes" }, { id: "joiner" }]);
    await acme.sync();
    for (const key of ["demoted", "leaver"]) acme.sandbox.addMember("Clubs/Chess", acme.userId(key));
    acme.file([
      { id: "demoted", department: "Legal" },
      { id: "leaver", manager: "Yes", status: "Left" },
      { id: "joiner", manager: "Yes" },
    ]);
    await acme.sync();
    found = await acme.removals();
    await acme.approve(...found.map(({ id }) => id));
    // Even when HR gives no groups at all, an unmanaged group stays.
    acme.file([
      { id: "demoted", status: "Left" },
      { id: "leaver", status: "Left", staff: "No" },
      { id: "joiner", status: "Left" },
    ]);
    await acme.sync();
    afterLeaving = await acme.removals();
    await acme.approve(...afterLeaving.map(({ id }) => id));
  }, 240_000);
  afterAll(() => acme.close());

  test("I6: finds no removal for a group outside `authority`, even if a rule of the mapping gave it", () => {
    const groups = new Set([...found, ...afterLeaving].map(({ group }) => group.path));
    expect([...groups].every((path) => path.startsWith("HR/"))).toBe(true);
    expect(found.map(({ person, group }) => `${person.key} ${group.path}`).sort()).toEqual(
      [
        "demoted HR/Departments/Sales",
        "demoted HR/Managers",
        ...["All staff", "Departments/Sales", "Managers", "Teams/Atlas"].map((group) => `leaver HR/${group}`),
      ].sort(),
    );
  });

  test("I6: they stay after moves, demotions, departures and approved removals of all other groups", () => {
    expect(acme.groupsOf("demoted")).toEqual(inBoard);
    expect(acme.groupsOf("leaver")).toEqual(inBoard);
    expect(acme.groupsOf("joiner")).toEqual(["Board"]);
  });

  test("I6: every set that was sent for a member contains them", () => {
    for (const key of ["demoted", "leaver"]) {
      const sets = acme.puts(key).flatMap((put) => (put.group_ids === undefined ? [] : [put.group_ids]));
      expect(sets.length).toBeGreaterThan(0);
      for (const set of sets) expect(set).toEqual(expect.arrayContaining(inBoard.map((path) => acme.groupId(path))));
    }
  });
});
