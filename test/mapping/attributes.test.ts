import { inEnglish } from "../helpers/facts.ts";
import { describe, expect, test } from "vitest";
import { compileMapping } from "../../src/mapping/compile.ts";
import { problemOf } from "../helpers/problems.ts";
import { mapUser, outcome, person, rejects, USER } from "./helpers.ts";

describe("an attribute", () => {
  test.each<[string, string, string | undefined, unknown]>([
    ["is a column, trimmed", "city: X", "  Porto ", "Porto"],
    ["is left out where the cell is blank", "city: X", "  ", undefined],
    ["is left out where the cell is missing", "city: X", undefined, undefined],
    ["is cleared by a blank cell where the mapping says so", "city: { column: X, blank: clear }", " ", ""],
    ["is never cleared by a missing cell", "city: { column: X, blank: clear }", undefined, undefined],
    ["can be a constant", "city: { value: Porto }", "x", "Porto"],
    ["can be transformed", "city: { column: X, transform: [lower, ascii] }", "LOGROÑO Straße", "logrono strasse"],
    ["can be capitalized", "city: { column: X, transform: capitalize }", "JEAN-LUC o'neill", "Jean-Luc O'Neill"],
    ["can lose inner blanks", "city: { column: X, transform: collapse }", "a \t  b", "a b"],
    ["keeps leading zeros", "employee_id: X", "00123", "00123"],
    ["can be a template", "external_id: { template: 'wd-{X}{{}}', transform: upper }", "a1", "WD-A1{}"],
    ["is left out where a part of its template is blank", "external_id: { template: 'wd-{X}' }", " ", undefined],
    ["is left out where a part of its template is missing", "external_id: { template: 'wd-{X}' }", undefined, undefined],
    ["can be a date of another format", "date_of_birth: { column: X, date: dd/MM/yyyy }", "31/12/1990", "1990-12-31"],
    ["can be a date with one digit", "date_of_birth: { column: X, date: d.M.yyyy }", "1.2.1990", "1990-02-01"],
    ["is a date of the last century from 30", "date_of_birth: { column: X, date: dd/MM/yy }", "01/02/30", "1930-02-01"],
    ["is a date of this century up to 29", "date_of_birth: { column: X, date: dd/MM/yy }", "01/02/29", "2029-02-01"],
    ["can be a date with a part twice", "date_of_birth: { column: X, date: MM/M/dd/yyyy }", "02/2/05/1990", "1990-02-05"],
    ["can be a date with the name of the month", "date_of_birth: { column: X, date: d MMM yyyy }", "5 Feb 1990", "1990-02-05"],
    ["can be a date with a time", "date_of_birth: { column: X, date: \"yyyy-MM-dd'T'HH:mm\" }", "1990-02-05T23:59", "1990-02-05"],
    ["can be a telephone number", "phone_number: { column: X, phone: ES }", "612 34 56 78", "+34612345678"],
    ["can be a telephone number of another country", "phone_number: { column: X, phone: ES }", "+351 912 345 678", "+351912345678"],
    ["can be looked up", "gender: { column: X, values: { Female: f, Male: m } }", " Male ", "m"],
    ["can be looked up by a number as it is written", "city: { column: X, values: { 007: Bond } }", "007", "Bond"],
    ["can be true or false", "auto_license: { column: X, values: { Y: true, N: false } }", "N", false],
    ["is left out if it is not listed in values", "gender: { column: X, values: { F: f } }", "?", undefined],
    ["can have another value then", "city: { column: X, values: { P: Porto }, otherwise: Elsewhere }", "?", "Elsewhere"],
    [
      "is left out if it isn't a date, with otherwise: omit",
      "date_of_birth: { column: X, date: yyyy-MM-dd, otherwise: omit }",
      "soon",
      undefined,
    ],
  ])("%s", (_, line, cell, expected) => {
    const field = line.slice(0, line.indexOf(":"));
    expect(person(mapUser(`  ${line}\n`, { X: cell })).user[field]).toEqual(expected);
  });

  test.each<[string, string, string, string]>([
    ["gender: X", "F", "invalid_gender", "gender: “F” is neither m nor f"],
    ["date_of_birth: X", "31/12/1990", "invalid_date", "date_of_birth: “31/12/1990” is not a date in the format yyyy-MM-dd"],
    [
      "date_of_birth: { column: X, date: dd/MM/yyyy }",
      "30/02/1990",
      "invalid_date",
      "date_of_birth: “30/02/1990” is not a date in the format dd/MM/yyyy",
    ],
    [
      "date_of_birth: { column: X, date: dd/MM/yyyy, sensitive: true }",
      "secret",
      "invalid_date",
      "date_of_birth: the value (not shown) is not a date in the format dd/MM/yyyy",
    ],
    ["phone_number: { column: X, phone: ES }", "call me", "invalid_phone", "phone_number: “call me” is not a phone number"],
    [
      "city: { column: X, values: { P: Porto }, otherwise: reject }",
      "?",
      "unmapped_value",
      "city: “?” is not listed under `values` in the mapping",
    ],
    ["subscription_id: X", "12", "invalid_id", "subscription_id: “12” is not an id (uuid)"],
  ])("%s rejects %j as %s", (line, cell, code, message) => {
    expect(rejects(mapUser(`  ${line}\n`, { X: cell }))).toEqual([{ row: 2, column: "X", code, message }]);
  });

  test("that is not listed in values is noted, without a sensitive value", () => {
    const notes = (form: string) => person(mapUser(`  city: ${form}\n`, { X: "Faro" })).notes.map(inEnglish);
    expect(notes("{ column: X, values: { P: Porto } }")).toEqual([
      {
        column: "X",
        code: "unmapped_value",
        message: "city: “Faro” is not listed under `values` in the mapping; the field is left as it is",
      },
    ]);
    expect(notes("{ column: X, values: { P: Porto }, sensitive: true }")[0]?.message).not.toContain("Faro");
    expect(notes("{ column: X, values: { P: Porto }, otherwise: omit }")).toEqual([]);
  });

  test("is never shown if another one marks its column as sensitive", () => {
    const result = rejects(mapUser("  date_of_birth: X\n  national_id: { column: X, sensitive: true }\n", { X: "12345678Z" }));
    expect(JSON.stringify(result)).not.toContain("12345678Z");
  });

  test("can be a custom field", () => {
    const id = "3f0e6f0e-5d1c-4a55-9f0a-6f3e0c7b1d11";
    expect(person(mapUser(`  custom_fields:\n    ${id}: X\n`, { X: "CC1" })).user["custom_fields"]).toEqual([{ id, value: "CC1" }]);
    expect(person(mapUser(`  custom_fields:\n    ${id}: X\n`, { X: "" })).user["custom_fields"]).toBeUndefined();
  });
});

describe("a row", () => {
  test("is rejected with all its faults", () => {
    expect(rejects(mapUser("  gender: G\n", { First: "", Mail: "no", G: "x" })).map((one) => one.code)).toEqual([
      "missing_value",
      "invalid_email",
      "invalid_gender",
    ]);
  });

  test("is rejected only for its blank or endless key, despite other faults", () => {
    for (const [Id, code] of [
      [" ", "missing_key"],
      ["k".repeat(501), "key_too_long"],
    ] as const)
      expect(rejects(mapUser("  gender: G\n", { Id, First: "", Mail: "no", G: "x" })).map((one) => one.code)).toEqual([code]);
    expect(rejects(mapUser("", { Id: "k".repeat(500), First: "" })).map((one) => one.code)).toEqual(["missing_value"]);
  });

  test("is rejected for a name too long for the database index", () => {
    const mail = (length: number): string => `${"a".repeat(length - 12)}@example.com`;
    const codes = (Mail: string): string[] => rejects(mapUser("", { Mail })).map(({ code }) => code);
    expect(codes(mail(501))).toContain("value_too_long");
    expect(codes(mail(500))).not.toContain("value_too_long");
  });

  test("is rejected if it ends before a required value", () => {
    expect(rejects(mapUser("", { Mail: undefined }))).toEqual([
      { row: 2, column: "Mail", code: "missing_value", message: "email is required: “Mail” is missing: the row is too short" },
    ]);
  });

  const ACTIVE = "active: { column: S, values: { Active: true, Left: false } }\n";
  test.each<[string | undefined, unknown, number]>([
    ["Active", true, 0],
    [" Left ", false, 0],
    ["", "unknown", 1],
    [undefined, "unknown", 1],
    ["Gone", "unknown", 1],
  ])("with the status %j is active: %j", (status, active, notes) => {
    const result = person(mapUser(ACTIVE, { S: status }));
    expect(result.active).toBe(active);
    expect(result.notes.length).toBe(notes);
  });

  test("of a leaver needs only the key", () => {
    const result = person(mapUser(`  date_of_birth: B\n${ACTIVE}`, { S: "Left", Mail: "broken", First: "", B: "?" }));
    expect(result.active).toBe(false);
    expect(result.user).toEqual({ username: "ana", last_name: "Sol" });
    expect(result.notes.map((note) => note.code)).toEqual(["invalid_email", "invalid_date"]);
    expect(rejects(mapUser(ACTIVE, { S: "Gone", Mail: "broken" }))[0]?.code).toBe("invalid_email");
  });

  test("has on_create and on_update separately", () => {
    const lines = "on_create: { notify_on_create: true, password: { column: P } }\non_update: { notify_on_update: false }\n";
    const mapping = compileMapping(USER + lines, "m.yaml");
    const result = person(outcome(mapping, { P: "s3cret" }));
    expect(result.onCreate).toEqual({ notify_on_create: true, password: "s3cret" });
    expect(result.onUpdate).toEqual({ notify_on_update: false });
    expect([...mapping.sensitiveFields, ...mapping.sensitiveColumns]).toEqual(["password", "P"]);
  });

  test("may have columns named like properties of JavaScript objects", () => {
    const mapping = compileMapping(
      `${USER}  city: __proto__\n  center: { column: constructor, values: { toString: ok, __proto__: yes } }\n`,
      "m.yaml",
    );
    const places = mapping.bind(["Id", "User", "First", "Last", "Mail", "__proto__", "constructor"]);
    const cells = ["1", "u", "f", "l", "a@b.co", "Porto", "__proto__"];
    const result = person(
      mapping.map(
        2,
        places.map((place) => cells[place]),
      ),
    );
    expect(result.user).toMatchObject({ city: "Porto", center: "yes" });
  });
});

describe("the key", () => {
  test("is text, and may be transformed", () => {
    const mapping = compileMapping(USER.replace("key: Id", "key: { column: Id, transform: upper }"), "m.yaml");
    expect(mapping.key([" a01 "])).toBe("A01");
    expect(mapping.key([undefined])).toBeNull();
    const plain = compileMapping(USER, "m.yaml");
    expect(plain.key(["00123"])).not.toBe(plain.key(["123"]));
  });
});

describe("the header", () => {
  const mapping = compileMapping(USER, "m.yaml");
  test("is matched by name, in any order, regardless of spaces and Unicode composition", () => {
    expect(mapping.bind(["Mail", "", "x", " Id ", "Last", "First", "User", "x"])).toEqual([3, 6, 5, 4, 0]);
    const accents = compileMapping(USER.replace("key: Id", "key: Código"), "m.yaml");
    expect(accents.bind(["Co\u0301digo", "User", "First", "Last", "Mail"])[0]).toBe(0);
  });

  test("without some columns is a problem that names them all", async () => {
    expect((await problemOf(() => mapping.bind(["Id", "USER", "Frist", "Other"], "e.csv"))).message).toBe(
      "e.csv: the header lacks the columns “First” (did you mean “Frist”?), “Last” and “Mail”; nothing was changed",
    );
  });

  test("with a used column twice is a problem", async () => {
    expect((await problemOf(() => mapping.bind(["Id", "User", "First", "Last", "Mail", "Id"], "e.csv"))).message).toBe(
      "e.csv: the header has more than one column “Id” (columns 1 and 6); nothing was changed",
    );
  });
});
