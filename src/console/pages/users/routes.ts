import { t } from "../../../reporting/locales/t.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { appendAudit } from "../../../store/audit/audit.ts";
import { listSessions, revokeSessions } from "../../../store/console/sessions.ts";
import type { Db } from "../../../store/schema/tables.ts";
import { listUserAccess, listUsers, USER_SORTS, makersOf, type ConsoleUser } from "../../../store/console/users.ts";
import { sortOf } from "../sorting.ts";
import { notFound, unusable } from "../../answers.ts";
import { doneAt } from "../../flash.ts";
import { pageAction, addPageRoute } from "../page-route.ts";
import { ROLES, type ConsoleParts, type Role } from "../../parts.ts";
import { addUser, disableUser, enableUser, setPassword, setRole, type Doing } from "../../access/accounts.ts";
import { field, rawField } from "../../access/form.ts";
import { asRole, type Right } from "../../access/rights.ts";
import { madeVia } from "../../../review/possible-actors.ts";
import type { ActorsRequest } from "../../access/route.ts";
import { openSessions } from "../account/sessions-view.ts";
import { usersView, type ShownUser, type Users } from "./view.ts";

/** Adds users and all sessions, for administrators. Names are in forms, never in an address. */
export function addUsersPage(app: FastifyInstance, parts: ConsoleParts): void {
  const doing = (request: ActorsRequest): Doing => ({
    state: parts.state,
    by: request.actor.name,
    via: madeVia(request.actor),
    now: parts.now(),
  });

  addPageRoute<Users>(app, {
    url: "/users",
    right: "manage users",
    load: async (request) => {
      const sort = sortOf(request, USER_SORTS, { by: "name", direction: "asc" });
      const users = await shownUsers(parts.state.db, await listUsers(parts.state.db, sort));
      return { users, sort, sessions: await openSessions(parts, request.session) };
    },
    draw: (data, request) => ({ title: t("shell.users"), content: usersView(data, request) }),
  });

  const shown = async (user: ConsoleUser): Promise<ShownUser | undefined> => (await shownUsers(parts.state.db, [user]))[0];
  type UserFlash = "user_added" | "user_role_changed" | "user_disabled" | "user_enabled" | "user_password_set";
  const action = (name: string, right: Right, flash: UserFlash, act: (request: ActorsRequest) => Promise<unknown>): void =>
    pageAction(app, {
      url: `/users/${name}`,
      right,
      act,
      next: (_, request) => doneAt("/users", flash, { name: field(request, "name") }),
    });

  action("add", "give access", "user_added", async (request) => {
    const role = roleIn(request);
    const name = await addUser(doing(request), {
      name: field(request, "name"),
      display: field(request, "display"),
      email: field(request, "email") || null,
      role,
      password: rawField(request, "password"),
    });
    return { added: { name, role } };
  });
  action("role", "give access", "user_role_changed", async (request) => ({
    user: await shown(await setRole(doing(request), field(request, "name"), roleIn(request))),
  }));
  action("disable", "manage users", "user_disabled", async (request) => ({
    user: await shown(await disableUser(doing(request), field(request, "name"))),
  }));
  action("enable", "give access", "user_enabled", async (request) => ({
    user: await shown(await enableUser(doing(request), field(request, "name"))),
  }));
  action("password", "give access", "user_password_set", async (request) => {
    const name = field(request, "name");
    await setPassword(doing(request), name, rawField(request, "password"), request.session?.idHash);
    return { changed: "password" };
  });
  pageAction(app, {
    url: "/users/sessions/revoke",
    right: "manage sessions",
    act: async (request) => {
      const { state } = parts;
      const idHash = field(request, "session");
      const found = (await listSessions(state.db, { after: parts.now() })).find((session) => session.id_hash === idHash);
      if (found === undefined) throw notFound(t("access.session_ended_already"));
      await appendAudit(state, { actor: request.actor.name, action: "session_revoked", detail: { user: found.user_name } }, parts.now());
      await revokeSessions(state.db, { idHash }, parts.now());
      return { ended: { user: found.user_name } };
    },
    next: ({ ended: { user } }) => doneAt("/users", "session_ended", { name: user }),
  });
}

/** The role that a form names. */
export function roleIn(request: FastifyRequest): Role {
  const role = asRole(field(request, "role"));
  if (role === null) throw unusable(t("users.no_such_role"), t("users.roles_roles", { roles: ROLES.join(", ") }));
  return role;
}

/** Copies field by field, so that new columns of the table are not exposed. */
async function shownUsers(db: Db, users: readonly ConsoleUser[]): Promise<ShownUser[]> {
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
