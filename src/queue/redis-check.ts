import { Cluster, Redis } from "ioredis";
import { EXIT, Problem } from "../model/problem.ts";
import { connectRedis, redisPlace, type RedisPlace } from "./redis.ts";

/** How long Redis has for its answer, in ms. */
const PATIENCE = 10_000;

/**
 * Looks whether Redis answers, and lets us in.
 * @throws Problem `redis_unreachable` or `redis_refused`, exit 2: at once where no waiting would help, else after 10 s
 */
export async function checkRedis(url: string): Promise<void> {
  await asking(redisPlace(url), (client) => client.ping());
}

/**
 * The same before anything is begun, and whether it is one that keeps what it is given.
 * @throws Problem those of `checkRedis`, and `redis_unfit`
 */
export async function examineRedis(url: string): Promise<void> {
  const place = redisPlace(url);
  const infos = await asking(place, async (client) => {
    await client.ping();
    return Promise.all((client instanceof Cluster ? client.nodes("master") : [client]).map((node) => node.info()));
  });
  for (const info of infos) refuseUnfit(place, info);
}

async function asking<T>(place: RedisPlace, question: (client: Redis | Cluster) => Promise<T>): Promise<T> {
  const client = connectRedis(place, false);
  let timer: NodeJS.Timeout | undefined;
  let heard: string | null = null;
  const hopeless = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("no answer")), PATIENCE);
    const note = (error: Error): void => {
      heard = error.message;
    };
    client.on("sentinelError", note);
    client.on("node error", note);
    client.on("error", (error: Error) => {
      // Of several servers each has been asked by now, and what the last one said was noted.
      if (place.kind === "single" || heard === null) note(error);
      if (whyNot(heard ?? "", place)?.hopeless === true) reject(error);
    });
  });
  try {
    return await Promise.race([question(client), hopeless]);
  } catch (error) {
    if (heard === null || EMPTY_WORDS.test(heard)) heard = await lastWords(place);
    throw refusal(error, heard, place);
  } finally {
    clearTimeout(timer);
    client.disconnect();
  }
}

/** Of several servers the library keeps to itself why it could not connect: the first one is asked once more. */
async function lastWords(place: RedisPlace): Promise<string | null> {
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

/** The library's own words for having given up, which tell nobody why. */
const EMPTY_WORDS = /max retries|Connection is closed|no answer/;

function refusal(error: unknown, heard: string | null, place: RedisPlace): Problem {
  const own = error instanceof Error ? error.message : "no answer";
  const said = heard !== null && EMPTY_WORDS.test(own) ? heard : own;
  const why = whyNot(said, place) ?? whyNot(heard ?? "", place);
  if (why !== null) {
    const { code, message, next } = why;
    return new Problem(`${message} Nothing was started.`, { code, exit: EXIT.configuration, audience: "admin", next, cause: error });
  }
  const detail = EMPTY_WORDS.test(said) ? "no answer" : said;
  return new Problem(`Redis cannot be reached (${detail}). Nothing was started.`, {
    code: "redis_unreachable",
    exit: EXIT.configuration,
    audience: "admin",
    retryable: true,
    next: `Check REDIS_URL and the server${isSecure(place) ? ", and that it speaks TLS at this port" : ""}; without REDIS_URL the queues lie in PostgreSQL.`,
    cause: error,
  });
}

interface WhyNot {
  code: string;
  message: string;
  next: string;
  /** However often it is tried. */
  hopeless: boolean;
}

/** What Redis, or the way to it, means by its words; `null`: no more than that it is not there. */
function whyNot(said: string, place: RedisPlace): WhyNot | null {
  const bySentinel = /sentinel/i.test(said);
  const refused = (message: string, next: string): WhyNot => ({ code: "redis_refused", message, next, hopeless: true });
  if (bySentinel && /NOAUTH/.test(said))
    return refused(
      "The sentinels of REDIS_URL want a password.",
      "Sentinels are asked without one: let them answer the processes of Rollcall without it.",
    );
  const auth = /WRONGPASS|NOAUTH|NOPERM|invalid password/.exec(said)?.[0];
  if (auth !== undefined)
    return refused(
      `Redis refuses the user or the password of REDIS_URL (${auth}).`,
      "Put the right USER:PASSWORD@ before the host; what stands in a password beyond letters and digits is written %-encoded.",
    );
  if (/No such master|invalid reply: null/.test(said) && place.kind === "sentinel")
    return refused(
      `The sentinels of REDIS_URL know no master named \`${place.master}\`.`,
      "Write its name as `sentinel monitor NAME` has it.",
    );
  if (/unknown command .?sentinel/i.test(said))
    return refused(
      "What answers at REDIS_URL is no sentinel.",
      "Name the sentinels, mostly at port 26379, or write redis:// for the server itself.",
    );
  if (/cluster support disabled/.test(said))
    return refused(
      "The Redis of REDIS_URL is no Cluster.",
      "Write redis:// for a single server, or redis+sentinel:// for one with sentinels.",
    );
  const untrusted =
    /self-signed certificate[\w ]*|unable to (verify|get)[\w ]*certificate[\w ]*|certificate has expired|certificate's altnames[^.]*/i.exec(
      said,
    )?.[0];
  if (untrusted !== undefined)
    return refused(
      `The certificate of Redis is not trusted: ${untrusted}.`,
      "Give the certificate of its authority with NODE_EXTRA_CA_CERTS, and write the host as the certificate has it.",
    );
  if (/ECONNRESET|EPROTO|wrong version number|before secure TLS/i.test(said))
    return {
      code: "redis_unreachable",
      message: isSecure(place)
        ? "What answers at REDIS_URL breaks off before there is TLS: is it a port for plain connections?"
        : "What answers at REDIS_URL breaks off at once: is it a port for TLS?",
      next: isSecure(place)
        ? "Write redis:// in the place of rediss://, or the port that speaks TLS."
        : "Write rediss:// for a port that speaks TLS.",
      hopeless: false,
    };
  return null;
}

function isSecure(place: RedisPlace): boolean {
  return place.kind === "single" ? /^rediss:/i.test(place.url) : place.options.tls !== undefined;
}

/** @throws Problem `redis_unfit` */
function refuseUnfit(place: RedisPlace, info: string): void {
  const [, policy = "noeviction"] = /^maxmemory_policy:(\S+)/m.exec(info) ?? [];
  const unfit = (message: string, next: string): Problem =>
    new Problem(`${message} Nothing was started.`, { code: "redis_unfit", exit: EXIT.configuration, audience: "admin", next });
  if (/^role:slave/m.test(info))
    throw unfit(
      "The Redis of REDIS_URL is a replica, which takes no writes.",
      "Name its master, or its sentinels by redis+sentinel://HOST:26379/MASTER, which always know the master.",
    );
  if (place.kind !== "cluster" && /^cluster_enabled:1/m.test(info))
    throw unfit("The Redis of REDIS_URL is one server of a Cluster.", "Write redis+cluster://, with some or all of its servers.");
  if (policy !== "noeviction")
    throw unfit(
      `The Redis of REDIS_URL throws away what it likes when its memory is full (maxmemory-policy ${policy}), and with it work that waits.`,
      "Set maxmemory-policy to noeviction there, or take a Redis for Rollcall alone.",
    );
}
