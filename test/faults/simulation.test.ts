import { expect, test } from "vitest";
import { runSimulation } from "../simulation/run-simulation.ts";

test("keeps all promises in ten simulated companies and in those that once failed", { timeout: 3_600_000 }, async () => {
  const { code, output } = await runSimulation("--fixed", "10");
  expect(code === 0 ? "" : output).toBe("");
  expect(output).toContain("0 violations");
});

test("tells the same story twice for the same seed", { timeout: 1_800_000 }, async () => {
  const { code, output } = await runSimulation("--fixed", "1", "--twice", "--story");
  expect(code === 0 ? "" : output).toBe("");
  expect(output).toMatch(/night 1: `rollcall sync staff\.yaml --json` ends with exit code/);
});
