import { t } from "../../../reporting/locales/t.ts";
import type { Command } from "commander";
import { addUser, disableUser, enableUser, setPassword, setRole, type Doing } from "../../../console/access/accounts.ts";
import { oneOf } from "../../one-of.ts";
import { ROLES, type Role } from "../../../console/parts.ts";
import { fact } from "../../../domain/facts/fact.ts";
import { UsageProblem } from "../../../domain/problem.ts";
import { listUserAccess, listUsers, makersOf, type ConsoleUser } from "../../../store/console/users.ts";
import { withCommonOptions, withExamples } from "../../options.ts";
import { print, printJson } from "../../../app/output.ts";
import { withStore, type CommonOptions } from "../../../app/with-state.ts";
import { systemUser } from "../../proven-actor.ts";
import type { Call } from "../../../app/io.ts";
import { isCancel, password as ask } from "@clack/prompts";

interface Options extends CommonOptions {
  role?: string;
  display?: string;
  email?: string;
  passwordStdin?: boolean;
}

const FROM_STDIN = ["--password-stdin", "read the password from the first line of standard input"] as const;

export function addUsers(io: Call, users: Command): void {
  withExamples(
    withCommonOptions(
      users
        .command("add <name>")
        .description("add a user with a password")
        .requiredOption("--role <role>", `one of ${ROLES.join(", ")}`)
        .option("--display <name>", "the display name")
        .option("--email <address>", "the e-mail address for notifications")
        .option(...FROM_STDIN),
    ).action((name: string, options: Options) => addCommand(io, name, options)),
    'rollcall users add ana --role reviewer --display "Ana Ruiz"',
  );
  withExamples(
    withCommonOptions(users.command("list").description("list all users with their role and sign-in method")).action((options: Options) =>
      listCommand(io, options),
    ),
    "rollcall users list",
  );
  withExamples(
    withCommonOptions(users.command("role <name> <role>").description("change a user's role; takes effect at once")).action(
      (name: string, role: string, options: Options) => change(io, options, async (context) => setRole(context, name, roleNamed(role))),
    ),
    "rollcall users role ana operator",
  );
  withExamples(
    withCommonOptions(
      users
        .command("password <name>")
        .description("set a user's password; ends all sessions of the user")
        .option(...FROM_STDIN),
    ).action((name: string, options: Options) => passwordCommand(io, name, options)),
    "rollcall users password ana",
  );
  withExamples(
    withCommonOptions(users.command("disable <name>").description("disable a user; ends the user's sessions and tokens at once")).action(
      (name: string, options: Options) => change(io, options, async (context) => disableUser(context, name)),
    ),
    "rollcall users disable ana",
  );
  withExamples(
    withCommonOptions(users.command("enable <name>").description("enable a disabled user")).action((name: string, options: Options) =>
      change(io, options, async (context) => enableUser(context, name)),
    ),
    "rollcall users enable ana",
  );
}

/** Parses a role. @throws UsageProblem if it doesn't exist */
export function roleNamed(text: string): Role {
  return oneOf("--role", ROLES, text);
}

async function addCommand(io: Call, name: string, options: Options): Promise<void> {
  const role = roleNamed(options.role ?? "");
  const password = await readPassword(io, options.passwordStdin === true, t("users.password_of", { name }));
  await change(io, options, async (context) => {
    const added = await addUser(context, { name, display: options.display ?? name, email: options.email ?? null, role, password });
    return { name: added, display: options.display ?? added, email: options.email ?? null, source: "local", role, disabled_at: null };
  });
}

async function passwordCommand(io: Call, name: string, options: Options): Promise<void> {
  const password = await readPassword(io, options.passwordStdin === true, t("users.new_password_name", { name }));
  await withStore(io, options, (state) => setPassword({ state, by: systemUser(), now: io.now() }, name, password));
  if (options.json === true) printJson(io, { name, changed: true });
  else print(io, t("runs.password_name_changed", { name }));
}

async function listCommand(io: Call, options: Options): Promise<void> {
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

async function change(io: Call, options: Options, work: (doing: Doing) => Promise<Shown>): Promise<void> {
  await withStore(io, options, async (state) => {
    const user = await work({ state, by: systemUser(), now: io.now() });
    if (options.json === true) printJson(io, shown(user));
    else print(io, userLine(user, user.name.length));
  });
}

function userLine({ name, role, source, disabled_at }: Shown, width: number): string {
  return `${name.padEnd(width)}  ${role.padEnd(8)}  ${source === "local" ? t("access.password_3") : t("access.identity_provider")}${disabled_at === null ? "" : `  ${t("users.disabled_user")}`}`;
}

function shown({ name, display, email, source, role, disabled_at }: Shown): Record<string, unknown> {
  return { name, display, email, source, role, disabled: disabled_at !== null };
}

const MAX_INPUT_BYTES = 4096;

/** A password from the terminal, unseen, or the first line of standard input; never from the command line. */
async function readPassword(io: Call, fromStandardInput: boolean, question: string): Promise<string> {
  if (fromStandardInput) return firstLine(io);
  if (!io.isTTY.stdin) {
    throw new UsageProblem(fact("usage.no_terminal_for_password", {}), fact("advice.add_option", { option: "--password-stdin" }));
  }
  const typed = await prompt(io, question);
  if ((await prompt(io, t("users.repeat_password"))) !== typed) throw new UsageProblem(fact("usage.passwords_differ", {}));
  return typed;
}

async function prompt(io: Call, message: string): Promise<string> {
  const typed = await ask({ message, input: io.stdin, output: io.stderr });
  if (isCancel(typed)) throw new UsageProblem(fact("usage.is_cancelled", {}));
  return typed;
}

async function firstLine(io: Call): Promise<string> {
  let text = "";
  for await (const chunk of io.stdin.setEncoding("utf8")) {
    text += String(chunk);
    if (text.includes("\n") || text.length > MAX_INPUT_BYTES) break;
  }
  return (text.split("\n")[0] ?? "").replace(/\r$/, "").slice(0, MAX_INPUT_BYTES);
}
