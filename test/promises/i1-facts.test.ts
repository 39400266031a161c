import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { teamCompany, usualMapping, type TeamCompany, type Decided, type Row } from "../helpers/team-company.ts";
import type { Removal } from "../../src/store/review/removals.ts";

const sales = "HR/Departments/Sales";
const uuid = "00000000-0000-4000-8000-000000000001";

/** Approved in one run with `approval.delay` and due in the next, when the facts have changed. */
describe("the facts change after the approval", () => {
  const people = ["same", "renamed", "given", "blank", "broken", "relinked", "keyless", "gone", "left", "moved"];
  let acme: TeamCompany;
  let approval: Decided & { code: number | null };
  let stored: Removal[];

  beforeAll(async () => {
    acme = await teamCompany();
    const { sandbox } = acme;
    const night = async (rows: Row[]) => {
      acme.file(rows);
      return acme.sync();
    };
    acme.job("group_removals: review\napproval: { delay: 1ms }\nlimits: { shrink: 100% }");
    await night(people.map((id) => ({ id })));
    const moved: Row[] = people.map((id) => ({ id, department: "Marketing" }));
    await night(moved);
    await acme.removals();
    approval = await acme.approve(...people.map((key) => acme.idOf(key, sales)));
    sandbox.clearRequests();

    // One person is linked to another account now, and someone removed another from the group by hand.
    await acme.state((state) => state.db.updateTable("link").set({ user_id: uuid }).where("key", "=", "relinked").execute());
    sandbox.removeMember(sales, acme.userId("gone"));
    const changes: Record<string, Partial<Row>> = {
      renamed: { first: "Robin" },
      given: { department: "Sales" },
      blank: { department: "" },
      broken: { teams: "Atlas,one,cell,too,many" },
      keyless: { id: "" },
      left: { status: "Left" },
      moved: { department: "Legal" },
    };
    await night(moved.map((row) => ({ ...row, ...changes[row.id] })));
    stored = await acme.stored();
  }, 240_000);
  afterAll(() => acme.close());

  const removalOf = (key: string): Removal | undefined =>
    stored.find((removal) => removal.key === key && removal.group_path === sales && removal.decided_by !== null);
  const isIn = (key: string): boolean => acme.groupsOf(key).includes(sales);

  test("I1: with `approval.delay` nothing is applied at once, and the command says so", () => {
    expect(approval.code).toBe(1);
    expect(approval.decided.every(({ status }) => status === "approved")).toBe(true);
    expect(approval.not_applied).toHaveLength(people.length);
  });

  test("I1: the next run applies an approval whose facts are unchanged", () => {
    for (const key of ["same", "renamed"]) {
      expect([key, removalOf(key)?.status, isIn(key)]).toEqual([key, "applied", false]);
      expect(acme.puts(key).filter((put) => put.confirm_group_removal === true)).toHaveLength(1);
    }
  });

  test.for([
    ["given", "HR gives the group again"],
    ["blank", "the deciding cell is blank now"],
    ["relinked", "the person is linked to another account"],
    ["left", "the person left, and memberships of leavers are kept"],
    ["moved", "the deciding cell changed"],
  ] as const)("I1: supersedes an approval without applying it (%s): %s", ([key]) => {
    expect([removalOf(key)?.status, isIn(key)]).toEqual(["superseded", true]);
    expect(acme.puts(key).filter((put) => put.confirm_group_removal !== undefined)).toEqual([]);
  });

  test.for([
    ["broken", "the row is rejected"],
    ["keyless", "a row without a key may be the person's"],
  ] as const)("I5: an approval stays approved and removes nothing (%s) while %s", ([key]) => {
    expect([removalOf(key)?.status, isIn(key)]).toEqual(["approved", true]);
    expect(acme.puts(key)).toEqual([]);
  });

  test("I1: a removal whose membership is already gone is superseded without a confirmed request", () => {
    expect(removalOf("gone")?.status).toBe("superseded");
    expect(acme.puts("gone").filter((put) => put.confirm_group_removal !== undefined)).toEqual([]);
  });
}, 120_000);

describe("approving when the facts have changed since the run", () => {
  const people = ["plain", "relinked", "gone", "mapped", "ruled", "part"];
  let acme: TeamCompany;
  let approval: Decided & { code: number | null };
  let underOtherMapping: Decided & { code: number | null };
  let onOtherEvidence: Decided & { code: number | null };
  let stored: Removal[];

  beforeAll(async () => {
    acme = await teamCompany();
    acme.file(people.map((id) => ({ id })));
    await acme.sync();
    acme.file(people.map((id) => ({ id, department: "Marketing" })));
    await acme.sync();
    await acme.removals();
    await acme.state((state) => state.db.updateTable("link").set({ user_id: uuid }).where("key", "=", "relinked").execute());
    acme.sandbox.removeMember(sales, acme.userId("gone"));
    // A comment moves every rule to another line, which is not a change of the facts.
    acme.mapping(`# moved\n${usualMapping}`);
    acme.sandbox.clearRequests();
    approval = await acme.approve(...["plain", "relinked", "gone"].map((key) => acme.idOf(key, sales)));
    acme.mapping(`${usualMapping}    - { name: extra, when: { ID: [mapped, part] }, groups: ["${sales}"] }\n`);
    underOtherMapping = await acme.approve(acme.idOf("mapped", sales));
    onOtherEvidence = await acme.approve(acme.idOf("ruled", sales));
    // As if the service had been down when this one was approved.
    await acme.state((state) =>
      state.db
        .updateTable("removal")
        .set({ status: "approved", decided_at: new Date(), decided_by: "Ana Ruiz", decided_how: "person" })
        .where("key", "=", "part")
        .execute(),
    );
    acme.place.write("part.csv", "ID,First,Status,Staff,Department,Manager,Site,Teams\nplain,Kim,Active,Yes,Marketing,No,Home,Atlas\n");
    await acme.sync("--file", "part.csv");
    stored = await acme.stored();
  }, 240_000);
  afterAll(() => acme.close());

  test("I1: an approval is applied when only the lines of the mapping moved", () => {
    expect(approval.decided.find(({ person }) => person.key === "plain")?.status).toBe("applied");
    expect(acme.groupsOf("plain")).not.toContain(sales);
  });

  test("I1: an approval checks the current link and memberships, and says if a removal is not applied because they changed", () => {
    expect(approval.code).toBe(1);
    expect(approval.decided.filter(({ person }) => person.key !== "plain").map(({ status }) => status)).toEqual([
      "superseded",
      "superseded",
    ]);
    expect(approval.not_applied.map(({ why }) => why)).toEqual(Array(2).fill("The facts have changed since the decision."));
    expect(acme.groupsOf("relinked")).toContain(sales);
    expect([...acme.puts("relinked"), ...acme.puts("gone")]).toEqual([]);
  });

  test("I1: an approval checks the current mapping: a group that it gives again is not removed", () => {
    expect(underOtherMapping.decided.map(({ status }) => status)).toEqual(["superseded"]);
    expect(acme.puts("mapped")).toEqual([]);
    expect(acme.groupsOf("mapped")).toContain(sales);
  });

  test("I1: an approval is superseded when the mapping has another rule for the group, even if it still does not give it", () => {
    expect(onOtherEvidence.decided.map(({ status }) => status)).toEqual(["superseded"]);
    expect(onOtherEvidence.not_applied.map(({ why }) => why)).toEqual(["The facts have changed since the decision."]);
    expect(acme.puts("ruled")).toEqual([]);
    expect(acme.groupsOf("ruled")).toContain(sales);
  });

  test("I1: a partial run checks the current mapping too, even for an approval whose person is not in its file", () => {
    expect(stored.find(({ key }) => key === "part")?.status).toBe("superseded");
    expect(acme.puts("part")).toEqual([]);
    expect(acme.groupsOf("part")).toContain(sales);
  });
}, 120_000);
