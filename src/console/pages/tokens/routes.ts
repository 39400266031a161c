import type { FastifyInstance } from "fastify";
import { isUsable } from "../../../actions/access/tokens.ts";
import { t } from "../../../reporting/locales/t.ts";
import { LATEST_TOKENS, listTokens, TOKEN_SORTS, type ApiToken } from "../../../store/console/api-tokens.ts";
import type { ConsoleParts } from "../../parts.ts";
import { tokensSheet, type ShownToken } from "../../../reporting/sheets/tokens.ts";
import { addSheetPage } from "../sheet-page.ts";
import { sortOf } from "../sorting.ts";
import { tokenForm } from "./view.ts";

/** API tokens, for administrators. */
export function addTokensPage(app: FastifyInstance, parts: ConsoleParts): void {
  const { state } = parts;

  addSheetPage(app, {
    url: "/tokens",
    right: "manage tokens",
    load: async (request) => {
      const sort = sortOf(request, TOKEN_SORTS, LATEST_TOKENS);
      return { tokens: (await listTokens(state.db, {}, sort)).map((token) => shownToken(token, parts.now())), sort };
    },
    head: () => ({ title: t("shell.api_tokens"), lead: t("users.token_gives_program") }),
    sheet: ({ tokens }) => tokensSheet(tokens),
    after: (_, request) => tokenForm(request),
  });
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
