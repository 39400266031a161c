import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buffer } from "node:stream/consumers";
import { zstdDecompressSync } from "node:zlib";
import { extract } from "tar-stream";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { checkPassword } from "../../src/actions/access/passwords.ts";
import { verifyAudit } from "../../src/review/audit.ts";
import { readAccess } from "../../src/review/possible-actors.ts";
import { createSandbox, type Sandbox } from "../../src/sandbox/sandbox.ts";
import { workplace, type CliResult, type Workplace } from "../helpers/cli.ts";

interface Link {
  key: string;
  user_id: string;
  source: string;
}
interface Removal {
  id: string;
  person: { key: string };
  status: string;
}
interface Identities {
  links: Link[];
  unsettled: { key: string; candidates: { user_id: string }[] }[];
}
/** A command, without `--json`, and the output of 0.1.0. */
interface Recorded<T> {
  args: string[];
  printed: T;
}
interface Night {
  counts: Record<string, number>;
  held?: object[];
}

const fixture = fileURLToPath(new URL("../fixtures/0.1.0", import.meta.url));
const read = (path: string): string => readFileSync(join(fixture, path), "utf8");
const environment = JSON.parse(read("environment.json")) as { LMS_REFRESH_TOKEN: string; ROLLCALL_TOKEN: string };
const recorded = JSON.parse(read("recorded.json")) as {
  runs: Recorded<object[]>;
  removals: Recorded<Removal[]>;
  identities: Recorded<Identities>;
  audit: Recorded<{ seq: number; hash: string }[]>;
};
const { links } = recorded.identities.printed;
const head = recorded.audit.printed[0];
const EXPECT_HEAD = ["--expect", `${head?.seq}:${head?.hash}`];
const PASSWORD = "correct horse battery staple";
const NEXT_NIGHT = Date.parse("2026-03-05T02:30:00Z");
const CENTURY_MS = 100 * 365 * 86_400_000;

let unpacked = "";
beforeAll(async () => {
  unpacked = mkdtempSync(join(tmpdir(), "rollcall-0.1.0-"));
  await unpack(unpacked);
  return () => rmSync(unpacked, { recursive: true, force: true });
});

async function unpack(into: string): Promise<void> {
  const archive = zstdDecompressSync(readFileSync(join(fixture, "state.tar.zst")));
  const entries = extract();
  entries.end(archive);
  for await (const entry of entries) {
    const { name, type } = entry.header;
    if (type === "directory") mkdirSync(join(into, name), { mode: 0o700 });
    else writeFileSync(join(into, name), await buffer(entry), { mode: 0o600 });
  }
}

/** A folder with the job of 0.1.0, in the night after the fixture's last one. */
function nextNight(): Workplace {
  const place = workplace({ LMS_URL: "http://127.0.0.1:9", LMS_REFRESH_TOKEN: environment.LMS_REFRESH_TOKEN });
  onTestFinished(() => place.remove());
  for (const folder of ["jobs", "mappings", "exports"]) cpSync(join(fixture, folder), join(place.dir, folder), { recursive: true });
  place.clock.step(NEXT_NIGHT - Date.now());
  return place;
}

/** The same with the state of 0.1.0. */
function upgraded(): Workplace {
  const place = nextNight();
  cpSync(unpacked, join(place.dir, ".rollcall"), { recursive: true });
  return place;
}

/** The service after the last run of 0.1.0. */
async function service(place: Workplace): Promise<Sandbox> {
  const dir = join(place.dir, "service");
  cpSync(join(fixture, "service"), dir, { recursive: true });
  const sandbox = await createSandbox({ dir, seed: "empty", tokens: { refresh: CENTURY_MS } });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

async function ok(place: Workplace, args: string[], env: Record<string, string> = {}): Promise<CliResult> {
  const result = await place.run(args, { env });
  if (result.code !== 0) throw new Error(`${args.join(" ")} ended with ${result.code}: ${result.stdout}\n${result.stderr}`);
  return result;
}

const identities = async (place: Workplace): Promise<Identities> =>
  (await ok(place, ["identities", "list", "nightly", "--json"])).json<Identities>();

const keysOf = (rows: readonly { key: string }[]): string[] => rows.map(({ key }) => key);

/** Runs the next night with one more joiner in the export. Row 12 is rejected, so it ends with 1. */
async function sync(place: Workplace, sandbox: Sandbox, code = 1): Promise<Night> {
  const joiner = "00116,Pia,Holm,pia.holm@acme.example,Legal,Madrid,Active,X0000116P";
  place.write("exports/employees-2026-03-05.csv", `${read("exports/employees-2026-03-04.csv")}${joiner}\n`);
  const result = await place.run(["sync", "nightly", "--json"], { env: { LMS_URL: sandbox.url } });
  expect(result.code, `of sync: ${result.stderr}`).toBe(code);
  return result.json<Night>();
}

function accountOf(sandbox: Sandbox, name: string): ReturnType<Sandbox["users"]>[number] {
  const found = sandbox.users().filter(({ username }) => username === `${name}@acme.example`);
  expect(found, `accounts of ${name}`).toHaveLength(1);
  return found[0]!;
}

/** Usernames of the accounts that were created since the sandbox was started. */
function created(sandbox: Sandbox): unknown[] {
  const posts = sandbox.requests().filter(({ method, path }) => method === "POST" && path.endsWith("/users"));
  return posts.map(({ body }) => (body as { username?: string }).username);
}

test("shows the runs, removals, links, audit trail, users and tokens that 0.1.0 recorded", async () => {
  const place = upgraded();
  for (const [name, { args, printed }] of Object.entries(recorded))
    expect((await ok(place, [...args, "--json"])).json(), `of ${name}`).toMatchObject(printed);
  const removals = (await ok(place, ["review", "list", "--status", "all", "--json"])).json<Removal[]>();
  expect(removals.map(({ person, status }) => [person.key, status])).toEqual([
    ["00102", "applied"],
    ["00103", "rejected"],
    ["00104", "pending"],
    ["00106", "pending"],
  ]);
  const { links: shown, unsettled } = await identities(place);
  expect([keysOf(shown).length, keysOf(unsettled)]).toEqual([13, ["00115"]]);
});

test("verifies the audit trail of 0.1.0 and finds each damaged byte of an entry in its journal", async () => {
  const place = upgraded();
  const verified = (await ok(place, ["audit", "verify", ...EXPECT_HEAD, "--json"])).json();
  expect(verified).toMatchObject({ ok: true, entries: 7, head: { seq: 7, hash: head?.hash } });
  const journal = readFileSync(join(place.dir, ".rollcall/journal.jsonl"));
  const from = journal.indexOf('{"t":"audit","seq":4,');
  const end = journal.indexOf("\n", from);
  expect(end - from).toBeGreaterThan(400);
  const state = await place.openState();
  const missed: number[] = [];
  for (let at = from; at <= end; at += 1) {
    const damaged = Buffer.from(journal);
    damaged[at]! ^= 1;
    place.write(".rollcall/journal.jsonl", damaged);
    if ((await verifyAudit(state)).broken === null) missed.push(at);
  }
  await state.close();
  expect(missed).toEqual([]);
  expect((await place.run(["audit", "verify"])).code).toBe(1);
});

test("replays links, unconfirmed creates and the audit trail from the journal when the database is lost", async () => {
  const place = nextNight();
  place.write(".rollcall/journal.jsonl", read("journal.jsonl"));
  cpSync(join(unpacked, "secret.key"), join(place.dir, ".rollcall/secret.key"));
  const found = await identities(place);
  const facts = (rows: readonly Link[]) => rows.map(({ key, user_id, source }) => ({ key, user_id, source }));
  expect(facts(found.links)).toEqual(facts(links));
  expect(keysOf(found.unsettled)).toEqual(["00115"]);
  const trail = (await ok(place, ["audit", "list", "--json"])).json();
  expect(trail).toEqual(recorded.audit.printed);
  await ok(place, ["audit", "verify", ...EXPECT_HEAD]);
  const sandbox = await service(place);
  // The helper's account and the one of the unconfirmed create: a new person may own either.
  expect((await sync(place, sandbox, 3)).held).toMatchObject([{ limit: "unknown_accounts", found: 2 }]);
  expect(created(sandbox)).toEqual([]);
});

test("runs the next night on the state of 0.1.0 with its stored tokens and creates no second account", async () => {
  const place = upgraded();
  const sandbox = await service(place);
  const { counts } = await sync(place, sandbox);
  expect(counts).toMatchObject({ rejected: 1, creates: 1, updates: 0, unchanged: 13, held: 1, done: 1, uncertain: 0, removals_pending: 2 });
  expect(created(sandbox)).toEqual(["pia.holm@acme.example"]);
  const pia = accountOf(sandbox, "pia.holm").user_id;
  const { links: after, unsettled } = await identities(place);
  expect(after.map(({ key, user_id }) => [key, user_id])).toEqual([...links.map(({ key, user_id }) => [key, user_id]), ["00116", pia]]);
  expect(keysOf(unsettled)).toEqual(["00115"]);
  expect(unsettled[0]?.candidates.map(({ user_id }) => user_id)).toContain(accountOf(sandbox, "ola.berg").user_id);
});

test("accepts the password and the API token of 0.1.0, and removes only what their owner approves", async () => {
  const place = upgraded();
  const state = await place.openState();
  const user = await state.db
    .selectFrom("console_user")
    .select(["password_hash", "was_admin"])
    .where("name", "=", "ana")
    .executeTakeFirstOrThrow();
  // She was added on the command line: any administrator may have done it. She never was one.
  expect((await readAccess(state.db)).actorsOf({ name: "ana", proof: "password" })).toEqual({
    names: ["ana", "rollcall"],
    any_admin: true,
  });
  expect(user.was_admin).toBe(false);
  await state.close();
  expect(await checkPassword(PASSWORD, user.password_hash)).toMatchObject({ right: true });
  expect(await checkPassword(`${PASSWORD}.`, user.password_hash)).toMatchObject({ right: false });

  const sandbox = await service(place);
  await sync(place, sandbox);
  const pending = (await ok(place, ["review", "list", "--json"])).json<Removal[]>();
  const dan = pending.find(({ person }) => person.key === "00104")?.id ?? "";
  const env = { LMS_URL: sandbox.url, ROLLCALL_TOKEN: environment.ROLLCALL_TOKEN };
  await ok(place, ["review", "approve", dan, "--reason", "Moved to IT", "--job", "nightly"], env);
  expect(accountOf(sandbox, "dan.weiss").groups).toEqual(["HR/All staff", "HR/Departments/IT", "HR/Sites/Madrid"]);
  expect(accountOf(sandbox, "carla.moya").groups).toContain("HR/Departments/Sales");
  expect(accountOf(sandbox, "fay.okoro").groups).toContain("HR/Sites/Madrid");
  const [last] = (await ok(place, ["audit", "list", "--action", "removal_approved", "--json"])).json<{ actor: string; detail: object }[]>();
  expect(last).toMatchObject({ actor: "ana", detail: { key: "00104", via: "token" } });
  await ok(place, ["audit", "verify", ...EXPECT_HEAD]);
});

test("restores the backup of 0.1.0 and blocks new accounts until someone confirms the links", async () => {
  const place = nextNight();
  const restored = (await ok(place, ["restore", join(fixture, "backup.rcb"), "--json"])).json();
  expect(restored).toMatchObject({ aside: null, creates_held: true });
  expect((await ok(place, ["audit", "verify", ...EXPECT_HEAD, "--json"])).json()).toMatchObject({
    ok: true,
    entries: 8,
  });
  const accounts = (list: readonly Link[]) => list.map(({ key, user_id: user }) => [key, user]);
  expect(accounts((await identities(place)).links)).toEqual(accounts(links));
  const removals = (await ok(place, ["review", "list", "--status", "all", "--json"])).json();
  expect(removals).toMatchObject(recorded.removals.printed);

  const sandbox = await service(place);
  // What was sent to active accounts since the backup is not known.
  expect((await sync(place, sandbox)).counts).toMatchObject({ creates: 0, held: 2, updates: 12, unchanged: 1 });
  expect(created(sandbox)).toEqual([]);
  await ok(place, ["restore", "--settled", "--reason", "Compared with the list of accounts"]);
  expect((await sync(place, sandbox)).counts).toMatchObject({ creates: 1, held: 1, unchanged: 13 });
  expect(created(sandbox)).toEqual(["pia.holm@acme.example"]);
});
