import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { runCases } from "./case.ts";
import { KIND_NAMES, loadKind } from "./kinds.ts";

const folder = fileURLToPath(new URL("cases", import.meta.url));
const fixed = readdirSync(folder).map(
  (file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as { kind: string; found: string; input: object },
);

/** Cases of each kind; `npm run fuzz` runs more. Slow kinds have few. */
const CASES: Readonly<Record<string, number>> = {
  csv: 300,
  workbook: 2,
  configuration: 25,
  service: 5,
  decisions: 8,
  console: 50,
  backup: 10,
  journal: 4,
};
/** Not the seed of the long runs. */
const SEED = 7;

test.each(fixed)(
  "stays fixed: $found",
  async ({ kind, input }) => {
    const place = await (await loadKind(kind)).open();
    try {
      expect(await place.run(input)).not.toBe("");
    } finally {
      await place.close();
    }
  },
  120_000,
);

test.each(KIND_NAMES)(
  "no mutated input breaks a rule: %s",
  async (name) => {
    const cases = CASES[name] ?? 0;
    const outcomes = new Set<string>();
    for await (const { n, problem, outcome } of runCases(await loadKind(name), SEED, 0, cases)) {
      expect(problem, `case ${n}`).toBeNull();
      outcomes.add(outcome);
    }
    // Inputs that all end alike are all refused at the first look.
    if (cases >= 25) expect(outcomes.size).toBeGreaterThan(1);
  },
  120_000,
);
