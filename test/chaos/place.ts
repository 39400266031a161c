/** One installation: PostgreSQL, Redis, the learning service, and four processes, with a wire of its own between any two. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { runCli } from "../../src/cli/run-cli.ts";
import { startSandbox } from "../../bench/tools.ts";
import { freePort } from "../helpers/free-port.ts";
import { testIo } from "../helpers/io.ts";
import { postgres, redis, type TestServer } from "../helpers/servers.ts";
import { startProgram, type Program } from "./program.ts";
import { openService, type Service } from "./service.ts";
import { openWire, type Wire } from "./wire.ts";

export const PROGRAMS = { scheduler: "scheduler", "worker-1": "worker", "worker-2": "worker", console: "console" } as const;
export type ProgramName = keyof typeof PROGRAMS;
export const WORKERS = ["worker-1", "worker-2"] as const;
export type ServerName = "postgres" | "redis" | "service";

export interface Place {
  dir: string;
  service: Service;
  redis: TestServer;
  postgres: TestServer & {
    /** Ends it without a checkpoint, as a crash does. */
    crash(): Promise<void>;
    /** Starts it again if it has ended. */
    revive(): Promise<void>;
    /** `null` in a container. */
    pid: number | null;
  };
  programs: Record<ProgramName, Program>;
  wires: Record<ProgramName, Record<ServerName, Wire>>;
  /** Receives the notifications; while it holds, they stay unanswered. */
  webhook: { url: string; received(): number; hold(): void; release(): void };
  /** Asks the database directly. */
  ask<T extends pg.QueryResultRow>(statement: string, values?: unknown[]): Promise<T[]>;
  /** Requests a run through the console, as soon as the console answers. @returns its id */
  request(): Promise<string>;
  close(): Promise<void>;
}

/** @param sets how many groups the service has besides that of everybody */
export async function openPlace(sets: number, keepsRedis: boolean): Promise<Place> {
  const dir = mkdtempSync(join(tmpdir(), "rollcall-chaos-"));
  const [database, queues, sandbox] = await Promise.all([postgres(true), redis(keepsRedis), startSandbox("joiners", String(sets))]);
  const url = await database.database();
  const targets: Record<ServerName, string> = { postgres: url, redis: queues.url, service: sandbox.url };
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on("error", () => undefined);
  const ask: Place["ask"] = async (statement, values = []) => (await pool.query(statement, values)).rows;
  const common = {
    PATH: process.env["PATH"] ?? "",
    HOME: dir,
    NO_COLOR: "1",
    ROLLCALL_SECRET_KEY: "a key of these tests that protects nothing",
    SERVICE_TOKEN: sandbox.token,
    ROLLCALL_GRACE: "10s",
  };
  mkdirSync(join(dir, "jobs"), { recursive: true });
  const token = await makeToken(dir, { ...common, DATABASE_URL: url, REDIS_URL: queues.url, SERVICE_URL: sandbox.url });

  const wires = {} as Record<ProgramName, Record<ServerName, Wire>>;
  const programs = {} as Record<ProgramName, Program>;
  for (const [name, role] of Object.entries(PROGRAMS) as [ProgramName, string][]) {
    const [toPostgres, toRedis, toService] = await Promise.all([targets.postgres, targets.redis, targets.service].map(openWire));
    if (toPostgres === undefined || toRedis === undefined || toService === undefined) throw new Error("a wire is missing");
    wires[name] = { postgres: toPostgres, redis: toRedis, service: toService };
    programs[name] = startProgram(
      name,
      ["serve", "--roles", role, "--port", String(await freePort()), "--json", "--quiet"],
      dir,
      // Each as on a host of its own.
      {
        ...common,
        ROLLCALL_STATE: join(dir, name),
        DATABASE_URL: toPostgres.url,
        REDIS_URL: toRedis.url,
        SERVICE_URL: toService.url,
        ...(role === "console" ? {} : { ROLLCALL_HEALTH_PORT: String(await freePort()) }),
      },
    );
  }
  await Promise.all(Object.values(programs).map(({ ready }) => ready()));
  const dataDirectory = (await ask<{ setting: string }>("SELECT setting FROM pg_settings WHERE name = 'data_directory'"))[0]?.setting ?? "";
  const hook = await openWebhook();

  const pidFile = join(dataDirectory, "postmaster.pid");
  // In a container it cannot be reached.
  const postmaster = existsSync(pidFile) ? Number(readFileSync(pidFile, "utf8").split("\n")[0]) : null;
  const crash = async (): Promise<void> => {
    if (postmaster === null) return database.kill();
    process.kill(postmaster, "SIGQUIT");
    while (isAlive(postmaster)) await sleep(20);
  };
  const request = async (): Promise<string> => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    for (let tries = 0; ; tries += 1) {
      try {
        const address = await programs.console.ready();
        const answer = await fetch(`${address}/api/v1/jobs/nightly/run`, { method: "POST", headers, body: "{}" });
        const body = (await answer.json()) as { run?: string };
        if (body.run !== undefined) return body.run;
        throw new Error(`the console answers ${answer.status}: ${JSON.stringify(body)}`);
      } catch (error) {
        if (tries >= 30) throw error;
        await sleep(500);
      }
    }
  };
  return {
    dir,
    service: openService(sandbox.url),
    redis: queues,
    postgres: {
      ...database,
      crash,
      pid: postmaster,
      revive: async () => void (postmaster === null || isAlive(postmaster) || (await database.start())),
    },
    programs,
    wires,
    webhook: hook,
    ask,
    request,
    close: async () => {
      hook.close();
      await Promise.all(Object.values(programs).map((program) => program.close()));
      await Promise.all(Object.values(wires).flatMap((wire) => Object.values(wire).map((each) => each.close())));
      sandbox.child.kill("SIGKILL");
      await pool.end();
      await Promise.all([database.close(), queues.close()]);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function makeToken(dir: string, env: Record<string, string>): Promise<string> {
  const { io, stdout, stderr } = testIo(dir, { env: { ...env, ROLLCALL_STATE: join(dir, "by-hand") } });
  const code = await runCli(["tokens", "create", "machine", "--role", "operator", "--expires", "1d", "--json"], io);
  if (code !== 0) throw new Error(stderr());
  return (JSON.parse(stdout()) as { token: string }).token;
}

async function openWebhook(): Promise<Place["webhook"] & { close(): void }> {
  let holds = false;
  let received = 0;
  const held: ServerResponse[] = [];
  const server = createServer((_request, response) => {
    received += 1;
    if (holds) held.push(response);
    else response.end("ok");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received: () => received,
    hold: () => void (holds = true),
    release: () => {
      holds = false;
      for (const response of held.splice(0)) response.end("ok");
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
