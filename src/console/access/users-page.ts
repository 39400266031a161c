import type { FastifyInstance, FastifyRequest } from "fastify";
import { appendAudit } from "../../store/audit.ts";
import { listSessions, revokeSessions } from "../../store/sessions.ts";
import type { Db } from "../../store/schema.ts";
import { listUserAccess, listUsers, makersOf, type ConsoleUser } from "../../store/users.ts";
import { notFound, unusable } from "../answers.ts";
import { deed, look } from "../pages/pair.ts";
import { ROLES, type ConsoleParts, type Role } from "../parts.ts";
import { addUser, disableUser, enableUser, setPassword, setRole, type Doing } from "./accounts.ts";
import { field, rawField } from "./form.ts";
import { asRole, type Right } from "./rights.ts";
import { madeVia } from "../../review/people-behind.ts";
import type { ActorsRequest } from "./route.ts";
import { aliveSessions } from "./sessions-view.ts";
import { drawUsers, type ShownUser, type Users } from "./users-view.ts";

/** Users and everybody's sessions, for administrators. Names stand in the forms, never in an address. */
export function addUsersPage(app: FastifyInstance, parts: ConsoleParts): void {
  const doing = (request: ActorsRequest): Doing => ({
    state: parts.state,
    by: request.actor.name,
    via: madeVia(request.actor),
    now: parts.now(),
  });

  look<Users>(app, {
    url: "/users",
    right: "manage users",
    load: async ({ session }) => ({
      users: await shownUsers(parts.state.db, await listUsers(parts.state.db)),
      sessions: await aliveSessions(parts, session),
    }),
    draw: (data, request) => ({ title: "Users", content: drawUsers(data, request) }),
  });

  const shown = async (user: ConsoleUser): Promise<ShownUser | undefined> => (await shownUsers(parts.state.db, [user]))[0];
  const action = <Result>(name: string, right: Right, act: (request: ActorsRequest) => Promise<Result>): void =>
    deed(app, { url: `/users/${name}`, right, act, next: () => "/users" });

  action("add", "give access", async (request) => {
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
  action("role", "give access", async (request) => ({
    user: await shown(await setRole(doing(request), field(request, "name"), roleIn(request))),
  }));
  action("disable", "manage users", async (request) => ({ user: await shown(await disableUser(doing(request), field(request, "name"))) }));
  action("enable", "give access", async (request) => ({ user: await shown(await enableUser(doing(request), field(request, "name"))) }));
  action("password", "give access", async (request) => {
    const name = field(request, "name");
    await setPassword(doing(request), name, rawField(request, "password"), request.session?.idHash);
    return { changed: "password" };
  });
  action("sessions/revoke", "manage sessions", async (request) => {
    const { state } = parts;
    const idHash = field(request, "session");
    const found = (await listSessions(state.db, { after: parts.now() })).find((session) => session.id_hash === idHash);
    if (found === undefined) throw notFound("This session has ended already.");
    await appendAudit(state, { actor: request.actor.name, action: "session_revoked", detail: { user: found.user_name } }, parts.now());
    await revokeSessions(state.db, { idHash }, parts.now());
    return { ended: { user: found.user_name } };
  });
}

/** The role that a form names. */
export function roleIn(request: FastifyRequest): Role {
  const role = asRole(field(request, "role"));
  if (role === null) throw unusable(`There is no such role. Nothing was changed.`, `Roles are ${ROLES.join(", ")}.`);
  return role;
}

/** Field by field, so that nothing that is added to the table is told by itself. */
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
