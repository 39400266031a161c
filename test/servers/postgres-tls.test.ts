import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { workplace, type CliResult, type Workplace } from "../helpers/cli.ts";
import { certificates, type Certificates } from "../helpers/redis-places.ts";
import { postgres, type PostgresServer } from "../helpers/servers.ts";

let server: PostgresServer;
let place: Workplace;
let dir = "";
let ours: Certificates;
let others: Certificates;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "rollcall-postgres-tls-"));
  ours = certificates(join(dir, "ours"));
  others = certificates(join(dir, "others"));
  place = workplace();
  server = await postgres();
});
afterAll(async () => {
  await server.close();
  await place.remove();
  rmSync(dir, { recursive: true, force: true });
});

/** Gives the server a certificate, wherever it runs, and turns TLS on. */
async function turnOnTls(): Promise<void> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  for (const [name, file] of [
    ["server.crt", ours.cert],
    ["server.key", ours.key],
  ] as const) {
    const { rows } = await client.query<{ oid: string }>("SELECT lo_from_bytea(0, $1) AS oid", [readFileSync(file)]);
    await client.query("SELECT lo_export($1, $2)", [rows[0]?.oid, name]);
    await client.query(`COPY (SELECT 1) TO PROGRAM 'chmod 600 ${name}'`);
  }
  await client.query("ALTER SYSTEM SET ssl = on");
  await client.query("SELECT pg_reload_conf()");
  await expect.poll(async () => (await client.query<{ ssl: string }>("SHOW ssl")).rows[0]?.ssl).toBe("on");
  await client.end();
}

function listRuns(query: string, change: (url: string) => string = (url) => url): Promise<CliResult> {
  return place.run(["runs", "list"], { env: { DATABASE_URL: change(`${server.url}?${query}`) } });
}

test("names a server without TLS, a wrong authority and a wrong host name, and connects as docs/guides/install.md says", async () => {
  const refused = (why: string): object => ({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining(`The connection to the database failed: ${why}.`),
  });
  expect(await listRuns("sslmode=verify-full")).toMatchObject(refused("the server has no TLS, and DATABASE_URL asks for it"));
  await turnOnTls();
  const trusting = `sslrootcert=${ours.ca}`;
  for (const query of ["sslmode=verify-full", "sslmode=require", `sslmode=verify-full&sslrootcert=${others.ca}`])
    expect(await listRuns(query)).toMatchObject(refused("no known authority has signed its certificate"));
  const elsewhere = (url: string): string => url.replace("127.0.0.1", "localhost");
  expect(await listRuns(`sslmode=verify-full&${trusting}`, elsewhere)).toMatchObject(refused("its certificate is for another host name"));
  for (const mode of ["verify-full", "verify-ca", "require"])
    expect(await listRuns(`sslmode=${mode}&${trusting}`)).toMatchObject({ code: 0, stderr: "" });
  expect(await listRuns("sslmode=no-verify", elsewhere)).toMatchObject({ code: 0, stderr: "" });
  expect(await listRuns("sslmode=disable")).toMatchObject({ code: 0, stderr: "" });
}, 120_000);

test("refuses a database that cannot store every name, in its own words", async () => {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query("CREATE DATABASE ascii ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0");
  await client.end();
  const ascii = { DATABASE_URL: `${server.url.replace(/\/postgres$/, "/ascii")}?sslmode=disable` };
  const stderr = expect.stringContaining("The database stores text as SQL_ASCII, which cannot store every name. Nothing was changed.");
  expect(await place.run(["runs", "list"], { env: ascii })).toMatchObject({ code: 2, stdout: "", stderr });
}, 120_000);
