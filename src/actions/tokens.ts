import { z } from "zod";
import { duration } from "../config/values.ts";
import { fact } from "../domain/facts/fact.ts";
import { madeVia } from "../review/possible-actors.ts";
import { appendAudit } from "../store/audit/audit.ts";
import { revokeToken } from "../store/console/api-tokens.ts";
import { tokenName } from "./access/names.ts";
import { ROLES } from "./access/rights.ts";
import { createToken } from "./access/tokens.ts";
import { action, help, type Acted } from "./action.ts";
import { option, text } from "./input.ts";
import { InputProblem, NotFoundProblem } from "./refusals.ts";

const DAY_MS = 86_400_000;
/** The longest that a token may be good for, in days. */
export const MAX_TOKEN_DAYS = 366;

/** A new token with its text, which is shown once. */
export interface MadeToken {
  id: string;
  name: string;
  role: string;
  expires_at: string;
  token: string;
}

export const makeToken = action(
  "/tokens/create",
  "give access",
  {
    name: text(),
    role: option(z.enum(ROLES), "--role <role>", `one of ${ROLES.join(", ")}`),
    days: z.union([z.number(), z.string().transform((typed) => (/^\d{1,4}$/.test(typed) ? Number(typed) : Number.NaN))]).optional(),
    expires: option(z.string().pipe(duration).optional(), "--expires <duration>", "lifetime, at most 366d", { default: "90d" }),
  },
  async ({ state, by, now }, { name: typed, role, days = 0, expires }): Promise<Acted<MadeToken>> => {
    const name = tokenName(typed);
    const advice = fact("advice.use_name_rule", {});
    if (name === null) throw new InputProblem(fact("usage.token_name_is_wrong", {}), { field: "name", next: advice });
    const lasts = expires ?? (Number.isInteger(days) ? days * DAY_MS : 0);
    if (lasts < 60_000 || lasts > MAX_TOKEN_DAYS * DAY_MS)
      throw new InputProblem(fact("api_token.lifetime_is_wrong", { max: MAX_TOKEN_DAYS }), { field: "days" });
    const expiresAt = new Date(now().getTime() + lasts);
    const via = by.proof === undefined ? "cli" : madeVia({ proof: by.proof });
    const { id, token } = await createToken(state, { name, role, expiresAt, by: by.name, via }, now());
    const json = { id, name, role, expires_at: expiresAt.toISOString(), token };
    return { json, facts: [fact("api_token.is_made", { id, name, role, date: json.expires_at.slice(0, 10) })], output: token };
  },
  {
    command: help(
      "tokens create <name>",
      "create a token and print it once; name a person's token after the user",
      "tokens create reporting --role viewer --expires 90d",
    ),
    print: ({ expires_at: expires, ...made }: MadeToken) => ({ ...made, expires }),
  },
);

const revoke = action(
  "/tokens/revoke",
  "manage tokens",
  { id: text() },
  async ({ state, by, now }, { id }) => {
    const ended = await revokeToken(state.db, id, now());
    if (ended === undefined) throw new NotFoundProblem(fact("usage.token_does_not_exist", { token: id }), fact("advice.list_tokens", {}));
    const { name, role, created_by, created_at, expires_at, used_at, revoked_at } = ended;
    await appendAudit(state, { actor: by.name, action: "token_revoked", detail: { id, name } }, now());
    const revoked = { id, name, role, created_by, created_at, expires_at, used_at, revoked_at };
    return { json: { revoked }, facts: [fact("api_token.is_revoked", { name: `${id} (${name})` })] };
  },
  {
    command: help("tokens revoke <id>", "revoke a token at once", "tokens revoke T-7k2mwqpx"),
    print: ({ revoked }: { revoked: object }) => revoked,
  },
);

/** API tokens. */
export const TOKEN_ACTIONS = [makeToken, revoke];
