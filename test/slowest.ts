/**
 * Lists the slowest test files and tests of one or several reports:
 * `ROLLCALL_TEST_RESULTS=coverage npm test; npx node test/slowest.ts coverage/*.json`
 */
import { readFileSync } from "node:fs";
import { relative } from "node:path";

interface Report {
  testResults: { name: string; startTime: number; endTime: number; assertionResults: { fullName: string; duration?: number | null }[] }[];
}

const SHOWN = Number(process.env["SHOWN"] ?? 10);
const files = process.argv.slice(2);
if (files.length === 0) {
  console.error("Name at least one JSON report, such as coverage/test.json.");
  process.exit(2);
}
const found = files.flatMap((file) => (JSON.parse(readFileSync(file, "utf8")) as Report).testResults);
const shown = (name: string): string => relative(process.cwd(), name);
const tests = found.flatMap(({ name, assertionResults }) =>
  assertionResults.map(({ fullName, duration }) => ({ what: `${shown(name)}: ${fullName}`, ms: duration ?? 0 })),
);
print("Slowest tests", tests);
print(
  "Slowest files",
  found.map(({ name, startTime, endTime }) => ({ what: shown(name), ms: endTime - startTime })),
);

function print(title: string, all: readonly { what: string; ms: number }[]): void {
  const total = all.reduce((sum, { ms }) => sum + ms, 0);
  console.log(`${title} (${all.length}, ${(total / 1000).toFixed(0)} s in all)`);
  for (const { what, ms } of all.toSorted((a, b) => b.ms - a.ms).slice(0, SHOWN))
    console.log(`  ${(ms / 1000).toFixed(1).padStart(6)} s  ${what}`);
}
