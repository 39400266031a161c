/** Sources over HTTP on a shared state: processes with a folder each, as on several hosts. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { company, type Company } from "../helpers/company.ts";
import { postgres, type PostgresServer } from "../helpers/servers.ts";
import { standIn } from "../stand-ins/server.ts";

let database: PostgresServer;

beforeAll(async () => {
  database = await postgres();
}, 300_000);
afterAll(() => database?.close());

const OLD = "the first key of this test that is long enough";
const NEW = "the second key of this test that is long enough";

const person = (id: string) => ({
  "Employee ID": id,
  First: "Ana",
  Last: "Berg",
  Email: `p${id}@example.com`,
  Department: "IT",
  Status: "Active",
});

/** An HR system whose refresh tokens rotate: each is valid once, and a second use is refused. */
async function rotating() {
  const people = ["0001", "0002"].map(person);
  const refreshTokens = new Set(["s3cret-r0"]);
  const accessTokens = new Set<string>();
  const used: string[] = [];
  const hr = await standIn(({ path, body, headers }, response) => {
    if (path !== "/token") {
      const sent = String(headers.authorization).replace("Bearer ", "");
      return accessTokens.has(sent) ? { body: people } : { status: 401 };
    }
    const token = new URLSearchParams(body).get("refresh_token") ?? "";
    used.push(token);
    if (!refreshTokens.delete(token)) return { status: 400, body: { error: "invalid_grant" } };
    const n = used.length;
    // Time enough for another process to ask as well.
    setTimeout(() => {
      refreshTokens.add(`s3cret-r${n}`);
      accessTokens.add(`s3cret-a${n}`);
      response.writeHead(200, { "content-type": "application/json" });
      response.end(
        JSON.stringify({ access_token: `s3cret-a${n}`, token_type: "Bearer", expires_in: 86_400, refresh_token: `s3cret-r${n}` }),
      );
    }, 1500);
    return undefined;
  });
  return { hr, people, accessTokens, used };
}

/** A company on PostgreSQL with two jobs that read the same HR system with the same client. */
async function shared() {
  const system = await rotating();
  const c = await company({ where: { DATABASE_URL: await database.database() } });
  const { url } = system.hr;
  const oauth = {
    token_url: `${url}/token`,
    grant: "refresh_token",
    client_id: "us",
    client_authentication: "none",
    refresh_token: "s3cret-r0",
  };
  c.job({ source: { file: undefined, http: { url: `${url}/people`, private_network: true, auth: { oauth } } } });
  const job = JSON.parse(c.place.read("job.yaml")) as { service: object };
  const service = { ...job.service, account: "other", auth: { refresh_token: c.service.issueRefreshToken() } };
  c.place.write("other.yaml", JSON.stringify({ ...job, name: "other", service }));
  return { c, ...system };
}

function onHost(c: Company, host: string, command: string, key = OLD) {
  return c.place.spawn([...command.split(" "), "--state", host], { env: { ROLLCALL_SECRET_KEY: key } });
}

test("one of two processes renews a token, both use it, and its sealed copy opens with the next key after a rotation", async () => {
  const { c, accessTokens, used } = await shared();
  const both = (): Promise<(number | null)[]> =>
    Promise.all(["job", "other"].map(async (job) => (await onHost(c, `host-${job}`, `plan ${job}.yaml`)).code));
  expect(await both()).toEqual([0, 0]);
  expect(used).toEqual(["s3cret-r0"]);
  accessTokens.clear();
  expect(await both()).toEqual([0, 0]);
  expect(used).toEqual(["s3cret-r0", "s3cret-r1"]);
  expect(await onHost(c, "host-job", "keys rotate", `${NEW},${OLD}`)).toMatchObject({ code: 0 });
  expect(await onHost(c, "host-other", "plan other.yaml", NEW)).toMatchObject({ code: 0 });
  expect(used).toHaveLength(2);
  accessTokens.clear();
  expect(await onHost(c, "host-other", "plan other.yaml", NEW)).toMatchObject({ code: 0 });
  expect(used).toEqual(["s3cret-r0", "s3cret-r1", "s3cret-r2"]);
  const stored = await c.look(async ({ db }) => JSON.stringify(await db.selectFrom("token").selectAll().execute()));
  expect(stored).toContain("sealed");
  expect(stored).not.toContain("s3cret");
}, 180_000);

test("an erased person and a rotated key end the kept reads of every host", async () => {
  const { c, hr, people } = await shared();
  const reads = (host: string): number => {
    const root = join(c.place.dir, host, "reads");
    return existsSync(root)
      ? readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".sealed")).length
      : 0;
  };
  const asked = (): number => hr.requests.filter(({ path }) => path === "/people").length;
  expect(await onHost(c, "host-a", "sync job.yaml")).toMatchObject({ code: 0 });
  people.splice(1, 1);
  expect(await onHost(c, "host-b", "sync job.yaml")).toMatchObject({ code: 0 });
  expect([reads("host-a"), reads("host-b")]).toEqual([1, 1]);
  expect(await onHost(c, "host-b", "people forget 0002 --job job.yaml --reason Asked --yes")).toMatchObject({ code: 0 });
  expect([reads("host-a"), reads("host-b")]).toEqual([1, 0]);
  const before = asked();
  // The read of host A still has the erased person.
  expect((await onHost(c, "host-a", "explain job.yaml 0002")).stdout).not.toContain("p0002@");
  expect(asked()).toBeGreaterThan(before);
  expect(reads("host-a")).toBe(0);
  expect(await onHost(c, "host-a", "sync job.yaml")).toMatchObject({ code: 0 });
  expect(await onHost(c, "host-b", "keys rotate", `${NEW},${OLD}`)).toMatchObject({ code: 0 });
  const after = asked();
  expect(await onHost(c, "host-a", "explain job.yaml 0001", `${NEW},${OLD}`)).toMatchObject({ code: 0 });
  expect(asked()).toBeGreaterThan(after);
  expect(reads("host-a")).toBe(0);
}, 180_000);
