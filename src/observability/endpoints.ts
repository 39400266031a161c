import { fact, type Fact } from "../domain/facts/fact.ts";
import { hash, timingSafeEqual } from "node:crypto";
import { isIP } from "node:net";
import fastify, { type FastifyContextConfig, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { EXIT, Problem } from "../domain/problem.ts";
import type { Metrics } from "./metrics.ts";
import type { Readiness } from "./readiness.ts";

export interface EndpointParts {
  readiness: Readiness;
  metrics: Metrics;
  /** The token that may read the metrics; `null`: only this machine may. */
  metricsToken: string | null;
  /** Whether a proxy is in front. On this machine, it makes all clients look local, so the metrics need the token. */
  proxied?: boolean;
  /** Says a fact in English. */
  say: (fact: Fact) => string;
  /** Options that a server sets on its routes, such as the console's access rule. */
  config?: FastifyContextConfig;
}

/** Adds `/healthz`, `/readyz` and `/metrics` to a server. They need no sign-in, and tell nothing about people. */
export function addEndpoints(
  app: FastifyInstance,
  { readiness, metrics, metricsToken, proxied = false, say, config = {} }: EndpointParts,
): void {
  app.get("/healthz", { config }, async (_request, reply) => withoutStore(reply).send({ status: "ok" }));
  app.get("/readyz", { config }, async (_request, reply) => {
    const failing = await readiness.failing();
    return withoutStore(reply)
      .code(failing.length === 0 ? 200 : 503)
      .send({ status: failing.length === 0 ? "ready" : "not ready", failing });
  });
  app.get("/metrics", { config }, async (request, reply) => {
    const refused = metricsToken === null ? onlyHere(request, proxied) : wrongToken(request, metricsToken);
    if (refused !== null)
      return withoutStore(reply)
        .code(refused.status)
        .headers(refused.headers)
        .send({ status: "refused", next: say(refused.next) });
    return withoutStore(reply)
      .type(metrics.contentType)
      .send(await metrics.text());
  });
}

export interface Endpoints {
  /** Where it listens: `http://127.0.0.1:9464`. */
  url: string;
  close(): Promise<void>;
}

/** A server for nothing but these, for a process without a console. @throws Problem `port_unavailable` */
export async function createEndpoints(parts: EndpointParts & { host: string; port: number }): Promise<Endpoints> {
  const app = fastify({ logger: false, bodyLimit: 1024, requestTimeout: 10_000, forceCloseConnections: true });
  addEndpoints(app, parts);
  app.setNotFoundHandler((_request, reply) => withoutStore(reply).code(404).send({ status: "not found" }));
  // An error's message may hold what it must not.
  app.setErrorHandler((_error, _request, reply) => withoutStore(reply).code(500).send({ status: "defect" }));
  const { host, port } = parts;
  try {
    return { url: await app.listen({ host, port }), close: () => app.close() };
  } catch (error) {
    await app.close();
    const code: unknown = error instanceof Error ? Reflect.get(error, "code") : undefined;
    if (typeof code !== "string") throw error;
    throw new Problem(fact("port.cannot_be_used_for_metrics", { host, port: String(port), code }), {
      code: "port_unavailable",
      exit: EXIT.configuration,
      audience: "admin",
      next: fact("advice.give_other_port", {}),
      cause: error,
    });
  }
}

interface Refused {
  status: 401 | 403;
  headers: Record<string, string>;
  next: Fact;
}

/** Headers that proxies add, by the beginning of their names. */
const FORWARDING =
  /^(?:forwarded|via$|x-(?:forwarded|real|client|cluster|remote|original|envoy|proxy)|(?:true|fastly)-client|cf-|cdn-|fly-)/;

function onlyHere({ socket, headers }: FastifyRequest, proxied: boolean): Refused | null {
  const here =
    !proxied &&
    isThisMachine(socket.remoteAddress ?? "") &&
    isThisMachine(hostOf(headers.host ?? "")) &&
    !Object.keys(headers).some((name) => FORWARDING.test(name));
  return here ? null : { status: 403, headers: {}, next: fact(proxied ? "metrics.token_behind_proxy" : "metrics.only_here", {}) };
}

function wrongToken({ headers }: FastifyRequest, token: string): Refused | null {
  const shown = /^Bearer (\S{1,500})$/i.exec(headers.authorization ?? "")?.[1] ?? "";
  if (timingSafeEqual(digest(shown), digest(token))) return null;
  return { status: 401, headers: { "www-authenticate": "Bearer" }, next: fact("metrics.send_token", {}) };
}

function digest(text: string): Buffer {
  return hash("sha256", text, "buffer");
}

function hostOf(header: string): string {
  return URL.canParse(`http://${header}`) ? new URL(`http://${header}`).hostname.replaceAll(/[[\]]/g, "") : "";
}

function isThisMachine(address: string): boolean {
  if (address === "localhost" || address === "::1") return true;
  const plain = address.replace(/^::ffff:/i, "");
  return isIP(plain) === 4 && plain.startsWith("127.");
}

function withoutStore(reply: FastifyReply): FastifyReply {
  return reply.header("cache-control", "no-store");
}
