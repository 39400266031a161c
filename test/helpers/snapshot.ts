import { mkdtempSync, cpSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { company, type Company } from "./company.ts";

/**
 * Builds a company once for the tests of a file, "after the first night" for instance, and hands each test a copy of
 * its folder, state and service. Worth it from about three commands: the copy has to be opened from disk.
 */
export function snapshot(build: (c: Company) => Promise<void>): () => Promise<Company> {
  const folder = mkdtempSync(join(tmpdir(), "rollcall-snapshot-"));
  let built: Promise<void> | null = null;
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return async () => {
    built ??= buildIn(folder, build);
    await built;
    return company({ copyOf: folder });
  };
}

async function buildIn(folder: string, build: (c: Company) => Promise<void>): Promise<void> {
  const c = await company({ copyOf: folder });
  await build(c);
  await c.place.reopen();
  await c.service.close();
  cpSync(c.place.dir, folder, { recursive: true, dereference: true });
}
