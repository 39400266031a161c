/**
 * The three places of the state beside each other, several workers beside one, and what lies in Redis while very many
 * operations wait. PostgreSQL and Redis are real ones, as the tests have them, and PostgreSQL waits for its disk.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Redis } from "ioredis";
import { postgres, redis } from "../test/helpers/servers.ts";
import { job, mapping, writeCompany } from "./data.ts";
import { freshToken, startSandbox, step, stepBeside, type Step } from "./tools.ts";

type Add = (rows: number, what: string, measured: Step, count: number, beside: string) => void;

const bin = fileURLToPath(new URL("../bin/rollcall.js", import.meta.url));
const IN_FLIGHT = 32;
/** How late the service answers, in ms. */
const LATENCY = 50;
/** Reading the sandbox takes its processor time, too. */
const POLL_MS = 1500;

/** A company of `rows` in a folder of its own, with a job for a sandbox. @returns the folder */
async function companyAt(
  base: string,
  name: string,
  rows: number,
  sandbox: { url: string; token: string },
  rate?: string,
): Promise<string> {
  const dir = join(base, name);
  mkdirSync(dir, { recursive: true });
  const file = join(dir, "company.csv");
  await writeCompany(file, rows);
  writeFileSync(join(dir, "mapping.yaml"), mapping);
  writeFileSync(join(dir, "job.yaml"), job(sandbox.url, sandbox.token, file, rate));
  return dir;
}

/** What queue and store add to an operation: creates of one process, less a bare loop of requests, in each place. */
export async function measurePlaces(base: string, add: Add): Promise<void> {
  // Enough for the embedded database to be compiled for much work.
  const all = 8000;
  const [database, queue] = await Promise.all([postgres(true), redis()]);
  try {
    const both = async () => ({ DATABASE_URL: await database.database(), REDIS_URL: queue.url });
    const places: [string, Record<string, string>, number][] = [
      ["embedded", {}, 0],
      ["PostgreSQL", { DATABASE_URL: await database.database() }, 0],
      ["PostgreSQL and Redis", await both(), 0],
      ["PostgreSQL and Redis", await both(), LATENCY],
    ];
    for (const [place, env, latency] of places) {
      const name = latency === 0 ? place : `${place}, ${latency} ms latency`;
      const rows = latency === 0 ? all : all / 4;
      const sandbox = await startSandbox();
      try {
        const dir = await companyAt(base, `place ${name}`, rows, sandbox);
        const given = { ...key, ...env, ROLLCALL_CONCURRENCY: String(IN_FLIGHT) };
        if (latency > 0) await answerLate(sandbox.url);
        const plan = await stepBeside(given, ["plan", dir, join(dir, "company.csv")]);
        const apply = await stepBeside(given, ["apply", dir, join(dir, "company.csv"), plan.run ?? ""]);
        if (apply.operations !== rows) throw new Error(`of ${rows} creates ${apply.operations} were done`);
        const bare = step("got", JSON.stringify({ url: sandbox.url, token: await freshToken(sandbox.url) }), String(rows));
        const added = (apply.ms - bare.ms) / rows;
        const took = `${(apply.ms / rows).toFixed(2)} ms, a bare loop ${(bare.ms / rows).toFixed(2)} ms`;
        const share = `${(bare.ms / apply.ms).toFixed(2)} of its rate`;
        add(rows, `creates, ${IN_FLIGHT} in flight, ${name}`, apply, rows, `an operation ${took}: ${added.toFixed(2)} ms added, ${share}`);
      } finally {
        sandbox.child.kill("SIGTERM");
      }
    }
  } finally {
    await Promise.all([database.close(), queue.close()]);
  }
}

/** Sensitive cells never lie on a server in the clear. */
const key = { ROLLCALL_SECRET_KEY: "a key of the bench that protects nothing at all" };

/** Each worker has so few under way that waiting for the service, not the processor, takes its time. */
const EACH = 4;

/** One run carried out by 1, 2 and 4 processes over one PostgreSQL and Redis, with a service that takes its time. */
export async function measureWorkers(base: string, add: Add): Promise<void> {
  const [database, queue] = await Promise.all([postgres(true), redis()]);
  try {
    let alone = 0;
    for (const [workers, perSecond] of [
      [1, 10_000],
      [2, 10_000],
      [4, 10_000],
      [4, 100],
    ] as const) {
      const env = { ...key, DATABASE_URL: await database.database(), REDIS_URL: queue.url, ROLLCALL_CONCURRENCY: String(EACH) };
      const rate = await workersRate(base, env, workers, perSecond);
      if (workers === 1) alone = rate;
      const limit = perSecond < 10_000 ? `, at most ${perSecond} a second` : "";
      const beside = `${(rate / alone).toFixed(2)} times one`;
      add(
        0,
        `${workers === 1 ? "1 worker" : `${workers} workers`}, ${EACH} each, ${LATENCY} ms${limit}`,
        { ms: 1000, peakMb: 0 },
        rate,
        beside,
      );
    }
  } finally {
    await Promise.all([database.close(), queue.close()]);
  }
}

/** How many creates a second, from when all are at work until shortly before the end. */
async function workersRate(base: string, env: Record<string, string>, workers: number, perSecond: number): Promise<number> {
  const sandbox = await startSandbox();
  const started: ChildProcess[] = [];
  try {
    await answerLate(sandbox.url);
    const rows = 1500 * Math.min(workers, 3);
    const dir = await companyAt(base, `workers ${workers} ${perSecond}`, rows, sandbox, `per_second: ${perSecond}, in_flight: 64`);
    const run = (...args: string[]): void => {
      const child = spawn(process.execPath, [bin, ...args, "--state", join(dir, "state"), "--quiet"], {
        cwd: dir,
        env: { ...process.env, ...env },
        stdio: "ignore",
      });
      started.push(child);
    };
    run("sync", "job.yaml");
    for (let n = 1; n < workers; n += 1) run("serve", "--roles", "worker");
    const reached = async (n: number): Promise<{ n: number; at: number }> => {
      for (;;) {
        const now = await usersOf(sandbox.url);
        if (now >= n) return { n: now, at: performance.now() };
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    };
    const from = await reached(rows * 0.35);
    const to = await reached(rows * 0.9);
    return (to.n - from.n) / ((to.at - from.at) / 1000);
  } finally {
    for (const child of started) child.kill("SIGKILL");
    sandbox.child.kill("SIGTERM");
  }
}

/** Lets the sandbox answer all requests about users late. */
async function answerLate(url: string): Promise<void> {
  await fetch(`${url}/_sandbox/faults`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ path: "/users", delayMs: LATENCY, times: -1 }),
  });
}

async function usersOf(url: string): Promise<number> {
  return ((await (await fetch(`${url}/_sandbox/state`)).json()) as { users: unknown[] }).users.length;
}

/** After so many creates the queue has been filled several times. */
const ENOUGH = 4000;

/** What Redis holds at most while a run of so many operations goes on: portions, not all of them. */
export async function measureQueue(base: string, add: Add): Promise<void> {
  const [database, queue] = await Promise.all([postgres(), redis()]);
  const client = new Redis(queue.url);
  try {
    for (const rows of [5000, 500_000]) {
      const sandbox = await startSandbox();
      try {
        const env = { ...key, DATABASE_URL: await database.database(), REDIS_URL: queue.url };
        const dir = await companyAt(base, `queue ${rows}`, rows, sandbox);
        const plan = await stepBeside(env, ["plan", dir, join(dir, "company.csv")]);
        await client.flushall();
        const stop = new AbortController();
        const apply = stepBeside(env, ["apply", dir, join(dir, "company.csv"), plan.run ?? ""], stop.signal);
        apply.catch(() => undefined);
        let most = 0;
        while ((await usersOf(sandbox.url)) < ENOUGH) {
          for (let looks = 0; looks < 20; looks += 1) {
            most = Math.max(most, Number(/used_memory:(\d+)/.exec(await client.info("memory"))?.[1] ?? 0));
            await new Promise((resolve) => setTimeout(resolve, 50));
          }
        }
        stop.abort();
        const mb = most / 1_000_000;
        add(
          rows,
          "operations of a run under way, Redis",
          { ms: plan.ms, peakMb: Math.round(mb) },
          rows,
          `Redis: ${mb.toFixed(1)} MB at most`,
        );
        if (mb > 100) throw new Error(`Redis holds ${mb.toFixed(1)} MB for ${rows} operations`);
      } finally {
        sandbox.child.kill("SIGTERM");
      }
    }
  } finally {
    client.disconnect();
    await Promise.all([database.close(), queue.close()]);
  }
}
