import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { company, type Company } from "../helpers/company.ts";
import { openKeys } from "../../src/store/sealing/keys.ts";
import type { Db } from "../../src/store/schema/tables.ts";
import { insertSetup, readSetupSample } from "../../src/store/setup/setups.ts";
import { file, inTables, mapping, nowhere, row } from "./sensitive-values.ts";

describe("no table or file of the state contains a sensitive value", () => {
  test("after runs with changes, a removal and exchanged people", async () => {
    const c = await company({ ownDatabase: true, mapping: mapping() });
    c.place.write("hr.csv", file(row(1), row(2), row(3, "66666666Z")));
    expect((await c.sync()).counts).toMatchObject({ creates: 3, done: 3 });
    await nowhere(c);
    c.place.write("hr.csv", file(row(1, "66666666Z"), row(2), row(3)));
    expect((await c.sync()).counts).toMatchObject({ updates: 2, done: 2, removals_pending: 1 });
    await nowhere(c);
    // The sent values are HR's, sealed or not.
    expect(c.userCalls("POST").map(({ body }) => body["national_id"])).toEqual(
      expect.arrayContaining(["77777771Q", "77777772Q", "66666666Z"]),
    );
    expect(
      c
        .userCalls("PUT")
        .map(({ body }) => body["national_id"])
        .toSorted(),
    ).toEqual(["66666666Z", "77777773Q"]);
    // The same file again sends nothing.
    c.service.clearRequests();
    c.place.write("hr.csv", file(row(1, "66666666Z"), row(3), row(2)));
    expect((await c.sync()).counts).toMatchObject({ updates: 0, unchanged: 3 });
    expect(c.userCalls("PUT")).toEqual([]);
  }, 180_000);

  test("while a run is on hold, and the run still uses the values once approved", async () => {
    const c = await company({
      ownDatabase: true,
      mapping: mapping(),
      parts: { policy: { limits: { creates: { percent: 0, at_least: 1 } } } },
    });
    c.place.write("hr.csv", file(row(1), row(2)));
    const held = await c.sync();
    expect(held.status).toBe("held");
    await nowhere(c);
    const approved = await c.night("runs approve", [held.run, "--reason", "first night"]);
    expect(approved.counts).toMatchObject({ creates: 2, done: 2 });
    expect(c.userCalls("POST").map(({ body }) => body["national_id"])).toEqual(["77777771Q", "77777772Q"]);
    await nowhere(c);
  }, 180_000);

  test("once a column is marked sensitive, even if its values were stored in plain text before", async () => {
    const c = await company({ ownDatabase: true, mapping: mapping(false) });
    c.place.write("hr.csv", file(row(1), row(2)));
    await c.sync();
    expect((await inTables(c)).found).not.toEqual([]);
    c.place.write("mapping.yaml", mapping());
    const marked = await c.sync();
    expect(marked.code).toBe(0);
    expect((await c.sync()).counts).toMatchObject({ unchanged: 2 });
    expect((await inTables(c)).found).toEqual([]);
  }, 180_000);

  test("in the cells before a person's last change, and in that change, once their column is marked sensitive", async () => {
    const c = await company({ ownDatabase: true, mapping: mapping(false) });
    c.place.write("hr.csv", file(row(1)));
    await c.sync();
    c.place.write("hr.csv", file(row(1, "66666666Z")));
    expect((await c.sync()).counts).toMatchObject({ updates: 1, done: 1 });
    expect((await inTables(c)).found).toEqual(
      expect.arrayContaining(["77777771Q in public.person_cells", "77777771Q in public.operation"]),
    );
    c.place.write("mapping.yaml", mapping());
    expect((await c.sync()).code).toBe(0);
    expect((await inTables(c)).found).toEqual([]);
  }, 180_000);

  test("with a sensitive username, and equal ones are still found", async () => {
    const c = await company({
      ownDatabase: true,
      mapping: mapping().replace("username: Mail", "username: { column: Phone, sensitive: true }"),
    });
    c.place.write("hr.csv", file(row(1), row(2), row(3).replace("+34912345673", "+34912345672")));
    const night = await c.sync();
    expect(night.rejects.map(({ code }) => code)).toEqual(["shared_username", "shared_username"]);
    await nowhere(c);
    // Another key with the same sensitive username is a possible duplicate.
    c.place.write("hr.csv", file(row(4).replace("+34912345674", "+34912345671")));
    expect((await c.sync()).counts).toMatchObject({ creates: 0, held: 1 });
    await nowhere(c);
  }, 180_000);
});

describe("keys", () => {
  const [old, fresh] = ["an old key of at least thirty-two characters", "a new key of at least thirty-two characters"];
  const sync = (c: Company, env: Record<string, string>) => c.place.run(["sync", "job.yaml", "--json"], { env });

  test("without a key the state creates its own, readable only for its owner, and rotates it", async () => {
    const c = await company({ ownDatabase: true, mapping: mapping() });
    c.place.write("hr.csv", file(row(1), row(2)));
    await c.sync();
    const key = join(c.place.dir, ".rollcall", "secret.key");
    expect(statSync(key).mode & 0o777).toBe(0o600);
    const before = readFileSync(key, "utf8");
    const sample = Buffer.from("Employee ID,First Name\n1,Ana\n");
    const setup = { id: "s1", fileName: "staff.csv", sample, by: "admin", now: new Date() };
    const withKey = <T>(work: (db: Db) => Promise<T>): Promise<T> =>
      c.look(({ db }) => {
        openKeys(db, [], key);
        return work(db);
      });
    await withKey((db) => insertSetup(db, setup));
    const { code, stdout } = await c.run("keys", "rotate");
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        /Re-encrypted with key [0-9a-f]{8}: 1 pair of tokens, 1 internal key, 0 operations, 2 people's rows/,
      ) as string,
    });
    const after = readFileSync(key, "utf8");
    expect(after).not.toContain(before.trim());
    expect(after.trim().split("\n")).toHaveLength(1);
    expect(await withKey((db) => readSetupSample(db, "s1"))).toEqual(sample);
    c.service.clearRequests();
    expect((await c.sync()).counts).toMatchObject({ unchanged: 2 });
    c.place.write("hr.csv", file(row(1, "66666666Z"), row(2)));
    expect((await c.sync()).counts).toMatchObject({ updates: 1, done: 1 });
  }, 180_000);

  test("the first key seals and all open; after a rotation the old key is neither needed nor enough", async () => {
    const c = await company({ ownDatabase: true, mapping: mapping() });
    c.place.write("hr.csv", file(row(1), row(2)));
    expect((await sync(c, { ROLLCALL_SECRET_KEY: old })).code).toBe(0);
    expect(existsSync(join(c.place.dir, ".rollcall", "secret.key"))).toBe(false);
    writeFileSync(join(c.place.dir, "keys.txt"), `${fresh}\n${old}\n`, { mode: 0o600 });
    const rotated = await c.place.run(["keys", "rotate", "--json"], { env: { ROLLCALL_SECRET_KEY_FILE: "./keys.txt" } });
    expect(rotated.json()).toMatchObject({ tokens: 1, keys: 1, people: 2, lost: 0 });
    expect(await sync(c, { ROLLCALL_SECRET_KEY: fresh })).toMatchObject({ code: 0 });
    const wrong = await sync(c, { ROLLCALL_SECRET_KEY: old });
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toMatch(/Sensitive values in the state are encrypted, and ROLLCALL_SECRET_KEY is not the key/);
    expect((await sync(c, {})).stderr).toMatch(/ROLLCALL_SECRET_KEY is not set/);
  }, 180_000);

  test("a lost key stops every command until its data is discarded, and the next file restores it", async () => {
    const c = await company({ ownDatabase: true, mapping: mapping() });
    c.place.write("hr.csv", file(row(1), row(2)));
    await sync(c, { ROLLCALL_SECRET_KEY: old });
    const stuck = await c.place.run(["keys", "rotate"], { env: { ROLLCALL_SECRET_KEY: fresh } });
    expect(stuck.code).toBe(2);
    const given = await c.place.run(["keys", "rotate", "--give-up-lost", "--json"], { env: { ROLLCALL_SECRET_KEY: fresh } });
    expect(given.json()).toMatchObject({ tokens: 0, people: 0, lost: 4 });
    c.job({ service: { auth: { refresh_token: c.service.issueRefreshToken() } } });
    const next = await sync(c, { ROLLCALL_SECRET_KEY: fresh });
    expect(next.json<{ counts: object }>().counts).toMatchObject({ rejected: 0, creates: 0, done: 2 });
    await nowhere(c);
  }, 180_000);

  test.for<[string, Record<string, string>, RegExp]>([
    ["two places", { ROLLCALL_SECRET_KEY: old, ROLLCALL_SECRET_KEY_FILE: "./keys.txt" }, /are both set/],
    [
      "a missing file",
      { ROLLCALL_SECRET_KEY_FILE: "./nowhere.txt" },
      /ROLLCALL_SECRET_KEY_FILE is set to the file .\/nowhere\.txt, which does not exist/,
    ],
    ["an empty file", { ROLLCALL_SECRET_KEY_FILE: "./empty.txt" }, /is empty/],
    ["a second key that is too short", { ROLLCALL_SECRET_KEY: `${old},short` }, /Each key of ROLLCALL_SECRET_KEY must have at least 32/],
    [
      "no key for a database server",
      { DATABASE_URL: "postgres://127.0.0.1:1/none" },
      /marks .*national_id.* as sensitive, but there is no key|cannot be/,
    ],
  ])("%s: exit 2, and nothing is sent", { timeout: 120_000 }, async ([, env, why]) => {
    const c = await company({ ownDatabase: true, mapping: mapping() });
    c.place.write("hr.csv", file(row(1)));
    chmodSync(c.place.write("keys.txt", `${old}\n`), 0o600);
    chmodSync(c.place.write("empty.txt", "\n"), 0o600);
    const { code, stderr } = await sync(c, env);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(why) as string });
    expect(c.userCalls()).toEqual([]);
  });
});
