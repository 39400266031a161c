import { Cluster, Redis } from "ioredis";
import pTimeout from "p-timeout";
import { EXIT, Problem } from "../domain/problem.ts";
import { connectRedis, redisPlace, type RedisPlace } from "./redis.ts";

const ANSWER_TIMEOUT_MS = 10_000;

/**
 * Checks that Redis answers and accepts our credentials.
 * @throws Problem `redis_unreachable` or `redis_refused`, exit 2: at once where waiting cannot help, otherwise after 10
 *   s
 */
export async function checkRedis(url: string): Promise<void> {
  await withClient(redisPlace(url), (client) => client.ping());
}

/**
 * Checks the same before anything starts, and that this Redis keeps its data.
 * @throws Problem those of `checkRedis`, and `redis_unfit`
 */
export async function examineRedis(url: string): Promise<void> {
  const place = redisPlace(url);
  const infos = await withClient(place, async (client) => {
    await client.ping();
    return Promise.all((client instanceof Cluster ? client.nodes("master") : [client]).map((node) => node.info()));
  });
  for (const info of infos) refuseUnfit(place, info);
}

async function withClient<T>(place: RedisPlace, question: (client: Redis | Cluster) => Promise<T>): Promise<T> {
  const client = connectRedis(place, false);
  let firstError: string | null = null;
  const hopeless = new Promise<never>((_, reject) => {
    const note = (error: Error): void => {
      firstError = error.message;
    };
    client.on("sentinelError", note);
    client.on("node error", note);
    client.on("error", (error: Error) => {
      // With several servers the sentinel and node errors are more specific: they win.
      if (place.kind === "single" || firstError === null) note(error);
      if (whyNot(firstError ?? "", place)?.hopeless === true) reject(error);
    });
  });
  try {
    return await pTimeout(Promise.race([question(client), hopeless]), { milliseconds: ANSWER_TIMEOUT_MS, message: "no answer" });
  } catch (error) {
    if (firstError === null || VAGUE_MESSAGES.test(firstError)) firstError = await causeFromFirstNode(place);
    throw refusal(error, firstError, place);
  } finally {
    client.disconnect();
  }
}

/** With several servers the library hides why it could not connect: connects to the first one alone to find out. */
async function causeFromFirstNode(place: RedisPlace): Promise<string | null> {
  const [node] = place.kind === "sentinel" ? place.sentinels : place.kind === "cluster" ? place.nodes : [];
  if (place.kind === "single" || node === undefined) return null;
  const { tls } = place.options;
  const alone = new Redis({ ...node, ...(tls === undefined ? {} : { tls }), retryStrategy: () => null, connectTimeout: 2000 });
  return new Promise((resolve) => {
    const said = (error?: Error): void => {
      alone.disconnect();
      resolve(error?.message ?? null);
    };
    alone.once("error", said);
    alone.once("ready", () => said());
    alone.once("end", () => said());
  });
}

/** Messages of the library that do not give a reason. */
const VAGUE_MESSAGES = /max retries|Connection is closed|no answer/;

function refusal(error: unknown, firstError: string | null, place: RedisPlace): Problem {
  const own = error instanceof Error ? error.message : "no answer";
  const said = firstError !== null && VAGUE_MESSAGES.test(own) ? firstError : own;
  const why = whyNot(said, place) ?? whyNot(firstError ?? "", place);
  if (why !== null) {
    const { code, message, next } = why;
    return new Problem(`${message} Nothing was started.`, { code, exit: EXIT.configuration, audience: "admin", next, cause: error });
  }
  return new Problem(`Redis cannot be reached: ${whyUnreachable(said)}. Nothing was started.`, {
    code: "redis_unreachable",
    exit: EXIT.configuration,
    audience: "admin",
    retryable: true,
    next: `Check REDIS_URL and the server${isSecure(place) ? ", and that this port uses TLS" : ""}; without REDIS_URL the queues are stored in PostgreSQL.`,
    cause: error,
  });
}

const UNREACHABLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing accepts connections at its address",
  ETIMEDOUT: "it did not answer in time",
  EHOSTUNREACH: "no network leads to its address",
  ENETUNREACH: "no network leads to its address",
  ENOTFOUND: "its host name is not known",
  EAI_AGAIN: "its host name cannot be looked up at the moment",
};

/** Returns the reason as a clause. Neither the server's nor the library's own text is repeated. */
function whyUnreachable(said: string): string {
  const code = /\bE[A-Z_]{4,}\b/.exec(said)?.[0];
  if (code !== undefined) return UNREACHABLE[code] ?? `the connection failed (${code})`;
  return VAGUE_MESSAGES.test(said) || /timeout|timed out/i.test(said) ? "it did not answer" : "the connection failed";
}

const UNTRUSTED: readonly (readonly [RegExp, string])[] = [
  [/altnames/i, "it is for another host name"],
  [/has expired/i, "it has expired"],
  [/./, "no known authority has signed it"],
];

interface WhyNot {
  code: string;
  message: string;
  next: string;
  /** No retry can help. */
  hopeless: boolean;
}

/** Translates a message of Redis or of the connection; `null`: it only says that Redis is unreachable. */
function whyNot(said: string, place: RedisPlace): WhyNot | null {
  const bySentinel = /sentinel/i.test(said);
  const refused = (message: string, next: string): WhyNot => ({ code: "redis_refused", message, next, hopeless: true });
  if (bySentinel && /NOAUTH/.test(said))
    return refused(
      "The sentinels of REDIS_URL require a password.",
      "Rollcall connects to sentinels without a password: allow that for its processes.",
    );
  const auth = /WRONGPASS|NOAUTH|NOPERM|invalid password/.exec(said)?.[0];
  if (auth !== undefined)
    return refused(
      `Redis refuses the user or the password of REDIS_URL (${auth}).`,
      "Put the correct USER:PASSWORD@ before the host; percent-encode every character of the password other than letters and digits.",
    );
  if (/No such master|invalid reply: null/.test(said) && place.kind === "sentinel")
    return refused(`The sentinels of REDIS_URL have no master named \`${place.master}\`.`, "Use the name from `sentinel monitor NAME`.");
  if (/unknown command .?sentinel/i.test(said))
    return refused(
      "The server at REDIS_URL is not a sentinel.",
      "Name the sentinels, usually at port 26379, or use redis:// for the server itself.",
    );
  if (/cluster support disabled/.test(said))
    return refused(
      "The Redis of REDIS_URL is not a Cluster.",
      "Use redis:// for a single server, or redis+sentinel:// for one with sentinels.",
    );
  const untrusted =
    /self-signed certificate[\w ]*|unable to (verify|get)[\w ]*certificate[\w ]*|certificate has expired|certificate's altnames[^.]*/i.exec(
      said,
    )?.[0];
  if (untrusted !== undefined)
    return refused(
      `The certificate of Redis is not trusted: ${UNTRUSTED.find(([pattern]) => pattern.test(untrusted))?.[1] ?? ""}.`,
      "Set NODE_EXTRA_CA_CERTS to the certificate of its authority, and use the host name that the certificate contains.",
    );
  if (/ECONNRESET|EPROTO|wrong version number|before secure TLS/i.test(said))
    return {
      code: "redis_unreachable",
      message: isSecure(place)
        ? "The server at REDIS_URL closed the connection before TLS started. The port may be for plain connections."
        : "The server at REDIS_URL closed the connection at once. The port may be for TLS.",
      next: isSecure(place) ? "Use redis:// instead of rediss://, or the port that uses TLS." : "Use rediss:// for a port that uses TLS.",
      hopeless: false,
    };
  return null;
}

function isSecure(place: RedisPlace): boolean {
  return place.kind === "single" ? /^rediss:/i.test(place.url) : place.options.tls !== undefined;
}

/**
 * Refuses a Redis that could lose data or takes no writes.
 * @throws Problem `redis_unfit`
 */
function refuseUnfit(place: RedisPlace, info: string): void {
  const [, policy = "noeviction"] = /^maxmemory_policy:(\S+)/m.exec(info) ?? [];
  const unfit = (message: string, next: string): Problem =>
    new Problem(`${message} Nothing was started.`, { code: "redis_unfit", exit: EXIT.configuration, audience: "admin", next });
  if (/^role:slave/m.test(info))
    throw unfit(
      "The Redis of REDIS_URL is a replica, which accepts no writes.",
      "Name its master, or its sentinels by redis+sentinel://HOST:26379/MASTER, which always know the master.",
    );
  if (place.kind !== "cluster" && /^cluster_enabled:1/m.test(info))
    throw unfit("The Redis of REDIS_URL is one server of a Cluster.", "Use redis+cluster:// with some or all of its servers.");
  if (policy !== "noeviction")
    throw unfit(
      `The Redis of REDIS_URL deletes keys when its memory is full (maxmemory-policy ${policy}), and queued work with them.`,
      "Set maxmemory-policy to noeviction there, or use a separate Redis for Rollcall.",
    );
}
