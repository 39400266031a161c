import type { FastifyInstance, FastifyRequest } from "fastify";
import { data, html, type Html } from "../../model/html.ts";
import { appendAudit } from "../../store/audit.ts";
import { listSessions, revokeSessions, type ConsoleSession } from "../../store/sessions.ts";
import { listUsers, type ConsoleUser } from "../../store/users.ts";
import { notFound, unusable } from "../answers.ts";
import { goOn, layout, sendPage } from "../layout.ts";
import { ROLES, type ConsoleParts, type Role } from "../parts.ts";
import { addUser, disableUser, enableUser, setPassword, setRole, type Doing } from "./accounts.ts";
import { aliveSessions, revokeForm, sessionTable } from "./account-page.ts";
import { csrfField } from "./csrf.ts";
import { field, rawField } from "./form.ts";
import { NAME_RULE } from "./names.ts";
import { PASSWORD_RULE, SHORTEST } from "./passwords.ts";
import { asRole } from "./rights.ts";
import { route, type ActorsRequest } from "./route.ts";

/** Users and everybody's sessions, for administrators. Names stand in the forms, never in an address. */
export function addUsersPage(app: FastifyInstance, parts: ConsoleParts): void {
  const doing = (request: ActorsRequest): Doing => ({ state: parts.state, by: request.actor.name, now: parts.now() });

  route(app, {
    method: "GET",
    url: "/users",
    right: "manage users",
    handler: async (request, reply) => {
      const content = usersContent(request, await listUsers(parts.state.db), await aliveSessions(parts));
      return sendPage(reply, layout({ title: "Users", request, content }));
    },
  });

  const action = (name: string, work: (request: ActorsRequest) => Promise<unknown>): void =>
    route(app, {
      method: "POST",
      url: `/users/${name}`,
      right: "manage users",
      handler: async (request, reply) => {
        await work(request);
        return goOn(reply, "/users");
      },
    });
  action("add", async (request) =>
    addUser(doing(request), {
      name: field(request, "name"),
      display: field(request, "display"),
      email: field(request, "email") || null,
      role: roleIn(request),
      password: rawField(request, "password"),
    }),
  );
  action("role", async (request) => setRole(doing(request), field(request, "name"), roleIn(request)));
  action("disable", async (request) => disableUser(doing(request), field(request, "name")));
  action("enable", async (request) => enableUser(doing(request), field(request, "name")));
  action("password", async (request) =>
    setPassword(doing(request), field(request, "name"), rawField(request, "password"), request.session?.idHash),
  );

  route(app, {
    method: "POST",
    url: "/users/sessions/revoke",
    right: "manage sessions",
    handler: async (request, reply) => {
      const { state } = parts;
      const idHash = field(request, "session");
      const found = (await listSessions(state.db, { after: parts.now() })).find((session) => session.id_hash === idHash);
      if (found === undefined) throw notFound("This session has ended already.");
      await appendAudit(state, { actor: request.actor.name, action: "session_revoked", detail: { user: found.user_name } }, parts.now());
      await revokeSessions(state.db, { idHash }, parts.now());
      return goOn(reply, "/users");
    },
  });
}

/** The role that a form names. */
export function roleIn(request: FastifyRequest): Role {
  const role = asRole(field(request, "role"));
  if (role === null) throw unusable(`There is no such role. Nothing was changed.`, `Roles are ${ROLES.join(", ")}.`);
  return role;
}

/** A choice of roles. */
export function roleChoice(chosen: string, label: string): Html {
  return html`<label
    >${label}
    <select name="role">
      ${ROLES.map((role) => html`<option ${role === chosen && html` selected`}>${role}</option>`)}
    </select></label
  >`;
}

function usersContent(request: FastifyRequest, users: readonly ConsoleUser[], sessions: readonly ConsoleSession[]): Html {
  return html`<div class="wide">
      <table>
        <thead>
          <tr>
            <th scope="col">User</th>
            <th scope="col">Signs in by</th>
            <th scope="col">Role</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          ${users.map((user) => userRow(request, user))}
        </tbody>
      </table>
    </div>
    ${users.length === 0 && html`<p class="soft">There are no users yet. Add yourself as admin, and the next start needs no link.</p>`}
    <h2>Add a user</h2>
    <form method="post" action="/users/add">
      ${csrfField(request)}
      <label
        >User name
        <input name="name" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="64" required aria-describedby="name-rule"
      /></label>
      <p id="name-rule" class="soft">${NAME_RULE}</p>
      <label>Name that others see <input name="display" autocomplete="off" maxlength="100" /></label>
      <label>E-mail, for notices <input name="email" type="email" autocomplete="off" maxlength="254" /></label>
      ${roleChoice("reviewer", "Role")}
      <label
        >First password
        <input
          name="password"
          type="password"
          autocomplete="new-password"
          minlength="${SHORTEST}"
          maxlength="256"
          required
          aria-describedby="password-rule"
      /></label>
      <p id="password-rule" class="soft">${PASSWORD_RULE}</p>
      <button>Add</button>
    </form>
    <h2>Sessions of everybody</h2>
    ${sessionTable(sessions, request.session?.idHash, ({ id_hash }) => revokeForm(request, "/users/sessions/revoke", id_hash), true)}`;
}

function userRow(request: FastifyRequest, user: ConsoleUser): Html {
  const hidden = html`${csrfField(request)}<input type="hidden" name="name" value="${user.name}" />`;
  const local = user.source === "local";
  return html`<tr>
    <td>${data(user.name)}${user.display !== user.name && html`<br /><span class="soft">${data(user.display)}</span>`}</td>
    <td>
      ${local ? "password" : "identity provider"}
      ${
        local &&
        html`<form class="row" method="post" action="/users/password">
          ${hidden}<label
            >New password of ${data(user.name)}
            <input name="password" type="password" autocomplete="new-password" minlength="${SHORTEST}" maxlength="256" required /></label
          ><button class="quiet">Set</button>
        </form>`
      }
    </td>
    <td>
      ${local ? html`<form class="row" method="post" action="/users/role">${hidden}${roleChoice(user.role, `Role of ${user.name}`)}<button class="quiet">Change</button></form>` : user.role}
    </td>
    <td>
      ${user.disabled_at === null ? "may sign in" : "disabled"}
      <form method="post" action="/users/${user.disabled_at === null ? "disable" : "enable"}">
        ${hidden}<button class="quiet">${user.disabled_at === null ? "Disable" : "Enable"}</button>
      </form>
    </td>
  </tr>`;
}
