import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openJobSource } from "../../src/source/job-source.ts";
import { openIncoming } from "../../src/source/fetch/incoming.ts";
import { loadJob } from "../../src/config/job.ts";
import { loadMapping } from "../../src/mapping/load.ts";
import { company, people } from "../helpers/company.ts";

/** Writes a copy into a folder below. */
function copyIn(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "copy.csv");
  writeFileSync(path, "x");
  return path;
}

test("a read leaves the copies of another read alone, and deletes its own", async () => {
  const c = await company();
  c.hr(people(2));
  const root = join(c.place.dir, "incoming");
  const waiting = await openIncoming(root);
  const copy = copyIn(waiting.folder);
  const { job } = await loadJob("job.yaml", { cwd: c.place.dir, env: {} });
  const mapping = await loadMapping(job.mapping, c.place.dir);
  const source = await openJobSource(job.source, mapping, { given: null, incoming: root, ...c.clock, stdin: null });
  let rows = 0;
  for await (const batch of source.rows()) rows += batch.length;
  expect(rows).toBe(2);
  expect(existsSync(copy)).toBe(true);
  await waiting.remove();
  expect(readdirSync(root)).toEqual([]);
});

test("deletes copies of ended processes of this host, and no others", async () => {
  const root = mkdtempSync(join(tmpdir(), "rollcall-test-"));
  const ended = spawnSync(process.execPath, ["-e", "0"]).pid;
  const names = {
    ended: `${hostname()}-${ended}-0123456789ab`,
    running: `${hostname()}-${process.ppid}-0123456789ab`,
    before: `${hostname()}-${process.pid}-0123456789ab`,
    other: `elsewhere-${ended}-0123456789ab`,
    unknown: "anything",
  };
  for (const name of Object.values(names)) copyIn(join(root, name));
  await openIncoming(root);
  expect(readdirSync(root).sort()).toEqual([names.running, names.other].sort());
});
