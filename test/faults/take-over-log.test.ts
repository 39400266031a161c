import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { loadConfiguration, withOpenJob } from "../../src/app/open-session.ts";
import { prepareQueues } from "../../src/queue/backend.ts";
import { resumeRun } from "../../src/pipeline/pipeline.ts";
import { listRunsUnderWay, recoverRuns } from "../../src/store/runs/runs.ts";
import { company, people, until } from "../helpers/company.ts";
import { testCall } from "../helpers/io.ts";
import { logInto, quiet } from "../observability/counted-run.ts";

test("operations of a killed process are logged as taken over, with their run", async () => {
  const c = await company({ faults: [{ path: "/users", delayMs: 400, times: -1 }] });
  c.hr(people(40));
  const child = await c.place.start(["sync", "job.yaml", "--quiet"]);
  await until(() => c.userCalls("POST").length > 4, 60_000);
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
  c.service.clearFaults();
  const { log, lines } = logInto("info");
  const stop = log.follow();
  onTestFinished(stop);
  const run = await c.look(async (state) => {
    await prepareQueues(state);
    const [id = ""] = await listRunsUnderWay(state.db, 1);
    await recoverRuns(state.db, state.processId, new Date());
    const io = testCall(c.place.dir);
    const { job, mapping } = await loadConfiguration(io, join(c.place.dir, "job.yaml"));
    await withOpenJob(io, state, job, mapping, quiet, ({ session, connect }) => resumeRun(session, connect, id));
    return id;
  });
  const [told, ...more] = lines().filter(({ event }) => event === "worker_took_over");
  expect(more).toEqual([]);
  expect(told).toMatchObject({ level: "warn", run, job: "nightly", operations: expect.any(Number) });
  expect(told?.["operations"]).toBeGreaterThan(0);
}, 120_000);
