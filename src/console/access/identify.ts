import type { FastifyRequest } from "fastify";
import type { ConsoleParts } from "../parts.ts";
import type { Actor } from "../../actions/access/rights.ts";
import { may } from "../../actions/access/rights.ts";
import { isApi } from "./route.ts";
import { sessionOf, type SessionOf } from "./sessions.ts";
import { actorOfToken } from "../../actions/access/tokens.ts";

/** Returns who sends a request at this moment; below `/api/`, a bearer token counts instead of the cookie. */
export async function identify(request: FastifyRequest, parts: ConsoleParts): Promise<{ actor: Actor | null; session: SessionOf | null }> {
  const { authorization } = request.headers;
  if (isApi(request.url) && authorization !== undefined)
    return { actor: await actorOfToken(parts, /^Bearer ([\w-]{1,200})$/i.exec(authorization)?.[1] ?? ""), session: null };
  const session = await sessionOf(parts, request);
  return { actor: session?.actor ?? null, session };
}

/** Returns whether the sender of a request that is still being answered may have the answer now. Does not prolong the session. */
export async function isStillAllowed(request: FastifyRequest, parts: ConsoleParts): Promise<boolean> {
  const { right } = request.routeOptions.config;
  const { actor } = await identify(request, parts);
  return right === "anyone" || (right !== undefined && actor !== null && actor.name === request.actor?.name && may(actor, right));
}
