import { existsSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { appendAudit } from "../../src/store/audit/audit.ts";
import type { State } from "../../src/state/state.ts";
import { readLine, sealLine } from "../../src/state/journal/journal-lines.ts";
import { company, mappingText, people, type Company } from "../helpers/company.ts";

const day = 86_400_000;
type Result = { dry_run: boolean; purged: Record<string, number>; unread: { job: string; why: string }[] };

async function purge(c: Company, ...args: string[]): Promise<Result> {
  const { code, stdout, stderr } = await c.run("purge", "--json", ...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout) as Result;
}

/** Moves all stored times back by a number of days. */
async function age(c: Company, days: number): Promise<void> {
  await c.look(async ({ db }) => {
    const times: Record<string, string[]> = {
      run: ["started_at", "ended_at", "planned_at"],
      operation: ["ended_at"],
      intent: ["at"],
      removal: ["since", "seen_at", "decided_at", "ended_at"],
      mapping_version: ["at"],
      job_version: ["at"],
    };
    for (const [table, columns] of Object.entries(times)) {
      for (const column of columns)
        await sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${sql.ref(column)} - ${days} * interval '1 day'`.execute(db);
    }
  });
}

async function rows(c: Company, ...tables: string[]): Promise<Record<string, number>> {
  return c.look(async ({ db }) => {
    const counts: Record<string, number> = {};
    for (const table of tables)
      counts[table] = Number((await sql<{ n: string }>`SELECT count(*) AS n FROM ${sql.table(table)}`.execute(db)).rows[0]?.n);
    return counts;
  });
}

const withRetention = (c: Company, retention: Record<string, string>): void => {
  const job = JSON.parse(c.place.read("job.yaml")) as object;
  c.place.write("job.yaml", JSON.stringify({ ...job, retention }));
};

describe("rollcall purge", () => {
  test("deletes the rows of a run that ended before its process could, so that it is deleted in time", async () => {
    const c = await company();
    c.hr(people(2));
    const { run } = await c.night("plan", ["job.yaml"]);
    await c.look(async ({ db }) => {
      await db.updateTable("run").set({ status: "superseded", ended_at: new Date() }).where("id", "=", run).execute();
      await db.updateTable("operation").set({ status: "dropped" }).where("run", "=", run).execute();
    });
    await c.sync();
    await age(c, 4000);
    const { purged } = await purge(c);
    expect(purged["runs"]).toBe(1);
    expect(await rows(c, "run", "staged_row")).toEqual({ run: 1, staged_row: 0 });
  }, 120_000);

  test("shows with --dry-run what it would delete, deletes it, and then finds nothing more; data needed for safety stays", async () => {
    const c = await company({ parts: { policy: { absent: "deactivate" } } });
    c.hr([...people(5), "0009,No,Mail,not an address,Sales,Active"]);
    await c.sync();
    c.hr([...people(3), { id: "0004", dept: "IT" }]);
    await c.sync();
    // 0005 has left, and 0004's removal is pending.
    await age(c, 4000);
    const before = await rows(c, "run", "operation", "rejected_row", "person", "person_cells", "link", "removal", "intent");
    expect(before).toMatchObject({ run: 2, person: 5, link: 5, removal: 1 });
    const dry = await purge(c, "--dry-run");
    expect(dry).toMatchObject({ dry_run: true, purged: { runs: 1, rejects: 1, reports: 4, people: 1, removals: 0, audit: 0 } });
    expect(await rows(c, "run", "operation", "rejected_row", "person", "link")).toMatchObject({ run: 2, person: 5 });
    const done = await purge(c);
    expect(done.purged).toMatchObject({ runs: 1, reports: 4, people: 1 });
    expect(await rows(c, "run", "operation", "rejected_row", "person", "link", "removal", "intent")).toEqual({
      run: 1,
      operation: 0,
      rejected_row: 0,
      person: 4,
      link: 5,
      removal: 1,
      intent: 0,
    });
    // The last good run, with what the next file is compared with.
    expect(await c.look(async ({ db }) => (await db.selectFrom("run").selectAll().executeTakeFirstOrThrow()).profile)).not.toBeNull();
    expect((await purge(c)).purged).toEqual(Object.fromEntries(Object.keys(done.purged).map((kind) => [kind, 0])));
    expect((await c.run("purge")).stdout).toBe("There is nothing to delete.\n");
    c.service.clearRequests();
    expect((await c.sync()).counts).toMatchObject({ unchanged: 4, removals_pending: 1 });
    expect(c.userCalls()).toEqual([]);
    expect((await c.run("audit", "verify")).code).toBe(0);
  }, 240_000);

  test("keeps a long-gone person's account, and the fingerprints that find it under another key", async () => {
    const c = await company();
    c.hr([...people(3), { id: "Z1", first: "Zoe", last: "Quint", mail: "Zoe.Quint@acme.example" }]);
    await c.sync();
    c.hr(people(3));
    await c.sync();
    await c.look(({ db }) => sql`UPDATE person SET run = '20200101-000000-abcd' WHERE key = 'Z1'`.execute(db));
    expect((await purge(c)).purged).toMatchObject({ people: 1, runs: 0 });
    const { text, link } = await c.look(async ({ db }) => ({
      text: JSON.stringify([
        await db.selectFrom("person").selectAll().execute(),
        await db.selectFrom("person_cells").selectAll().execute(),
      ]),
      link: await db.selectFrom("link").selectAll().where("key", "=", "Z1").executeTakeFirstOrThrow(),
    }));
    expect(text).not.toMatch(/Z1|Zoe|Quint/);
    expect(JSON.stringify(link.sent)).not.toMatch(/zoe|quint/i);
    expect(Object.keys(link.sent ?? {}).toSorted()).toEqual(["email", "username"]);
    // Under another key: a possible duplicate, not a second account.
    c.hr([...people(3), { id: "Z2", first: "Zoe", last: "Quint", mail: "zoe.quint@acme.example" }]);
    expect((await c.sync()).counts).toMatchObject({ creates: 0, held: 1 });
    // Under the old key: the old account.
    c.hr([...people(3), { id: "Z1", first: "Zoe", last: "Quint", mail: "zoe.quint@acme.example" }]);
    const back = await c.sync();
    expect(back.counts).toMatchObject({ creates: 0, updates: 1, done: 1 });
    expect(JSON.stringify(c.place.read(`.rollcall/reports/${back.run}.json`))).not.toContain("hmac:");
  }, 240_000);

  test("keeps a person who left a short time ago, although their row had not changed for years", async () => {
    const c = await company({ parts: { policy: { absent: "deactivate" } } });
    c.hr(people(3));
    await c.sync();
    await age(c, 4000);
    c.hr(people(2));
    await c.sync();
    expect((await purge(c)).purged).toMatchObject({ people: 0 });
    expect(await rows(c, "person")).toEqual({ person: 3 });
    await age(c, 4000);
    expect((await purge(c)).purged).toMatchObject({ people: 1 });
  });

  test("keeps the fingerprint of a long-gone person's unique username, so that nobody else gets it", async () => {
    const username = 'on_create: { username: { unique: ["{First}.{Last}", "{First}.{Last}{n}"], transform: lower } }';
    const c = await company({
      mapping: mappingText.replace("  username: { column: Email, transform: lower }\n", "").replace("active:", `${username}\nactive:`),
    });
    const zoeOf = (id: string) => ({ id, first: "Zoe", last: "Quint" });
    c.hr([...people(3), zoeOf("Z1")]);
    await c.sync();
    await c.look(({ db }) => sql`UPDATE link SET active = false WHERE key = 'Z1'`.execute(db));
    c.hr(people(3));
    await c.sync();
    await c.look(({ db }) => sql`UPDATE person SET run = '20200101-000000-abcd' WHERE key = 'Z1'`.execute(db));
    expect((await purge(c)).purged).toMatchObject({ people: 1 });
    const reserved = await c.look(({ db }) => db.selectFrom("reserved_username").selectAll().where("key", "=", "Z1").execute());
    expect(reserved.every(({ name, username: text }) => name.startsWith("hmac:") && text === null)).toBe(true);
    c.hr([...people(3), zoeOf("Z2")]);
    expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 1, done: 1 } });
    expect(c.userCalls("POST").at(-1)?.body["username"]).toBe("zoe.quint2");
  }, 240_000);

  test("keeps people in the file, and with open removals, exceptions or unconfirmed creates, and cancels runs that were not resumed", async () => {
    const c = await company({ parts: { policy: { limits: { creates: { percent: 0, at_least: 2 } } } } });
    c.hr(people(2));
    await c.sync();
    c.hr(people(9));
    const held = await c.sync();
    expect(held.status).toBe("held");
    await c.look(({ db }) =>
      sql`INSERT INTO intent (operation, account, job, key, username, digest, status, at)
      VALUES ('lost-1', 'acme', 'nightly', '0001', '', '', 'uncertain', '2019-01-01'), ('old-1', 'acme', 'nightly', '0002', '', '', 'refused', '2019-01-01')`.execute(
        db,
      ),
    );
    await c.look(({ db }) => sql`UPDATE run SET started_at = started_at - interval '100 days' WHERE id = ${held.run}`.execute(db));
    expect((await purge(c)).purged).toMatchObject({ waiting: 1, operations: 1, people: 0 });
    expect(await rows(c, "staged_row", "person")).toEqual({ staged_row: 0, person: 2 });
    const { run, intents } = await c.look(async ({ db }) => ({
      run: await db.selectFrom("run").selectAll().where("id", "=", held.run).executeTakeFirstOrThrow(),
      intents: await db.selectFrom("intent").select(["operation"]).where("at", "<", new Date("2020-01-01")).execute(),
    }));
    expect(run.status).toBe("cancelled");
    expect(intents).toEqual([{ operation: "lost-1" }]);
    expect((await c.run("runs", "approve", held.run, "--reason", "late")).code).toBe(2);
  }, 240_000);

  test("keeps all data of a job whose file cannot be read, and says so", async () => {
    const c = await company();
    c.hr(people(1));
    await c.sync();
    await age(c, 4000);
    c.place.write("job.yaml", "name: [");
    const { code, stdout, stderr } = await c.run("purge", "--json");
    expect(code).toBe(1);
    expect(stderr).toMatch(/Can't read the job file of nightly, so its data is kept/);
    expect((JSON.parse(stdout) as Result).purged).toMatchObject({ runs: 0, reports: 0 });
  }, 120_000);

  test("deletes copies of exports that a killed process left, and none in use", async () => {
    const c = await company();
    c.hr(people(1));
    await c.sync();
    for (const [name, days] of [
      ["old.csv", 2],
      ["fresh.csv", 0],
    ] as const) {
      mkdirSync(join(c.place.dir, ".rollcall", "incoming"), { recursive: true });
      const file = join(c.place.dir, ".rollcall", "incoming", name);
      writeFileSync(file, "Employee ID\n1\n");
      utimesSync(file, new Date(), new Date(Date.now() - days * day));
    }
    expect((await purge(c)).purged).toMatchObject({ files: 1 });
    expect(existsSync(join(c.place.dir, ".rollcall", "incoming", "fresh.csv"))).toBe(true);
  }, 120_000);
});

describe("retention in the job file", () => {
  test.for<[string, Record<string, string>, RegExp]>([
    ["an unknown unit", { runs: "90m" }, /`retention\.runs` must be forever, or a number and d, w or y/],
    ["a zero period", { people: "0d" }, /`retention\.people` must be forever, or a number/],
    ["an audit period of a month", { audit: "30d" }, /`retention\.audit` must be at least 1y, or forever/],
    ["an unknown kind", { persons: "1y" }, /unknown key `retention\.persons`.*`people`|persons/],
  ])("%s is rejected", { timeout: 60_000 }, async ([, retention, why]) => {
    const c = await company();
    c.hr(people(1));
    withRetention(c, retention);
    const { code, stderr } = await c.run("check", "job.yaml");
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(why) as string });
  });

  test("accepts shorter and longer periods, and keeps data with `forever`", async () => {
    const c = await company();
    c.hr([...people(2), "0009,No,Mail,not an address,Sales,Active"]);
    await c.sync();
    await age(c, 40);
    withRetention(c, { rejects: "forever", reports: "4w", operations: "2w" });
    expect((await purge(c)).purged).toMatchObject({ rejects: 0, reports: 2, operations: 4 });
  }, 120_000);
});

describe("a purged audit trail", () => {
  const verify = async (c: Company, ...args: string[]) =>
    (await c.run("audit", "verify", "--json", ...args)).json<{
      ok: boolean;
      entries: number;
      purged: number;
      broken: { seq: number; what: string } | null;
    }>();
  const write = (c: Company, from: number, to: number, at: string) =>
    c.look(async (state: State) => {
      for (let n = from; n <= to; n += 1) await appendAudit(state, { actor: "Ruiz", action: "test", detail: { n } }, new Date(at));
    });

  test("continues from its new start, verifies, and detects any other deletion", async () => {
    const c = await company();
    c.hr(people(1));
    await c.sync();
    await write(c, 1, 6, "2019-05-01");
    await write(c, 7, 9, new Date().toISOString());
    const noted = (await c.run("audit", "list", "--json", "--limit", "20")).json<{ seq: number; hash: string }[]>();
    const hashOf = (seq: number): string => noted.find((entry) => entry.seq === seq)?.hash ?? "";
    expect((await purge(c)).purged["audit"]).toBe(0);
    withRetention(c, { audit: "2y" });
    expect((await purge(c, "--dry-run")).purged["audit"]).toBe(6);
    expect((await verify(c)).purged).toBe(0);
    expect((await purge(c)).purged["audit"]).toBe(6);
    expect(await verify(c)).toMatchObject({ ok: true, purged: 6, broken: null });
    expect(c.place.read(".rollcall/journal.jsonl")).not.toContain("2019-05-01");
    expect((await c.run("audit", "verify")).stdout).toMatch(/6 older entries were purged/);
    // With a hash noted elsewhere: the last deleted entry can be compared, earlier ones cannot.
    expect((await verify(c, "--expect", `6:${hashOf(6)}`)).ok).toBe(true);
    expect((await verify(c, "--expect", `8:${hashOf(8)}`)).ok).toBe(true);
    expect((await verify(c, "--expect", `3:${hashOf(3)}`)).broken?.what).toMatch(/was purged/);
    // A deletion by anyone else is detected.
    await c.look(({ db }) => db.deleteFrom("audit").where("seq", "=", 7).execute());
    expect((await verify(c)).broken?.what).toMatch(/missing from the database/);
  }, 240_000);

  test("verifies after a kill between the database and the journal, and the next purge completes it", async () => {
    const c = await company();
    c.hr(people(1));
    await c.sync();
    await write(c, 1, 4, "2019-05-01");
    withRetention(c, { audit: "2y" });
    const before = c.place.read(".rollcall/journal.jsonl");
    await purge(c);
    const after = c.place.read(".rollcall/journal.jsonl");
    const added = after.slice(after.lastIndexOf('{"t":"audit"', after.lastIndexOf('"audit_purged"')));
    // Each line has its number there.
    const lines = added
      .trimEnd()
      .split("\n")
      .flatMap((line) => readLine(Buffer.from(line)) ?? []);
    const next = before.split("\n").length;
    c.place.write(".rollcall/journal.jsonl", before + lines.map((entry, i) => sealLine(entry, next + i)).join(""));
    c.place.write(".rollcall/journal.jsonl.end", "");
    expect(await verify(c)).toMatchObject({ ok: true });
    await purge(c);
    expect(c.place.read(".rollcall/journal.jsonl")).not.toContain("2019-05-01");
    expect(await verify(c)).toMatchObject({ ok: true });
  }, 240_000);
});
