import { readFile } from "node:fs/promises";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
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
  const end = beforeRuns(() => void waiting.push(queueAs(queue, "page 1", done), queueAs(queue, "page 2", done)));
  await setImmediate();
  expect(done).toEqual([]);
  release();
  await Promise.all(waiting.slice(2));
  end();
  await Promise.all(waiting);
  expect(done).toEqual(["page 1", "page 2", "run 1", "run 2"]);
});

/** Sends two statements as a page does, which reads a file between them. */
async function page(queue: SessionQueue, done: string[]): Promise<void> {
  await queueAs(queue, "page 1", done);
  await readFile(import.meta.filename);
  await queueAs(queue, "page 2", done);
}

test("no statement of a run comes between two statements of a page", async () => {
  const queue = new SessionQueue();
  const release = await queue.acquire();
  const done: string[] = [];
  const waiting = [queueAs(queue, "run 1", done), queueAs(queue, "run 2", done)];
  const end = beforeRuns(() => void waiting.push(page(queue, done)));
  release();
  await waiting[2];
  end();
  await Promise.all(waiting);
  expect(done).toEqual(["page 1", "page 2", "run 1", "run 2"]);
});

test("a run does not wait for what a page reads after its answer has begun", async () => {
  const queue = new SessionQueue();
  const release = await queue.acquire();
  const done: string[] = [];
  const waiting = [queueAs(queue, "run", done)];
  beforeRuns(() => void waiting.push(page(queue, done)))();
  release();
  await Promise.all(waiting);
  expect(done).toEqual(["page 1", "run", "page 2"]);
});

test("a run has its turns beside several downloads", async () => {
  const queue = new SessionQueue();
  const downloads: Promise<void>[] = [];
  let reads = 0;
  const download = async (): Promise<void> => {
    // Its answer begins before it reads.
    await setImmediate();
    for (let i = 0; i < 20; i += 1) await queue.run(async () => void (reads += (await sleep(5), 1)));
  };
  for (let i = 0; i < 2; i += 1) beforeRuns(() => void downloads.push(download()))();
  await setImmediate();
  for (let i = 0; i < 5; i += 1) await queue.run(async () => undefined);
  expect(reads).toBeLessThan(20);
  await Promise.all(downloads);
});

test("a run continues while pages never stop asking", async () => {
  const queue = new SessionQueue();
  const release = await queue.acquire();
  const done: string[] = [];
  const waiting = [queueAs(queue, "run", done)];
  const end = beforeRuns(() => {
    for (let i = 0; i < 30; i += 1) waiting.push(queue.run(async () => void done.push(await sleep(20, "page"))));
  });
  release();
  await Promise.all(waiting);
  end();
  expect(done.length).toBe(31);
  expect(done.indexOf("run")).toBeGreaterThan(0);
  expect(done.at(-1)).toBe("page");
});

test("a run does not wait longer for a page that needs long", async () => {
  const queue = new SessionQueue();
  const done: string[] = [];
  const end = beforeRuns(() => undefined);
  for (let i = 0; i < 3; i += 1) await queueAs(queue, `run ${i}`, done);
  end();
  expect(done).toEqual(["run 0", "run 1", "run 2"]);
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
