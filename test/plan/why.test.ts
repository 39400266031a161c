import { describe, expect, test } from "vitest";
import { compileMapping } from "../../src/mapping/compile.ts";
import type { Person } from "../../src/domain/person.ts";
import { explainLoss, type Evidence, type Explained, type MembershipLoss } from "../../src/plan/removal-cause.ts";
import { removalReason } from "../../src/reporting/removals/why.ts";

const mapping = (department = "Department", above = "", extra = ""): string => `${above}key: ID
user: { username: ID, first_name: Name, last_name: Name, email: { template: "{ID}@acme.example" } }
active: { column: Status, values: { Active: true, Left: false } }
groups:
  authority: ["HR/**"]
  rules:
    - { name: department, groups: ["HR/Departments/{${department}}"] }
    - { name: managers, when: { Manager: "Yes" }, groups: ["HR/Managers"] }
${extra}`;

const usual = { ID: "7", Name: "Kim", Status: "Active", Department: "Legal", Manager: "No" };

interface Night {
  text?: string;
  row?: number;
  now?: Partial<typeof usual>;
  before?: Partial<typeof usual> | null;
  /** The cell before its last change. */
  earlier?: Partial<typeof usual> | null;
  beforeText?: string;
  loss?: Partial<MembershipLoss>;
}

/** Explains the loss of HR/Departments/Sales to a person who moves from Sales to Legal. */
function explain({
  text = mapping(),
  row = 12,
  now = {},
  before = { Department: "Sales" },
  earlier = null,
  beforeText,
  loss = {},
}: Night = {}): Explained {
  const compiled = compileMapping(text, "mappings/acme.yaml");
  const cellsNow: Record<string, string> = { ...usual, ...now };
  const cellsBefore: Record<string, string> = { ...usual, ...before };
  const personOf = (by: typeof compiled, cells: Record<string, string>): Person => {
    const mapped = by.map(
      row,
      by.columns.map((column) => cells[column]),
    );
    if (!("person" in mapped)) throw new Error("the row is rejected");
    return mapped.person;
  };
  return explainLoss(
    {
      job: "nightly",
      file: "hr.csv",
      row,
      groupId: "00000000-0000-4000-8000-00000000000a",
      groupPath: "HR/Departments/Sales",
      userId: "u-1",
      person: personOf(compiled, cellsNow),
      before: before === null ? null : personOf(compiled, cellsBefore),
      beforeMapping: beforeText === undefined ? null : personOf(compileMapping(beforeText, "mappings/acme.yaml"), cellsBefore),
      cell: (column) => cellsNow[column],
      cellBefore: (column) => (before === null ? undefined : cellsBefore[column]),
      cellEarlier: (column) => (earlier === null ? undefined : { ...usual, ...earlier }[column as keyof typeof usual]),
      gains: [],
      currentCount: 3,
      lossCount: 1,
      comparable: (column) => cellsNow[column] ?? null,
      isSensitive: () => false,
      statusColumn: compiled.activeColumn,
      ...loss,
    },
    { isManaged: compiled.isManaged, rulesGiving: (path) => compiled.rulesGiving(path), unknownGroups: "report", isProposed: () => false },
  );
}

describe("the digest of a removal's evidence", () => {
  const digest = explain().digest;

  test.for([
    ["the row number", { row: 99 }],
    ["the line of the rule", { text: mapping("Department", "# moved\n# down\n") }],
    ["a cell that the rule does not use", { now: { Name: "Robin", Manager: "Yes" } }],
    ["the former cell", { before: { Department: "Sales EMEA" } }],
    ["that the former row is not known", { before: null }],
    ["the person's other groups", { loss: { gains: ["HR/Departments/Legal"], currentCount: 9 } }],
    ["a rule for other groups", { text: mapping("Department", "", '    - { name: other, groups: ["HR/All staff"] }\n') }],
  ] as const)("I1: stays when only %s changes", ([, night]) => {
    expect(explain(night as Night).digest).toBe(digest);
  });

  test.for([
    ["a deciding cell", { now: { Department: "Marketing" } }],
    ["the account", { loss: { userId: "u-2" } }],
    ["the group", { loss: { groupId: "00000000-0000-4000-8000-00000000000b" } }],
    ["that the person left", { now: { Status: "Left" } }],
    ["the deciding column", { text: mapping("Name") }],
    [
      "a further rule that could give the group",
      { text: mapping("Department", "", '    - { name: more, when: { Manager: "Yes" }, groups: ["HR/Departments/Sales"] }\n') },
    ],
  ] as const)("I1: changes with %s", ([, night]) => {
    expect(explain(night as Night).digest).not.toBe(digest);
  });
});

const reason = (evidence: Evidence): string => removalReason("HR/Departments/Sales", [evidence]);

describe("the reason for a removal", () => {
  test("names both values, the row, the rule and its line for a changed value", () => {
    const { evidence } = explain();
    expect(evidence).toMatchObject({ kind: "value_changed", row: 12, cells: [{ column: "Department", before: "Sales", now: "Legal" }] });
    expect(evidence.formerly).toEqual([{ rule: "department", at: "mappings/acme.yaml:7" }]);
    expect(reason(evidence)).toBe(
      "Department changed from “Sales” to “Legal”. HR's data no longer puts this person in the group HR/Departments/Sales.",
    );
  });

  test("names a changed mapping over an unchanged row", () => {
    const night: Night = { text: mapping("Name"), before: {}, now: {}, beforeText: mapping() };
    expect(explain({ ...night, before: { Department: "Sales" }, now: { Department: "Sales" } }).evidence.kind).toBe("mapping_changed");
  });

  test("calls a membership that no row and no mapping gave added by hand", () => {
    const { evidence } = explain({ before: {} });
    expect(evidence.kind).toBe("added_by_hand");
    expect(reason(evidence)).toContain("added the membership in the learning service");
    expect(explain({ before: null }).evidence.kind).toBe("added_by_hand");
  });

  test("names the rule's old and new place for a changed mapping", () => {
    const text = mapping("Name", "# moved\n");
    const { evidence } = explain({
      text,
      now: { Department: "Sales" },
      before: { Department: "Sales" },
      beforeText: mapping(),
    });
    expect(evidence.formerly).toEqual([{ rule: "department", at: "mappings/acme.yaml:7" }]);
    expect(evidence.rules).toMatchObject([{ rule: "department", at: "mappings/acme.yaml:8" }]);
    expect(reason(evidence)).toBe("The rules changed. They no longer put this person in the group HR/Departments/Sales.");
  });

  test("says that a row is back to its values before the last change", () => {
    const back = explain({ before: { Department: "Sales" }, earlier: { Department: "Legal" } });
    expect(back.evidence.kind).toBe("changed_back");
    expect(reason(back.evidence)).toContain("The row is back to its values before the last change.");
    expect(back.digest).toBe(explain().digest);
    for (const earlier of [{ Department: "IT" }, null])
      expect(explain({ before: { Department: "Sales" }, earlier }).evidence.kind).toBe("value_changed");
  });

  test("gives everyone who loses the same group for the same change one cause, and another value another cause", () => {
    const other = explain({ row: 13, now: { ID: "8", Name: "Robin" }, before: { ID: "8", Department: "Sales" }, loss: { userId: "u-2" } });
    expect(other.cause).toBe(explain().cause);
    expect(other.digest).not.toBe(explain().digest);
    expect(explain({ now: { Department: "Marketing" } }).cause).not.toBe(explain().cause);
  });

  test("says if no group would be left, counting all removals and additions", () => {
    expect(explain({ loss: { currentCount: 1 } }).evidence.lastGroup).toBe(true);
    expect(explain({ loss: { currentCount: 2, lossCount: 2 } }).evidence.lastGroup).toBe(true);
    expect(explain({ loss: { currentCount: 1, gains: ["HR/Departments/Legal"] } }).evidence.lastGroup).toBe(false);
    expect(explain({ loss: { currentCount: 2 } }).evidence.lastGroup).toBe(false);
  });

  test("I9: uses a sensitive cell without showing it", () => {
    const { evidence } = explain({ loss: { isSensitive: (column) => column === "Department" } });
    expect(reason(evidence)).toBe(
      "Department changed (its values are not shown). HR's data no longer puts this person in the group HR/Departments/Sales.",
    );
    expect(evidence.cells).toEqual([{ column: "Department", before: "(not shown)", now: "(not shown)", changed: true }]);
    expect(evidence.kind).toBe("value_changed");
    const same = explain({ now: { Department: "Sales" }, loss: { isSensitive: () => true } });
    expect(same.evidence.cells).toEqual([{ column: "Department", before: "(not shown)", now: "(not shown)", changed: false }]);
  });
});

/** Written once: an approval is bound to its digest, and a better sentence must not change it. */
const VECTORS: readonly [string, Night, string, string][] = [
  ["a changed value", {}, "ea727afaf9a5cb653b132f8d9247d2aeca4c6faa825f41a418f3a3854c071842", "C-dbdd727a"],
  [
    "a value changed back",
    { earlier: { Department: "Legal" } },
    "ea727afaf9a5cb653b132f8d9247d2aeca4c6faa825f41a418f3a3854c071842",
    "C-5cda5501",
  ],
  ["a leaver", { now: { Status: "Left" } }, "41f37c3478fd3ea750e99fd7b594452a6321b8757182894835521860d833291d", "C-f91fed13"],
  [
    "a changed mapping",
    { text: mapping("Name"), before: { Department: "Sales" }, now: { Department: "Sales" }, beforeText: mapping() },
    "11f212032065684a40f1811e0f6627a583155c178b2fe65285bf7dfec3d025b2",
    "C-388d38fe",
  ],
  ["a membership added by hand", { before: null }, "ea727afaf9a5cb653b132f8d9247d2aeca4c6faa825f41a418f3a3854c071842", "C-a270247c"],
  [
    "a sensitive cell",
    { loss: { isSensitive: () => true, comparable: () => "hmac:x" } },
    "939d44756298b0154164acd131553b9c86dbea04b11c486a7e2c610c77da7c6f",
    "C-733095d8",
  ],
];

test.for(VECTORS)("the digest and the cause of %s stay as they are", ([, night, digest, cause]) => {
  expect(explain(night)).toMatchObject({ digest, cause });
});
