/** Redis in the shapes that REDIS_URL may name, each of real servers on this machine. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { bring } from "./programs.ts";
import { redisServer, type TestServer } from "./servers.ts";

const PASSWORD = "not-a-secret";

/** An authority of our own, and what it has vouched for: a server at 127.0.0.1. Paths of PEM files. */
export interface Certificates {
  ca: string;
  cert: string;
  key: string;
}

export function certificates(dir: string): Certificates {
  mkdirSync(dir, { recursive: true });
  const at = (name: string): string => join(dir, name);
  const program = bring("openssl", ["version"]);
  const openssl = (...args: string[]): void => void execFileSync(program, args, { stdio: "ignore" });
  const fresh = ["-newkey", "rsa:2048", "-nodes", "-days", "2"];
  openssl("req", "-x509", ...fresh, "-keyout", at("ca.key"), "-out", at("ca.pem"), "-subj", "/CN=Authority of a test");
  const names = ["-subj", "/CN=redis", "-addext", "subjectAltName=IP:127.0.0.1"];
  openssl(
    "req",
    "-x509",
    ...fresh,
    "-CA",
    at("ca.pem"),
    "-CAkey",
    at("ca.key"),
    "-keyout",
    at("key.pem"),
    "-out",
    at("cert.pem"),
    ...names,
  );
  return { ca: at("ca.pem"), cert: at("cert.pem"), key: at("key.pem") };
}

/** What a server needs to speak TLS only, and a client of it besides. */
const tlsOf = (port: number, { ca, cert, key }: Certificates): { server: string[]; asking: string[] } => ({
  server: [
    "--port",
    "0",
    "--tls-port",
    String(port),
    "--tls-cert-file",
    cert,
    "--tls-key-file",
    key,
    "--tls-ca-cert-file",
    ca,
    "--tls-auth-clients",
    "no",
  ],
  asking: ["--tls", "--cacert", ca],
});

/** One server that speaks TLS only, under an authority of its own, with a password. */
export interface SecureRedis extends TestServer {
  /** The authority's certificate, for `NODE_EXTRA_CA_CERTS`. */
  ca: string;
  password: string;
  port: number;
}

export async function secureRedis(): Promise<SecureRedis> {
  const dir = mkdtempSync(join(tmpdir(), "rollcall-redis-"));
  const files = certificates(dir);
  const port = await freePort();
  const { server, asking } = tlsOf(port, files);
  const running = await redisServer(port, [...server, "--requirepass", PASSWORD], [...asking, "-a", PASSWORD]);
  return {
    ...running,
    url: `rediss://:${PASSWORD}@127.0.0.1:${port}`,
    ca: files.ca,
    password: PASSWORD,
    port,
    close: async () => {
      await running.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Sentinels over a master and its replica. */
export interface WatchedRedis {
  url: string;
  /** The same without the name of the master. */
  sentinels: string;
  ca: string | null;
  /** A replica, as it would be asked by itself. */
  replica: string;
  /** Kills the server that is master at this moment, and comes back when the sentinels have made the other one master. */
  failOver(): Promise<void>;
  close(): Promise<void>;
}

const MASTER = "rollcall-master";

/** `secure`: TLS between all of them, and to them. */
export async function watchedRedis({ secure = false }: { secure?: boolean } = {}): Promise<WatchedRedis> {
  const dir = mkdtempSync(join(tmpdir(), "rollcall-redis-"));
  const files = secure ? certificates(dir) : null;
  const shape = (port: number): { server: string[]; asking: string[] } =>
    files === null ? { server: ["--port", String(port)], asking: [] } : tlsOf(port, files);
  const between = files === null ? [] : ["--tls-replication", "yes"];
  const auth = ["--requirepass", PASSWORD, "--masterauth", PASSWORD];
  const [first, second] = [await freePort(), await freePort()];
  const ask = (port: number, ...words: string[]): string =>
    execFileSync("redis-cli", ["-p", String(port), ...shape(port).asking, ...words], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  const begin = async (port: number, more: string[]): Promise<Omit<TestServer, "url">> => {
    const { server, asking } = shape(port);
    return redisServer(port, [...server, ...between, ...auth, ...more], [...asking, "-a", PASSWORD]);
  };
  const servers = new Map([[first, await begin(first, [])]]);
  servers.set(second, await begin(second, ["--replicaof", `127.0.0.1 ${first}`]));
  const ports = [await freePort(), await freePort(), await freePort()];
  const watchers: Omit<TestServer, "url">[] = [];
  for (const port of ports) {
    const file = join(dir, `sentinel-${port}.conf`);
    const lines = [
      `sentinel monitor ${MASTER} 127.0.0.1 ${first} 2`,
      `sentinel auth-pass ${MASTER} ${PASSWORD}`,
      `sentinel down-after-milliseconds ${MASTER} 1000`,
      `sentinel failover-timeout ${MASTER} 5000`,
    ];
    writeFileSync(file, `${lines.join("\n")}\n`);
    const { server, asking } = shape(port);
    watchers.push(await redisServer(port, [file, "--sentinel", ...server, ...between], asking));
  }
  const masterPort = (): number => Number(ask(ports[0] ?? 0, "--raw", "sentinel", "get-master-addr-by-name", MASTER).split("\n")[1]);
  const eventually = async (found: () => boolean): Promise<void> => {
    for (let tries = 0; tries < 600; tries += 1) {
      if (found()) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error("the sentinels do not come to an end");
  };
  // Before they know of the replica and of each other they cannot make another one master.
  await eventually(() =>
    ports.every(
      (port) =>
        /num-slaves\n1\n/.test(ask(port, "--raw", "sentinel", "master", MASTER)) &&
        /num-other-sentinels\n2\n/.test(ask(port, "--raw", "sentinel", "master", MASTER)),
    ),
  );
  await eventually(() => ask(second, "-a", PASSWORD, "info", "replication").includes("master_link_status:up"));
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(",");
  const sentinels = `redis${secure ? "s" : ""}+sentinel://:${PASSWORD}@${hosts}`;
  return {
    url: `${sentinels}/${MASTER}`,
    sentinels,
    ca: files?.ca ?? null,
    replica: `redis${secure ? "s" : ""}://:${PASSWORD}@127.0.0.1:${second}`,
    failOver: async () => {
      const was = masterPort();
      await servers.get(was)?.kill();
      await eventually(() => masterPort() !== was);
    },
    close: async () => {
      await Promise.all([...watchers, ...servers.values()].map((server) => server.close()));
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** A Cluster of three masters without replicas. */
export interface ClusteredRedis {
  url: string;
  /** Kills the master that has the queues, and starts it again, empty. */
  restart(pause: number): Promise<void>;
  /** What each of its servers has under a setting from now on. */
  configure(setting: string, value: string): void;
  close(): Promise<void>;
}

/** What BullMQ's keys begin with, which says where in a Cluster they lie. */
const KEY = "{rollcall}";

export async function clusteredRedis(): Promise<ClusteredRedis> {
  // Its servers speak with each other 10,000 ports above.
  const ports = [await freePort(10_000), await freePort(10_000), await freePort(10_000)];
  const servers = new Map<number, Omit<TestServer, "url">>();
  for (const port of ports) {
    const cluster = ["--cluster-enabled", "yes", "--cluster-node-timeout", "2000"];
    servers.set(port, await redisServer(port, ["--port", String(port), "--requirepass", PASSWORD, ...cluster], ["-a", PASSWORD]));
  }
  const ask = (port: number, ...words: string[]): string =>
    execFileSync("redis-cli", ["-p", String(port), "-a", PASSWORD, ...words], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  const [first = 0] = ports;
  const hosts = ports.map((port) => `127.0.0.1:${port}`);
  ask(first, "--cluster", "create", ...hosts, "--cluster-yes");
  const ready = async (): Promise<void> => {
    for (let tries = 0; !ports.every((port) => ask(port, "cluster", "info").includes("cluster_state:ok")); tries += 1) {
      if (tries > 600) throw new Error("the Cluster does not come about");
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  await ready();
  const ours = ports.find((port) => !/MOVED/.test(ask(port, "get", KEY))) ?? first;
  return {
    url: `redis+cluster://:${PASSWORD}@${hosts.join(",")}`,
    restart: async (pause) => {
      await servers.get(ours)?.kill();
      await new Promise((resolve) => setTimeout(resolve, pause));
      await servers.get(ours)?.start();
      await ready();
    },
    configure: (setting, value) => {
      for (const port of ports) ask(port, "config", "set", setting, value);
    },
    close: () => Promise.all([...servers.values()].map((server) => server.close())).then(() => undefined),
  };
}
