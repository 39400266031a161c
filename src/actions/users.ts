import { z } from "zod";
import { fact } from "../domain/facts/fact.ts";
import { madeVia } from "../review/possible-actors.ts";
import { appendAudit } from "../store/audit/audit.ts";
import { listSessions, revokeSessions } from "../store/console/sessions.ts";
import { findUser, listUserAccess, makersOf, type ConsoleUser } from "../store/console/users.ts";
import type { Db } from "../store/schema/tables.ts";
import { addUser, disableUser, enableUser, setPassword, setRole, type Doing } from "./access/accounts.ts";
import { checkPassword } from "./access/passwords.ts";
import { ROLES } from "./access/rights.ts";
import { action, help, type Acted, type Context } from "./action.ts";
import { option, optionalText, text } from "./input.ts";
import { InputProblem, NotFoundProblem } from "./refusals.ts";

/** A user without the hash of the password and without the provider's own identifier. */
export interface ShownUser {
  name: string;
  display: string;
  email: string | null;
  /** `local` or `oidc`. */
  source: string;
  role: string;
  created_at: string;
  /** `null`: may sign in. */
  disabled_at: string | null;
  /** `null`: not stored, or from an identity provider. */
  created_by: string | null;
  /** Everybody who ever set the password. */
  password_set_by: string[];
}

/** Copies field by field, so that new columns of the table are not exposed. */
export async function shownUsers(db: Db, users: readonly ConsoleUser[]): Promise<ShownUser[]> {
  const access = await listUserAccess(db);
  return users.map(({ name, display, email, source, role, created_at, disabled_at }) => ({
    name,
    display,
    email,
    source,
    role,
    created_at: created_at.toISOString(),
    disabled_at: disabled_at?.toISOString() ?? null,
    ...makersOf(access, name),
  }));
}

function doing({ state, by: { name, proof }, now }: Context): Doing {
  return { state, by: name, now: now(), ...(proof === undefined ? {} : { via: madeVia({ proof }) }) };
}

type UserDone = `console_user.${"is_added" | "role_is_changed" | "is_disabled" | "is_enabled"}`;

async function changed({ state }: Context, user: ConsoleUser, done: UserDone): Promise<Acted<{ user: ShownUser }>> {
  const [shown] = await shownUsers(state.db, [user]);
  if (shown === undefined) throw new Error("a user was not shown");
  return { json: { user: shown }, facts: [fact(done, { name: user.name })] };
}

/** Returns a user as the command line prints it. */
function print({ user: { name, display, email, source, role, disabled_at } }: { user: ShownUser }): object {
  return { name, display, email, source, role, disabled: disabled_at !== null };
}

const name = text();
const role = z.enum(ROLES);
const password = option(z.string(), "--password-stdin", "read the password from the first line of standard input", { secret: true });

const added = {
  name,
  role: option(role, "--role <role>", `one of ${ROLES.join(", ")}`),
  display: option(optionalText, "--display <name>", "the display name"),
  email: option(optionalText, "--email <address>", "the e-mail address for notifications"),
  password,
};

async function endSession({ state, by, now }: Context, session: string, of: string | null): Promise<Acted> {
  const open = await listSessions(state.db, { after: now() });
  const user = open.find(({ id_hash: hash, user_name: owner }) => hash === session && (of === null || owner === of))?.user_name;
  if (user === undefined) throw new NotFoundProblem(fact("console_user.session_has_ended", {}));
  await appendAudit(state, { actor: by.name, action: "session_revoked", detail: { user } }, now());
  await revokeSessions(state.db, { idHash: session }, now());
  return { json: { ended: { user } }, facts: [fact("console_user.session_is_ended", { name: user })] };
}

/** Changes of users, passwords and sessions. */
export const USER_ACTIONS = [
  action(
    "/users/add",
    "give access",
    added,
    async (context, input) => {
      const user = await addUser(doing(context), { ...input, display: input.display ?? input.name });
      const { json, ...acted } = await changed(context, user, "console_user.is_added");
      return { ...acted, json: { ...json, added: { name: user.name, role: input.role } } };
    },
    { command: help("users add <name>", "add a user with a password", 'users add ana --role reviewer --display "Ana Ruiz"'), print },
  ),
  action(
    "/users/role",
    "give access",
    { name, role },
    async (context, input) => changed(context, await setRole(doing(context), input.name, input.role), "console_user.role_is_changed"),
    { command: help("users role <name> <role>", "change a user's role; takes effect at once", "users role ana operator"), print },
  ),
  action(
    "/users/password",
    "give access",
    { name, password },
    async (context, input) => {
      await setPassword(doing(context), input.name, input.password, context.session?.idHash);
      return { json: { changed: "password", name: input.name }, facts: [fact("console_user.password_is_set", { name: input.name })] };
    },
    {
      command: help("users password <name>", "set a user's password; ends all sessions of the user", "users password ana"),
      print: (answer: { name: string }) => ({ name: answer.name, changed: true }),
    },
  ),
  action(
    "/users/disable",
    "manage users",
    { name },
    async (context, input) => changed(context, await disableUser(doing(context), input.name), "console_user.is_disabled"),
    { command: help("users disable <name>", "disable a user; ends the user's sessions and tokens at once", "users disable ana"), print },
  ),
  action(
    "/users/enable",
    "give access",
    { name },
    async (context, input) => changed(context, await enableUser(doing(context), input.name), "console_user.is_enabled"),
    { command: help("users enable <name>", "enable a disabled user", "users enable ana"), print },
  ),
  action("/users/sessions/revoke", "manage sessions", { session: text() }, (context, { session }) => endSession(context, session, null)),
  action("/account/sessions/revoke", "own account", { session: text() }, (context, { session }) =>
    endSession(context, session, context.by.name),
  ),
  action(
    "/account/password",
    "own password",
    { current: z.string(), password: z.string() },
    async (context, { current, password: given }) => {
      const { state, by, session } = context;
      if (session?.via !== "password") throw new InputProblem(fact("console_user.has_no_password", {}), { field: "current" });
      const { right } = await checkPassword(current, (await findUser(state.db, by.name))?.password_hash ?? null);
      if (!right) throw new InputProblem(fact("console_user.password_is_wrong", {}), { field: "current" });
      await setPassword(doing(context), by.name, given, session.idHash);
      return { json: { changed: "password" }, facts: [fact("console_user.own_password_is_set", {})] };
    },
    { throttled: true },
  ),
];
