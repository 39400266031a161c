import type { FastifyRequest } from "fastify";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import { ROLES } from "../../parts.ts";
import { csrfField } from "../../access/csrf.ts";
import { NAME_RULE } from "../../access/names.ts";
import { PASSWORD_RULE, MIN_PASSWORD_LENGTH } from "../../access/passwords.ts";
import { sessionTable, type ShownSession } from "../account/sessions-view.ts";

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

/** The data of the page. */
export interface Users {
  users: ShownUser[];
  sessions: ShownSession[];
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

/** The users, a form for another one, and everybody's sessions. */
export function usersView({ users, sessions }: Users, request: FastifyRequest): Html {
  return html`<div class="scroll" tabindex="0">
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
          minlength="${MIN_PASSWORD_LENGTH}"
          maxlength="256"
          required
          aria-describedby="password-rule"
      /></label>
      <p id="password-rule" class="soft">${PASSWORD_RULE}</p>
      <button>Add</button>
    </form>
    <h2>Sessions of everybody</h2>
    ${sessionTable(request, sessions, "/users/sessions/revoke", true)}`;
}

function userRow(request: FastifyRequest, user: ShownUser): Html {
  const hidden = html`${csrfField(request)}<input type="hidden" name="name" value="${user.name}" />`;
  const local = user.source === "local";
  return html`<tr>
    <td>
      ${data(user.name)}${user.display !== user.name && html`<br /><span class="soft">${data(user.display)}</span>`}${user.email !== null && html`<br /><span class="soft">${data(user.email)}</span>`}
    </td>
    <td>
      ${local ? "password" : "identity provider"}${local && html`<br /><span class="soft">${makers(user)}</span>`}
      ${
        local &&
        html`<form class="row" method="post" action="/users/password">
          ${hidden}<label
            >New password of ${data(user.name)}
            <input
              name="password"
              type="password"
              autocomplete="new-password"
              minlength="${MIN_PASSWORD_LENGTH}"
              maxlength="256"
              required /></label
          ><button class="quiet" aria-label="Set the password of ${user.name}">Set</button>
        </form>`
      }
    </td>
    <td>
      ${local ? html`<form class="row" method="post" action="/users/role">${hidden}${roleChoice(user.role, `Role of ${user.name}`)}<button class="quiet" aria-label="Change the role of ${user.name}">Change</button></form>` : user.role}
    </td>
    <td>
      ${user.disabled_at === null ? "may sign in" : "disabled"}
      <form method="post" action="/users/${user.disabled_at === null ? "disable" : "enable"}">
        ${hidden}<button class="quiet" aria-label="${user.disabled_at === null ? "Disable" : "Enable"} ${user.name}">
          ${user.disabled_at === null ? "Disable" : "Enable"}
        </button>
      </form>
    </td>
  </tr>`;
}

/** Says who can act as a local user, which explains why two approvals count as one. */
function makers({ created_by: created, password_set_by: set }: ShownUser): Html {
  if (created === null) return html`it is not stored who created this user`;
  return html`created by ${data(created)}, password set by ${data(set.join(", "))}`;
}
