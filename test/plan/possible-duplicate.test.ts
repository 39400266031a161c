import { englishText } from "../../src/reporting/fact-text.ts";
import { describe, expect, test } from "vitest";
import type { Secrecy } from "../../src/plan/attributes.ts";
import { doubtOf, isDiscarded, isRenamed, wantedOf, type DuplicateKey } from "../../src/plan/possible-duplicate.ts";
import type { Person } from "../../src/domain/person.ts";

const open: Secrecy = { isSensitive: () => false, fingerprint: (value) => `<${value}>` };
const secret: Secrecy = { isSensitive: () => true, fingerprint: (value) => `<${value}>` };
const person = (user: Person["user"]): Person => ({
  key: "N 1",
  active: true,
  user,
  onCreate: {},
  onUpdate: {},
  groups: [],
  undecided: [],
  notes: [],
});
const other = (part: Partial<DuplicateKey> = {}): DuplicateKey => ({
  key: "1",
  userId: "u1",
  active: true,
  agree: ["username"],
  replaced: [],
  inFile: "absent",
  record: {},
  ...part,
});

describe("the values to find", () => {
  const values = (user: Person["user"], secrecy: Secrecy): string[] =>
    wantedOf(person(user), secrecy).map(({ source, value }) => `${source} ${value}`);

  test("include a name in any case, also beyond ASCII, and a national id in plain form and as fingerprint", () => {
    expect(values({ username: "Ana@X" }, open)).toEqual(["sent ana@x", "sent hmac:<ana@x>", "row ana@x"]);
    expect(values({ username: "Åsa" }, open)).toEqual(["sent Åsa", "sent åsa", "sent ÅSA", "sent hmac:<åsa>", "row åsa"]);
    expect(values({ national_id: "1z" }, open)).toEqual(["sent 1z", "sent 1Z", "sent hmac:<1z>", "sent hmac:<1Z>"]);
    expect(values({ email: "a@x" }, secret)).toEqual(["sent a@x", "sent hmac:<a@x>", "sent hmac:<A@X>", "row a@x", "row hmac:<a@x>"]);
  });

  test("include no blank value", () => {
    expect(values({ username: "", first_name: "Ana" }, open)).toEqual([]);
  });
});

describe("possible duplicates", () => {
  test("there is no doubt without a match", () => {
    expect(doubtOf(person({}), [], open, "nightly")).toBeNull();
  });

  test("one matching name that was not replaced is enough, and commands can be pasted into a shell", () => {
    const doubt = doubtOf(
      person({}),
      [other({ agree: ["username", "national_id"], replaced: ["username"], inFile: "here" })],
      open,
      "a job",
    );
    expect(doubt?.code).toBe("same_person");
    const said = doubt === null ? "" : englishText(doubt.reason);
    expect(said).toContain("has the same username and national id as key N 1, and 1 is in this file too");
    expect(said).toContain("`rollcall identities link 'a job' 'N 1' u1 --from 1`");
  });

  test("if the other key replaced all matching names, the next run creates the account", () => {
    expect(doubtOf(person({}), [other({ replaced: ["username"], inFile: "here" })], open, "nightly")?.code).toBe("name_in_use");
    const two = [other({ replaced: ["username"], inFile: "here" }), other({ key: "2", agree: ["email"] })];
    expect(doubtOf(person({}), two, open, "nightly")).toMatchObject({ code: "same_person", possibleDuplicates: [{ key: "2" }] });
  });

  test("compares both records and shows no value that is or was sensitive", () => {
    const alike = (secrecy: Secrecy): unknown =>
      doubtOf(person({ username: "ana", first_name: "Ana" }), [other({ record: { username: "ana", national_id: "hmac:x" } })], secrecy, "j")
        ?.possibleDuplicates[0]?.records;
    expect(alike(open)).toEqual([
      { field: "username", here: "ana", there: "ana" },
      { field: "national_id", here: null, there: "(not shown)" },
      { field: "first_name", here: "Ana", there: null },
    ]);
    expect(JSON.stringify(alike(secret))).not.toMatch(/ana/i);
  });

  test("a blank name does not replace one, and another case is the same name", () => {
    expect(isDiscarded("username", { username: "ana" }, {})).toBe(false);
    expect(isDiscarded("username", { username: "ana" }, { username: "ANA" })).toBe(false);
    expect(isDiscarded("username", { username: "ana" }, { username: "ana.ruiz" })).toBe(true);
  });
});

describe("a renamed person", () => {
  const sent = { first_name: "José María", last_name: "Núñez-Gil" };
  test.for([
    ["both names", { first_name: "Ana", last_name: "Ruiz" }, true],
    ["one name", { first_name: "Ana", last_name: "Núñez-Gil" }, false],
    ["another spelling", { first_name: "JOSE MARIA", last_name: "nunez gil" }, false],
    ["a missing name", { first_name: "Ana" }, false],
  ] as const)("%s", ([, user, renamed]) => {
    expect(isRenamed(user, sent, open)).toBe(renamed);
  });

  test("a person without sent names does not count", () => {
    expect(isRenamed({ first_name: "Ana", last_name: "Ruiz" }, null, open)).toBe(false);
    expect(isRenamed({ first_name: "Ana", last_name: "Ruiz" }, { first_name: "Eva" }, open)).toBe(false);
  });

  test("compares sensitive names by fingerprint, and a name that became sensitive later by its plain value", () => {
    const told = { first_name: "hmac:<Ana>", last_name: "hmac:<Ruiz>" };
    expect(isRenamed({ first_name: "Ana", last_name: "Ruiz" }, told, secret)).toBe(false);
    expect(isRenamed({ first_name: "Eva", last_name: "Gil" }, told, secret)).toBe(true);
    expect(isRenamed({ first_name: "Jose Maria", last_name: "Nunez Gil" }, sent, secret)).toBe(false);
  });
});
