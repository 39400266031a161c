import { sql } from "kysely";
import { expect, test } from "vitest";
import { replayJournal } from "../../src/state/journal/replay.ts";
import { setSetting } from "../../src/store/settings.ts";
import { accounted, company, type Company } from "../helpers/company.ts";

const unique = `{ unique: ["{first}.{last}", "{first:1}.{last}", "{first}.{last}{n}"], with: { first: { first_of: [Nick, First] }, last: Last }, transform: [lower, transliterate] }`;

function mappingWith(username: string): string {
  return `
key: Employee ID
user:
  first_name: First
  last_name: Last
  email: { first_of: [Mail, { template: "{Employee ID}@noemail.example" }], transform: lower }
on_create:
  username: ${username}
active: { column: Status, values: { Active: true, Left: false } }
groups:
  authority: ["HR/**"]
  rules:
    - { name: everyone, groups: ["HR/All staff"] }
`;
}
const mapping = mappingWith(unique);

interface Line {
  key: string;
  first?: string;
  last?: string;
  nick?: string;
  mail?: string;
  status?: string;
}

function hr(c: Company, lines: readonly Line[], file = "hr.csv"): void {
  const rows = lines.map(({ key, first = "Ana", last = "Müller", nick = "", mail = `${key}@mail.example`, status = "Active" }) =>
    [key, first, last, mail, status, nick].join(","),
  );
  c.place.write(file, `${["Employee ID,First,Last,Mail,Status,Nick", ...rows].join("\n")}\n`);
}

/** The usernames in the service, by the e-mail address that their create named. */
function given(c: Company): Record<string, unknown> {
  const created = new Map(
    c
      .userCalls("POST")
      .filter(({ status }) => status === 200)
      .map(({ body }) => [body["username"], String(body["email"]).replace(/@.*/, "")]),
  );
  return Object.fromEntries(c.service.users().map(({ username }): [string, unknown] => [created.get(username) ?? "other", username]));
}

const heldCodes = (c: Company, run: string): (string | null)[] =>
  c.operations(run).flatMap(({ status, code }) => (status === "held" ? [code] : []));

test.each([[["1", "2", "3", "4"]], [["4", "3", "2", "1"]], [["3", "1", "4", "2"]]])(
  "I2: gives equal names different usernames in any order of the rows: %s",
  async (order) => {
    const c = await company({ mapping });
    hr(
      c,
      order.map((key) => ({ key })),
    );
    const run = await c.sync();
    expect(run).toMatchObject({ code: 0, counts: { creates: 4, done: 4 } });
    expect(accounted(run.counts)).toBe(4);
    expect(given(c)).toEqual({ 1: "ana.mueller", 2: "a.mueller", 3: "ana.mueller2", 4: "ana.mueller3" });
  },
);

test("I2: never gives a username again, and never changes one", async () => {
  const c = await company({ mapping });
  hr(c, [{ key: "5" }]);
  await c.sync();
  // A lower key joins later, and the first person is renamed.
  hr(c, [{ key: "1" }, { key: "5", first: "Eva" }]);
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 1, updates: 1 } });
  expect(given(c)).toEqual({ 1: "a.mueller", 5: "ana.mueller" });
  // A leaver keeps the username.
  hr(c, [{ key: "1" }, { key: "5", first: "Eva", status: "Left" }, { key: "7" }]);
  await c.sync();
  expect(given(c)).toEqual({ 1: "a.mueller", 5: "ana.mueller", 7: "ana.mueller2" });
  expect(c.userCalls("PUT").filter(({ body }) => "username" in body)).toEqual([]);
});

test("I2: counts the usernames that a mapping without `unique` gave", async () => {
  const c = await company({
    mapping: mapping.replace(`on_create:\n  username: ${unique}\n`, "").replace("user:\n", "user:\n  username: Nick\n"),
  });
  hr(c, [{ key: "1", nick: "ANA.MUELLER" }]);
  expect((await c.sync()).counts).toMatchObject({ creates: 1 });
  c.place.write("mapping.yaml", mapping);
  hr(c, [{ key: "1", nick: "ANA.MUELLER" }, { key: "2" }]);
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 1 } });
  expect(given(c)).toEqual({ 1: "ANA.MUELLER", 2: "a.mueller" });
});

test("a plan shows the usernames and reserves none; check agrees with it", async () => {
  const c = await company({ mapping });
  hr(c, [{ key: "2" }, { key: "1" }]);
  const plan = await c.night("plan", ["job.yaml"]);
  expect(plan.counts).toMatchObject({ creates: 2 });
  expect(await c.look((state) => state.db.selectFrom("reserved_username").selectAll().execute())).toEqual([]);
  const { first, counts } = (await c.run("check job.yaml --json")).json<{
    first: { key: string; fields: { field: string; value: string }[] }[];
    counts: object;
  }>();
  expect(counts).toMatchObject({ creates: 2 });
  expect(first.map(({ key, fields }) => [key, fields.find(({ field }) => field === "on_create.username")?.value])).toEqual([
    ["2", "a.mueller"],
    ["1", "ana.mueller"],
  ]);
  // A pattern that is corrected before the first run counts at once.
  c.place.write("mapping.yaml", mappingWith(`{ unique: ["{Last}.{First}", "{Last}{n}"], transform: [lower, ascii] }`));
  await c.sync();
  expect(given(c)).toEqual({ 1: "muller.ana", 2: "muller2" });
});

test("I5: rejects a joiner whose username is unknown, and nobody else", async () => {
  const c = await company({ mapping });
  hr(c, [{ key: "1" }, { key: "2", first: "李", last: "伟" }]);
  c.place.write("hr.csv", `${c.place.read("hr.csv")}3,Eva,Sol,3@mail.example,Active\n`);
  c.place.write(
    "mapping.yaml",
    mapping.replace("transform: [lower, transliterate]", "transform: [lower, { replace: { pattern: '[^a-z.]', with: '' } }]"),
  );
  const run = await c.sync();
  expect(run.counts).toMatchObject({ creates: 1, rejected: 2 });
  expect(accounted(run.counts)).toBe(3);
  expect(run.rejects.map(({ row, column, code }) => ({ row, column, code }))).toEqual([
    { row: 3, column: "First", code: "missing_value" },
    { row: 4, column: "Nick", code: "missing_value" },
  ]);
});

test("I3: rejects a joiner when the counter runs out, with the column", async () => {
  const c = await company({ mapping: mappingWith(`{ unique: ["{First}{n}"], n: 1..2, transform: lower }`) });
  hr(c, [{ key: "1" }, { key: "2" }, { key: "3" }]);
  const run = await c.sync();
  expect(run.counts).toMatchObject({ creates: 2, rejected: 1, done: 2 });
  expect(accounted(run.counts)).toBe(3);
  expect(run.rejects).toMatchObject([
    {
      row: 4,
      column: "First",
      code: "no_username_left",
      message: "username: all 2 usernames of the mapping (mapping.yaml:8) belong to others, from “ana1” to “ana2”",
    },
  ]);
  hr(c, [{ key: "1" }, { key: "2" }, { key: "3", first: "Eva" }]);
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 1 } });
});

test("I2: keeps the username of an unconfirmed create for its key after HR has changed the name", async () => {
  const c = await company({ mapping });
  c.service.failNext({ method: "POST", path: "/users$", status: 500 });
  hr(c, [{ key: "1" }]);
  expect((await c.sync()).counts).toMatchObject({ uncertain: 1 });
  // The name is not free for others, and the person is not created again.
  hr(c, [{ key: "1", first: "Eva" }, { key: "2" }]);
  expect((await c.sync()).counts).toMatchObject({ creates: 1, held: 1 });
  expect(given(c)).toEqual({ 2: "a.mueller" });
  c.clock.step(60_000);
  await c.run(`identities retry job.yaml 1 --reason checked`);
  hr(c, [{ key: "1", first: "Eva" }, { key: "2" }]);
  expect((await c.sync()).counts).toMatchObject({ creates: 1, done: 1 });
  expect(given(c)).toEqual({ 1: "ana.mueller", 2: "a.mueller" });
});

test("I2: holds a person whose username the service refuses as taken, and tries no other", async () => {
  const c = await company({ mapping });
  c.service.addUser({ username: "Ana.Mueller", first_name: "A", last_name: "M", email: "other@mail.example" });
  hr(c, [{ key: "1" }, { key: "2" }]);
  for (const again of [1, 2]) {
    const run = await c.sync();
    expect([again, heldCodes(c, run.run)]).toEqual([again, ["account_exists"]]);
  }
  expect(given(c)).toEqual({ 2: "a.mueller", other: "Ana.Mueller" });
});

test("I2: tries the next username after a refusal only with `on_taken: next`", async () => {
  const c = await company({ mapping: mappingWith(unique.replace(/ }$/, ", on_taken: next }")) });
  c.service.addUser({ username: "ana.mueller", first_name: "A", last_name: "M", email: "other@mail.example" });
  hr(c, [{ key: "1" }]);
  expect(heldCodes(c, (await c.sync()).run)).toEqual(["account_exists"]);
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 1, done: 1 } });
  expect(given(c)).toEqual({ 1: "a.mueller", other: "ana.mueller" });
});

test("I2: never tries the next username for a key whose create was unconfirmed once, even with `on_taken: next`", async () => {
  const c = await company({ mapping: mappingWith(unique.replace(/ }$/, ", on_taken: next }")) });
  c.service.failNext({ method: "POST", path: "/users$", status: 500 });
  hr(c, [{ key: "1" }]);
  expect((await c.sync()).counts).toMatchObject({ uncertain: 1 });
  // The create had an account after all, in no group yet, and someone says that there is none.
  c.service.addUser({ username: "ana.mueller", first_name: "Ana", last_name: "Müller", email: "1@mail.example" });
  c.clock.step(60_000);
  expect((await c.run("identities retry job.yaml 1 --reason checked")).code).toBe(0);
  for (const again of [1, 2, 3]) expect([again, heldCodes(c, (await c.sync()).run)]).toEqual([again, ["account_exists"]]);
  expect(c.service.users()).toHaveLength(1);
});

test("I2: never tries the next username in a state that was restored", async () => {
  const c = await company({ mapping: mappingWith(unique.replace(/ }$/, ", on_taken: next }")) });
  c.service.addUser({ username: "ana.mueller", first_name: "A", last_name: "M", email: "other@mail.example" });
  await c.look((state) => setSetting(state.db, "restored", { made: "2026-01-01T00:00:00Z", since: "2026-01-02T00:00:00Z", settled: true }));
  hr(c, [{ key: "1" }]);
  for (const again of [1, 2]) expect([again, heldCodes(c, (await c.sync()).run)]).toEqual([again, ["account_exists"]]);
});

test("I2: does not try the next username when the e-mail address is taken", async () => {
  const c = await company({ mapping: mappingWith(unique.replace(/ }$/, ", on_taken: next }")) });
  const refusal = JSON.stringify({ code: "invalid_parameters", message: "username or email is already taken" });
  c.service.failNext({ method: "POST", path: "/users$", status: 412, body: refusal });
  c.service.failNext({ method: "POST", path: "/users$", status: 412, body: refusal });
  hr(c, [{ key: "1" }]);
  await c.sync();
  await c.sync();
  await c.sync();
  expect(
    new Set(
      c
        .userCalls("POST")
        .filter(({ status }) => status === 200)
        .map(({ body }) => body["username"]),
    ),
  ).toEqual(new Set(["ana.mueller"]));
});

test("I2: holds a joiner whose username belongs to someone who is missing from the file", async () => {
  const c = await company({ mapping });
  hr(c, [{ key: "1" }, { key: "2", first: "Ben" }]);
  await c.sync();
  // HR gave Ana a new key and a new address.
  hr(c, [{ key: "N1" }, { key: "2", first: "Ben" }]);
  for (const again of [1, 2]) {
    const run = await c.sync();
    expect([again, heldCodes(c, run.run)]).toEqual([again, ["same_person"]]);
  }
  expect(c.service.users()).toHaveLength(2);
  const id = String(c.service.users().find(({ username }) => username === "ana.mueller")?.["user_id"]);
  expect((await c.run(`identities link job.yaml N1 ${id} --from 1 --reason same`)).code).toBe(0);
  hr(c, [{ key: "N1" }, { key: "2", first: "Ben" }, { key: "1", mail: "someone@mail.example" }]);
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 1 } });
  expect(given(c)).toEqual({ 1: "ana.mueller", 2: "ben.mueller", someone: "ana.mueller2" });
});

test("I2: creates such a joiner once a reviewer says that they are two people", async () => {
  const c = await company({ mapping });
  hr(c, [{ key: "1" }]);
  await c.sync();
  hr(c, [{ key: "N1" }]);
  expect(heldCodes(c, (await c.sync()).run)).toEqual(["same_person"]);
  expect((await c.run("identities retry job.yaml N1 --reason namesakes")).code).toBe(0);
  expect((await c.sync()).counts).toMatchObject({ creates: 1, done: 1 });
  expect(given(c)).toEqual({ 1: "ana.mueller", n1: "a.mueller" });
});

test("I2: keeps the usernames of creates that only the journal still has after a power cut", async () => {
  const c = await company({ mapping });
  hr(c, [{ key: "1" }, { key: "2" }]);
  await c.sync();
  await c.look(async (state) => {
    for (const table of ["link", "intent", "person", "person_cells", "reserved_username"])
      await sql`DELETE FROM ${sql.table(table)}`.execute(state.db);
    await setSetting(state.db, "journal_offset", 0);
    await replayJournal(state.db, state.journal);
    expect(await state.db.selectFrom("reserved_username").select(["key", "name"]).orderBy("key").execute()).toEqual([
      { key: "1", name: "ana.mueller" },
      { key: "2", name: "a.mueller" },
    ]);
  });
  hr(c, [{ key: "0" }, { key: "1" }, { key: "2" }]);
  expect((await c.sync()).counts).toMatchObject({ creates: 1, done: 3 });
  expect(given(c)).toEqual({ 0: "ana.mueller2", 1: "ana.mueller", 2: "a.mueller" });
});

test("I2: never gives the username of an erased person to another person", async () => {
  const c = await company({ mapping });
  hr(c, [{ key: "1" }, { key: "2", first: "Ben" }]);
  await c.sync();
  hr(c, [{ key: "2", first: "Ben" }]);
  await c.sync();
  expect((await c.run("people forget 1 --job job.yaml --reason request-7 --yes")).code).toBe(0);
  const names = await c.look((state) =>
    state.db.selectFrom("reserved_username").select(["key", "name", "username"]).orderBy("key").execute(),
  );
  expect(names).toMatchObject([{ name: expect.stringMatching(/^hmac:/), username: null }, { key: "2" }]);
  expect(c.place.read(".rollcall/journal.jsonl")).not.toContain("ana.mueller");
  hr(c, [{ key: "2", first: "Ben" }, { key: "3" }]);
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 1 } });
  expect(given(c)).toMatchObject({ 1: "ana.mueller", 3: "a.mueller" });
});

test("names the owner of a username in the notes of a run", async () => {
  const c = await company({ mapping });
  hr(c, [{ key: "1" }, { key: "2" }]);
  const { run } = await c.sync();
  const notes = (JSON.parse(c.place.read(`.rollcall/reports/${run}.json`)) as { notes: { code: string; message: string }[] }).notes;
  expect(notes.filter(({ code }) => code === "username_taken").map(({ message }) => message)).toEqual([
    "The username “ana.mueller” belongs to key 1, so “a.mueller” is used.",
  ]);
});
