import { sql } from "kysely";
import { expect, test } from "vitest";
import { foldUsername } from "../../src/domain/names.ts";
import { company, people, staff, type Employee } from "../helpers/company.ts";

const mapping = `
key: Employee ID
user:
  username: { column: Department, transform: lower }
  first_name: First
  last_name: Last
  email: { column: Email, transform: lower }
active: { column: Status, values: { Active: true, Left: false } }
`;

test("I2: rejects a username with an invisible character, and asks about one that looks like that of an account", async () => {
  const c = await company({ mapping });
  c.hr([{ id: "1", dept: "ana.sol" }]);
  expect((await c.sync()).counts).toMatchObject({ creates: 1 });
  const unseen = ["an\u200Ba.sol", "an\u00ADa.sol", "an\u202Ea.sol", "an\u034Fa.sol", "an\u2060a.sol", "an\uFE0Fa.sol"];
  const alike = ["an\u0430.sol", "\uFF41\uFF4E\uFF41.sol", "ana.s\u03BFl", "AN\u0410.SOL"];
  const night = async () => {
    c.hr([{ id: "1", dept: "ana.sol" }, ...[...unseen, ...alike].map((dept, i) => ({ id: `2${i}`, dept }))]);
    return c.sync();
  };
  const first = await night();
  // Those that look alike also share a username in the file with the account's person.
  expect(first).toMatchObject({ code: 1, counts: { rejected: 11, creates: 0 } });
  expect(first.rejects.filter(({ code }) => code === "invalid_username")).toHaveLength(unseen.length);
  expect(first.rejects.find(({ code }) => code === "invalid_username")?.message).toBe(
    "username: “an‹U+200B›a.sol” has an invisible character",
  );
  for (const [i, dept] of alike.entries()) {
    c.hr([{ id: `3${i}`, dept }]);
    expect((await c.sync()).counts).toMatchObject({ held: 1, creates: 0 });
  }
  expect(c.service.users()).toHaveLength(1);
}, 120_000);

test("I2: asks about a joiner whose ASCII username looks like that of an account in mixed letters", async () => {
  const c = await company({ mapping });
  c.hr([{ id: "1", dept: "an\u0430.sol" }, ...people(1).map((one) => ({ ...one, dept: "bo.lind" }))]);
  expect((await c.sync()).counts).toMatchObject({ creates: 2 });
  c.hr([{ id: "9", dept: "ana.sol" }, ...people(1).map((one) => ({ ...one, dept: "bo.lind" }))]);
  expect((await c.sync()).counts).toMatchObject({ held: 1, creates: 0, unchanged: 1 });
}, 120_000);

const yildiz: Employee = { id: "2", dept: "y\u0131ld\u0131z", first: "Ayse", last: "Kaya" };

test("I2: asks about a joiner whose username looks like that of an unconfirmed create", async () => {
  const c = await company({
    mapping: `${mapping}groups:\n  authority: ["HR/**"]\n  rules:\n    - { name: everyone, groups: ["${staff}"] }\n`,
  });
  c.hr([{ id: "1", dept: "ana.sol" }]);
  await c.sync();
  c.service.failNext({ method: "POST", path: "/users$", status: 500, when: "after" });
  c.service.configure({ hideUserIds: [staff] });
  c.hr([{ id: "1", dept: "ana.sol" }, yildiz]);
  expect((await c.sync()).counts).toMatchObject({ uncertain: 1 });
  for (const [id, dept] of Object.entries({ 3: "yildiz", 4: yildiz.dept, 5: "YILD\u0406Z" })) {
    c.hr([
      { id: "1", dept: "ana.sol" },
      { ...yildiz, id, dept: dept ?? "" },
    ]);
    const night = await c.sync();
    expect(night.counts).toMatchObject({ held: 1, creates: 0 });
    expect(c.operations(night.run)).toMatchObject([{ key: id, code: "same_person" }]);
  }
  expect(c.userCalls("POST")).toHaveLength(2);
}, 120_000);

test("I2: the fingerprint of a long-gone person finds their account by a username in mixed letters, and by one that looks like it", async () => {
  const c = await company({ mapping });
  const rest = people(3).map((one, i) => ({ ...one, dept: `u${i}` }));
  c.hr([...rest, yildiz]);
  expect((await c.sync()).counts).toMatchObject({ creates: 4 });
  c.hr(rest);
  await c.sync();
  await c.look(({ db }) => sql`UPDATE person SET run = '20200101-000000-abcd' WHERE key = '2'`.execute(db));
  expect((await c.run("purge", "--json")).json<{ purged: object }>().purged).toMatchObject({ people: 1 });
  for (const dept of [yildiz.dept ?? "", "yildiz"]) {
    c.hr([...rest, { ...yildiz, id: "9", dept, mail: "new@acme.example" }]);
    const night = await c.sync();
    expect(night.counts).toMatchObject({ held: 1, creates: 0 });
    expect(c.operations(night.run)).toMatchObject([{ key: "9", code: "same_person" }]);
  }
}, 120_000);

test("I2: asks about a joiner whose ASCII username looks like one in mixed letters that only the account still has", async () => {
  const c = await company({ mapping });
  c.hr([
    { id: "1", dept: "\u0410N\u0430.sol", mail: "one@acme.example" },
    { id: "2", dept: "bo.lind" },
  ]);
  await c.sync();
  await c.look(({ db }) => sql`DELETE FROM person WHERE key = '1'`.execute(db));
  c.service.clearRequests();
  c.hr([
    { id: "9", dept: "ana.sol", mail: "nine@acme.example" },
    { id: "8", dept: "ana.sole" },
    { id: "2", dept: "bo.lind" },
  ]);
  const night = await c.sync();
  expect(c.operations(night.run).filter(({ status }) => status === "held")).toMatchObject([{ key: "9", code: "same_person" }]);
  expect(c.userCalls("POST").map(({ body }) => body["username"])).toEqual(["ana.sole"]);
}, 120_000);

test("folds width, case and letters that look like ASCII, and never merges two ASCII names or a name of another script", () => {
  expect(["\uFF21NA", "\u0410na", "an\u0430", "Ana"].map(foldUsername)).toEqual(["ana", "ana", "ana", "ana"]);
  // Wholly in another script, although it looks like "cop".
  expect(foldUsername("\u0441\u043E\u0440")).toBe("\u0441\u043E\u0440");
  expect(foldUsername("\u0421\u041E\u0420")).toBe("\u0441\u043E\u0440");
  const ascii = Array.from({ length: 95 }, (_, i) => String.fromCodePoint(32 + i)).filter((letter) => letter === letter.toLowerCase());
  expect(new Set(ascii.map((letter) => foldUsername(`a${letter}a`))).size).toBe(ascii.length);
});
