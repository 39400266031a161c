import { expect, onTestFinished, test } from "vitest";
import { openStepQueue } from "../../src/queue/steps.ts";
import { company } from "../helpers/company.ts";
import { redis } from "../helpers/servers.ts";
import { logInto } from "../observability/counted-run.ts";

test("a lost Redis is logged once, not for each retry, and a queue that is closed normally logs nothing", async () => {
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
    // It is retried many times meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 2000));
    expect(lines()).toMatchObject([{ event: "queue_trouble", level: "warn" }]);
    expect(lines()[0]).not.toHaveProperty("err");
    await server.start();
    await expect.poll(() => queue.add("o-1", "notify").then(() => "added", String), { timeout: 30_000 }).toBe("added");
    await expect.poll(() => taken, { timeout: 60_000 }).toContain("o-1");
    await queue.close();
  });
}, 120_000);
