import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gunzipSync, gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { sql } from "kysely";
import { pack, type Header } from "tar-stream";
import { openState } from "../helpers/state.ts";
import { backUpState } from "../../src/state/backup/backup.ts";
import type { CliResult, Workplace } from "../helpers/cli.ts";
import { backedUp, restoreIn } from "./backup-place.ts";
import { problemOf } from "../helpers/problems.ts";

let place: Workplace;
let good: Buffer;

beforeAll(async () => {
  place = await backedUp();
  good = readFileSync(join(place.dir, "good.rcb"));
  return () => place.remove();
}, 120_000);

const restore = (file: string, state: string, ...more: string[]): Promise<CliResult> => restoreIn(place, file, state, ...more);

type Packed = [path: string, content: string | null, header?: Partial<Header>];

/** Returns a compressed archive with these entries. */
async function archiveOf(entries: readonly Packed[]): Promise<Buffer> {
  const archive = pack();
  for (const [name, content, header = {}] of entries) {
    archive.entry({ name, type: content === null ? "directory" : "file", ...header }, content ?? "");
  }
  archive.finalize();
  return gzipSync(await buffer(archive));
}

/** Returns a backup file with these entries, as `backup` would pack them. */
async function packed(entries: readonly Packed[], contents: object): Promise<Buffer> {
  return archiveOf([["rollcall-backup.json", JSON.stringify(contents)], ...entries]);
}

function listOf(...entries: [path: string, content: string | null][]): object {
  const described = entries.map(([path, content]) =>
    content === null
      ? { path, folder: true }
      : { path, size: Buffer.byteLength(content), sha256: createHash("sha256").update(content).digest("hex") },
  );
  return { format: 1, rollcall: "0.1.0", made: "2026-04-30T00:00:00.000Z", entries: described };
}

test("a backup is one file for its owner only, complete or absent, that tar can read", async () => {
  const { code, stdout } = await place.run(["backup", "one.rcb", "--state", "state", "--json"]);
  expect(code).toBe(0);
  const said = JSON.parse(stdout) as { bytes: number; sha256: string };
  const bytes = readFileSync(join(place.dir, "one.rcb"));
  expect(said).toMatchObject({ bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") });
  expect(statSync(join(place.dir, "one.rcb")).mode & 0o777).toBe(0o600);
  expect(readdirSync(place.dir).filter((name) => name.includes("part"))).toEqual([]);
  const listed = execFileSync("tar", ["-tzf", join(place.dir, "one.rcb")], { encoding: "utf8" });
  expect(listed).toMatch(/^rollcall-backup\.json\ndatabase\/\n/);
  expect(listed).toContain("database/global/pg_control");
  expect(listed).toContain("journal.jsonl");

  const again = await place.run(["backup", "one.rcb", "--state", "state"]);
  expect(again.code).toBe(2);
  expect(again.stderr).toMatch(/already exists/);
  expect(readFileSync(join(place.dir, "one.rcb"))).toEqual(bytes);
});

test("restores what was backed up, into a new directory and into an existing one", async () => {
  const { code, stdout } = await restore("good.rcb", "fresh");
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ aside: null, creates_held: true, cancelled: [], reopened: [] });
  const state = await openState(join(place.dir, "fresh"));
  const { rows } = await sql<{ value: string }>`SELECT value FROM setting WHERE name = 'kept'`.execute(state.db);
  const { entries } = await state.journal.read(0);
  await state.close();
  expect(rows).toEqual([{ value: "yes" }]);
  expect(entries[0]).toEqual({ t: "token", account: "acme", tokens: { configured: "x" } });
  expect(readdirSync(join(place.dir, "fresh")).toSorted()).toEqual(["database", "journal.jsonl", "journal.jsonl.end", "lock", "lock.json"]);

  const refused = await restore("good.rcb", "fresh");
  expect(refused.code).toBe(2);
  expect(refused.stderr).toMatch(/already contains a state. Nothing was changed/);
  const replaced = await restore("good.rcb", "fresh", "--replace");
  expect(replaced.code).toBe(0);
  const { aside } = JSON.parse(replaced.stdout) as { aside: string };
  expect(readdirSync(aside).toSorted()).toEqual(["database", "journal.jsonl", "journal.jsonl.end"]);
  // The state that was moved aside is usable.
  const old = await openState(aside);
  const kept = await sql<{ value: string }>`SELECT value FROM setting WHERE name = 'kept'`.execute(old.db);
  await old.close();
  expect(kept.rows).toEqual([{ value: "yes" }]);
}, 120_000);

test("the backup includes the key that a state generated, and the key of the replaced state is moved aside", async () => {
  cpSync(join(place.dir, "state"), join(place.dir, "keyed"), { recursive: true });
  writeFileSync(join(place.dir, "keyed", "secret.key"), "first\n", { mode: 0o600 });
  expect((await place.run(["backup", "keyed.rcb", "--state", "keyed"])).code).toBe(0);
  writeFileSync(join(place.dir, "keyed", "secret.key"), "second\n", { mode: 0o600 });
  // A journal that continues needs both keys.
  const { stdout } = await restore("keyed.rcb", "keyed", "--replace");
  const { aside, creates_held: held } = JSON.parse(stdout) as { aside: string; creates_held: boolean };
  expect(held).toBe(false);
  expect(place.read("keyed/secret.key")).toBe("second\nfirst\n");
  expect(readFileSync(join(aside, "secret.key"), "utf8")).toBe("second\n");
  // The backup of another state has no connection to it.
  rmSync(join(place.dir, "keyed", "journal.jsonl"));
  expect((await restore("good.rcb", "keyed", "--replace")).code).toBe(0);
  expect(place.list("keyed")).not.toContain("secret.key");
  await restore("keyed.rcb", "keyed-anew");
  expect(place.read("keyed-anew/secret.key")).toBe("first\n");
}, 120_000);

test("a state in use is neither backed up nor replaced, and the command says who has it", async () => {
  const state = await openState(join(place.dir, "busy"));
  const backup = await place.run(["backup", "busy.rcb", "--state", "busy"]);
  const over = await restore("good.rcb", "busy", "--replace");
  await state.close();
  for (const { code, stderr } of [backup, over]) {
    expect(code).toBe(2);
    expect(stderr).toContain(`in use by process ${process.pid}`);
  }
  expect(place.list(".").filter((name) => name.startsWith("busy."))).toEqual([]);
}, 120_000);

test("a damaged, truncated or foreign file restores nothing and leaves nothing behind", async () => {
  const flip = (at: number): Buffer => {
    const bytes = Buffer.from(good);
    bytes[at] = (bytes[at] ?? 0) ^ 0x10;
    return bytes;
  };
  // A bit that only selects one of many zeros changes nothing.
  const changing = (from: number): number => {
    for (let at = from; ; at += 1) {
      try {
        if (!gunzipSync(flip(at)).equals(gunzipSync(good))) return at;
      } catch {
        return at;
      }
    }
  };
  // Packed correctly, but one file has a byte other than its list says.
  const other = gunzipSync(good);
  other[other.indexOf("acme", other.lastIndexOf("journal.jsonl"))] = 0x62;
  const wrong: [name: string, content: Buffer, says: RegExp][] = [
    ["empty", Buffer.alloc(0), /incomplete|not a backup/],
    ["half", good.subarray(0, Math.floor(good.length / 2)), /is incomplete/],
    ["last byte", good.subarray(0, good.length - 1), /is incomplete/],
    ["first bit", flip(30), /damaged|not a backup|cannot be read/],
    [
      "middle bit",
      flip(changing(Math.floor(good.length / 2))),
      /damaged|differs from what was backed up|size in its list|not name|not a backup/,
    ],
    ["last bit", flip(good.length - 6), /damaged/],
    ["other content", gzipSync(other), /differs from what was backed up/],
    ["text", Buffer.from("Employee ID,First\n1,Ana\n"), /not a backup/],
    ["another archive", await archiveOf([["x", ""]]), /not a backup/],
    ["no end", (await packed([], listOf())).subarray(0, 60), /is incomplete/],
    ["nothing in it", await packed([], listOf()), /is incomplete/],
    ["less than its list", await packed([["database", null]], listOf(["database", null], ["database/x", "1"])), /is incomplete/],
    [
      "more than its list",
      await packed(
        [
          ["database", null],
          ["database/x", "1"],
        ],
        listOf(["database", null]),
      ),
      /does not name/,
    ],
    ["out of the folder", await packed([["../out", "1"]], listOf(["../out", "1"])), /does not name/],
    ["an absolute name", await packed([["/tmp/out", "1"]], listOf(["/tmp/out", "1"])), /does not name/],
    ["a renamed entry", await packed([["database/x", "1", { pax: { path: "../out" } }]], listOf(["database/x", "1"])), /does not name/],
    ["a link", await packed([["database/x", "", { type: "symlink", linkname: "/tmp" }]], listOf(["database/x", ""])), /no backup contains/],
    ["the lock", await packed([["lock", "1"]], listOf(["lock", "1"])), /does not name/],
    [
      "a database of rubbish",
      await packed(
        [
          ["database", null],
          ["database/global", null],
          ["database/PG_VERSION", "18\n"],
          ["database/global/pg_control", "rubbish"],
        ],
        listOf(["database", null], ["database/global", null], ["database/PG_VERSION", "18\n"], ["database/global/pg_control", "rubbish"]),
      ),
      /cannot be opened/,
    ],
    ["an empty database", await packed([["database", null]], listOf(["database", null])), /is incomplete/],
    ...(await Promise.all(
      [`database/${"n".repeat(300)}`, "database/a\0b"].map(async (path): Promise<[string, Buffer, RegExp]> => [
        "a name that no file can have",
        await packed([["database/x", "1", { pax: { path } }]], listOf([path, "1"])),
        /a name in it is not valid/,
      ]),
    )),
    [
      "a folder that is a file",
      await packed(
        [
          ["database", "1"],
          ["database/x", "1"],
        ],
        listOf(["database", "1"], ["database/x", "1"]),
      ),
      /a name in it is not valid|names a file twice/,
    ],
  ];
  for (const [name, content, says] of wrong) {
    writeFileSync(join(place.dir, "wrong.rcb"), content);
    const { code, stderr, stdout } = await restore("wrong.rcb", "wrong");
    expect([name, code, stdout]).toEqual([name, 2, ""]);
    expect(stderr, `for ${name}`).toMatch(says);
    expect(stderr, `for ${name}`).toMatch(/Nothing was changed/);
    expect(existsSync(join(place.dir, "wrong")), `for ${name}`).toBe(false);
  }
  expect(place.list("..")).not.toContain("out");
}, 300_000);

test("refuses a backup of a newer version: a newer format, and a newer schema", async () => {
  writeFileSync(join(place.dir, "format.rcb"), await packed([], { format: 2, anything: true }));
  const format = await restore("format.rcb", "newer");
  expect(format.code).toBe(2);
  expect(format.stderr).toMatch(/made by a newer version of Rollcall/);

  cpSync(join(place.dir, "state"), join(place.dir, "later"), { recursive: true });
  const state = await openState(join(place.dir, "later"));
  await sql`INSERT INTO kysely_migration (name, timestamp) VALUES ('9999_later', '2030-01-01T00:00:00.000Z')`.execute(state.db);
  await state.close();
  await backUpState(join(place.dir, "later"), join(place.dir, "later.rcb"), "9.9.9", new Date());
  const schema = await restore("later.rcb", "newer");
  expect(schema.code).toBe(2);
  expect(schema.stderr).toMatch(/newer/);
  expect(existsSync(join(place.dir, "newer"))).toBe(false);
}, 120_000);

test("refuses impossible requests before it starts: no state, no folder, no file, a server, no choice or two choices", async () => {
  const server = { DATABASE_URL: "postgres://rollcall:geheim@db/rollcall?sslmode=disable" };
  mkdirSync(join(place.dir, "nothing"));
  const wrong: [args: string[], says: RegExp, env?: Record<string, string>][] = [
    [["backup", "x.rcb", "--state", "nothing"], /no state in .*nothing to back up/],
    [["backup", "nowhere/x.rcb", "--state", "state"], /no folder/],
    [["backup"], /missing required argument/],
    [["restore", "x.rcb", "--state", "nothing"], /there is no file/],
    [["restore", "nothing", "--state", "nothing2"], /is a directory/],
    [["restore"], /Use exactly one of/],
    [["restore", "good.rcb", "--settled", "--reason", "x"], /Use exactly one of/],
    [["restore", "--replace", "--settled", "--reason", "x"], /Use exactly one of/],
    [["restore", "--settled", "--state", "state"], /needs a reason/],
    [["restore", "--settled", "--reason", "x", "--state", "state"], /There is nothing to settle/],
    [["restore", "--mark", "yesterday", "--state", "state"], /--mark must be the time/],
    [["restore", "--mark", "2999-01-01T00:00:00Z", "--state", "state"], /--mark must be the time/],
    [["backup", "x.rcb"], /pg_dump/, server],
    [["restore", "good.rcb"], /pg_restore.*--mark/s, server],
  ];
  for (const [args, says, env = {}] of wrong) {
    const { code, stderr, stdout } = await place.run(args, { env });
    expect([args, code, stdout]).toEqual([args, 2, ""]);
    expect(stderr).toMatch(says);
    expect(stderr).not.toContain("geheim");
  }
  expect(place.list(".").filter((name) => name.startsWith("x.rcb"))).toEqual([]);
}, 120_000);

test("leaves nothing under any name where the backup cannot be written", async () => {
  writeFileSync(join(place.dir, "afile"), "");
  const target = join(place.dir, "afile", "x.rcb");
  expect((await problemOf(backUpState(join(place.dir, "state"), target, "0.1.0", new Date()))).message).toMatch(/is not a folder/);
  // The lock was released.
  expect((await place.run(["backup", "two.rcb", "--state", "state"])).code).toBe(0);
});
