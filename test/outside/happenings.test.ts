/** What happens beside the steps of the work, as the log tells it; from the place where it happens. */
import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { loadConfiguration, withOpenJob } from "../../src/cli/wire.ts";
import { openStepQueue } from "../../src/queue/steps.ts";
import { QueueWindow } from "../../src/queue/window.ts";
import { prepareQueues } from "../../src/queue/backend.ts";
import { resumeRun } from "../../src/run.ts";
import { listRunsUnderWay, recoverRuns } from "../../src/store/runs.ts";
import { company, people, until } from "../helpers/company.ts";
import { redis } from "../helpers/servers.ts";
import { logInto } from "./night.ts";
import { testCall } from "../helpers/io.ts";

const quiet = { phase: () => undefined, at: () => undefined, say: () => undefined, end: () => undefined };

test("a Redis that goes away is told once and not for each try, and a queue that is closed in peace tells nothing", async () => {
  const server = await redis();
  onTestFinished(() => server.close());
  const c = await company();
  const { log, lines } = logInto();
  const stop = log.follow();
  onTestFinished(stop);
  await c.look(async (state) => {
    const place = { queuePool: state.queuePool, redis: server.url };
    const peaceful = openStepQueue(place);
    await peaceful.work(async () => "done");
    await peaceful.close();
    expect(lines()).toEqual([]);
    const queue = openStepQueue(place);
    const taken: string[] = [];
    await queue.work(async ({ order }) => {
      taken.push(order);
      return "done";
    });
    await server.kill();
    await expect.poll(() => lines().length, { timeout: 30_000 }).toBeGreaterThan(0);
    // It is tried again many times meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 2000));
    expect(lines()).toMatchObject([{ event: "queue_trouble", level: "warn" }]);
    expect(lines()[0]).not.toHaveProperty("err");
    await server.start();
    await expect.poll(() => queue.add("o-1", "notify").then(() => "added", String), { timeout: 30_000 }).toBe("added");
    await expect.poll(() => taken, { timeout: 60_000 }).toContain("o-1");
    await queue.close();
  });
}, 120_000);

test("operations of a process that was killed are told as taken over, with their run", async () => {
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
    await recoverRuns(state.db, state.me, new Date());
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

test("a step that fails leaves no words of its error in the queue (I9)", async () => {
  const c = await company();
  await c.look(async (state) => {
    await prepareQueues(state);
    const queue = openStepQueue(state);
    let tries = 0;
    await queue.work(async () => {
      tries += 1;
      throw new TypeError("there is no person Ana Lopez");
    });
    await queue.add("o-1", "notify");
    await expect.poll(() => tries, { timeout: 20_000 }).toBeGreaterThan(0);
    const window = new QueueWindow(state);
    const failed = async () => (await window.look([])[0]?.getJobs(["delayed", "waiting"])) ?? [];
    await expect.poll(async () => (await failed()).map(({ failedReason }) => failedReason), { timeout: 20_000 }).toEqual(["TypeError"]);
    expect(JSON.stringify((await failed()).map((job) => job.toJSON()))).not.toContain("Lopez");
    await window.close();
    await queue.close();
  });
});
