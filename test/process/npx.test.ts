import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

test("npx runs a checkout for a user who has never used npm", { timeout: 240_000 }, async () => {
  const home = mkdtempSync(join(tmpdir(), "rollcall-npx-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const { stdout } = await promisify(execFile)("npx", ["rollcall", "--version"], {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    env: { PATH: process.env["PATH"] ?? "", HOME: home },
  });
  expect(stdout.trim()).toMatch(/^\d+\.\d+\.\d+/);
});
