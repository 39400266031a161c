import { Cluster, Redis } from "ioredis";
import pTimeout from "p-timeout";
import { fact, inTurn, type Fact, type PlainCode } from "../domain/facts/fact.ts";
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
  if (why !== null) return new Problem(unstarted(why.what), { ...why, exit: EXIT.configuration, audience: "admin", cause: error });
  return new Problem(unstarted(fact("redis.is_unreachable", { why: whyUnreachable(said) })), {
    code: "redis_unreachable",
    exit: EXIT.configuration,
    audience: "admin",
    retryable: true,
    next: fact(isSecure(place) ? "advice.check_redis_tls" : "advice.check_redis", {}),
    cause: error,
  });
}

function unstarted(what: Fact): Fact {
  return inTurn(what, fact("environment.nothing_started", {}));
}

const UNREACHABLE: Readonly<Record<string, PlainCode>> = {
  ECONNREFUSED: "connection.is_refused",
  ETIMEDOUT: "connection.timed_out",
  EHOSTUNREACH: "connection.has_no_route",
  ENETUNREACH: "connection.has_no_route",
  ENOTFOUND: "connection.has_unknown_host",
  EAI_AGAIN: "connection.has_no_lookup",
};

/** Returns the reason as a clause. Neither the server's nor the library's own text is repeated. */
function whyUnreachable(said: string): Fact {
  const code = /\bE[A-Z_]{4,}\b/.exec(said)?.[0];
  const known = code === undefined ? undefined : UNREACHABLE[code];
  if (code !== undefined) return known === undefined ? fact("connection.failed", { code }) : fact(known, {});
  return fact(VAGUE_MESSAGES.test(said) || /timeout|timed out/i.test(said) ? "connection.timed_out" : "connection.has_failed", {});
}

const UNTRUSTED = /self-signed certificate|unable to (verify|get)[\w ]*certificate|certificate has expired|certificate's altnames/i;

function whyUntrusted(said: string): Fact {
  if (/altnames/i.test(said)) return fact("tls.has_other_host", {});
  return fact(/has expired/i.test(said) ? "tls.is_not_valid_now" : "tls.has_unknown_authority", {});
}

interface WhyNot {
  code: string;
  what: Fact;
  next: Fact;
  /** No retry can help. */
  hopeless: boolean;
}

/** Translates a message of Redis or of the connection; `null`: it only says that Redis is unreachable. */
function whyNot(said: string, place: RedisPlace): WhyNot | null {
  const bySentinel = /sentinel/i.test(said);
  const refused = (what: Fact, next: PlainCode): WhyNot => ({ code: "redis_refused", what, next: fact(next, {}), hopeless: true });
  if (bySentinel && /NOAUTH/.test(said)) return refused(fact("redis.sentinels_need_password", {}), "advice.allow_sentinels");
  const auth = /WRONGPASS|NOAUTH|NOPERM|invalid password/.exec(said)?.[0];
  if (auth !== undefined) return refused(fact("redis.rejects_login", { code: auth }), "advice.set_redis_login");
  if (/No such master|invalid reply: null/.test(said) && place.kind === "sentinel")
    return refused(fact("redis.sentinels_have_no_master", { master: place.master }), "advice.use_monitored_name");
  if (/unknown command .?sentinel/i.test(said)) return refused(fact("redis.is_no_sentinel", {}), "advice.name_sentinels");
  if (/cluster support disabled/.test(said)) return refused(fact("redis.is_no_cluster", {}), "advice.use_redis_without_cluster");
  if (UNTRUSTED.test(said)) return refused(fact("redis.is_untrusted", { why: whyUntrusted(said) }), "advice.trust_redis");
  if (!/ECONNRESET|EPROTO|wrong version number|before secure TLS/i.test(said)) return null;
  const secure = isSecure(place);
  return {
    code: "redis_unreachable",
    what: fact(secure ? "redis.closes_before_tls" : "redis.closes_at_once", {}),
    next: fact(secure ? "advice.use_redis_without_tls" : "advice.use_redis_with_tls", {}),
    hopeless: false,
  };
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
  const unfit = (what: Fact, next: PlainCode): Problem =>
    new Problem(unstarted(what), { code: "redis_unfit", exit: EXIT.configuration, audience: "admin", next: fact(next, {}) });
  if (/^role:slave/m.test(info)) throw unfit(fact("redis.is_replica", {}), "advice.name_redis_master");
  if (place.kind !== "cluster" && /^cluster_enabled:1/m.test(info))
    throw unfit(fact("redis.is_one_of_cluster", {}), "advice.use_redis_cluster");
  if (policy !== "noeviction") throw unfit(fact("redis.deletes_keys", { policy }), "advice.set_noeviction");
}
