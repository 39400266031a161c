/** Changes to users, shared by pages, command line and API: checked, and in the audit trail first. */
import { fact } from "../../domain/facts/fact.ts";
import { MAIL_ADDRESS } from "../../domain/names.ts";
import { UsageProblem } from "../../domain/problem.ts";
import { appendAudit } from "../../store/audit/audit.ts";
import { revokeTokensOf } from "../../store/console/api-tokens.ts";
import { revokeSessions } from "../../store/console/sessions.ts";
import type { State } from "../../state/state.ts";
import { countOtherAdmins, findUser, insertUser, insertUserAccess, setUser, type ConsoleUser } from "../../store/console/users.ts";
import type { MadeVia } from "../../review/possible-actors.ts";
import type { Role } from "./rights.ts";
import { localName, normalName, plainText } from "./names.ts";
import { hashPassword, isPasswordAllowed, PASSWORD_LENGTHS } from "./passwords.ts";
import { inTransaction } from "../../store/transaction.ts";

/** Who does it, and when. */
export interface Doing {
  state: State;
  by: string;
  /** How `by` was proven; a name on the command line proves nothing. */
  via?: MadeVia;
  now: Date;
}

export interface NewUser {
  name: string;
  display: string;
  email: string | null;
  role: Role;
  password: string;
}

/** Adds a local user. @throws UsageProblem where the name or the password cannot be taken; nothing was changed */
export async function addUser({ state, by, via = "cli", now }: Doing, user: NewUser): Promise<ConsoleUser> {
  const name = localName(user.name);
  if (name === null) throw new UsageProblem(fact("console_user.name_is_wrong", {}), fact("advice.use_name_rule", {}));
  const email = user.email === null ? null : plainText(user.email, 254);
  if (email !== null && !MAIL_ADDRESS.test(email)) throw new UsageProblem(fact("console_user.email_is_wrong", {}));
  await refuseBadPassword(user.password, name);
  if ((await findUser(state.db, name)) !== undefined) throw new UsageProblem(fact("console_user.exists", { name }));
  const hash = await hashPassword(user.password);
  await appendAudit(state, { actor: by, action: "user_added", detail: { name, role: user.role } }, now);
  const display = plainText(user.display, 100);
  const row = {
    name,
    display: display === "" ? name : display,
    email,
    source: "local",
    subject: null,
    password_hash: hash,
    role: user.role,
    created_at: now,
    disabled_at: null,
    was_admin: user.role === "admin",
    language: null,
    time_zone: null,
  };
  const added = await inTransaction(state.db, async (db) => {
    if (!(await insertUser(db, row))) return false;
    for (const what of ["created", "password"]) await insertUserAccess(db, { user_name: name, what, by_name: by, via, at: now });
    return true;
  });
  if (!added) throw new UsageProblem(fact("console_user.exists", { name }));
  return row;
}

/** Gives a local user another role; it counts from the next request on. */
export async function setRole({ state, by, via = "cli", now }: Doing, typed: string, role: Role): Promise<ConsoleUser> {
  return oneAtATime(state, async () => {
    const user = await existing(state, typed);
    if (user.source !== "local") {
      throw new UsageProblem(fact("console_user.role_is_from_provider", { name: user.name }), fact("advice.change_groups_there", {}));
    }
    if (user.role === "admin" && role !== "admin") await keepAnAdmin(state, user);
    await appendAudit(state, { actor: by, action: "user_role", detail: { name: user.name, from: user.role, to: role } }, now);
    const wasAdmin = user.was_admin || user.role === "admin" || role === "admin";
    await inTransaction(state.db, async (db) => {
      await insertUserAccess(db, { user_name: user.name, what: "role", by_name: by, via, at: now });
      await setUser(db, user.name, { role, was_admin: wasAdmin });
    });
    return { ...user, role, was_admin: wasAdmin };
  });
}

/** Disables a user: sessions and tokens of the name end at once. */
export async function disableUser({ state, by, now }: Doing, typed: string): Promise<ConsoleUser> {
  return oneAtATime(state, async () => {
    const user = await existing(state, typed);
    if (user.role === "admin" && user.disabled_at === null) await keepAnAdmin(state, user);
    await appendAudit(state, { actor: by, action: "user_disabled", detail: { name: user.name } }, now);
    await setUser(state.db, user.name, { disabled_at: now });
    await revokeSessions(state.db, { user: user.name }, now);
    await revokeTokensOf(state.db, user.name, now);
    return { ...user, disabled_at: now };
  });
}

/** Changes the rights of one user after the other, so that two requests cannot disable the last two administrators. */
function oneAtATime<T>({ locks }: State, change: () => Promise<T>): Promise<T> {
  return locks.exclusively("console:rights", change);
}

/** Enables a user again. */
export async function enableUser({ state, by, now }: Doing, typed: string): Promise<ConsoleUser> {
  const user = await existing(state, typed);
  await appendAudit(state, { actor: by, action: "user_enabled", detail: { name: user.name } }, now);
  await setUser(state.db, user.name, { disabled_at: null });
  return { ...user, disabled_at: null };
}

/** Sets a password and ends all sessions of the user, except the given one. */
export async function setPassword(
  { state, by, via = "cli", now }: Doing,
  typed: string,
  password: string,
  exceptSession?: string,
): Promise<void> {
  const user = await existing(state, typed);
  if (user.source !== "local") throw new UsageProblem(fact("console_user.signs_in_elsewhere", { name: user.name }));
  await refuseBadPassword(password, user.name);
  const hash = await hashPassword(password);
  await appendAudit(state, { actor: by, action: "user_password", detail: { name: user.name } }, now);
  await inTransaction(state.db, async (db) => {
    await insertUserAccess(db, { user_name: user.name, what: "password", by_name: by, via, at: now });
    await setUser(db, user.name, { password_hash: hash });
  });
  await revokeSessions(state.db, { user: user.name, ...(exceptSession === undefined ? {} : { except: exceptSession }) }, now);
}

async function existing(state: State, typed: string): Promise<ConsoleUser> {
  // Names from an identity provider have more letters than local ones.
  const user = await findUser(state.db, normalName(typed));
  if (user === undefined) throw new UsageProblem(fact("console_user.does_not_exist", {}), fact("advice.list_users", {}));
  return user;
}

async function refuseBadPassword(password: string, name: string): Promise<void> {
  if (!(await isPasswordAllowed(password, name)))
    throw new UsageProblem(fact("console_user.password_is_weak", {}), fact("advice.use_password_rule", PASSWORD_LENGTHS));
}

async function keepAnAdmin(state: State, { name, source }: ConsoleUser): Promise<void> {
  if (source === "local" && (await countOtherAdmins(state.db, name)) === 0) {
    throw new UsageProblem(fact("console_user.is_last_administrator", { name }), fact("advice.make_administrator", {}));
  }
}
