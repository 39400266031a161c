import { t } from "../../../reporting/locales/t.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { LATEST_TOKENS, listTokens, revokeToken, TOKEN_SORTS, type ApiToken } from "../../../store/console/api-tokens.ts";
import { appendAudit } from "../../../store/audit/audit.ts";
import { notFound, unusable } from "../../answers.ts";
import { doneAt } from "../../flash.ts";
import { pageAction, addPageRoute } from "../page-route.ts";
import { sortOf } from "../sorting.ts";
import type { ConsoleParts } from "../../parts.ts";
import { madeVia } from "../../../review/possible-actors.ts";
import { field } from "../../access/form.ts";
import { NAME_RULE, tokenName } from "../../access/names.ts";
import { createToken, isUsable } from "../../access/tokens.ts";
import { madeView, tokensView, MAX_TOKEN_DAYS, type MadeToken, type ShownToken } from "./view.ts";
import { roleIn } from "../users/routes.ts";

const DAY = 86_400_000;

/** API tokens, for administrators. */
export function addTokensPage(app: FastifyInstance, parts: ConsoleParts): void {
  const { state } = parts;

  addPageRoute(app, {
    url: "/tokens",
    right: "manage tokens",
    load: async (request) => {
      const sort = sortOf(request, TOKEN_SORTS, LATEST_TOKENS);
      return { tokens: (await listTokens(state.db, {}, sort)).map((token) => shownToken(token, parts.now())), sort };
    },
    draw: (data, request) => ({
      title: t("shell.api_tokens"),
      lead: t("users.token_gives_program"),
      content: tokensView(data, request),
    }),
  });

  pageAction<MadeToken>(app, {
    url: "/tokens/create",
    right: "give access",
    act: async (request) => {
      const name = tokenName(field(request, "name"));
      if (name === null) throw unusable(t("users.cannot_name_token"), t(NAME_RULE));
      const days = daysIn(request);
      const role = roleIn(request);
      const now = parts.now();
      const expiresAt = new Date(now.getTime() + days * DAY);
      const made = await createToken(state, { name, role, expiresAt, by: request.actor.name, via: madeVia(request.actor) }, now);
      return { id: made.id, name, role, expires_at: expiresAt.toISOString(), token: made.token };
    },
    next: (made) => ({ title: t("users.new_token"), content: madeView(made) }),
  });

  pageAction(app, {
    url: "/tokens/revoke",
    right: "manage tokens",
    act: async (request) => {
      const ended = await revokeToken(state.db, field(request, "id"), parts.now());
      if (ended === undefined) throw notFound(t("users.token_ended_already"));
      const { id, name } = ended;
      await appendAudit(state, { actor: request.actor.name, action: "token_revoked", detail: { id, name } }, parts.now());
      return { revoked: { id, name } };
    },
    next: ({ revoked: { name } }) => doneAt("/tokens", "token_revoked", { name }),
  });
}

/** A text from a form; from a program also a number. */
function daysIn(request: FastifyRequest): number {
  const body = Object(request.body) as Record<string, unknown>;
  const given = Object.hasOwn(body, "days") ? body["days"] : undefined;
  const days = typeof given === "number" ? given : /^\d{1,4}$/.test(field(request, "days")) ? Number(field(request, "days")) : 0;
  if (!Number.isInteger(days) || days < 1 || days > MAX_TOKEN_DAYS) throw unusable(t("users.token_lasts_1", { max: MAX_TOKEN_DAYS }));
  return days;
}

/** Field by field: the hash stays where it is. */
function shownToken(token: ApiToken, now: Date): ShownToken {
  return {
    id: token.id,
    name: token.name,
    role: token.role,
    created_at: token.created_at.toISOString(),
    created_by: token.created_by,
    expires_at: token.expires_at.toISOString(),
    used_at: token.used_at?.toISOString() ?? null,
    revoked_at: token.revoked_at?.toISOString() ?? null,
    usable: isUsable(token, now),
  };
}
