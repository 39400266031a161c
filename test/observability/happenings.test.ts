/** What happens beside the steps of the work, as the log tells it; from the place where it happens. */
import { expect, test } from "vitest";
import { prepareQueues } from "../../src/queue/backend.ts";
import { openStepQueue } from "../../src/queue/steps.ts";
import { QueueInspector } from "../../src/queue/inspector.ts";
import { company } from "../helpers/company.ts";

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
    const window = new QueueInspector(state);
    const failed = async () => (await window.open([])[0]?.getJobs(["delayed", "waiting"])) ?? [];
    await expect.poll(async () => (await failed()).map(({ failedReason }) => failedReason), { timeout: 20_000 }).toEqual(["TypeError"]);
    expect(JSON.stringify((await failed()).map((job) => job.toJSON()))).not.toContain("Lopez");
    await window.close();
    await queue.close();
  });
});
