import { findToken, insertToken, lockToken, setTokenUsed, type ApiToken, type FoundToken } from "../../store/console/api-tokens.ts";
import { appendAudit } from "../../store/audit/audit.ts";
import type { State } from "../../state/state.ts";
import { randomName } from "../../store/random-name.ts";
import type { Actor, Role } from "./rights.ts";
import type { MadeVia } from "../../review/possible-actors.ts";
import { asRole, lesser, may } from "./rights.ts";
import { newSecret, secretHash } from "./secrets.ts";

/** The prefix of tokens, by which secret scanners recognize them. */
const PREFIX = "rollcall_";

export interface NewToken {
  name: string;
  role: Role;
  expiresAt: Date;
  by: string;
  /** How `by` was proven; a name on the command line proves nothing. */
  via?: MadeVia;
}

/** Creates an API token. @returns its text, which is shown once and stored nowhere */
export async function createToken(
  state: State,
  { name, role, expiresAt, by, via = "cli" }: NewToken,
  now: Date,
): Promise<{ id: string; token: string }> {
  const token = `${PREFIX}${newSecret()}`;
  const id = `T-${randomName(8)}`;
  await appendAudit(state, { actor: by, action: "token_created", detail: { id, name, role, expires_at: expiresAt.toISOString() } }, now);
  await insertToken(state.db, {
    id,
    name,
    hash: secretHash(token),
    role,
    created_by: by,
    created_via: via,
    created_at: now,
    expires_at: expiresAt,
    used_at: null,
    revoked_at: null,
  });
  return { id, token };
}

/**
 * Returns the user that a token names; `null` if it is unknown, expired or revoked, or if its user or its maker is disabled.
 * A token can do no more than either of them can at this moment: its maker may still have its text.
 */
export async function actorOfToken({ state, now }: { state: Pick<State, "db">; now(): Date }, token: string): Promise<Actor | null> {
  if (!token.startsWith(PREFIX)) return null;
  const hash = secretHash(token);
  const at = now();
  const found = await findToken(state.db, hash);
  const role = roleOf(found, at);
  if (found === undefined || role === null) return null;
  if (found.used_at === null || at.getTime() - found.used_at.getTime() > 60_000) await setTokenUsed(state.db, found.id, at);
  const stillMay: Actor["stillMay"] = async (db, right) => {
    await lockToken(db, hash);
    const current = roleOf(await findToken(db, hash), now());
    return current !== null && may({ role: current }, right);
  };
  return { name: found.name, role, via: "token", proof: "token", stillMay };
}

/** Returns the role that a token has at a moment; `null`: it cannot be used. */
function roleOf(found: FoundToken | undefined, at: Date): Role | null {
  if (found === undefined || !isUsable(found, at) || found.user_disabled_at !== null || found.maker_disabled_at !== null) return null;
  const known = [found.user_role, found.maker_role].filter((role) => role !== null);
  return known.map(asRole).reduce(lesser, asRole(found.role));
}

/** Whether a token can be used at a moment. */
export function isUsable({ revoked_at, expires_at }: Pick<ApiToken, "revoked_at" | "expires_at">, at: Date): boolean {
  return revoked_at === null && expires_at > at;
}
