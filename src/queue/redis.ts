import { Cluster, Redis } from "ioredis";
import { fact } from "../domain/facts/fact.ts";
import { EnvironmentProblem } from "../domain/problem.ts";

/** The servers that REDIS_URL names. */
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

/**
 * Parses REDIS_URL. Messages never repeat the address, because it may contain a password.
 * @throws EnvironmentProblem naming the allowed forms
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

function unreadable(): EnvironmentProblem {
  return new EnvironmentProblem(fact("redis.has_invalid_address", {}), fact("advice.use_redis_form", {}), "started");
}

/** A server that became a replica while we were connected accepts no writes: connect again and resend. */
const READ_ONLY = /READONLY/;
const RECONNECT_AND_RESEND = 2;

/**
 * Returns a connection. `patient` connections, used by workers, wait for Redis without a limit. The others fail after a
 * few tries, so that the caller can report it and try again.
 */
export function connectRedis(place: RedisPlace, patient: boolean): Redis | Cluster {
  const shared = { maxRetriesPerRequest: patient ? null : 5, connectionName: "rollcall" };
  const reconnectOnError = (error: Error): typeof RECONNECT_AND_RESEND | false =>
    READ_ONLY.test(error.message) ? RECONNECT_AND_RESEND : false;
  const client =
    place.kind === "single"
      ? new Redis(place.url, { ...shared, reconnectOnError })
      : place.kind === "cluster"
        ? new Cluster(place.nodes, { redisOptions: { ...shared, ...place.options }, ...keepHostNames(place.options) })
        : new Redis({
            ...shared,
            ...place.options,
            ...tlsEverywhere(place.options),
            reconnectOnError,
            sentinels: place.sentinels,
            name: place.master,
          });
  // It reconnects automatically; the caller gets the error with its answer.
  client.on("error", () => undefined);
  return client;
}

/** With an IP address no server of a Cluster could match a certificate for its name. */
function keepHostNames({ tls }: Login): { dnsLookup?: (host: string, found: (error: null, address: string) => void) => void } {
  return tls === undefined ? {} : { dnsLookup: (host, found) => found(null, host) };
}

/** Without both options the library would talk to the sentinels, and to the server that they name, without TLS. */
function tlsEverywhere({ tls }: Login): { sentinelTLS?: Record<string, never>; enableTLSForSentinelMode?: boolean } {
  return tls === undefined ? {} : { sentinelTLS: tls, enableTLSForSentinelMode: true };
}
