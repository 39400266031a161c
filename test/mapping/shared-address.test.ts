import { describe, expect, test } from "vitest";
import { faultsOf } from "./helpers.ts";

const user = (username: string, more = ""): string =>
  `key: Id\nuser:\n  email: { column: Mail, shared: allow }\n${username === "" ? "" : `  username: ${username}\n`}  first_name: First\n  last_name: Last\n${more}`;
const refused = (at: string): string =>
  `m.yaml:3:34: \`shared: allow\` is not possible, because the username (m.yaml:${at}) is or may be this address: people who share it would share the username. Use another column for the username.`;

describe("a shared address", () => {
  test.for([
    "Login",
    "Id",
    '{ template: "{Login}@acme.example" }',
    '{ template: "{Mail}-{Id}" }',
    "{ first_of: [Login, Id] }",
    '{ expression: "Login + Id" }',
  ])("is possible beside the username %s", (username) => {
    expect(faultsOf(user(username))).toEqual([]);
  });

  test.for([
    "mail",
    "{ column: Mail, transform: lower }",
    "{ first_of: [Login, Mail] }",
    "{ first_of: [Login, { first_of: [Id, { column: Mail }] }] }",
    '{ template: "{Mail}" }',
    '{ template: "{local}", with: { local: { column: Mail, transform: { replace: { pattern: "@.*", with: "" } } } } }',
    `{ expression: 'Login == "" ? Mail : Login' }`,
  ])("is refused with the username %s", (username) => {
    expect(faultsOf(user(username)).filter((fault) => !fault.includes("same column"))).toEqual([refused("4")]);
  });

  test("is refused with unique usernames and names of updates that are the address", () => {
    expect(faultsOf(user("", 'on_create: { username: { unique: ["{Mail}", "{Mail}{n}"] } }\n'))).toEqual([refused("6")]);
    expect(faultsOf(user("", 'on_create: { username: { unique: ["{Id}"] } }\n'))).toEqual([]);
  });

  test("is refused where the address is the key, and where names must not be compared", () => {
    const key = user("Login").replace("key: Id", "key: { column: Mail }");
    expect(faultsOf(key)).toEqual([
      "m.yaml:3:34: `shared: allow` is not possible, because the address is the `key`: people who share it would be one person",
    ]);
    expect(faultsOf(user("Login").replace("last_name: Last", "last_name: { column: Last, sensitive: true }"))).toEqual([
      "m.yaml:3:34: `shared: allow` compares the names of people with one address, so a column of their names must not be `sensitive`",
    ]);
    expect(faultsOf(user("Login").replace("shared: allow", "shared: yes"))).toEqual([
      "m.yaml:3:34: `user.email.shared` must be allow, or be left out",
    ]);
  });

  test("is possible where the address is made of the username for people without one", () => {
    const made = user("Id").replace("{ column: Mail, shared", '{ first_of: [Mail, { template: "{Id}@none.example" }], shared');
    expect(faultsOf(made)).toEqual([]);
  });
});
