import type { Command } from "commander";
import type { Call } from "../../../app/io.ts";
import { print, printJson } from "../../../app/output.ts";
import { withStore, type CommonOptions } from "../../../app/with-state.ts";
import { t } from "../../../reporting/locales/t.ts";
import { listTokens, type ApiToken } from "../../../store/console/api-tokens.ts";
import { withCommonOptions, withExamples } from "../../options.ts";

interface Options extends CommonOptions {
  all?: boolean;
}

export function addTokens(io: Call, tokens: Command): void {
  withExamples(
    withCommonOptions(
      tokens.command("list").description("list active tokens").option("--all", "include expired and revoked tokens"),
    ).action((options: Options) => listCommand(io, options)),
    "rollcall tokens list",
  );
}

async function listCommand(io: Call, options: Options): Promise<void> {
  await withStore(io, options, async ({ db }) => {
    const tokens = await listTokens(db, options.all === true ? {} : { usableAt: io.now() });
    if (options.json === true) return printJson(io, tokens.map(shown));
    if (tokens.length === 0) return print(io, t("users.no_tokens"));
    print(io, tokens.map(tokenLine).join("\n"));
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
