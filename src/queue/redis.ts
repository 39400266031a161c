import { Cluster, Redis } from "ioredis";
import { EXIT, Problem, UsageProblem } from "../model/problem.ts";

/** Where Redis is, as REDIS_URL says it. */
export type RedisPlace =
  | { kind: "single"; url: string }
  | { kind: "sentinel"; sentinels: Node[]; master: string; options: Login }
  | { kind: "cluster"; nodes: Node[]; options: Login };

interface Node {
  host: string;
  port: number;
}

interface Login {
  username?: string;
  password?: string;
  tls?: Record<string, never>;
  db?: number;
}

const FORMS =
  "redis://HOST:6379/0, rediss://HOST:6380 (TLS), redis+sentinel://HOST:26379,HOST:26379/MASTER or redis+cluster://HOST:6379,HOST:6379, each with USER:PASSWORD@ before the host; rediss+sentinel and rediss+cluster with TLS";

/**
 * Reads REDIS_URL. The address is never repeated: a password stands in it.
 * @throws UsageProblem naming the forms that it may have
 */
export function redisPlace(url: string): RedisPlace {
  const [, scheme = "", credentials, hosts = "", path = ""] =
    /^([a-z+]+):\/\/(?:([^@/]*)@)?([^/?#]+)(?:\/([^?#]*))?$/i.exec(url.trim()) ?? [];
  const form = scheme.toLowerCase();
  const [user, password] = (credentials ?? "").split(":", 2).map((part) => decodeURIComponent(part));
  const options: Login = {
    ...(user ? { username: user } : {}),
    ...(password ? { password } : {}),
    ...(form.startsWith("rediss") ? { tls: {} } : {}),
  };
  if ((form === "redis" || form === "rediss") && URL.canParse(url) && /^\d*$/.test(path)) return { kind: "single", url: url.trim() };
  const nodes = hosts.split(",").map(nodeOf);
  if (nodes.some((node) => node === null)) throw unreadable();
  const known = nodes as Node[];
  if (/^rediss?\+cluster$/.test(form) && path === "") return { kind: "cluster", nodes: known, options };
  const [master, db = "0"] = path.split("/");
  if (/^rediss?\+sentinel$/.test(form) && master && /^\d+$/.test(db))
    return { kind: "sentinel", sentinels: known, master, options: { ...options, db: Number(db) } };
  throw unreadable();
}

function nodeOf(text: string): Node | null {
  const [, host, port = "6379"] = /^([^:]+|\[[^\]]+\])(?::(\d{1,5}))?$/.exec(text) ?? [];
  return host === undefined ? null : { host: host.replaceAll(/[[\]]/g, ""), port: Number(port) };
}

function unreadable(): UsageProblem {
  return new UsageProblem("REDIS_URL is not an address of Redis. Nothing was started.", `It takes ${FORMS}.`);
}

/**
 * A connection. `patient` ones, those of workers, wait for Redis for as long as it takes; the others fail after a few
 * tries, so that whoever hands something over can tell somebody and try again.
 */
export function connectRedis(place: RedisPlace, patient: boolean): Redis | Cluster {
  const shared = { maxRetriesPerRequest: patient ? null : 5, connectionName: "rollcall" };
  const client =
    place.kind === "single"
      ? new Redis(place.url, shared)
      : place.kind === "cluster"
        ? new Cluster(place.nodes, { redisOptions: { ...shared, ...place.options } })
        : new Redis({ ...shared, ...place.options, sentinels: place.sentinels, name: place.master });
  // It connects again by itself; whoever waits for an answer is told by the answer.
  client.on("error", () => undefined);
  return client;
}

const PATIENCE = 10_000;

/** @throws Problem `redis_unreachable`, exit 2, when Redis does not answer within 10 s */
export async function checkRedis(url: string): Promise<void> {
  const client = connectRedis(redisPlace(url), false);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => (timer = setTimeout(() => reject(new Error("no answer")), PATIENCE)));
  try {
    await Promise.race([client.ping(), late]);
  } catch (error) {
    const detail = error instanceof Error ? error.message : "no answer";
    throw new Problem(`Redis cannot be reached (${detail}). Nothing was started.`, {
      code: "redis_unreachable",
      exit: EXIT.configuration,
      audience: "admin",
      retryable: true,
      next: "Check REDIS_URL and the server; without REDIS_URL the queues lie in PostgreSQL.",
      cause: error,
    });
  } finally {
    clearTimeout(timer);
    client.disconnect();
  }
}
