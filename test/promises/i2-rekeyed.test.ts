import { sql } from "kysely";
import { expect, test } from "vitest";
import { replayJournal } from "../../src/state/journal/replay.ts";
import { setSetting } from "../../src/store/settings.ts";
import { company, type Company } from "../helpers/company.ts";

const mapping = `
key: Employee ID
user:
  username: { column: Email, transform: lower }
  first_name: First
  last_name: Last
  email: { column: Mail, transform: lower }
  national_id: { column: NIF, sensitive: true }
active: { column: Status, values: { Active: true, Left: false } }
groups:
  authority: ["HR/**"]
  rules:
    - { name: everyone, groups: ["HR/All staff"] }
`;

/** Key, login, e-mail, national id and status; the other fields are the same for all. */
type Line = [key: string, login: string, mail: string, nif: string, status?: string];

function writeExport(c: Company, lines: readonly Line[], file = "hr.csv"): void {
  const rows = lines.map(([key, login, mail, nif, status = "Active"]) => `${key},Kim,Doe,${login},${mail},${nif},${status}`);
  c.place.write(file, `${["Employee ID,First,Last,Email,Mail,NIF,Status", ...rows].join("\n")}\n`);
}

const ana: Line = ["1", "ana@acme.example", "ana@mail.example", "12345678Z"];
const ben: Line = ["2", "ben@acme.example", "ben@mail.example", "87654321X"];

test("holds a re-keyed person whose data only the journal still has after a power cut", async () => {
  const c = await company({ mapping });
  writeExport(c, [ana, ben]);
  await c.sync();
  await c.look(async (state) => {
    for (const table of ["link", "intent", "person", "person_cells"]) await sql`DELETE FROM ${sql.table(table)}`.execute(state.db);
    await setSetting(state.db, "journal_offset", 0);
    await replayJournal(state.db, state.journal);
  });
  writeExport(c, [
    ["N1", "new@acme.example", "new@mail.example", ana[3]],
    ["N2", ben[1], "other@mail.example", ""],
  ]);
  const night = await c.sync();
  expect(night.counts).toMatchObject({ creates: 0, held: 2 });
  expect(c.operations(night.run).map(({ code }) => code)).toEqual(["same_person", "same_person"]);
  expect(c.service.users()).toHaveLength(2);
}, 120_000);

test("I2: knows the national id of a person after a power cut that lost the whole database", async () => {
  const c = await company({ mapping });
  writeExport(c, [ana]);
  await c.sync();
  await c.look(async (state) => {
    for (const table of ["link", "intent", "person", "person_cells", "setting"])
      await sql`DELETE FROM ${sql.table(table)}`.execute(state.db);
    await replayJournal(state.db, state.journal);
  });
  writeExport(c, [["N1", "new@acme.example", "new@mail.example", ana[3]]]);
  const night = await c.sync();
  expect(night.counts).toMatchObject({ creates: 0, held: 1 });
  expect(c.service.users()).toHaveLength(1);
}, 120_000);

test("holds a re-keyed and renamed person whose create is unconfirmed", async () => {
  const c = await company({ mapping });
  writeExport(c, [ben]);
  await c.sync();
  c.service.failNext({ method: "POST", path: "/users", status: 500 });
  writeExport(c, [ben, ana]);
  expect((await c.sync()).counts).toMatchObject({ uncertain: 1 });
  writeExport(c, [ben, ["N1", "new@acme.example", "new@mail.example", ana[3]]]);
  expect((await c.sync()).counts).toMatchObject({ creates: 0, held: 1 });
  expect(c.service.users()).toHaveLength(1);
}, 120_000);

test("I5: keeps the account of a person whose row in another job's file is rejected", async () => {
  const c = await company({ mapping, parts: { policy: { absent: "deactivate" } } });
  writeExport(c, [ana, ben]);
  await c.sync();
  // The other job gives no groups, so that both may work on the same account.
  c.place.write("other.yaml", mapping.replace(/groups:[^]*/, 'groups: { authority: ["Other/**"], rules: [] }'));
  const job = JSON.parse(c.place.read("job.yaml")) as Record<string, unknown>;
  c.place.write("second.yaml", JSON.stringify({ ...job, name: "contractors", mapping: "other.yaml", source: { file: "second.csv" } }));
  writeExport(c, [ana], "second.csv");
  await c.night("sync", ["second.yaml"]);
  writeExport(c, [["1", "ana@acme.example", "no address", ""]], "second.csv");
  expect((await c.night("sync", ["second.yaml"])).counts).toMatchObject({ rejected: 1 });
  writeExport(c, [ben]);
  expect((await c.sync()).counts).toMatchObject({ absent: 0, deactivations: 0 });
}, 120_000);
