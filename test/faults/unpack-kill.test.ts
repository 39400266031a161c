import { createWriteStream, existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createGzip } from "node:zlib";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { expect, test } from "vitest";
import { company, csvOf, people, until } from "../helpers/company.ts";

test("a kill while a file is unpacked leaves a private copy, which the next run deletes", { timeout: 120_000 }, async () => {
  const c = await company();
  c.job({ source: { file: "hr.csv.gz" } });
  const block = Buffer.alloc(1_000_000, "x");
  await pipeline(
    Readable.from(Array.from({ length: 1500 }, () => block)),
    createGzip({ level: 1 }),
    createWriteStream(join(c.place.dir, "hr.csv.gz")),
  );
  const incoming = join(c.place.dir, ".rollcall", "incoming");
  const copies = (): string[] =>
    existsSync(incoming) ? readdirSync(incoming, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".csv")) : [];
  const child = await c.start("sync", "job.yaml");
  await until(() => copies().length > 0);
  child.kill("SIGKILL");
  await until(() => child.exitCode !== null || child.signalCode !== null);
  const [copy = ""] = copies();
  expect(statSync(join(incoming, copy)).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(join(incoming, copy))).mode & 0o077).toBe(0);
  writeFileSync(join(c.place.dir, "hr.csv.gz"), csvOf(people(2)));
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 2 } });
  expect(readdirSync(incoming)).toEqual([]);
  expect(c.userCalls()).toHaveLength(2);
});
