import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { teamCompany, type TeamCompany, type Listed } from "../helpers/team-company.ts";

describe("groups outside of `authority`", () => {
  let acme: TeamCompany;
  let found: Listed[];
  let afterLeaving: Listed[];
  const inBoard = ["Board", "Clubs/Chess"];

  beforeAll(async () => {
    acme = await teamCompany();
    acme.job("group_removals: review\nleavers: { groups: review }");
    // The rule `board` gives Board to managers, but Board is not ours to take away.
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
    // Nothing is left to HR: not even then does a group of somebody else go.
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

  test("I6: no removal is ever found for a group outside of `authority`, also where a rule of the mapping gave it", () => {
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

  test("I6: they stay through moves, demotions, departures and approved removals of everything else", () => {
    expect(acme.groupsOf("demoted")).toEqual(inBoard);
    expect(acme.groupsOf("leaver")).toEqual(inBoard);
    expect(acme.groupsOf("joiner")).toEqual(["Board"]);
  });

  test("I6: every set that was ever sent for a member holds them", () => {
    for (const key of ["demoted", "leaver"]) {
      const sets = acme.puts(key).flatMap((put) => (put.group_ids === undefined ? [] : [put.group_ids]));
      expect(sets.length).toBeGreaterThan(0);
      for (const set of sets) expect(set).toEqual(expect.arrayContaining(inBoard.map((path) => acme.groupId(path))));
    }
  });
});
