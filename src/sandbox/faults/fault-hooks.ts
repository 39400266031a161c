import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Fault } from "./faults.ts";
import type { SandboxParts } from "../parts.ts";
import { json } from "../routes.ts";

/** Applies faults to requests below the prefix, before or after their effect, and drift after each request. */
export function addFaults(app: FastifyInstance, { faults, tokens, drift }: SandboxParts): void {
  app.addHook("preHandler", async (request, reply) => {
    if (request.logged === undefined) return;
    const fault = faults.take(request.method, request.url);
    if (fault === undefined) return;
    request.fault = fault;
    const bearer = fault.expireToken ? tokens.bearer(request.headers.authorization) : undefined;
    if (bearer !== undefined) tokens.kill(bearer);
    if (fault.when === "after") return;
    await wait(fault.delayMs, undefined, { ref: false });
    if (fault.reset) {
      drift.count();
      request.raw.socket.destroy();
      return reply.hijack();
    }
    if (fault.status === undefined && fault.body === undefined) return;
    if (fault.retryAfter !== undefined) reply.header("retry-after", fault.retryAfter);
    const status = fault.status ?? 200;
    return json(reply.code(status), fault.body ?? faultBody(status));
  });

  app.addHook("onSend", async (request, reply, payload) => {
    const { fault, logged } = request;
    if (logged === undefined) return payload;
    drift.count();
    if (fault?.when === "after") {
      await wait(fault.delayMs, undefined, { ref: false });
      if (fault.reset) {
        request.raw.socket.destroy();
        return payload;
      }
      if (fault.status !== undefined) reply.code(fault.status);
      if (fault.retryAfter !== undefined) reply.header("retry-after", fault.retryAfter);
    }
    logged.status = reply.statusCode;
    const answer = fault === undefined ? payload : answerOf(fault, reply, payload);
    return fault?.half === true ? half(reply, answer) : answer;
  });
}

function answerOf(fault: Fault, reply: FastifyReply, payload: unknown): unknown {
  if (fault.nullBody && reply.statusCode < 300) return "null";
  if (fault.when === "before") return payload;
  return fault.body ?? (fault.status === undefined ? payload : faultBody(fault.status));
}

function faultBody(status: number): string {
  return JSON.stringify({ code: "sandbox_fault", message: `the sandbox is configured to answer ${status}` });
}

/** Sends the first half of an answer with the full content length, then closes the connection. */
function half(reply: FastifyReply, payload: unknown): Readable {
  const bytes = Buffer.isBuffer(payload) ? payload : Buffer.from(typeof payload === "string" ? payload : "");
  reply.header("content-length", bytes.length);
  return Readable.from(
    (async function* () {
      yield bytes.subarray(0, bytes.length >> 1);
      // Without a pause the connection could close before the kernel has sent the data.
      await wait(20);
      throw new Error("the sandbox is configured to send half of the answer");
    })(),
  );
}
