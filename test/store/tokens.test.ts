import { problemOf } from "../helpers/problems.ts";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../src/domain/clock.ts";
import { connectService } from "../../src/session/connect.ts";
import { configuredDigest } from "../../src/learning-service/tokens/grant.ts";
import { keyringOf, seal, unseal, type Keyring } from "../../src/store/sealing/seal.ts";
import { replayJournal } from "../../src/state/journal/replay.ts";
import { openState, type State } from "../helpers/state.ts";
import { loadTokens, saveTokens } from "../../src/store/sealing/service-tokens.ts";

import { company, people, type Company } from "../helpers/company.ts";
import { settingsFor, startSandbox } from "../learning-service/helpers.ts";
import { refreshes } from "./refreshes.ts";

const secret = "a-secret-of-at-least-thirty-two-characters";
const ringOf = (...secrets: string[]): Keyring => keyringOf(secrets) as Keyring;
const key = ringOf(secret);
const pair = (n: number) => ({ configured: "digest", accessToken: `ACCESS-${n}-0123456789`, refreshToken: `REFRESH-${n}-0123456789` });

function temporary(): string {
  const dir = mkdtempSync(join(tmpdir(), "rollcall-tokens-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return join(dir, "state");
}

async function within<T>(dir: string, work: (state: State) => Promise<T>): Promise<T> {
  const state = await openState(dir);
  try {
    return await work(state);
  } finally {
    await state.close();
  }
}

/** Returns which of the texts occur in the files of a directory. */
function found(dir: string, texts: readonly string[]): string[] {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const contents = files.map((file) => readFileSync(join(file.parentPath, file.name)));
  return texts.filter((text) => contents.some((content) => content.includes(text)));
}

const texts = (...pairs: ReturnType<typeof pair>[]): string[] =>
  pairs.flatMap(({ accessToken, refreshToken }) => [accessToken, refreshToken]);

describe("tokens at rest", () => {
  test("with a key are in no byte of the state, and can be loaded with it", async () => {
    const dir = temporary();
    await within(dir, async (state) => {
      for (const n of [1, 2, 3]) await saveTokens(state, "acme", pair(n), key);
    });
    expect(found(dir, texts(pair(1), pair(2), pair(3)))).toEqual([]);
    await within(dir, async (state) => {
      expect(await loadTokens(state, "acme", "digest", key)).toEqual(pair(3));
      expect(await loadTokens(state, "other", "digest", key)).toBeNull();
    });
  });

  test("without a key are stored in plain text", async () => {
    const dir = temporary();
    await within(dir, (state) => saveTokens(state, "acme", pair(1), null));
    expect(found(dir, texts(pair(1)))).toEqual(texts(pair(1)));
    expect(await within(dir, (state) => loadTokens(state, "acme", "digest", null))).toEqual(pair(1));
  });

  test.for<[string, Keyring | null, RegExp]>([
    ["no key", null, /ROLLCALL_SECRET_KEY is not set/],
    ["another key", ringOf(`${secret}x`), /is not the key that they were encrypted with/],
  ])("that are sealed cannot be read with %s: exit 2, with the next step", async ([, other, why]) => {
    const dir = temporary();
    await within(dir, async (state) => {
      await saveTokens(state, "acme", pair(1), key);
      const problem = await problemOf(loadTokens(state, "acme", "digest", other));
      expect(problem).toMatchObject({
        code: "token_key",
        exit: 2,
        audience: "admin",
        next: expect.stringMatching(/new refresh token/) as string,
      });
      expect(problem.message).toMatch(why);
      // Other credentials in the job file: the stored tokens are useless, whoever could read them.
      expect(await loadTokens(state, "acme", "another digest", other)).toBeNull();
    });
  });

  test("that were moved to another account, or changed, are not read", async () => {
    const dir = temporary();
    await within(dir, async (state) => {
      await saveTokens(state, "acme", pair(1), key);
      await state.db.updateTable("token").set({ account: "other" }).execute();
      await expect(loadTokens(state, "other", "digest", key)).rejects.toMatchObject({ code: "token_key" });
    });
    const sealed = seal("text", key, "acme");
    expect(unseal(sealed, key, "acme")).toBe("text");
    const [id = "", text = ""] = sealed.split(".");
    const bytes = Buffer.from(text, "base64");
    for (const at of [0, 12, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(unseal(`${id}.${changed.toString("base64")}`, key, "acme")).toBeNull();
    }
    for (const broken of ["", "AAAA", sealed.slice(0, 30)]) expect(unseal(broken, key, "acme")).toBeNull();
    expect(unseal(text, key, "acme")).toBeNull();
    // The same text sealed twice looks different.
    expect(seal("text", key, "acme")).not.toBe(sealed);
  });

  test("that an older key sealed open beside a newer one, and are resealed with that at once", async () => {
    const dir = temporary();
    const both = ringOf(`new ${secret}`, secret);
    await within(dir, async (state) => {
      await saveTokens(state, "acme", pair(1), key);
      expect(await loadTokens(state, "acme", "digest", both)).toEqual(pair(1));
      expect(await loadTokens(state, "acme", "digest", ringOf(`new ${secret}`))).toEqual(pair(1));
      await expect(loadTokens(state, "acme", "digest", key)).rejects.toMatchObject({ code: "token_key" });
    });
  });

  test("from before there was a key are sealed as soon as they are loaded with one", async () => {
    const dir = temporary();
    await within(dir, async (state) => {
      await saveTokens(state, "acme", pair(1), null);
      expect(await loadTokens(state, "acme", "digest", key)).toEqual(pair(1));
      const row = await state.db.selectFrom("token").selectAll().executeTakeFirstOrThrow();
      expect(JSON.stringify(row)).not.toMatch(/ACCESS|REFRESH/);
      await expect(loadTokens(state, "acme", "digest", null)).rejects.toMatchObject({ code: "token_key" });
      const { entries } = await state.journal.read(0);
      expect(JSON.stringify(entries.at(-1))).not.toMatch(/ACCESS|REFRESH/);
    });
    expect(await within(dir, (state) => loadTokens(state, "acme", "digest", key))).toEqual(pair(1));
  });

  test.for<[string, Keyring | null]>([
    ["in plain text", null],
    ["sealed", key],
  ])("%s are restored from the journal after a power cut: the newest pair of each account", async ([, used]) => {
    const dir = temporary();
    await within(dir, async (state) => {
      await saveTokens(state, "acme", pair(1), used);
      await saveTokens(state, "beta", pair(7), used);
      await saveTokens(state, "acme", pair(2), used);
      await state.db.deleteFrom("token").execute();
      await replayJournal(state.db, state.journal);
      expect(await loadTokens(state, "acme", "digest", used)).toEqual(pair(2));
      expect(await loadTokens(state, "beta", "digest", used)).toEqual(pair(7));
    });
    rmSync(join(dir, "database"), { recursive: true });
    expect(await within(dir, (state) => loadTokens(state, "acme", "digest", used))).toEqual(pair(2));
  });
});

test("two clients of one state that need a token at the same time refresh it once", async () => {
  const sandbox = await startSandbox({ seed: "empty" });
  const settings = settingsFor(sandbox.url, sandbox.refreshToken);
  await within(temporary(), async (state) => {
    const clients = [1, 2].map(() => connectService(state, settings, null, { ...systemClock, env: {} }).client);
    const answers = await Promise.allSettled(clients.map((client) => client.subscriptions.list().page()));
    for (const client of clients) client.close();
    expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
    expect(sandbox.requests().filter(({ path }) => path.includes("oauth2"))).toHaveLength(1);
  });
});

describe("a command", () => {
  const ROLLCALL_SECRET_KEY = secret;
  const stateOf = (c: Company): string => join(c.place.dir, ".rollcall");

  test("with ROLLCALL_SECRET_KEY leaves no token in the state, and uses them again the next time", async () => {
    const c = await company();
    c.hr(people(2));
    const given = c.service.refreshToken;
    for (let night = 1; night <= 2; night++) {
      const { code, stderr } = await c.place.run(["sync", "job.yaml"], { env: { ROLLCALL_SECRET_KEY } });
      expect({ code, stderr: code === 0 ? "" : stderr }).toEqual({ code: 0, stderr: "" });
    }
    expect(refreshes(c)).toBe(1);
    const configured = configuredDigest({ refreshToken: given, client: null });
    const tokens = (await c.look((state) => loadTokens(state, "acme", configured, key))) as ReturnType<typeof pair> | null;
    expect(tokens?.refreshToken).toBe(c.service.refreshToken);
    expect(found(stateOf(c), [given, tokens?.refreshToken ?? "", tokens?.accessToken ?? ""])).toEqual([]);
  }, 120_000);

  test.for<[string, Record<string, string>, RegExp]>([
    ["no key", {}, /ROLLCALL_SECRET_KEY is not set/],
    ["another key", { ROLLCALL_SECRET_KEY: `${secret}x` }, /ROLLCALL_SECRET_KEY is not the key/],
  ])(
    "with %s for sealed tokens ends with exit 2 and sends nothing; a new token in the job file works without it",
    { timeout: 120_000 },
    async ([, env, why]) => {
      const c = await company();
      c.hr(people(2));
      await c.place.run(["sync", "job.yaml"], { env: { ROLLCALL_SECRET_KEY } });
      c.service.clearRequests();
      c.hr(people(3));
      const { code, stderr, stdout } = await c.place.run(["sync", "job.yaml", "--json"], { env });
      expect({ code, problem: (JSON.parse(stdout) as { problem?: { code: string } }).problem?.code }).toEqual({
        code: 2,
        problem: "token_key",
      });
      expect(stderr).toMatch(why);
      expect(c.service.requests()).toEqual([]);
      c.job({ service: { auth: { refresh_token: c.service.issueRefreshToken() } } });
      expect(await c.place.run(["sync", "job.yaml"], { env })).toMatchObject({ code: 0 });
    },
  );

  test("with a key that is too short ends with exit 2 before anything", async () => {
    const c = await company();
    c.hr(people(1));
    for (const args of [
      ["sync", "job.yaml"],
      ["service", "groups", "list", "--job", "job.yaml"],
    ]) {
      const { code, stderr } = await c.place.run(args, { env: { ROLLCALL_SECRET_KEY: "x".repeat(31) } });
      expect(code).toBe(2);
      expect(stderr).toMatch(/ROLLCALL_SECRET_KEY must have at least 32 characters.*\n.*openssl rand -base64 32/);
    }
    expect(c.service.requests()).toEqual([]);
  });
});

test("no two values are sealed with the same nonce", () => {
  const nonces = Array.from({ length: 2000 }, () => seal("equal", key, "purpose").split(".")[1]?.slice(0, 16));
  expect(new Set(nonces).size).toBe(2000);
});
