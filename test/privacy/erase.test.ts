import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { verifyAudit } from "../../src/review/audit.ts";
import { openKeys } from "../../src/store/sealing/keys.ts";
import { insertSetup, readSetupSample } from "../../src/store/setup/setups.ts";
import { company, people } from "../helpers/company.ts";
import { forget, inFiles, inTables, verify, withHistory, words, zoe } from "./people.ts";

describe("an erased person", () => {
  test("is in no table, file, report or audit entry, and the audit trail still verifies and detects other changes", async () => {
    const c = await withHistory();
    const sample = Buffer.from(`Employee ID,Last Name\n${zoe.id},${zoe.last}\n`);
    await c.look(({ db }) => {
      openKeys(db, [], join(c.place.dir, ".rollcall", "secret.key"));
      return insertSetup(db, { id: "s1", fileName: "staff.csv", sample, by: "admin", now: new Date() });
    });
    expect(await inTables(c, words)).not.toEqual([]);
    const before = await verify(c);
    expect(before).toMatchObject({ ok: true, redacted: 0 });

    const dry = (await forget(c, "--dry-run", "--json")).json<{
      dry_run: boolean;
      rows: Record<string, number>;
      audit_entries: number;
      reports: number;
    }>();
    expect(dry).toMatchObject({
      dry_run: true,
      rows: { person: 1, person_cells: 1, link: 1, removal: 2, reject: 1, job_setup: 1, missing_group: 1 },
    });
    expect(await verify(c)).toEqual(before);

    // The database recycles a segment of its write-ahead log, which contains the person.
    await c.look(async ({ db }) => {
      for (const step of ["SELECT pg_switch_wal()", "CHECKPOINT"]) await sql.raw(step).execute(db);
    });
    expect(inFiles(c, words)).toEqual(expect.arrayContaining([expect.stringMatching(/ in [0-9A-F]{24}$/)]));

    const done = await forget(c, "--yes", "--json");
    expect(done.json()).toEqual({ ...dry, dry_run: false, key: zoe.id });
    expect(dry.audit_entries).toBeGreaterThanOrEqual(4);
    expect(dry.reports).toBeGreaterThanOrEqual(5);
    expect(inFiles(c, words)).toEqual([]);
    expect(await inTables(c, words)).toEqual([]);

    // A sealed sample may name anyone, and is deleted.
    expect(await c.look(({ db }) => readSetupSample(db, "s1"))).toBeNull();

    // The counts stay, without the person.
    const { operations, links } = await c.look(async ({ db }) => ({
      operations: await db.selectFrom("operation").select(["key", "name", "kind"]).where("name", "=", "(erased)").execute(),
      links: await db.selectFrom("link").selectAll().where("source", "=", "forgotten").execute(),
    }));
    expect(operations.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["create", "update", "remove-groups"]));
    expect(links).toMatchObject([{ user_id: c.userId, sent: null, key: expect.stringMatching(/^ forgotten /) as string }]);

    const after = await verify(c);
    expect(after).toMatchObject({ ok: true, entries: before.entries + 1, redacted: dry.audit_entries });
    const listed = (await c.run("audit", "list", "--json")).json<
      { seq: number; action: string; actor: string; detail: Record<string, unknown> }[]
    >();
    const decision = listed.find(({ action }) => action === "removal_approved");
    expect(decision).toMatchObject({
      actor: "Ruiz",
      detail: { key: "(erased)", reason: "(erased)", user_id: "(erased)", group: "HR/Departments/Sales" },
    });

    // An erasure cannot be used to change the trail.
    await c.look(async (state) => {
      const { db } = state;
      const entry = await db.selectFrom("audit").selectAll().where("action", "=", "removal_approved").executeTakeFirstOrThrow();
      const detail = JSON.stringify(entry.detail);
      const change = (values: { actor?: string; detail?: string }) =>
        db.updateTable("audit").set(values).where("seq", "=", entry.seq).execute();
      for (const values of [{ detail: detail.replace("HR/Departments/Sales", "Board") }, { actor: "Eve" }, { detail: "{}" }]) {
        await change(values);
        expect((await verifyAudit(state)).broken?.seq).toBe(entry.seq);
        await change({ actor: entry.actor, detail });
      }
      expect((await verifyAudit(state)).broken).toBeNull();
    });

    // The removal can be shown, without the person.
    const [left] = (await c.run("review", "list", "--status", "applied", "--json")).json<{ id: string; why: string }[]>();
    expect(left?.why).toBe("Erased on request.");
    expect((await c.run("review", "show", left?.id ?? "")).stdout).toContain("Erased on request.");

    // A second erasure changes nothing, and the next runs succeed.
    expect((await forget(c, "--yes")).stdout).toMatch(/was already erased/);
    expect((await c.sync()).counts).toMatchObject({ absent: 0, unchanged: 3 });
  }, 240_000);

  test("gets the old account back when HR adds them again, even if the database was lost in between", async () => {
    const c = await withHistory();
    await forget(c, "--yes");
    c.loseDatabase();
    c.service.clearRequests();
    c.hr([...people(3), { ...zoe, dept: "Sales" }]);
    const back = await c.sync("--json");
    expect(back.counts).toMatchObject({ creates: 0, failed: 0, uncertain: 0 });
    expect(c.userCalls("POST")).toEqual([]);
    const link = await c.look(({ db }) => db.selectFrom("link").selectAll().where("key", "=", zoe.id).executeTakeFirst());
    expect(link).toMatchObject({ user_id: c.userId });
    expect((await verify(c)).ok).toBe(true);
    expect(c.service.users().filter((user) => user.username === zoe.mail)).toHaveLength(1);
  }, 240_000);
});

test("refuses to erase a person who is still needed or not known, and says why", async () => {
  const c = await company({ ownDatabase: true, parts: { policy: { limits: { creates: { percent: 0, at_least: 3 } } } } });
  c.hr([...people(2), zoe]);
  await c.sync();
  const inFile = await forget(c, "--yes");
  expect(inFile).toMatchObject({ code: 2 });
  expect(inFile.stderr).toMatch(
    /ZK-90417 is in row 4 of the last file of nightly\. As long as HR's file contains the person.*Nothing was erased/,
  );
  // Their row moves, and nothing else changes.
  c.hr([...people(3), zoe]);
  await c.sync();
  const stored = await c.look(({ db }) => db.selectFrom("person").select(["key", "row"]).orderBy("key").execute());
  expect(stored.map(({ key, row }) => `${key} ${row}`)).toEqual(["0001 2", "0002 3", "0003 4", `${zoe.id} 4`]);
  expect((await forget(c, "--yes")).stderr).toMatch(/ZK-90417 is in the last file of nightly\. As long as/);
  c.hr(people(2));
  await c.sync();
  const named = await c.run("people", "forget", zoe.id, "--job", "job.yaml", "--reason", "Zoëlla Quintanilla asked for it", "--yes");
  expect(named).toMatchObject({ code: 2 });
  expect(named.stderr).toMatch(/The reason names the person/);
  const alone = await forget(c);
  expect(alone.stderr).toMatch(/there is no terminal to confirm it.*\n.*--yes/s);
  // A held run has the person again.
  c.hr([...people(9), zoe]);
  expect((await c.sync()).status).toBe("held");
  expect((await forget(c, "--yes")).stderr).toMatch(/the file of run \S+, which has not ended/);
  for (const [key, why] of [
    ["90417", /Nothing is stored about 90417/],
    [" 1", /can't be empty or have spaces around it/],
    ["", /can't be empty/],
  ] as const) {
    const result = await c.run("people", "forget", key, "--job", "job.yaml", "--reason", "x", "--yes");
    expect(result).toMatchObject({ code: 2 });
    expect(result.stderr).toMatch(why);
  }
  expect((await c.look(({ db }) => db.selectFrom("person").select("key").where("key", "=", zoe.id).execute())).length).toBe(1);
}, 240_000);

test("erases a person from what killed runs have left", async () => {
  const c = await company({ ownDatabase: true, parts: { policy: { limits: { creates: { percent: 0, at_least: 3 } } } } });
  c.hr([...people(2), zoe]);
  await c.sync();
  c.hr(people(2));
  await c.sync();
  c.hr([...people(9), zoe]);
  const { run } = await c.sync();
  await c.look(async ({ db }) => {
    // Killed after a newer run had replaced it, before its rows were deleted.
    await db.updateTable("run").set({ status: "superseded" }).where("id", "=", run).execute();
    await sql`INSERT INTO person_cells (job, key, cells) VALUES ('nightly', 'ZK-1', '["ZK-1", "Zoëlla"]')`.execute(db);
  });
  expect(await forget(c, "--yes")).toMatchObject({ code: 0 });
  expect(await c.run("people", "forget", "ZK-1", "--job", "job.yaml", "--reason", "Request", "--yes")).toMatchObject({ code: 0 });
  expect(await inTables(c, ["ZK-", zoe.first])).toEqual([]);
}, 240_000);

test("a person with the same key in another service account, or with a similar key, loses nothing", async () => {
  const c = await company({ ownDatabase: true });
  c.hr([{ ...zoe, id: "7" }, { id: "77" }]);
  await c.sync();
  c.job({ service: { account: "other", auth: { refresh_token: c.service.issueRefreshToken() } } }, "other.yaml");
  writeFileSync(join(c.place.dir, "other.yaml"), readFileSync(join(c.place.dir, "other.yaml"), "utf8").replace('"nightly"', '"other"'));
  await c.place.run(["sync", "other.yaml"]);
  c.hr([{ id: "77" }]);
  await c.sync();
  const of = (account: string) =>
    c.look(({ db }) =>
      db.selectFrom("operation").selectAll().where("account", "=", account).where("key", "in", ["7", "77"]).orderBy("key").execute(),
    );
  const theirs = await of("other");
  expect(theirs.length).toBeGreaterThan(0);
  const done = await c.run("people", "forget", "7", "--job", "job.yaml", "--reason", "Request", "--yes");
  expect({ code: done.code, stderr: done.stderr }).toMatchObject({ code: 0 });
  expect(await of("other")).toEqual(theirs);
  expect((await of("acme")).map(({ key }) => key)).not.toContain("7");
  expect((await of("acme")).map(({ key }) => key)).toContain("77");
}, 240_000);
