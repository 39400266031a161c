/** Ctrl-C before anything is sent: while a file is read, and between the file and the plan. */
import { expect, test } from "vitest";
import { runCli } from "../../src/cli/run-cli.ts";
import type { Io } from "../../src/cli/run-cli.ts";
import type { State } from "../../src/state/state.ts";
import { company, people, type Company, type Result } from "../helpers/company.ts";
import { testIo } from "../helpers/io.ts";

/** Runs `sync`, and stops it as soon as the run asks for this lock, or tells of this phase. */
async function stoppedAt(c: Company, at: { lock?: string; phase?: string }): Promise<{ code: number; result: Result; stderr: string }> {
  const openState: Io["openState"] = async () => {
    const state = await c.place.openState();
    const { locks } = state;
    const exclusively: State["locks"]["exclusively"] = (name, ...rest) => {
      if (name === at.lock) stop();
      return locks.exclusively(name, ...rest);
    };
    return Object.assign(Object.create(state) as State, { locks: { ...locks, exclusively } });
  };
  const { io, stdout, stderr, stop } = testIo(c.place.dir, { openState, now: c.clock.now, sleep: c.clock.sleep, timer: c.clock.timer });
  const write = io.stderr.write.bind(io.stderr);
  io.stderr.write = ((text: string) => {
    if (at.phase !== undefined && text.includes(at.phase)) stop();
    return write(text);
  }) as typeof io.stderr.write;
  const code = await runCli(["sync", "job.yaml", "--json"], io);
  return { code, result: JSON.parse(stdout()) as Result, stderr: stderr() };
}

test("a run that is stopped between its file and its plan is interrupted, and can be resumed", async () => {
  const c = await company();
  c.hr(people(3));
  const { code, result, stderr } = await stoppedAt(c, { lock: "plan:acme" });
  expect(code).toBe(1);
  expect(result).toMatchObject({ status: "interrupted", problem: { code: "interrupted" }, counts: { held: 3 } });
  expect(stderr).toContain(`rollcall runs resume ${result.run}`);
  expect((await c.run("runs", "show", result.run)).stdout).toContain("hr.csv: interrupted.");
  expect(await c.night("runs resume", [result.run])).toMatchObject({ code: 0, counts: { creates: 3, done: 3 } });
});

test("a run that is stopped while it reads its file offers no resume", async () => {
  const c = await company();
  c.hr(people(3));
  const { code, result } = await stoppedAt(c, { phase: "Opening the file" });
  expect([code, result.status]).toEqual([1, "interrupted"]);
  const shown = (await c.run("runs", "show", result.run)).stdout;
  expect(shown).toContain("Start it again with `rollcall sync`.");
  expect(shown).not.toContain("runs resume");
});
