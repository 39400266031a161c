import { shownAuditState } from "../../src/review/audit-state.ts";
import { parse } from "csv-parse/sync";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { sql } from "kysely";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { auditCsv, auditJson } from "../../src/review/audit-export.ts";
import { verifyAudit, type AuditState, type KnownEntry } from "../../src/review/audit.ts";
import { appendAudit, auditHash, auditStart, listAudit, type AuditEntry } from "../../src/store/audit/audit.ts";
import { openState, type State } from "../helpers/state.ts";

let dir = "";
let state: State;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "rollcall-audit-"));
  state = await openState(dir);
  for (let i = 1; i <= 5; i += 1)
    await appendAudit(
      state,
      { actor: "Ana", action: "removal_approved", detail: { key: `000${i}`, reason: `because ${i}`, n: i } },
      new Date(2026, 3, i),
    );
});
afterEach(async () => {
  await state.close();
  rmSync(dir, { recursive: true, force: true });
});

/** What an attacker with the whole disk does while nothing runs. */
async function tamper(journal: (lines: string[]) => string[]): Promise<void> {
  await state.close();
  const file = join(dir, "journal.jsonl");
  writeFileSync(file, `${journal(readFileSync(file, "utf8").trimEnd().split("\n")).join("\n")}\n`);
  state = await openState(dir);
}

function sealed(entry: Omit<AuditEntry, "hash">): AuditEntry {
  return { ...entry, hash: auditHash(entry) };
}

const verify = (known?: KnownEntry): Promise<AuditState> => verifyAudit(state, known ?? null);

test("a trail as it was written is sound, and says where it ends", async () => {
  const found = await verify();
  expect(found).toMatchObject({ entries: 5, broken: null, head: { seq: 5 } });
  await state.close();
  state = await openState(dir);
  expect(await verify()).toEqual(found);
  expect(await verify({ seq: 3, hash: (await listAudit(state.db))[2]?.hash ?? "" })).toMatchObject({ broken: null });
});

test("an empty trail is sound", async () => {
  const empty = mkdtempSync(join(tmpdir(), "rollcall-audit-"));
  const other = await openState(empty);
  expect(await verifyAudit(other)).toEqual({ entries: 0, head: null, redacted: 0, purged: 0, broken: null, damage: null, journal: true });
  await other.close();
  rmSync(empty, { recursive: true });
});

describe("in the database is found", () => {
  const attacks: [string, (db: State["db"]) => Promise<unknown>, number, RegExp][] = [
    [
      "another actor",
      (db) => db.updateTable("audit").set({ actor: "Eve" }).where("seq", "=", 2).execute(),
      2,
      /Entry 2 in the database was changed after it was written/,
    ],
    [
      "another time",
      (db) => db.updateTable("audit").set({ at: "2026-01-01T00:00:00.000Z" }).where("seq", "=", 3).execute(),
      3,
      /was changed after it was written/,
    ],
    [
      "another reason",
      (db) => db.updateTable("audit").set({ detail: '{"reason":"x"}' }).where("seq", "=", 4).execute(),
      4,
      /was changed after it was written/,
    ],
    ["an entry taken out", (db) => db.deleteFrom("audit").where("seq", "=", 3).execute(), 3, /Entry 3 is missing from the database/],
    ["the first entry taken out", (db) => db.deleteFrom("audit").where("seq", "=", 1).execute(), 1, /Entry 1 is missing/],
    [
      "the last entries cut off",
      (db) => db.deleteFrom("audit").where("seq", ">", 3).execute(),
      4,
      /The database ends before entry 4.*Missing at its end: 2/,
    ],
    ["everything cut off", (db) => db.deleteFrom("audit").execute(), 1, /ends before entry 1/],
    [
      "an entry exchanged for one whose own hash is right",
      async (db) => {
        const [, second] = await listAudit(db);
        const other = sealed({ ...(second as AuditEntry), actor: "Eve" });
        await db.updateTable("audit").set({ actor: other.actor, hash: other.hash }).where("seq", "=", 2).execute();
      },
      2,
      /differs between the database and the journal/,
    ],
    [
      "the whole rest of the chain written anew",
      async (db) => {
        let prev: string | undefined;
        for (const entry of (await listAudit(db)).slice(1)) {
          const other = sealed({ ...entry, actor: "Eve", prev: prev ?? entry.prev });
          prev = other.hash;
          await db
            .updateTable("audit")
            .set({ actor: other.actor, prev: other.prev, hash: other.hash })
            .where("seq", "=", entry.seq)
            .execute();
        }
      },
      2,
      /differs between the database and the journal/,
    ],
    [
      "an entry put in at the end, with a right chain",
      async (db) => {
        const last = (await listAudit(db)).at(-1) as AuditEntry;
        const added = sealed({ ...last, seq: 6, prev: last.hash, actor: "Eve" });
        await db
          .insertInto("audit")
          .values({ ...added, detail: JSON.stringify(added.detail) })
          .execute();
      },
      6,
      /The journal ends before entry 6/,
    ],
    [
      "an entry put in before the first",
      async (db) => {
        const { detail, ...first } = sealed({ ...((await listAudit(db))[0] as AuditEntry), seq: 0, actor: "Eve" });
        await db
          .insertInto("audit")
          .values({ ...first, detail: JSON.stringify(detail) })
          .execute();
      },
      0,
      /Entry 0 in the database is out of order. It was added/,
    ],
    [
      "two entries that changed places",
      async (db) => {
        await db.updateTable("audit").set({ seq: 100 }).where("seq", "=", 2).execute();
        await db.updateTable("audit").set({ seq: 2 }).where("seq", "=", 3).execute();
        await db.updateTable("audit").set({ seq: 3 }).where("seq", "=", 100).execute();
      },
      2,
      /was changed after it was written/,
    ],
  ];
  test.for(attacks)("%s", async ([, attack, seq, what]) => {
    await attack(state.db);
    expect(shownAuditState(await verify()).broken).toMatchObject({ seq, what: expect.stringMatching(what) as string });
    // The next start does not cover it up.
    await tamper((lines) => lines);
    expect((await verify()).broken?.seq).toBe(seq);
  });
});

describe("in the journal is found", () => {
  const exchange = (line: string, change: (entry: AuditEntry) => AuditEntry): string =>
    JSON.stringify({ t: "audit", ...change(JSON.parse(line) as AuditEntry) });
  const attacks: [string, (lines: string[]) => string[], number][] = [
    ["a line that was changed", (lines) => lines.map((line, i) => (i === 1 ? line.replace("because 2", "because!") : line)), 2],
    ["a line that was taken out", (lines) => lines.filter((_, i) => i !== 2), 3],
    ["a line that was made unreadable", (lines) => lines.map((line, i) => (i === 3 ? line.slice(5) : line)), 4],
    ["a line that was put in again", (lines) => [...lines.slice(0, 3), lines[1] ?? "", ...lines.slice(3)], 2],
    ["lines that changed places", (lines) => [lines[0] ?? "", lines[2] ?? "", lines[1] ?? "", ...lines.slice(3)], 2],
    ["an end that was cut off", (lines) => lines.slice(0, 3), 4],
    ["a journal that was emptied", () => [], 1],
    [
      "a line exchanged for one whose own hash is right",
      (lines) => lines.map((line, i) => (i === 4 ? exchange(line, (entry) => sealed({ ...entry, actor: "Eve" })) : line)),
      5,
    ],
  ];
  test.for(attacks)("%s", async ([, attack, seq]) => {
    await tamper(attack);
    expect(shownAuditState(await verify()).broken).toMatchObject({ seq, what: expect.any(String) as string });
  });
});

test("what was cut off in both is found by an entry that was noted elsewhere", async () => {
  const { head } = await verify();
  await state.db.deleteFrom("audit").where("seq", ">", 3).execute();
  await tamper((lines) => lines.slice(0, 3));
  expect((await verify()).broken).toBeNull();
  expect(shownAuditState(await verify(head ?? undefined)).broken).toMatchObject({
    seq: 4,
    what: expect.stringContaining("ends before entry 5") as string,
  });
});

test("an entry that the database refused at first has its place in the chain all the same", async () => {
  const { db, journal } = state;
  await sql`ALTER TABLE audit ADD CONSTRAINT refused CHECK (seq < 6) NOT VALID`.execute(db);
  await expect(appendAudit({ db, journal }, { actor: "Ana", action: "x", detail: {} }, new Date())).rejects.toThrow(/audit/);
  await sql`ALTER TABLE audit DROP CONSTRAINT refused`.execute(db);
  await appendAudit(state, { actor: "Ana", action: "y", detail: {} }, new Date());
  expect(await verify()).toMatchObject({ broken: null, entries: 7 });
});

test("an entry that the database refused is inserted before its process ends", async () => {
  const { db, journal } = state;
  await sql`ALTER TABLE audit ADD CONSTRAINT refused CHECK (seq < 6) NOT VALID`.execute(db);
  await expect(appendAudit({ db, journal }, { actor: "Ana", action: "x", detail: {} }, new Date())).rejects.toThrow(/audit/);
  await sql`ALTER TABLE audit DROP CONSTRAINT refused`.execute(db);
  await state.close();
  state = await openState(dir);
  await appendAudit(state, { actor: "Ana", action: "y", detail: {} }, new Date());
  expect(await verify()).toMatchObject({ broken: null, entries: 7 });
});

test("the export keeps every entry, and no formula in it", async () => {
  for (const reason of [
    '=HYPERLINK("http://x")',
    "+1",
    "-1",
    "@x",
    "\tx",
    "שלום",
    'a"b;c,d\ne',
    "a;=cmd|'/C calc'!A0;",
    "a\n=1+1;",
    "a\t@x",
    'a;"=1',
    "；＝1",
    "a;＝1",
  ])
    await appendAudit(state, { actor: "=cmd|' /C calc'!A0", action: "removal_rejected", detail: { reason, key: "-00012" } }, new Date());
  const entries = await listAudit(state.db);
  const rows = parse<Record<string, string>>(auditCsv(entries), { columns: true, bom: true });
  expect(rows).toHaveLength(entries.length);
  for (const row of rows) for (const value of Object.values(row)) expect(value).not.toMatch(/^[=+\-@\t\r]/);
  // A program that splits at semicolons reads each line of the file by itself.
  for (const line of auditCsv(entries).split(/[\r\n]+/)) for (const cell of line.split(";")) expect(cell).not.toMatch(/^[" ]*[=+\-@＝]/);
  expect(rows.map((row) => row["reason"])).toContain("שלום");
  const read = JSON.parse(auditJson(entries)) as AuditEntry[];
  expect(read.every((entry) => auditHash(entry) === entry.hash)).toBe(true);
});

test("an entry that is being written while the trail is checked is no damage", async () => {
  const writing = { on: true };
  const writer = (async () => {
    for (let i = 0; writing.on; i += 1)
      await appendAudit(state, { actor: "Ana", action: "removal_approved", detail: { key: `1${i}`, reason: "moved", n: i } }, new Date());
  })();
  const found: (AuditState["broken"] | null)[] = [];
  for (let i = 0; i < 20; i += 1) found.push((await verify()).broken);
  writing.on = false;
  await writer;
  expect(found.filter((broken) => broken !== null)).toEqual([]);
});

test("the hash of an entry stays as it is: a trail of an earlier version must verify", () => {
  const entry = {
    seq: 2,
    at: "2026-03-04T02:30:00.000Z",
    actor: "Ana Ruiz",
    action: "removal_approved",
    detail: { removals: ["R-aaaaaa1"], reason: "Moved to “IT”", confirmed: true, n: 1 },
    prev: auditStart,
  } as const;
  expect(auditHash(entry)).toBe("8ccb90c086985aa24a7d67fddd5f93a62d5e853d94fe6888829bcb3150057b57");
});
