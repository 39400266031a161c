import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fastify from "fastify";
import { PREFIX } from "../learning-service/contract/endpoint.ts";
import { listGroups } from "../learning-service/contract/groups.ts";
import { refreshToken } from "../learning-service/contract/oauth2.ts";
import { listSubscriptions } from "../learning-service/contract/subscriptions.ts";
import { createUser as createEntry, updateUser as updateEntry } from "../learning-service/contract/users.ts";
import type { Fault, Faults } from "./faults.ts";
import { groupTexts, pageOf } from "./lists.ts";
import type { LoggedRequest, RequestLog } from "./requests.ts";
import { createUser, idMaker, invalid, judge, Refusal, updateUser, violation } from "./rules.ts";
import type { SandboxSettings } from "./settings.ts";
import type { SandboxGroup, SandboxState, SandboxUser } from "./state.ts";
import { SUBSCRIPTIONS } from "./subscriptions.ts";
import type { SandboxTokens } from "./tokens.ts";

export interface SandboxParts {
  state: SandboxState;
  tokens: SandboxTokens;
  faults: Faults;
  requests: RequestLog;
  /** Looked at afresh by every request. */
  settings: SandboxSettings;
}

declare module "fastify" {
  interface FastifyRequest {
    fault?: Fault;
    logged?: LoggedRequest;
  }
}

/** The endpoints of the interface over the sandbox's state; the rules are in rules.ts. Logs only when asked. */
export function buildServer(parts: SandboxParts, logger: boolean): FastifyInstance {
  const { state, tokens, faults, requests, settings } = parts;
  const nextId = idMaker(state);
  const app = fastify({ logger, bodyLimit: 32 << 20, forceCloseConnections: true });
  app.decorateRequest("fault", undefined);
  app.decorateRequest("logged", undefined);

  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof Refusal) return reply.code(error.status).send(error.body);
    const status = typeof error === "object" && error !== null && "statusCode" in error ? Number(error.statusCode) : 500;
    // A body that fastify cannot read is not one of this interface.
    if (status >= 400 && status < 500)
      return reply.code(512).send({ code: "specification_violation", message: "the request cannot be read" });
    return reply.code(500).send({ code: "server_error", message: "unexpected failure" });
  });

  const open = `${PREFIX}${refreshToken.path}`;
  app.addHook("preHandler", async (request, reply) => {
    if (!request.url.startsWith(PREFIX)) return;
    request.logged = requests.add(request.method, request.url, request.body);
    const fault = faults.take(request.method, request.url);
    if (fault?.when === "after") request.fault = fault;
    else if (fault !== undefined && (await happens(fault, request, reply))) return reply;
    if (request.routeOptions.url !== open && !tokens.accepts(request.headers.authorization)) {
      return reply.code(401).send({ code: "unauthorized", message: "the access token is missing, unknown or expired" });
    }
  });
  app.addHook("onSend", async (request, reply, payload) => {
    const { fault, logged } = request;
    if (fault !== undefined) {
      await wait(fault.delayMs);
      if (fault.reset) {
        request.raw.socket.destroy();
        return payload;
      }
      if (fault.status !== undefined) reply.code(fault.status);
      if (fault.retryAfter !== undefined) reply.header("retry-after", fault.retryAfter);
    }
    if (logged !== undefined) logged.status = reply.statusCode;
    if (fault?.body !== undefined) return fault.body;
    return fault?.status === undefined ? payload : faultBody(fault.status);
  });

  app.post(open, async (request) => {
    const { refresh_token } = judge(refreshToken.body, request.body);
    const data = tokens.refresh(refresh_token);
    if (data === null) throw invalid("the refresh token is unknown, used or expired");
    return data;
  });
  app.post(`${PREFIX}${createEntry.path}`, async (request, reply) => answerUser(createUser(state, request.body, nextId), reply));
  app.put<{ Params: { user_id: string } }>(`${PREFIX}${updateEntry.path.replace("{user_id}", ":user_id")}`, async (request, reply) =>
    answerUser(updateUser(state, request.params.user_id, request.body, settings.namedAs), reply),
  );
  app.get<{ Querystring: Record<string, unknown> }>(`${PREFIX}${listGroups.path}`, async (request, reply) => {
    const { search } = filters(request.query, listGroups.query);
    return json(reply, pageOf(groupTexts(state, settings.tree, hidden, search), request.query, settings));
  });
  app.get<{ Querystring: Record<string, unknown> }>(`${PREFIX}${listSubscriptions.path}`, async (request, reply) => {
    const { status } = filters(request.query, listSubscriptions.query);
    const items = SUBSCRIPTIONS.filter((item) => status === undefined || item.status === status);
    return json(
      reply,
      pageOf(
        items.map((item) => JSON.stringify(item)),
        request.query,
        settings,
      ),
    );
  });

  function hidden(group: SandboxGroup): boolean {
    const { hideUserIds } = settings;
    if (typeof hideUserIds === "boolean") return hideUserIds;
    return hideUserIds.length > 0 && (hideUserIds.includes(group.id) || hideUserIds.includes(state.pathOf(group.id)));
  }

  function answerUser(user: SandboxUser, reply: FastifyReply): FastifyReply {
    return json(
      reply,
      settings.nullBodies ? "null" : JSON.stringify({ user_id: user.id, username: user.fields["username"], active: user.fields["active"] }),
    );
  }

  return app;
}

/** Carries a fault out before the request has an effect; false when it only delayed. */
async function happens(fault: Fault, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  await wait(fault.delayMs);
  if (fault.reset) {
    request.raw.socket.destroy();
    reply.hijack();
    return true;
  }
  if (fault.status === undefined && fault.body === undefined) return false;
  if (fault.retryAfter !== undefined) reply.header("retry-after", fault.retryAfter);
  json(reply.code(fault.status ?? 200), fault.body ?? faultBody(fault.status ?? 200));
  return true;
}

function faultBody(status: number): string {
  return JSON.stringify({ code: "sandbox_fault", message: `the sandbox was told to answer ${status}` });
}

function json(reply: FastifyReply, text: string): FastifyReply {
  return reply.type("application/json; charset=utf-8").send(text);
}

/** Query parameters but those of pagination, judged by the entry: an unknown one is 512, a bad value 412. */
function filters<S extends typeof listGroups.query | typeof listSubscriptions.query>(
  query: Readonly<Record<string, unknown>>,
  schema: S,
): ReturnType<S["parse"]> {
  const own = Object.fromEntries(Object.entries(query).filter(([name]) => name !== "_start" && name !== "_limit"));
  const read = schema.safeParse(own);
  if (read.success) return read.data as ReturnType<S["parse"]>;
  throw read.error.issues.some((issue) => issue.code === "unrecognized_keys")
    ? violation("unknown query parameter")
    : invalid("a query parameter is not valid");
}
