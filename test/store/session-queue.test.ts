import { setImmediate } from "node:timers/promises";
import { PGlite } from "@electric-sql/pglite";
import { expect, test } from "vitest";
import { PglitePool } from "../../src/state/database/pglite-pool.ts";
import { beforeRuns, SessionQueue } from "../../src/state/database/session-queue.ts";

/** Queues a piece of work that notes its name. */
function queueAs(queue: SessionQueue, name: string, done: string[]): Promise<void> {
  return queue.run(async () => void done.push(name));
}

test("statements of a page come before those of a run that already wait", async () => {
  const queue = new SessionQueue();
  const release = await queue.acquire();
  const done: string[] = [];
  const waiting = [queueAs(queue, "run 1", done), queueAs(queue, "run 2", done)];
  beforeRuns(() => void waiting.push(queueAs(queue, "page 1", done), queueAs(queue, "page 2", done)));
  await setImmediate();
  expect(done).toEqual([]);
  release();
  await Promise.all(waiting);
  expect(done).toEqual(["page 1", "page 2", "run 1", "run 2"]);
});

test("a run continues while pages never stop asking", async () => {
  const queue = new SessionQueue();
  const release = await queue.acquire();
  const done: string[] = [];
  const waiting = [queueAs(queue, "run", done)];
  beforeRuns(() => {
    for (let i = 0; i < 200; i += 1) waiting.push(queueAs(queue, "page", done));
  });
  release();
  await Promise.all(waiting);
  expect(done.indexOf("run")).toBe(50);
});

test("a session is passed on after work that failed", async () => {
  const queue = new SessionQueue();
  await expect(queue.run(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await queue.run(async () => "next")).toBe("next");
});

test("other events happen between long statements, inside a transaction too", async () => {
  const database = new PGlite();
  try {
    const pool = new PglitePool(database);
    const client = await pool.connect();
    await client.query("BEGIN");
    let events = 0;
    const watch = (): void => {
      events += 1;
      if (events < 100) setTimeout(watch, 0);
    };
    setTimeout(watch, 0);
    const long = "SELECT count(*) FROM generate_series(1, 300000)";
    await client.query(long);
    for (let i = 0; i < 5; i += 1) await client.query(long);
    expect(events).toBeGreaterThan(2);
    await client.query("COMMIT");
    client.release();
  } finally {
    await database.close();
  }
});
