import { inEnglish } from "../helpers/facts.ts";
import { describe, expect, test } from "vitest";
import { compileMapping } from "../../src/mapping/compile.ts";
import { faultsOf, mapUser, outcome, person, rejects, USER } from "./helpers.ts";

describe("a computed value", () => {
  test.each<[string, string, Record<string, string | undefined>, unknown]>([
    ["is an expression", `city: { expression: 'X == "ES" ? "Iberia" : Y' }`, { X: "ES", Y: "EMEA" }, "Iberia"],
    ["needs only the cells that it reads", `city: { expression: 'X == "ES" ? "Iberia" : Y' }`, { X: "ES", Y: "" }, "Iberia"],
    ["joins texts", `city: { expression: 'X + "-" + Y' }`, { X: "a", Y: "b" }, "a-b"],
    ["can be a number as text", `city: { expression: 'string(int(X) + 1)' }`, { X: "41", Y: "" }, "42"],
    ["is left out where the expression needs a blank cell", `city: { expression: 'X + Y' }`, { X: "a", Y: "" }, undefined],
    ["is not cleared by an undecided expression", `city: { expression: 'X + Y', blank: clear }`, { X: "a", Y: " " }, undefined],
    ["is cleared by an expression that gives nothing", `city: { expression: 'blank(X) ? "" : X', blank: clear }`, { X: "", Y: "" }, ""],
    ["can be true or false", `auto_license: { expression: 'X == "ES"' }`, { X: "PT", Y: "" }, false],
    ["can be looked up", `auto_license: { expression: 'X + Y', values: { ab: true } }`, { X: "a", Y: "b" }, true],
    ["is the first that is not blank", "city: { first_of: [X, Y] }", { X: "a", Y: "b" }, "a"],
    ["passes over a blank cell", "city: { first_of: [X, Y] }", { X: " ", Y: "b" }, "b"],
    ["does not pass over a missing cell", "city: { first_of: [X, Y] }", { X: undefined, Y: "b" }, undefined],
    ["does not pass over an undecided expression", `city: { first_of: [{ expression: 'X + "!"' }, Y] }`, { X: "", Y: "b" }, undefined],
    [
      "passes over an expression that gives nothing",
      `city: { first_of: [{ expression: 'blank(X) ? "" : X' }, Y] }`,
      { X: "", Y: "b" },
      "b",
    ],
    ["passes over a template with a blank cell", "city: { first_of: [{ template: '{X}-{Y}' }, Y] }", { X: "", Y: "b" }, "b"],
    ["is left out where all are blank", "city: { first_of: [X, Y] }", { X: "", Y: "" }, undefined],
    ["is cleared where all are blank and the mapping says so", "city: { first_of: [X, Y], blank: clear }", { X: "", Y: "" }, ""],
    [
      "can have transforms of its own and for all",
      "city: { first_of: [{ column: X, transform: upper }, Y], transform: ascii }",
      { X: "ñu", Y: "" },
      "NU",
    ],
    [
      "is a template with parts",
      "city: { template: '{first:1}.{Y}', with: { first: { first_of: [X, Y] } }, transform: lower }",
      { X: "", Y: "Ana" },
      "a.ana",
    ],
    ["counts the characters of a part, not their halves", "city: { template: '{p:2}', with: { p: X } }", { X: "😀😀😀", Y: "" }, "😀😀"],
    ["has no value where a part of its template is blank", "city: { template: '{p}-x', with: { p: X } }", { X: "", Y: "" }, undefined],
    [
      "replaces with a regular expression",
      "city: { column: X, transform: [lower, { replace: { pattern: '[^a-z]+', with: '' } }] }",
      { X: "O'Neill 2", Y: "" },
      "oneill",
    ],
    [
      "replaces with groups of the pattern",
      "city: { column: X, transform: { replace: { pattern: '^(\\w+), (\\w+)$', with: '$2 $1' } } }",
      { X: "Sol, Ana", Y: "" },
      "Ana Sol",
    ],
    [
      "is linear in time for any pattern",
      "city: { column: X, transform: { replace: { pattern: '^(a*)*$', with: 'b' } } }",
      { X: "a".repeat(3000), Y: "" },
      "b",
    ],
    [
      "writes umlauts as German does",
      "city: { column: X, transform: [transliterate, lower] }",
      { X: "Müller Grüße Öz", Y: "" },
      "mueller gruesse oez",
    ],
    ["drops the dots of ü after `ascii`", "city: { column: X, transform: [ascii, transliterate] }", { X: "Agüero", Y: "" }, "Aguero"],
    [
      "writes Cyrillic in Latin letters",
      "city: { column: X, transform: transliterate }",
      { X: "Юлия Щербакова", Y: "" },
      "Iuliia Shcherbakova",
    ],
    ["writes Greek in Latin letters", "city: { column: X, transform: transliterate }", { X: "Γιώργος Ψαρράς", Y: "" }, "Giorgos Psarras"],
    [
      "writes other Latin letters without accents",
      "city: { column: X, transform: transliterate }",
      { X: "Łukasz Ørsted Çağrı Nguyễn", Y: "" },
      "Lukasz Orsted Cagri Nguyen",
    ],
  ])("%s", (_, line, cells, expected) => {
    const field = line.slice(0, line.indexOf(":"));
    expect(person(mapUser(`  ${line}\n`, cells)).user[field]).toEqual(expected);
  });

  test("reports an expression that cannot be decided, and leaves the field as it is", () => {
    const { notes, user } = person(mapUser("  city: { expression: 'string(int(X))' }\n", { X: "abc" }));
    expect(user["city"]).toBeUndefined();
    expect(notes.map(inEnglish)).toEqual([
      {
        column: "X",
        code: "undecided_value",
        message: "city: the expression cannot be decided, because “abc” in “X” is not a whole number; the field is left as it is",
      },
    ]);
  });

  test("rejects a row whose required field cannot be decided, with its column", () => {
    const mapping = compileMapping(USER.replace("first_name: First", `first_name: { expression: 'First + Middle' }`), "m.yaml");
    expect(rejects(outcome(mapping, { Middle: "" }))).toEqual([
      {
        row: 2,
        column: "Middle",
        code: "missing_value",
        message: "first_name is required: the expression cannot be decided, because “Middle” is blank",
      },
    ]);
  });

  test.each<[string, string, Record<string, string | undefined>, { column: string; code: string; message: string }]>([
    [
      "the one that gave an invalid value",
      "email: { first_of: [Mail, Second] }",
      { Mail: "", Second: "none" },
      { column: "Second", code: "invalid_email", message: "email: “none” is not an e-mail address" },
    ],
    [
      "the one whose value is too long",
      "email: { first_of: [Mail, Second] }",
      { Mail: " ", Second: "a".repeat(501) },
      { column: "Second", code: "value_too_long", message: "email: the value has more than 500 characters" },
    ],
    [
      "the one of which the transforms leave nothing",
      "email: { first_of: [Mail, Second], transform: { replace: { pattern: '[^a-z@.]', with: '' } } }",
      { Mail: "", Second: "-" },
      { column: "Second", code: "missing_value", message: "email is required: it has no value" },
    ],
    [
      "the missing one, and not a blank one before it",
      "email: { first_of: [Mail, Second] }",
      { Mail: "", Second: undefined },
      { column: "Second", code: "missing_value", message: "email is required: “Second” is missing: the row is too short" },
    ],
    [
      "the first if all are blank",
      "email: { first_of: [Mail, Second] }",
      { Mail: "", Second: "" },
      { column: "Mail", code: "missing_value", message: "email is required: “Mail” is blank" },
    ],
  ])("names the column of several: %s", (_, line, cells, reject) => {
    const mapping = compileMapping(USER.replace(/email: .*/, line), "m.yaml");
    expect(rejects(outcome(mapping, cells))).toEqual([{ row: 2, ...reject }]);
  });

  test("hides a sensitive cell in a message about an expression", () => {
    const { notes } = person(mapUser("  city: { expression: 'string(int(X))', sensitive: true }\n", { X: "12345678Z" }));
    expect(notes.map(inEnglish)[0]?.message).toContain("the value (not shown) in “X”");
  });

  test.each<[string, string]>([
    ["city: { expression: 'X ==' }", "m.yaml:7:28: the expression ends too early"],
    ["city: { expression: 'X == \"a\"' }", "m.yaml:7:24: the expression must give a text, but this is true or false"],
    ["city: { expression: '1 + 1' }", "m.yaml:7:24: the expression must give a text, but this is a whole number"],
    ["city: { expression: '\"a\"' }", "m.yaml:7:24: the expression names no column; use `value` for a constant"],
    ["auto_license: { expression: X }", "m.yaml:7:31: the expression must be true or false, but this is a text"],
    ["city: { first_of: [X] }", "m.yaml:7:21: `user.city.first_of` must list at least two columns or values"],
    ["city: { first_of: X }", "m.yaml:7:21: `user.city.first_of` must be a list of columns or values, the preferred one first"],
    [
      "city: { first_of: [X, { value: a }] }",
      "m.yaml:7:27: unknown key `user.city.first_of[2].value`; allowed here: column, template, expression, first_of, with, transform",
    ],
    ["city: { first_of: [X, {}] }", "m.yaml:7:25: `user.city.first_of[2]` needs exactly one of column, template, expression, first_of"],
    ["city: { column: X, first_of: [X, Y] }", "m.yaml:7:9: `user.city` needs exactly one of column, template, expression, first_of, value"],
    ["city: { column: X, with: { p: Y } }", "m.yaml:7:22: `with` needs `template`"],
    ["city: { template: '{X}', with: { p: Y } }", "m.yaml:7:36: the template does not use {p}"],
    [
      "city: { column: X, transform: { replace: { pattern: '(', with: '' } } }",
      "m.yaml:7:55: not a valid RE2 regular expression; check its brackets and repetitions, and use no lookaround or backreferences",
    ],
    [
      "city: { column: X, transform: [lower, { replace: { pattern: a, with: '$1' } }] }",
      "m.yaml:7:72: the pattern has 0 groups, so there is no $1",
    ],
    [
      "city: { column: X, transform: { replace: { pattern: a, with: '$' } } }",
      "m.yaml:7:64: write $$ for the character $ itself, or $1 for the first group of the pattern",
    ],
    ["city: { unique: ['{X}'] }", "m.yaml:7:11: `unique` is possible only for `on_create.username`"],
  ])("is checked with its place: %s", (line, message) => {
    expect(faultsOf(`${USER}  ${line}\n`)).toEqual([message]);
  });
});
