import { fact } from "../../src/domain/facts/fact.ts";
import { spawn } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { setSnapshot } from "../../src/store/directory/directory.ts";
import { leaveUnlinked, listUnconfirmedIntents, refuseIntent } from "../../src/store/identities/intents.ts";
import { addLink, findLink } from "../../src/store/identities/links.ts";
import { lockState } from "../../src/state/lock.ts";
import { replayJournal } from "../../src/state/journal/replay.ts";
import { copyRows } from "../../src/store/copy.ts";
import { stagedCells } from "../../src/store/portions/staged-cells.ts";
import { openState, type Opening, type State } from "../../src/state/state.ts";
import { copyStaged } from "../../src/store/runs/staging.ts";
import { readSettledDigests } from "../../src/store/in-file/unseen-people.ts";
import { takePortion } from "../../src/store/runs/operations.ts";
import { copyOperations, type NewOperation } from "../../src/store/runs/new-operations.ts";
import { createDatabaseDirectory, templateArchive } from "../../src/state/database/template.ts";
import { openFast } from "../helpers/state.ts";
import { openIntent } from "../helpers/open-intent.ts";
import { problemOf } from "../helpers/problems.ts";

let dir = "";
let state: State;
const at = new Date("2026-04-30T02:30:00Z");

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "rollcall-store-"));
  state = await openState(join(dir, "state"));
});
afterAll(async () => {
  await state.close();
  rmSync(dir, { recursive: true, force: true });
});
afterEach(async () => {
  await sql`TRUNCATE intent, link, person, staged_row, operation, setting`.execute(state.db);
});

/** Closes without a goodbye, like a killed process; the directory is then opened again. */
async function reopen(change: (home: string) => void = () => undefined): Promise<void> {
  await state.close();
  change(join(dir, "state"));
  state = await openState(join(dir, "state"));
}

const intent = { account: "acme", job: "nightly", username: "ana", digest: "x", groups: ["g1"], named: ["g1"] };

test("a state that cannot be opened leaves neither its database nor its journal open", async () => {
  const home = join(dir, "unreadable");
  mkdirSync(home);
  writeFileSync(join(home, "journal.jsonl"), '{"t":"link","account":"acme","key":"1","userId":"u","at":"never"}\n');
  let closed = 0;
  const opening = openState(home, {
    database: async (data) => {
      const opened = await openFast(data);
      return { ...opened, close: async () => void (await opened.close(), (closed += 1)) };
    },
  });
  await expect(opening).rejects.toMatchObject({ code: "state_unreadable" });
  expect(closed).toBe(1);
  const open = readdirSync("/proc/self/fd").flatMap((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`);
    } catch {
      return [];
    }
  });
  expect(open.filter((path) => path.startsWith(home))).toEqual([]);
});

test("a new state starts from the template, not from initdb", async () => {
  expect(existsSync(templateArchive())).toBe(true);
  // All states have the system identifier of one initdb; a second initdb would create another.
  const identifier = (home: string): string =>
    readFileSync(join(home, "global", "pg_control"))
      .subarray(0, 8)
      .toString("hex");
  await createDatabaseDirectory(join(dir, "second", "database"));
  expect(identifier(join(dir, "state", "database"))).toBe(identifier(join(dir, "second", "database")));
  expect(existsSync(join(dir, "state", "database", "version"))).toBe(false);
});

test("I2: the journal restores links and open creates that the database lost, however often it is replayed", async () => {
  await setSnapshot(state.db, "acme", { readAt: at, treeDigest: "t", number: 3 });
  await openIntent(state, { ...intent, operation: "r-1", key: "1" }, at);
  await addLink(state, { account: "acme", job: "nightly", key: "1", userId: "u1", source: "created" }, at);
  await openIntent(state, { ...intent, operation: "r-2", key: "2" }, at);
  await openIntent(state, { ...intent, operation: "r-3", key: "3" }, at);
  await refuseIntent(state, "r-3", at);
  // Refused, resent, and then interrupted: the second sending counts.
  await openIntent(state, { ...intent, operation: "r-4", key: "4" }, at);
  await refuseIntent(state, "r-4", at);
  await openIntent(state, { ...intent, operation: "r-4", key: "4" }, at);
  await openIntent(state, { ...intent, operation: "r-5", key: "5" }, at);
  await leaveUnlinked(state, "r-5", fact("unconfirmed.no_id", {}), at);
  const known = async (): Promise<unknown> => ({
    link: (await findLink(state.db, "acme", "1"))?.user_id,
    unsettled: (await listUnconfirmedIntents(state.db, "acme")).map(({ key, status }) => `${key} ${status}`).sort(),
  });
  const expected = { link: "u1", unsettled: ["2 uncertain", "4 uncertain", "5 unlinked"] };

  const sinces = async (): Promise<unknown> => (await listUnconfirmedIntents(state.db, "acme")).map(({ since }) => since);
  expect(await sinces()).toEqual([3, 3, 3]);
  await reopen((home) => rmSync(join(home, "database"), { recursive: true }));
  expect(await known()).toEqual(expected);
  // Once more from the beginning, over a database that has everything, or lost only the last state of a create.
  // It also lost the snapshots before the creates, so no later snapshot can resolve them.
  expect(await sinces()).toEqual([null, null, null]);
  for (const lost of ["nothing", "the last intent"]) {
    await sql`TRUNCATE setting`.execute(state.db);
    if (lost !== "nothing") await sql`UPDATE intent SET status = 'refused' WHERE operation = 'r-4'`.execute(state.db);
    await replayJournal(state.db, state.journal);
    expect(await known(), `for ${lost}`).toEqual(expected);
  }
});

test("I2: two runs that find the same account at once link it once, and never two accounts to one key", async () => {
  await openIntent(state, { ...intent, operation: "t-1", key: "t1" }, at);
  const link = { account: "acme", job: "nightly", key: "t1", userId: "t-user", source: "observed" } as const;
  await Promise.all([addLink(state, link, at), addLink(state, link, at)]);
  expect((await problemOf(addLink(state, { ...link, userId: "t-other" }, at))).message).toContain(
    "t1 is already linked to t-user. Nothing was linked.",
  );
  expect((await findLink(state.db, "acme", "t1"))?.user_id).toBe("t-user");
  // A run that concluded from an older snapshot that there is no account.
  await refuseIntent(state, "t-1", at);
  const { rows } = await sql<{ status: string }>`SELECT status FROM intent WHERE operation = 't-1'`.execute(state.db);
  expect(rows).toEqual([{ status: "linked" }]);
});

function mkdirIn(path: string): string {
  mkdirSync(path, { recursive: true });
  return path;
}

test("skips the half line that a power cut leaves in the journal, and reads the lines after it", async () => {
  await openIntent(state, { ...intent, operation: "h-1", key: "h1" }, at);
  await reopen((home) => {
    appendFileSync(join(home, "journal.jsonl"), '{"t":"link","account":"acme","job":"nightly","key":"h2","userI');
    rmSync(join(home, "database"), { recursive: true });
  });
  expect(await findLink(state.db, "acme", "h2")).toBeUndefined();
  await addLink(state, { account: "acme", job: "nightly", key: "h3", userId: "u3", source: "by hand" }, at);
  await reopen((home) => rmSync(join(home, "database"), { recursive: true }));
  expect((await findLink(state.db, "acme", "h3"))?.user_id).toBe("u3");
  expect((await listUnconfirmedIntents(state.db, "acme")).map(({ key }) => key)).toContain("h1");
  for (const line of readFileSync(join(dir, "state", "journal.jsonl"), "utf8")
    .trim()
    .split("\n")) {
    if (!line.includes('"h2"')) expect(() => JSON.parse(line) as unknown).not.toThrow();
  }
});

test("a state belongs to one process: a second one reports who has it, and a kill -9 releases it", async () => {
  const home = mkdirIn(join(dir, "locked"));
  const module = fileURLToPath(new URL("../../src/state/lock.ts", import.meta.url));
  const code = `const { lockState } = await import(${JSON.stringify(module)}); lockState(${JSON.stringify(home)}); console.log("locked"); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--no-warnings", "--input-type=module", "-e", code], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => child.on("close", resolve));
  await new Promise((resolve) => child.stdout.once("data", resolve));
  expect((await problemOf(() => lockState(home))).message).toMatch(new RegExp(`in use by process ${child.pid} on`));
  await expect(openState(home)).rejects.toMatchObject({ code: "state_in_use", exit: 2 });
  child.kill("SIGKILL");
  await ended;
  const mine = lockState(home);
  expect((await problemOf(() => lockState(home))).message).toContain("in use");
  mine.release();
  lockState(home).release();
});

test("only the owner can read the files of a state, also where they were there before", async () => {
  const home = mkdirIn(join(dir, "private"));
  for (const name of ["lock", "lock.json"]) writeFileSync(join(home, name), "", { mode: 0o644 });
  for (const opened of [home, join(dir, "new-private")]) {
    const open = await openState(opened);
    await open.close();
    const files = readdirSync(opened, { withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(["lock", "lock.json"]));
    expect(files.filter(({ name }) => (statSync(join(opened, name)).mode & 0o777) !== 0o600).map(({ name }) => name)).toEqual([]);
  }
  // A second locking in the same process leaves the lock of the first.
  const lock = lockState(home);
  for (let times = 0; times < 2; times += 1) expect((await problemOf(() => lockState(home))).message).toContain("in use");
  lock.release();
});

test("an older version refuses a state that a newer one has changed, and leaves it unchanged", async () => {
  const home = join(dir, "newer");
  const open = await openState(home);
  await sql`INSERT INTO kysely_migration (name, timestamp) VALUES ('9999_of_the_future', '2036-01-01')`.execute(open.db);
  await open.close();
  for (let times = 0; times < 2; times += 1)
    expect(await problemOf(openState(home))).toMatchObject({
      code: "schema_newer",
      exit: 2,
      message: expect.stringContaining("9999_of_the_future") as string,
    });
});

test("a state from before the first release is refused, and left unchanged", async () => {
  const home = join(dir, "unreleased");
  const open = await openState(home);
  await sql`UPDATE kysely_migration SET name = '0001_start'`.execute(open.db);
  await open.close();
  for (let times = 0; times < 2; times += 1)
    expect(await problemOf(openState(home))).toMatchObject({
      code: "schema_unreleased",
      exit: 2,
      message: expect.stringContaining("before its first release, which no version can open") as string,
    });
});

test("a transaction owns the session: concurrent statements wait and are not part of it", async () => {
  await sql`CREATE TABLE IF NOT EXISTS mixed (who text)`.execute(state.db);
  const a = await state.pool.connect();
  const b = await state.pool.connect();
  await a.query("BEGIN");
  await a.query("INSERT INTO mixed VALUES ('a')");
  const order: string[] = [];
  const other = b.query("BEGIN").then(async () => {
    order.push("b begins");
    await b.query("INSERT INTO mixed VALUES ('b')");
    await b.query("COMMIT");
  });
  const plain = state.pool.query("INSERT INTO mixed VALUES ('plain')").then(() => order.push("plain"));
  await a.query("SAVEPOINT here");
  await a.query("INSERT INTO mixed VALUES ('never')");
  await a.query("ROLLBACK TO SAVEPOINT here");
  await a.query("INSERT INTO mixed VALUES ('a2')");
  expect(order).toEqual([]);
  order.push("a ends");
  await a.query("ROLLBACK");
  await Promise.all([other, plain]);
  expect(order).toEqual(["a ends", "b begins", "plain"]);
  expect((await sql`SELECT who FROM mixed ORDER BY who`.execute(state.db)).rows).toEqual([{ who: "b" }, { who: "plain" }]);

  // Released in the middle: its changes are undone, and the next client has the session.
  await a.query("/* a comment */ -- and another\n BEGIN");
  await a.query("DELETE FROM mixed");
  a.release();
  expect((await state.pool.query("SELECT count(*)::int AS n FROM mixed")).rows).toEqual([{ n: 2 }]);
  // After an error the session stays with its transaction until that ends.
  await b.query("BEGIN");
  await expect(b.query("SELECT broken")).rejects.toThrow("broken");
  await b.query("ROLLBACK");
  expect((await state.pool.query("SELECT count(*)::int AS n FROM mixed WHERE who = $1", ["b"])).rows).toEqual([{ n: 1 }]);
  b.release();
});

test("LISTEN receives notifications, also from inside a transaction, until the client is released", async () => {
  const listener = await state.pool.connect();
  const heard: unknown[] = [];
  listener.on("notification", (message) => heard.push(message));
  await listener.query("LISTEN here");
  const sender = await state.pool.connect();
  await sender.query("BEGIN");
  await sender.query("SELECT pg_notify('here', 'one')");
  await sender.query("COMMIT");
  await state.pool.query("SELECT pg_notify('elsewhere', 'nothing')");
  expect(heard).toEqual([{ channel: "here", payload: "one" }]);
  listener.release();
  await state.pool.query("SELECT 1");
  await state.pool.query("SELECT pg_notify('here', 'two')");
  await state.pool.query("SELECT 1");
  expect(heard).toHaveLength(1);
  sender.release();
});

test("COPY keeps every text: tabs, line breaks, backslashes, \\N, quotes, and letters of all kinds", async () => {
  const texts = [
    "",
    "\t",
    "a\tb\nc\r\nd",
    "\\",
    "\\N",
    "\\.",
    "a\\tb",
    "é ñ 日本 🙂 \u2028 \u200b",
    "'\"`;--",
    "null",
    " padded ",
    '{"a":"b\\n"}',
    "x".repeat(70_000),
  ];
  await sql`CREATE TABLE IF NOT EXISTS copied (n integer, text text, flag boolean)`.execute(state.db);
  await copyRows(
    state.pool,
    "copied",
    ["n", "text", "flag"],
    [...texts.map((text, n) => [n, text, n % 2 === 0]), [99, null, null], [100, undefined, undefined]],
  );
  const { rows } = await sql<{ n: number; text: string | null; flag: boolean | null }>`SELECT * FROM copied ORDER BY n`.execute(state.db);
  expect(rows.slice(0, texts.length).map(({ text }) => text)).toEqual(texts);
  expect(rows.slice(-2)).toEqual([
    { n: 99, text: null, flag: null },
    { n: 100, text: null, flag: null },
  ]);
  await copyStaged(state, "r", [
    {
      row: 2,
      key: "1",
      digest: "d",
      cells: ['a\\"b', undefined, "\n", "\\N"],
      username: null,
      email: null,
      shared: null,
      blank: [],
      rowStatus: "use",
      scope: null,
      due: null,
      notDue: null,
      inPilot: null,
      leaves: false,
    },
  ]);
  expect(await stagedCells(state.db, "r", [2])).toEqual(new Map([[2, ['a\\"b', null, "\n", "\\N"]]]));
});

test("a row needs no mapping again only if it was accepted under the same mapping and its person has nothing open", async () => {
  const person = {
    job: "nightly",
    account: "acme",
    row: 2,
    context: "now",

    username: null,
    email: null,
    state: "present",
    dirty: false,
    run: "r",
  };
  const settled = async (): Promise<string[]> => {
    const found: string[] = [];
    await readSettledDigests(state.db, { job: "nightly", context: "now", today: "2026-01-02" }, (digests) =>
      found.push(...digests.split(" ")),
    );
    return found;
  };
  expect(await settled()).toEqual([]);
  await state.db
    .insertInto("person")
    .values([
      { ...person, key: "1", digest: "good" },
      { ...person, key: "2", digest: "dirty", dirty: true },
      { ...person, key: "due", digest: "due", due: "2026-01-02" },
      { ...person, key: "later", digest: "later", due: "2026-01-03" },
      { ...person, key: "3", digest: "old mapping", context: "then" },
      { ...person, key: "4", digest: "absent", state: "absent" },
      { ...person, key: "5", digest: "rejected", state: "rejected" },
      { ...person, key: "6", digest: "other job", job: "weekly" },
      // In another portion of the file.
      { ...person, key: "7", digest: "far", row: 120_000 },
    ])
    .execute();
  expect((await settled()).sort()).toEqual(["far", "good", "later"]);
});

test("operations are queued in portions, each once, in the order of the file", async () => {
  const operation = (seq: number): NewOperation => ({
    run: "p",
    seq,
    job: "nightly",
    account: "acme",
    key: `${seq}`,
    row: seq,
    userId: null,
    name: "A",
    kind: "create",
    status: seq === 4 ? "held" : "planned",
    payload: {},
    desired: [],
    changes: {},
    code: null,
    reason: null,
  });
  const portion = async (): Promise<string[]> => (await takePortion(state.db, "p", 3)).map(({ id }) => id);
  await copyOperations(state, [7, 3, 12, 4, 1, 9, 10, 2].map(operation));
  expect(await portion()).toEqual(["p-1", "p-2", "p-3"]);
  expect(await portion()).toEqual(["p-7", "p-9", "p-10"]);
  expect(await portion()).toEqual(["p-12"]);
  expect(await portion()).toEqual([]);
});

test("a process that stays keeps more of the database in memory than a command", async () => {
  const sizeOf = async (opening: Opening): Promise<unknown> => {
    const opened = await openState(join(dir, `buffers-${String(opening.stays)}`), opening);
    const { rows } = await sql<{ size: string }>`SELECT current_setting('shared_buffers') AS size`.execute(opened.db);
    await opened.close();
    return rows[0]?.size;
  };
  expect([await sizeOf({ stays: true }), await sizeOf({})]).toEqual(["192MB", "16MB"]);
});
