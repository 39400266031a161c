import type { Command } from "commander";
import type { Call } from "../../../app/io.ts";
import { print, printJson } from "../../../app/output.ts";
import { withStore, type CommonOptions } from "../../../app/with-state.ts";
import { t } from "../../../reporting/locales/t.ts";
import { listUserAccess, listUsers, makersOf, type ConsoleUser } from "../../../store/console/users.ts";
import { withCommonOptions, withExamples } from "../../options.ts";

export function addUsers(io: Call, users: Command): void {
  withExamples(
    withCommonOptions(users.command("list").description("list all users with their role and sign-in method")).action(
      (options: CommonOptions) => listCommand(io, options),
    ),
    "rollcall users list",
  );
}

async function listCommand(io: Call, options: CommonOptions): Promise<void> {
  await withStore(io, options, async ({ db }) => {
    const users = await listUsers(db);
    const access = await listUserAccess(db);
    if (options.json === true)
      return printJson(
        io,
        users.map((user) => ({ ...shown(user), ...makersOf(access, user.name) })),
      );
    if (users.length === 0) return print(io, t("users.none_on_command_line"));
    const width = Math.max(...users.map(({ name }) => name.length));
    print(io, users.map((user) => userLine(user, width)).join("\n"));
  });
}

type Shown = Pick<ConsoleUser, "name" | "display" | "email" | "source" | "role" | "disabled_at">;

function userLine({ name, role, source, disabled_at }: Shown, width: number): string {
  return `${name.padEnd(width)}  ${role.padEnd(8)}  ${source === "local" ? t("access.password_3") : t("access.identity_provider")}${disabled_at === null ? "" : `  ${t("users.disabled_user")}`}`;
}

function shown({ name, display, email, source, role, disabled_at }: Shown): Record<string, unknown> {
  return { name, display, email, source, role, disabled: disabled_at !== null };
}
