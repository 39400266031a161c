import { inEnglish } from "../helpers/facts.ts";
import { expect, test } from "vitest";
import { compileMapping } from "../../src/mapping/compile.ts";
import { faultsOf } from "./helpers.ts";

const BASE = `key: Id
user: { first_name: First, last_name: Last, email: Mail }
on_create:
  username: `;

interface Tried {
  names: string[];
  end: { column: string | null; code: string; message: string };
}

/** The first usernames of a row, and why there are no more. */
function usernames(form: string, row: Record<string, string | undefined>): Tried {
  const mapping = compileMapping(`${BASE}${form}\n`, "m.yaml");
  const found = mapping.usernames?.names(mapping.columns.map((column) => row[column]));
  const names: string[] = [];
  for (;;) {
    const next = found?.next();
    if (next === undefined) throw new Error("no unique username");
    if (next.done === true) return { names, end: inEnglish(next.value) };
    names.push(next.value);
  }
}

const ana = { Id: "1", First: "Ana María", Last: "Núñez", Mail: "ana@x.example" };
const full =
  "{ unique: ['{first}.{last}', '{first:1}.{last}', '{first}.{last}{n}'], with: { first: { first_of: [Nick, First] }, last: Last }, n: 2..4, transform: [lower, ascii, { replace: { pattern: '[^a-z0-9.]', with: '' } }] }";

test("lists the patterns in order, then the numbers of the counter", () => {
  expect(usernames(full, { ...ana, Nick: "" }).names).toEqual([
    "anamaria.nunez",
    "a.nunez",
    "anamaria.nunez2",
    "anamaria.nunez3",
    "anamaria.nunez4",
  ]);
});

test("names a username once, in any case", () => {
  expect(
    usernames("{ unique: ['{Last}', '{u}', '{Last}{n}'], with: { u: { column: Last, transform: upper } }, n: 1..2 }", ana).names,
  ).toEqual(["Núñez", "Núñez1", "Núñez2"]);
});

test("ends with a rejected row when the counter runs out", () => {
  expect(usernames("{ unique: ['{Last}{n}'], n: 2..3 }", ana).end).toEqual({
    column: "Last",
    code: "no_username_left",
    message: "username: all 2 usernames of the mapping (m.yaml:4) belong to others, from “Núñez2” to “Núñez3”",
  });
});

test("ends with the column that gave the name, and not with a blank one before it", () => {
  const form = "{ unique: ['{first}'], with: { first: { first_of: [Nick, First] } } }";
  expect(usernames(form, { ...ana, Nick: "" }).end).toMatchObject({ code: "no_username_left", column: "First" });
  expect(usernames(form, { ...ana, Nick: "Anita" }).end).toMatchObject({ code: "no_username_left", column: "Nick" });
});

test.each<[string, string, Record<string, string | undefined>, Tried["end"]]>([
  [
    "a blank cell",
    full,
    { ...ana, Nick: "", Last: " " },
    { column: "Last", code: "missing_value", message: "username is required: “Last” is blank" },
  ],
  [
    "a missing cell, even where another could be used",
    full,
    { ...ana, Nick: undefined },
    {
      column: "Nick",
      code: "missing_value",
      message: "username is required: the pattern “{first}.{last}” cannot be filled, because the row ends before “Nick”",
    },
  ],
  [
    "a name without letters and digits",
    full,
    { ...ana, First: "李", Nick: "", Last: "伟" },
    { column: "First", code: "missing_value", message: "username is required: the pattern “{first}.{last}” gives no letter or digit" },
  ],
  [
    "a name of which the transforms leave nothing",
    "{ unique: ['{first}.x'], with: { first: { first_of: [Nick, First], transform: { replace: { pattern: '[^a-z]', with: '' } } } } }",
    { ...ana, First: "李", Nick: "" },
    { column: "First", code: "missing_value", message: "username is required: the pattern “{first}.x” gives no letter or digit" },
  ],
  [
    "a name that is too long",
    full,
    { ...ana, Nick: "a".repeat(600) },
    { column: "Nick", code: "value_too_long", message: "username: the value has more than 500 characters" },
  ],
  [
    "a name that is too long by its second column",
    "{ unique: ['{Last}.{First}'] }",
    { ...ana, First: "a".repeat(600) },
    { column: "First", code: "value_too_long", message: "username: the value has more than 500 characters" },
  ],
])("gives no username for %s", (_, form, row, end) => {
  expect(usernames(form, row)).toEqual({ names: [], end });
});

test.each<[string, string]>([
  ["{ unique: [] }", "m.yaml:4:23: `on_create.username.unique` must name at least one pattern"],
  ["{ unique: '{Last}' }", "m.yaml:4:23: `on_create.username.unique` must be a list of templates, the preferred one first"],
  ["{ unique: ['{Last'] }", "m.yaml:4:24: the template has a { without a }; write {{ for the character itself"],
  ["{ unique: [guest] }", "m.yaml:4:24: the pattern names no column, so it is the same for everyone"],
  ["{ unique: ['guest{n}'] }", "m.yaml:4:24: the pattern names no column, so it is the same for everyone"],
  ["{ unique: ['{Last}'], n: 2..9 }", "m.yaml:4:35: `n` has no effect: no pattern contains {n}"],
  [
    "{ unique: ['{Last}{n}'], n: 9..2 }",
    "m.yaml:4:41: `on_create.username.n` must be two numbers up to 9999, the smaller one first, such as 2..99",
  ],
  ["{ unique: ['{Last}'], with: { first: First } }", "m.yaml:4:43: no pattern uses {first}"],
  ["{ unique: ['{Last}'], on_taken: retry }", "m.yaml:4:45: `on_create.username.on_taken` must be one of hold, next"],
  [
    "{ unique: ['{Last}'], sensitive: true }",
    "m.yaml:4:35: unknown key `on_create.username.sensitive`; allowed here: unique, with, transform, n, on_taken",
  ],
])("is checked with its place: %s", (form, message) => {
  expect(faultsOf(`${BASE}${form}\n`)).toEqual([message]);
});

test("may not use a sensitive column", () => {
  const text = BASE.replace("email: Mail", "email: Mail, national_id: { column: NIF, sensitive: true }");
  expect(faultsOf(`${text}{ unique: ['{NIF}'] }\n`)).toEqual([
    "m.yaml:4:13: `on_create.username` must not use a column that is marked sensitive: usernames are stored and shown",
  ]);
});

test("is needed in `user` unless it is unique", () => {
  expect(faultsOf(`${BASE}Last\n`)).toEqual(["m.yaml:2:7: missing key `user.username`: the service requires it to create a user"]);
  expect(faultsOf(BASE.replace("{ first_name", "{ username: Mail, first_name") + "{ unique: ['{Last}'] }\n")).toEqual([
    "m.yaml:4:3: `username` is already under `user`; keep one of them",
  ]);
});
