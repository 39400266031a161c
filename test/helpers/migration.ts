import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { expect } from "vitest";
import type { CliResult } from "./cli.ts";
import type { Company, Night } from "./company.ts";

export const key = "0123456789abcdefghijklmnopqrstuvwxyz-of-a-test";

/** Gives a statement to a database and comes back with the rows. */
export async function ask<T extends object>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

/** A connection that stays, for locks. */
export async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** All rows of all tables but those that belong to a place, as text; `count` of each is what a person would look at first. */
export async function contents(url: string): Promise<Record<string, string[]>> {
  const tables = await ask<{ name: string }>(
    url,
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename !~ '^(process|kysely_.*)$' ORDER BY 1`,
  );
  const all: Record<string, string[]> = {};
  for (const { name } of tables)
    all[name] = (await ask<{ t: string }>(url, `SELECT t::text AS t FROM "${name}" t`)).map(({ t }) => t).toSorted();
  return all;
}

export const rowsIn = (all: Record<string, string[]>): number => Object.values(all).reduce((sum, rows) => sum + rows.length, 0);

/** A company whose state was embedded, with its commands on the server. */
export function onServer(c: Company, url: string, env: Record<string, string> = { ROLLCALL_SECRET_KEY: key }) {
  const run = (...args: string[]): Promise<CliResult> => c.place.run(args, { env: { DATABASE_URL: url, ...env } });
  const night = async (...args: string[]): Promise<Night> => {
    const result = await run(...args, "--json");
    if (result.stdout === "") throw new Error(`${args.join(" ")} (exit ${result.code}): ${result.stderr}`);
    return { ...result.json<Night>(), code: result.code, stderr: result.stderr };
  };
  return { run, night, ok: async (...args: string[]) => outputOf(args, await run(...args)) };
}

/** The company's own commands, on the embedded state. */
export async function ok(c: Company, ...args: string[]): Promise<string> {
  return outputOf(args, await c.run(...args));
}

function outputOf(args: readonly string[], { code, stdout, stderr }: CliResult): string {
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}: ${stderr}`);
  return stdout;
}

export const migrate = (c: Company, url: string, env: Record<string, string> = { ROLLCALL_SECRET_KEY: key }): Promise<CliResult> =>
  c.place.run(["migrate-state", "--to", url, "--json"], { env });

export function isMoved(c: Company): boolean {
  const file = join(c.place.dir, ".rollcall", "moved.json");
  return existsSync(file) && (JSON.parse(readFileSync(file, "utf8")) as { moved: string | null }).moved !== null;
}

/** Nobody has two accounts at the service. */
export function oneAccountEach(c: Company, n: number): void {
  const names = c.service.users().map(({ username }) => username);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toHaveLength(n);
}

/** Exactly one of the two can be used, and the other says why not. */
export async function oneOfTwo(c: Company, url: string): Promise<"old" | "new"> {
  const old = await c.run("runs", "list", "--json");
  const fresh = await onServer(c, url).run("runs", "list", "--json");
  if (old.code === 0) {
    expect([fresh.code, fresh.stderr]).toEqual([2, expect.stringMatching(/into this database has not finished/)]);
    return "old";
  }
  expect([old.code, old.stderr]).toEqual([2, expect.stringMatching(/was migrated to the PostgreSQL database/)]);
  expect(fresh.code, `for ${fresh.stderr}`).toBe(0);
  return "new";
}
