import { expect, test } from "vitest";
import { company, people } from "../helpers/company.ts";

/** Every line of standard error, which must be JSON. */
const linesOf = (stderr: string): Record<string, unknown>[] =>
  stderr
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const env = { ROLLCALL_LOG: "json" };

test("a command in a service unit logs as JSON, and names no person", async () => {
  const c = await company();
  c.hr([...people(3), { id: "0099", mail: "not an address", last: "Quartermain" }]);
  const { code, stdout, stderr } = await c.place.run(["sync", "job.yaml", "--json"], { env });
  expect([code, JSON.parse(stdout)]).toMatchObject([1, { counts: { done: 3, rejected: 1 } }]);
  const lines = linesOf(stderr);
  expect(lines.map(({ event }) => event)).toEqual([
    "run_began",
    "read_file_began",
    "read_file_ended",
    "plan_began",
    "plan_ended",
    "apply_began",
    "apply_ended",
    "run_ended",
    "command_ended",
  ]);
  expect(lines.at(-1)).toMatchObject({ level: "warn", name: "rollcall sync", exit: 1 });
  expect(stderr).not.toMatch(/Quartermain|not an address|0099/);
});

test("a command that fails logs the code of the problem, and a setting that is not known is refused", async () => {
  const c = await company();
  c.place.write("hr.csv", "nothing;here\n");
  const { code, stderr } = await c.place.run(["sync", "job.yaml", "--quiet"], { env });
  expect(code).toBe(4);
  expect(linesOf(stderr).at(-1)).toMatchObject({ event: "command_ended", exit: 4, err: { code: expect.any(String) } });
  const unknown = await c.place.run(["sync", "job.yaml"], { env: { ROLLCALL_LOG: "xml" } });
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining("Set it to json or text")]);
  const { stderr: text } = await c.run("sync", "job.yaml");
  expect(text).not.toContain('"event"');
});
