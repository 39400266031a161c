import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL(".", import.meta.url));
/** Whole processes, servers and faults take the time that they take. */
const MAY_WAIT = /^(process|servers|browser|faults|fixtures|chaos)\/|^helpers\/(redis-places|servers|serving|programs)\.ts$/;
const LONGEST_SLEEP_MS = 50;

/** A timer that only limits a wait is unref'd. */
const SLEEPS = [/setTimeout\(\s*\w+,\s*([\d_]+)\)(?!\.unref)/g, /(?<!\.)\bsleep\(([\d_]+)\)/g];

test("no test waits for a fixed time of more than 50 ms: it steps the clock, or waits for what it needs", () => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".ts") && !MAY_WAIT.test(file));
  expect(files.length).toBeGreaterThan(150);
  const found = files.flatMap((file) => {
    const text = readFileSync(join(folder, file), "utf8");
    return SLEEPS.flatMap((sleep) => [...text.matchAll(sleep)])
      .filter(([, ms = ""]) => Number(ms.replaceAll("_", "")) > LONGEST_SLEEP_MS)
      .map(([sleep]) => `${file}: ${sleep}`);
  });
  expect(found).toEqual([]);
});
