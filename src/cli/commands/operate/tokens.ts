import type { Command } from "commander";
import { createToken } from "../../../console/access/tokens.ts";
import { tokenName } from "../../../console/access/names.ts";
import { ROLES } from "../../../console/parts.ts";
import { duration } from "../../../config/values.ts";
import { fact } from "../../../domain/facts/fact.ts";
import { UsageProblem } from "../../../domain/problem.ts";
import { appendAudit } from "../../../store/audit/audit.ts";
import { listTokens, revokeToken, type ApiToken } from "../../../store/console/api-tokens.ts";
import { withCommonOptions, withExamples } from "../../options.ts";
import { print, printError, printJson } from "../../../app/output.ts";
import { withStore, type CommonOptions } from "../../../app/with-state.ts";
import { t } from "../../../reporting/locales/t.ts";
import { systemUser } from "../../proven-actor.ts";
import { roleNamed } from "./users.ts";
import type { Call } from "../../../app/io.ts";

interface Options extends CommonOptions {
  role?: string;
  expires?: string;
  all?: boolean;
}

const DAY = 86_400_000;

export function addTokens(io: Call, tokens: Command): void {
  withExamples(
    withCommonOptions(
      tokens
        .command("create <name>")
        .description("create a token and print it once; name a person's token after the user")
        .requiredOption("--role <role>", `one of ${ROLES.join(", ")}`)
        .option("--expires <duration>", "lifetime, at most 366d", "90d"),
    ).action((typed: string, options: Options) => createCommand(io, typed, options)),
    "rollcall tokens create reporting --role viewer --expires 90d",
  );
  withExamples(
    withCommonOptions(
      tokens.command("list").description("list active tokens").option("--all", "include expired and revoked tokens"),
    ).action((options: Options) => listCommand(io, options)),
    "rollcall tokens list",
  );
  withExamples(
    withCommonOptions(tokens.command("revoke <id>").description("revoke a token at once")).action((id: string, options: Options) =>
      revokeCommand(io, id, options),
    ),
    "rollcall tokens revoke T-7k2mwqpx",
  );
}

async function createCommand(io: Call, typed: string, options: Options): Promise<void> {
  const name = tokenName(typed);
  if (name === null) throw new UsageProblem(fact("usage.token_name_is_wrong", {}), fact("advice.use_name_rule", {}));
  const role = roleNamed(options.role ?? "");
  const lasts = duration.safeParse(options.expires ?? "");
  if (!lasts.success || lasts.data < 60_000 || lasts.data > 366 * DAY) {
    throw new UsageProblem(
      fact("usage.duration_is_wrong", { option: "--expires", least: "1m", most: "366d", given: options.expires ?? "" }),
    );
  }
  await withStore(io, options, async (state) => {
    const now = io.now();
    const expiresAt = new Date(now.getTime() + lasts.data);
    const { id, token } = await createToken(state, { name, role, expiresAt, by: systemUser() }, now);
    if (options.json === true) return printJson(io, { id, name, role, expires: expiresAt.toISOString(), token });
    // Standard output has only the token, so that it can be piped into a vault.
    printError(io, t("users.token_is_made", { id, name, role, date: day(expiresAt) }));
    print(io, token);
  });
}

async function listCommand(io: Call, options: Options): Promise<void> {
  await withStore(io, options, async ({ db }) => {
    const tokens = await listTokens(db, options.all === true ? {} : { usableAt: io.now() });
    if (options.json === true) return printJson(io, tokens.map(shown));
    if (tokens.length === 0) return print(io, t("users.no_tokens"));
    print(io, tokens.map(tokenLine).join("\n"));
  });
}

async function revokeCommand(io: Call, id: string, options: Options): Promise<void> {
  await withStore(io, options, async (state) => {
    const ended = await revokeToken(state.db, id, io.now());
    if (ended === undefined) throw new UsageProblem(fact("usage.token_does_not_exist", { token: id }), fact("advice.list_tokens", {}));
    await appendAudit(state, { actor: systemUser(), action: "token_revoked", detail: { id, name: ended.name } }, io.now());
    if (options.json === true) printJson(io, shown(ended));
    else print(io, t("runs.token_name_revoked", { name: `${id} (${ended.name})` }));
  });
}

function tokenLine(token: ApiToken): string {
  const used = `${t("users.last_used")} ${token.used_at === null ? t("users.never") : day(token.used_at)}`;
  const until =
    token.revoked_at === null ? `${t("exceptions.until")} ${day(token.expires_at)}` : `${t("users.revoked")} ${day(token.revoked_at)}`;
  return `${token.id}  ${token.name}  ${token.role}  ${until}  ${used}  ${t("runs.name_2", { name: token.created_by })}`;
}

function shown({ id, name, role, created_by, created_at, expires_at, used_at, revoked_at }: ApiToken): Record<string, unknown> {
  return { id, name, role, created_by, created_at, expires_at, used_at, revoked_at };
}

function day(at: Date): string {
  return at.toISOString().slice(0, 10);
}
