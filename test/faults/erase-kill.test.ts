import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { until } from "../helpers/company.ts";
import { forget, inFiles, inTables, verify, withHistory, words, zoe } from "../privacy/people.ts";

describe("an erasure", () => {
  test("killed in the middle: repeated, it is complete, and until then the audit trail verifies", async () => {
    const c = await withHistory();
    const journal = join(c.place.dir, ".rollcall", "journal.jsonl");
    for (const wait of [0, 60, 250, 600]) {
      const lines = readFileSync(journal, "utf8").split("\n").length;
      const child = await c.place.start(["people", "forget", zoe.id, "--job", "job.yaml", "--reason", "Request 2026-114", "--yes"]);
      const ended = new Promise((resolve) => child.on("close", resolve));
      await until(() => child.exitCode !== null || readFileSync(journal, "utf8").split("\n").length > lines, 60_000);
      await new Promise((resolve) => setTimeout(resolve, wait));
      child.kill("SIGKILL");
      await ended;
      expect((await verify(c)).broken).toBeNull();
    }
    expect((await forget(c, "--yes")).code).toBe(0);
    expect(inFiles(c, words)).toEqual([]);
    expect(await inTables(c, words)).toEqual([]);
    expect((await c.sync()).counts).toMatchObject({ unchanged: 3, absent: 0 });
  }, 300_000);
});
