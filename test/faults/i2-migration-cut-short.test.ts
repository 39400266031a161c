/** A migration that is refused, fails, or is killed: at every instant exactly one state is usable. */
import { execFileSync, type ChildProcess } from "node:child_process";
import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openServerState } from "../../src/state/server-state.ts";
import { company, people, type Company } from "../helpers/company.ts";
import { freePort } from "../helpers/free-port.ts";
import { ask, connected, contents, isMoved, key, migrate, onServer, oneAccountEach, oneOfTwo, rowsIn } from "../helpers/migration.ts";
import { postgres, type PostgresServer } from "../helpers/servers.ts";

let database: PostgresServer;
beforeAll(async () => {
  database = await postgres();
}, 300_000);
afterAll(async () => {
  await database?.close();
});

/** A state after two runs with a pending removal. */
async function used(): Promise<Company> {
  const c = await company();
  c.hr(people(4));
  expect((await c.sync()).code).toBe(0);
  c.hr([{ id: "0001", dept: "IT" }, ...people(3, 2)]);
  await c.sync();
  return c;
}

/** A database with our empty tables, for rows that must exist before a migration starts. */
async function prepared(c: Company, ...statements: string[]): Promise<string> {
  const url = await database.database();
  await (await openServerState({ url, redis: null, dir: join(c.place.dir, "elsewhere") })).close();
  for (const statement of statements) await ask(url, statement);
  return url;
}

async function goesOnIn(c: Company, url: string | null): Promise<void> {
  c.hr([{ id: "0001", dept: "IT" }, ...people(4, 2)]);
  const night = url === null ? await c.sync() : await onServer(c, url).night("sync", "job.yaml");
  expect([night.status, night.counts]).toMatchObject(["completed", { creates: 1, unchanged: 4, uncertain: 0, failed: 0 }]);
  oneAccountEach(c, 5);
}

const waitsFor = (url: string, statement: string): Promise<boolean> =>
  ask<{ n: string }>(
    url,
    `SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type IN ('Lock', 'Timeout') AND query ILIKE '${statement}'`,
  ).then(([row]) => row?.n !== "0");

async function once(found: () => Promise<boolean> | boolean, child: ChildProcess): Promise<void> {
  for (const end = Date.now() + 60_000; !(await found()); await new Promise((resolve) => setTimeout(resolve, 20)))
    if (Date.now() > end || child.exitCode !== null) throw new Error(`it did not happen (exit ${child.exitCode})`);
}

async function start(c: Company, url: string): Promise<{ child: ChildProcess; kill(): Promise<void> }> {
  const child = await c.place.start(["migrate-state", "--to", url], { ROLLCALL_SECRET_KEY: key });
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  return {
    child,
    kill: () => {
      child.kill("SIGKILL");
      return ended;
    },
  };
}

/** The instants of a kill, each recognised by what the server waits for or by a file on disk. */
const instants: { at: string; before?: string[]; cut(c: Company, url: string): Promise<void>; left: "old" | "neither" }[] = [
  {
    at: "in the middle of copying",
    left: "old",
    cut: async (c, url) => {
      const lock = await connected(url);
      await lock.query("BEGIN; LOCK TABLE link IN SHARE MODE");
      const { child, kill } = await start(c, url);
      await once(() => waitsFor(url, 'COPY public."link"%'), child);
      await kill();
      await lock.end();
    },
  },
  {
    at: "while both are compared",
    left: "old",
    cut: async (c, url) => {
      const [last, first] = [await connected(url), await connected(url)];
      await last.query("BEGIN; LOCK TABLE setting IN SHARE MODE");
      const { child, kill } = await start(c, url);
      await once(() => waitsFor(url, 'COPY public."setting"%'), child);
      await first.query("BEGIN; LOCK TABLE audit IN ACCESS EXCLUSIVE MODE");
      await last.end();
      await once(() => waitsFor(url, "DECLARE%"), child);
      await kill();
      await first.end();
    },
  },
  {
    at: "when everything was compared, before the old state is marked",
    left: "old",
    cut: async (c, url) => {
      const lock = await connected(url);
      await lock.query("BEGIN; LOCK TABLE setting IN SHARE MODE");
      const { child, kill } = await start(c, url);
      await once(() => waitsFor(url, 'COPY public."setting"%'), child);
      // A writer waits there until someone reads.
      const pipe = join(c.place.dir, ".rollcall", "moved.json.new");
      execFileSync("mkfifo", [pipe]);
      await lock.end();
      await once(async () => (await ask<{ verified: boolean }>(url, "SELECT verified FROM moving_in"))[0]?.verified === true, child);
      await kill();
      rmSync(pipe);
    },
  },
  {
    at: "between the mark of the old state and the release of the new one",
    left: "neither",
    before: [
      "CREATE FUNCTION slowly() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(CASE WHEN NEW.action = 'state_moved' THEN 600 ELSE 0 END); RETURN NEW; END $$",
      "CREATE TRIGGER slowly BEFORE INSERT ON audit FOR EACH ROW EXECUTE FUNCTION slowly()",
    ],
    cut: async (c, url) => {
      const { child, kill } = await start(c, url);
      await once(() => isMoved(c), child);
      await once(() => waitsFor(url, 'insert into "audit"%'), child);
      await kill();
      await ask(
        url,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
      );
      await ask(url, "DROP TRIGGER slowly ON audit");
    },
  },
];

describe.each(instants)("I2: kill -9 $at", ({ before = [], cut, left }) => {
  test("leaves never two usable states, and running the command again completes the migration", async () => {
    const c = await used();
    const url = await prepared(c, ...before);
    await cut(c, url);
    const there = await onServer(c, url).run("sync", "job.yaml");
    expect([there.code, there.stderr]).toEqual([2, expect.stringMatching(/into this database has not finished.*run it again/s)]);
    if (left === "old") expect(await oneOfTwo(c, url)).toBe("old");
    else expect((await c.run("sync", "job.yaml")).stderr).toMatch(/was migrated.*run `rollcall migrate-state` again/s);
    const again = await migrate(c, url);
    expect(again.code, `for ${again.stderr}`).toBe(0);
    expect(await oneOfTwo(c, url)).toBe("new");
    const trail = await ask<{ n: string }>(url, "SELECT count(*) AS n FROM audit WHERE action = 'state_moved'");
    expect(trail).toEqual([{ n: "1" }]);
    await goesOnIn(c, url);
    expect((await onServer(c, url).run("audit", "verify")).code).toBe(0);
  }, 300_000);
});

test("I2: after a kill the old state may be used again, and its later changes are part of a later migration", async () => {
  const c = await used();
  const url = await prepared(c);
  await instants[0]?.cut(c, url);
  await goesOnIn(c, null);
  expect((await migrate(c, url)).code).toBe(0);
  const next = await onServer(c, url).night("sync", "job.yaml");
  expect(next.counts).toMatchObject({ creates: 0, unchanged: 5 });
  oneAccountEach(c, 5);
}, 240_000);

test("I2: an interrupted copy cannot be used by another state, and never counts as a state that was later migrated elsewhere", async () => {
  const [c, other] = [await used(), await used()];
  const url = await prepared(c);
  await instants[0]?.cut(c, url);
  const half = await contents(url);
  const refused = await migrate(other, url);
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringMatching(/migration of a state from .* into this database has not finished.*Nothing was changed/s),
  ]);
  expect(await contents(url)).toEqual(half);
  const second = await database.database();
  expect((await migrate(c, second)).code).toBe(0);
  const late = await migrate(c, url);
  expect([late.code, late.stderr]).toEqual([2, expect.stringMatching(/was migrated to the PostgreSQL database/)]);
  expect((await onServer(c, url).run("runs", "list")).code).toBe(2);
  expect(await oneOfTwo(c, second)).toBe("new");
}, 240_000);

test("a database that is not empty is refused with any tables, and stays unchanged", async () => {
  const c = await used();
  const url = await prepared(c, `INSERT INTO setting (name, value) VALUES ('mine', '1')`);
  const before = await contents(url);
  const refused = await migrate(c, url);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(/is not empty: it has rows in setting.*Nothing was changed/s)]);
  expect(await contents(url)).toEqual(before);
  expect((await onServer(c, url).run("runs", "list")).code).toBe(0);
  await goesOnIn(c, null);
}, 240_000);

test("a database that another process uses is refused", async () => {
  const c = await used();
  const url = await database.database();
  const there = await openServerState({ url, redis: null, dir: join(c.place.dir, "elsewhere") });
  onTestFinished(() => there.close());
  await sql`UPDATE process SET command = 'serve' WHERE id = ${there.processId}`.execute(there.db);
  const refused = await migrate(c, url);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(/`rollcall serve`\) uses the database .*Nothing was changed/s)]);
  expect(rowsIn(await contents(url))).toBe(0);
  expect((await c.run("runs", "list")).code).toBe(0);
}, 240_000);

const twisted: [what: string, statements: string[], said: RegExp][] = [
  [
    "changes a row",
    [
      "CREATE FUNCTION twist() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.user_id = NEW.user_id || ' '; RETURN NEW; END $$",
      "CREATE TRIGGER twist BEFORE INSERT ON link FOR EACH ROW WHEN (NEW.key = '0003') EXECUTE FUNCTION twist()",
    ],
    /the table link has the same number of rows, but different contents/,
  ],
  [
    "loses a row",
    [
      "CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$",
      "CREATE TRIGGER lose BEFORE INSERT ON removal FOR EACH ROW EXECUTE FUNCTION lose()",
    ],
    /the table removal has 0 rows instead of \d+/,
  ],
  [
    "adds a row",
    [
      `CREATE FUNCTION add() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO membership VALUES ('acme', 'g', 'u'); RETURN NULL; END $$`,
      "CREATE TRIGGER add AFTER INSERT ON link FOR EACH ROW WHEN (NEW.key = '0003') EXECUTE FUNCTION add()",
    ],
    /the table membership has \d+ rows instead of \d+/,
  ],
];
test.each(twisted)(
  "a database that %s is detected: nothing is migrated, and the old state stays in use",
  async (_what, statements, said) => {
    const c = await used();
    const url = await prepared(c, ...statements);
    const refused = await migrate(c, url);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(said)]);
    expect(rowsIn(await contents(url))).toBe(0);
    await goesOnIn(c, null);
  },
  240_000,
);

test("where the mark of the old state cannot be written, that state stays in use, and the database is emptied", async () => {
  const c = await used();
  const url = await prepared(c);
  const lock = await connected(url);
  await lock.query("BEGIN; LOCK TABLE setting IN SHARE MODE");
  const { child } = await start(c, url);
  const ended = new Promise<number | null>((resolve) => child.on("close", (code) => resolve(code)));
  await once(() => waitsFor(url, 'COPY public."setting"%'), child);
  mkdirSync(join(c.place.dir, ".rollcall", "moved.json.new"));
  await lock.end();
  expect(await ended).toBe(70);
  rmSync(join(c.place.dir, ".rollcall", "moved.json.new"), { recursive: true });
  expect(rowsIn(await contents(url))).toBe(0);
  await goesOnIn(c, null);
}, 240_000);

test("an unreachable server, a refused login or an invalid address is reported without the password, and nothing is changed", async () => {
  const c = await used();
  const url = await database.database();
  const { host } = new URL(url);
  const wrong: [string, RegExp][] = [
    [
      `postgres://postgres:hush-hush@127.0.0.1:${await freePort()}/x`,
      /The database cannot be reached: nothing accepts connections at its address\./,
    ],
    [`postgres://postgres:hush-hush@${host}/rollcall_1`, /The database refused the connection: the user or the password is wrong/],
    [url.replace(/\/rollcall_\d+$/, "/nowhere"), /The database refused the connection: there is no database of this name/],
    ["mysql://root:hush-hush@127.0.0.1/x", /--to is not the address of a PostgreSQL database/],
    ["postgres://root:hush-hush@[bad/x", /--to is not the address of a PostgreSQL database/],
  ];
  for (const [to, said] of wrong) {
    const { code, stdout, stderr } = await migrate(c, to);
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringMatching(said)]);
    expect(stderr).not.toContain("hush-hush");
  }
  // As a separate argument, the address would appear in the message about who has the state.
  const joined = await c.place.run(["migrate-state", `--to=postgres://postgres:hush-hush@127.0.0.1:${await freePort()}/x`], {
    env: { ROLLCALL_SECRET_KEY: key },
  });
  expect(joined.code).toBe(2);
  expect(c.place.read(".rollcall/lock.json")).toContain('"rollcall migrate-state"');
  const none = await c.place.run(["migrate-state", "--state", "empty", "--to", url]);
  expect([none.code, none.stderr, c.place.list("empty")]).toEqual([
    2,
    expect.stringMatching(/There is no state in .*empty: nothing to migrate/),
    [],
  ]);
  const nowhere = await c.run("migrate-state");
  expect([nowhere.code, nowhere.stderr]).toEqual([2, expect.stringMatching(/Add --to .*DATABASE_URL/)]);
  await goesOnIn(c, null);
}, 240_000);

test("without --to it uses DATABASE_URL, also from a file, and the password may come from PGPASSWORD", async () => {
  const c = await used();
  const url = await database.database();
  const bare = new URL(url);
  const { password } = bare;
  bare.password = "";
  const file = c.place.write("url", bare.href);
  chmodSync(file, 0o600);
  const env = { DATABASE_URL_FILE: file, PGPASSWORD: password, ROLLCALL_SECRET_KEY: key };
  const moved = await c.place.run(["migrate-state"], { env });
  expect([moved.code, moved.stderr]).toEqual([0, expect.stringMatching(/Copying …\n[\s\S]*Comparing …/)]);
  expect(moved.stdout).toMatch(/Copied and compared: \d+ rows in \d+ tables\.\n[\s\S]*The audit trail is intact[\s\S]*Set DATABASE_URL/);
  expect(moved.stdout + moved.stderr).not.toContain(`${password}@`);
  expect(await oneOfTwo(c, url)).toBe("new");
}, 240_000);

test("I2: a PostgreSQL that fails in the middle leaves the old state in use, and the same command later starts over", async () => {
  const own = await postgres();
  onTestFinished(() => own.close());
  const c = await used();
  const url = await own.database();
  await (await openServerState({ url, redis: null, dir: join(c.place.dir, "elsewhere") })).close();
  const lock = await connected(url);
  await lock.query("BEGIN; LOCK TABLE link IN SHARE MODE");
  const { child } = await start(c, url);
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString("utf8")));
  const ended = new Promise<number | null>((resolve) => child.on("close", (code) => resolve(code)));
  await once(() => waitsFor(url, 'COPY public."link"%'), child);
  await own.kill();
  expect([await ended, said]).toEqual([2, expect.stringMatching(/The database cannot be reached/)]);
  await own.start();
  expect(await oneOfTwo(c, url)).toBe("old");
  expect((await migrate(c, url)).code).toBe(0);
  expect(await oneOfTwo(c, url)).toBe("new");
  await goesOnIn(c, url);
}, 300_000);

test("a database of a newer Rollcall, or one whose user may not create anything, is refused", async () => {
  const c = await used();
  const newer = await prepared(c, "INSERT INTO kysely_migration (name, timestamp) VALUES ('9999_of_the_future', '2036-01-01')");
  const refused = await migrate(c, newer);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(/A newer version of Rollcall has updated the database schema/)]);
  const url = await database.database();
  await ask(url, "CREATE ROLE guest LOGIN PASSWORD 'of-the-house'");
  const guest = await migrate(c, url.replace("postgres:rollcall@", "guest:of-the-house@"));
  expect([guest.code, guest.stderr]).toEqual([2, expect.stringMatching(/The database refused the connection: the user lacks a privilege/)]);
  await goesOnIn(c, null);
}, 240_000);
