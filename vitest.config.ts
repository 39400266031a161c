import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";

/** The browser tests bring a Chromium themselves where they may: as root on Debian. */
const folders = ["/usr/bin", ...(process.env["PATH"] ?? "").split(delimiter)];
const hasBrowser = process.env["CHROMIUM"] || folders.some((folder) => existsSync(join(folder, "chromium")));
const mayInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
const browse = Boolean(hasBrowser || mayInstall || process.env["CI"]);
if (!browse) {
  console.warn("\nSKIPPED: the tests of the console in a browser (test/browser). There is no Chromium, and only root can install one:");
  console.warn("install it (Debian: apt-get install chromium), or set CHROMIUM to the path of one. With CI set they are never skipped.\n");
}

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: [...configDefaults.exclude, ...(browse ? [] : ["test/browser/**"])],
    // Child processes and databases start slowly on a busy machine; nothing here measures time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // Two cores: more workers than that only make each other slow.
    maxWorkers: 2,
    pool: "forks",
  },
});
