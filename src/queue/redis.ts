import { Cluster, Redis } from "ioredis";
import { UsageProblem } from "../model/problem.ts";

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

/** A server that was made a replica while we were connected takes no writes any more: connect again, and send once more. */
const READ_ONLY = /READONLY/;
const AND_SEND_AGAIN = 2;

/**
 * A connection. `patient` ones, those of workers, wait for Redis for as long as it takes; the others fail after a few
 * tries, so that whoever hands something over can tell somebody and try again.
 */
export function connectRedis(place: RedisPlace, patient: boolean): Redis | Cluster {
  const shared = { maxRetriesPerRequest: patient ? null : 5, connectionName: "rollcall" };
  const reconnectOnError = (error: Error): typeof AND_SEND_AGAIN | false => (READ_ONLY.test(error.message) ? AND_SEND_AGAIN : false);
  const client =
    place.kind === "single"
      ? new Redis(place.url, { ...shared, reconnectOnError })
      : place.kind === "cluster"
        ? new Cluster(place.nodes, { redisOptions: { ...shared, ...place.options }, ...namesKept(place.options) })
        : new Redis({
            ...shared,
            ...place.options,
            ...throughout(place.options),
            reconnectOnError,
            sentinels: place.sentinels,
            name: place.master,
          });
  // It connects again by itself; whoever waits for an answer is told by the answer.
  client.on("error", () => undefined);
  return client;
}

/** By its address no server of a Cluster could show that a certificate for its name is its own. */
function namesKept({ tls }: Login): { dnsLookup?: (host: string, found: (error: null, address: string) => void) => void } {
  return tls === undefined ? {} : { dnsLookup: (host, found) => found(null, host) };
}

/** Without being told twice more the library would speak with the sentinels, and with the server that they name, in the clear. */
function throughout({ tls }: Login): { sentinelTLS?: Record<string, never>; enableTLSForSentinelMode?: boolean } {
  return tls === undefined ? {} : { sentinelTLS: tls, enableTLSForSentinelMode: true };
}
