import { describe, expect, test } from "vitest";
import { z } from "zod";
import { learningPathAssignment } from "../../src/learning-service/contract/assignments.ts";
import { contentProvider } from "../../src/learning-service/contract/content-providers.ts";
import { contract, ENDPOINTS } from "../../src/learning-service/contract/contract.ts";
import { ERRORS, PREFIX, REMOVAL_CODE, type Endpoint } from "../../src/learning-service/contract/endpoint.ts";
import { childGroup, groupItem } from "../../src/learning-service/contract/groups.ts";
import { learningPath } from "../../src/learning-service/contract/learning-paths.ts";
import { accessData } from "../../src/learning-service/contract/oauth2.ts";
import { AREAS } from "../../src/learning-service/contract/openapi/openapi.ts";
import { envelopeOf, pagination } from "../../src/learning-service/contract/pagination.ts";
import { reportTemplate } from "../../src/learning-service/contract/reports.ts";
import { skill } from "../../src/learning-service/contract/skills.ts";
import { subscription, subscriptionStatus } from "../../src/learning-service/contract/subscriptions.ts";
import { courseProgress, lessonProgress, userCreate, userUpdate } from "../../src/learning-service/contract/users.ts";
import { listQuery, progressStatus } from "../../src/learning-service/contract/values.ts";
import { contractFields, documentedFields, nameOf, quoted, stateValues, type Field, type Side } from "./interface/fields.ts";
import { fitting, misfits } from "./interface/probes.ts";
import { table, TABLES, type Row } from "./interface/tables.ts";

/** The items of an array field, whose fields a note lists. */
function itemsOf(schema: z.ZodObject, field: string): z.ZodObject {
  let inner: unknown = schema.shape[field];
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable) inner = inner.unwrap();
  if (inner instanceof z.ZodArray && inner.element instanceof z.ZodObject) return inner.element;
  throw new Error(`${field} is no array of objects`);
}

interface Held {
  table: string;
  schema: z.ZodObject;
  side: Side;
  /** The column that says whether a field is required. */
  required?: "Create" | "Update";
}

const held: readonly Held[] = [
  { table: "User", schema: userCreate, side: "request", required: "Create" },
  { table: "User", schema: userUpdate, side: "request", required: "Update" },
  { table: "Custom field", schema: itemsOf(userCreate, "custom_fields"), side: "request" },
  { table: "Custom field", schema: itemsOf(userUpdate, "custom_fields"), side: "request" },
  { table: "Course progress assignment", schema: courseProgress, side: "answer" },
  { table: "Lesson progress item", schema: lessonProgress, side: "answer" },
  { table: "Lesson progress item", schema: itemsOf(courseProgress, "lessonProgress"), side: "answer" },
  { table: "Learning path assignment", schema: learningPathAssignment, side: "answer" },
  { table: "Learning path", schema: learningPath, side: "answer" },
  { table: "Course of a learning path", schema: itemsOf(learningPath, "course_ids"), side: "answer" },
  { table: "Group", schema: groupItem, side: "answer" },
  { table: "Child group", schema: childGroup, side: "answer" },
  { table: "Subscription", schema: subscription, side: "answer" },
  { table: "Content provider", schema: contentProvider, side: "answer" },
  { table: "Skill", schema: skill, side: "answer" },
  { table: "OAuth access data", schema: accessData, side: "answer" },
  { table: "Report template", schema: reportTemplate, side: "answer" },
];

/** What a note says about a create or an update, if it tells them apart. */
function noteOf(row: Row, column: Held["required"]): string {
  const note = row["Notes"] ?? row["Meaning"] ?? "";
  const [, create = note, update = note] = /^On create: (.*?) On update: (.*)$/.exec(note) ?? [];
  return column === "Update" ? update : create;
}

function descriptionOf(field: unknown): string {
  return field instanceof z.ZodType ? (field.description ?? "") : "";
}

/** The notes of a table that the contract does not have; one only points to the next table of its page. */
function missingNotes(schema: z.ZodObject, rows: readonly Row[], column?: Held["required"]): string[] {
  return rows
    .filter((row) => nameOf(row) in schema.shape && row["Notes"] !== "Items described below.")
    .map((row) => ({ row, note: noteOf(row, column).replace(/\.$/, "") }))
    .filter(({ row, note }) => !descriptionOf(schema.shape[nameOf(row)]).toLowerCase().includes(note.toLowerCase()))
    .map(({ row, note }) => `${nameOf(row)}: ${note}`);
}

const named = held.map((one) => ({ ...one, name: one.required === undefined ? one.table : `${one.table}, column ${one.required}` }));

describe.each(named)("the table $name", ({ table: heading, schema, side, required }) => {
  const fields: Record<string, Field> = documentedFields(
    table(heading).map((row) => ({ Required: "optional", ...row })),
    required,
  );

  test("has the fields of the table with their types, values and whether they are required, and no other", () => {
    expect(contractFields(schema, side, fields)).toEqual(fields);
  });

  test("has every note of the table", () => {
    expect(missingNotes(schema, table(heading), required)).toEqual([]);
  });

  const whole = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fitting(field)]));

  test("reads an object with all fields, and without each optional one", () => {
    expect(schema.safeParse(whole).error).toBeUndefined();
    for (const [name, field] of Object.entries(fields)) {
      const { [name]: _left, ...rest } = whole;
      expect([name, schema.safeParse(rest).success]).toEqual([name, !field.required]);
    }
  });

  test("refuses a value of another type in each field", () => {
    const taken = Object.entries(fields).flatMap(([name, field]) =>
      misfits(field, side)
        .filter((value) => schema.safeParse({ ...whole, [name]: value }).success)
        .map((value) => [name, value]),
    );
    expect(taken).toEqual([]);
  });

  test(`${side === "request" ? "refuses" : "tolerates"} a field that the table doesn't list`, () => {
    expect(schema.safeParse({ ...whole, shoe_size: 44 }).success).toBe(side === "answer");
  });
});

const documented = new Map(ENDPOINTS.filter(({ entry }) => entry.documented).map(({ entry }) => [`${entry.method} ${entry.path}`, entry]));

describe("the overview", () => {
  test("lists exactly the endpoints of the contract, with area, method, path and purpose", () => {
    const ours = ENDPOINTS.map(({ area, entry }) =>
      [AREAS[area as keyof typeof AREAS], entry.method, entry.path, entry.summary].join(" | "),
    );
    const theirs = table("Overview").map((row) => [row["Area"], row["Method"], row["Path"], row["Purpose"]].join(" | "));
    expect(ours.sort()).toEqual(theirs.sort());
    expect(theirs).toHaveLength(57);
  });

  test("has its areas in the order of the contract", () => {
    const areas = [...new Set(table("Overview").map((row) => row["Area"]))];
    expect(Object.keys(contract).map((area) => AREAS[area as keyof typeof AREAS])).toEqual(areas);
  });

  test("names in each path the parameters that the contract takes", () => {
    for (const { entry } of ENDPOINTS) {
      const names = [...entry.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      expect([entry.path, Object.keys(entry.pathParams?.shape ?? {})]).toEqual([entry.path, names]);
    }
  });

  test("is below the prefix of the version", () => expect(PREFIX).toBe("/integration/v1"));
});

describe("the detailed entries", () => {
  test("are those that the contract calls documented; all others have shapes of the sandbox's own", () => {
    expect([...documented.keys()].sort()).toEqual(
      table("Answers")
        .map((row) => row["Endpoint"])
        .sort(),
    );
    for (const { entry } of ENDPOINTS) expect([entry.path, entry.plausible === undefined]).toEqual([entry.path, entry.documented]);
  });

  const places = { path: "pathParams", query: "query", body: "body" } as const;
  const userBodies = ["POST /users", "PUT /users/{user_id}"];

  test.each([...documented])("of %s has the parameters and the body that the contract takes, and no other", (name, entry) => {
    for (const [place, part] of Object.entries(places)) {
      if (place === "body" && userBodies.includes(name)) continue;
      const rows = table("Parameters and bodies").filter((row) => row["Endpoint"] === name && row["Where"] === place);
      const fields = documentedFields(rows);
      expect({ place, fields: partFields(entry, part, fields) }).toEqual({ place, fields });
      const own = rows.filter((row) => !(entry.answer === "list" && nameOf(row).startsWith("_")) && valuesIn(row) === undefined);
      expect(missingNotes((entry[part] as z.ZodObject | undefined) ?? z.object({}), own)).toEqual([]);
    }
  });

  function valuesIn(row: Row): string | undefined {
    return /^values /.exec(row["Notes"] ?? "")?.[0];
  }

  /** Without the two of pagination where the entry doesn't list them: they apply to lists in general. */
  function partFields(entry: Endpoint, part: "pathParams" | "query" | "body", fields: Record<string, Field>): Record<string, Field> {
    const schema = entry[part];
    if (schema === undefined) return {};
    const ours = contractFields(schema as z.ZodObject, "request", fields);
    const all = Object.entries(ours).filter(([name]) => name in fields || entry.answer !== "list" || !(name in paging));
    return Object.fromEntries(all);
  }
  const paging = listQuery({}).shape;

  test.each(table("Answers").map((row) => [row["Endpoint"] ?? "", row["200"] ?? ""]))("of %s answers %s", (name, answer) => {
    const entry = documented.get(name);
    expect(entry?.success).toBe(200);
    if (answer === "object that may be null") {
      expect([null, {}, { any: 1 }, "text", [], 1].map((value) => entry?.output.safeParse(value).success)).toEqual([
        true,
        true,
        true,
        false,
        false,
        false,
      ]);
      return;
    }
    const [, list, item] = /^(array of )?(.*)$/.exec(answer) ?? [];
    expect(entry?.answer).toBe(list === undefined ? "json" : "list");
    expect(entry?.output).toBe(held.find((one) => one.table === item)?.schema);
  });

  test("of PUT /users/{user_id} has the five rules", () => {
    const update: Endpoint = contract.users.update;
    expect(update.rules).toEqual(table("Rules of PUT /users/{user_id}").map((row) => row["Rule"]));
  });
});

describe("limits, states and errors", () => {
  test("every list takes the two of pagination, with their defaults", () => {
    const rows = table("Pagination parameters").map((row): Row => ({ Required: "optional", ...row }));
    const fields = documentedFields(rows);
    expect(contractFields(listQuery({}), "request", fields)).toEqual(fields);
    expect(missingNotes(listQuery({}), rows)).toEqual([]);
    for (const row of rows) expect(descriptionOf(listQuery({}).shape[nameOf(row) as "_start"])).toContain(`default ${row["Default"]}`);
    for (const { entry } of ENDPOINTS.filter((one) => one.entry.answer === "list"))
      expect((entry.plausible ?? entry).query?.shape).toMatchObject(listQuery({}).shape);
  });

  test("a content provider's _limit is a count from an offset", () => {
    const { _limit } = contract.contentProviders.get.query.shape;
    expect(["0-20", "40-20"].every((value) => _limit.safeParse(value).success)).toBe(true);
    expect(descriptionOf(_limit)).toContain("default `0-20`");
  });

  test("the envelope has the fields of the table and no other", () => {
    const rows = table("Pagination envelope").map((row): Row => ({ Required: "required", ...row }));
    const whole = documentedFields(rows.filter((row) => !nameOf(row).includes(".")));
    expect(contractFields(envelopeOf(groupItem), "answer", whole)).toEqual(whole);
    const inner = rows
      .filter((row) => nameOf(row).startsWith("pagination."))
      .map((row) => ({ ...row, Field: nameOf(row).replace("pagination.", "") }));
    const fields = documentedFields(inner);
    expect(contractFields(pagination, "answer", fields)).toEqual(fields);
    expect([...missingNotes(envelopeOf(groupItem), rows), ...missingNotes(pagination, inner)]).toEqual([]);
  });

  test("the states have the values of the table", () => {
    expect(progressStatus.options).toEqual(quoted(stateValues("Progress status")));
    expect(subscriptionStatus.options).toEqual(quoted(stateValues("Subscription status")));
  });

  test("the errors have the statuses, labels and meanings of the table", () => {
    const theirs = table("Errors").map((row) => {
      const [meaning = ""] = (row["Meaning"] ?? "").split(/(?<=\.) /);
      return [row["Status"], `${row["Label"]}: ${meaning.charAt(0).toLowerCase()}${meaning.slice(1)}`];
    });
    expect(Object.entries(ERRORS)).toEqual(theirs);
    expect(quoted(table("Errors")[0]?.["Meaning"] ?? "")).toEqual([REMOVAL_CODE]);
  });
});

test("every table of the interface is held against the contract: 174 fields in 17 tables", () => {
  const others = ["Overview", "Parameters and bodies", "Answers", "Rules of PUT /users/{user_id}", "Pagination parameters"];
  const resources = new Set(held.map((one) => one.table));
  expect([...TABLES.keys()].sort()).toEqual([...resources, ...others, "Pagination envelope", "States", "Errors"].sort());
  const withFields = [...resources, "Parameters and bodies", "Pagination parameters", "Pagination envelope"];
  const fields = withFields.flatMap((heading) => table(heading));
  expect(`${fields.length} fields in ${withFields.length} tables`).toBe("174 fields in 17 tables");
});
