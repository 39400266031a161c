import { roleLabel } from "../../../reporting/labels.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import type { FastifyRequest } from "fastify";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import { ROLES } from "../../parts.ts";
import { csrfField } from "../../access/csrf.ts";
import { NAME_RULE } from "../../access/names.ts";
import { passwordRule, MIN_PASSWORD_LENGTH } from "../../access/passwords.ts";
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
      ${ROLES.map((role) => html`<option value="${role}" ${role === chosen && html` selected`}>${roleLabel(role)}</option>`)}
    </select></label
  >`;
}

/** The users, a form for another one, and everybody's sessions. */
export function usersView({ users, sessions }: Users, request: FastifyRequest): Html {
  return html`<div class="scroll" tabindex="0">
      <table>
        <thead>
          <tr>
            <th scope="col">${t("User")}</th>
            <th scope="col">${t("Signs in by")}</th>
            <th scope="col">${t("Role")}</th>
            <th scope="col">${t("Status")}</th>
          </tr>
        </thead>
        <tbody>
          ${users.map((user) => userRow(request, user))}
        </tbody>
      </table>
    </div>
    ${users.length === 0 && html`<p class="soft">${t("There are no users yet. Add yourself as admin, and the next start needs no link.")}</p>`}
    <h2>${t("Add a user")}</h2>
    <form method="post" action="/users/add">
      ${csrfField(request)}
      <label
        >${t("User name")}
        <input name="name" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="64" required aria-describedby="name-rule"
      /></label>
      <p id="name-rule" class="soft">${t(NAME_RULE)}</p>
      <label>${t("Name that others see")} <input name="display" autocomplete="off" maxlength="100" /></label>
      <label>${t("E-mail, for notices")} <input name="email" type="email" autocomplete="off" maxlength="254" /></label>
      ${roleChoice("reviewer", t("Role"))}
      <label
        >${t("First password")}
        <input
          name="password"
          type="password"
          autocomplete="new-password"
          minlength="${MIN_PASSWORD_LENGTH}"
          maxlength="256"
          required
          aria-describedby="password-rule"
      /></label>
      <p id="password-rule" class="soft">${passwordRule()}</p>
      <button>${t("Add")}</button>
    </form>
    <h2>${t("Sessions of all users")}</h2>
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
      ${local ? t("password") : t("identity provider")}${local && html`<br /><span class="soft">${makers(user)}</span>`}
      ${
        local &&
        html`<form class="row" method="post" action="/users/password">
          ${hidden}<label
            >${tHtml("New password of {name}", { name: data(user.name) })}
            <input
              name="password"
              type="password"
              autocomplete="new-password"
              minlength="${MIN_PASSWORD_LENGTH}"
              maxlength="256"
              required /></label
          ><button class="quiet" aria-label="${t("Set the password of {name}", { name: user.name })}">${t("Set")}</button>
        </form>`
      }
    </td>
    <td>
      ${local ? html`<form class="row" method="post" action="/users/role">${hidden}${roleChoice(user.role, t("Role of {name}", { name: user.name }))}<button class="quiet" aria-label="${t("Change the role of {name}", { name: user.name })}">${t("Change")}</button></form>` : roleLabel(user.role)}
    </td>
    <td>
      ${user.disabled_at === null ? t("may sign in") : t("disabled")}
      <form method="post" action="/users/${user.disabled_at === null ? "disable" : "enable"}">
        ${hidden}<button
          class="quiet"
          aria-label="${user.disabled_at === null ? t("Disable {name}", { name: user.name }) : t("Enable {name}", { name: user.name })}"
        >
          ${user.disabled_at === null ? t("Disable") : t("Enable")}
        </button>
      </form>
    </td>
  </tr>`;
}

/** Says who can act as a local user, which explains why two approvals count as one. */
function makers({ created_by: created, password_set_by: set }: ShownUser): Html {
  if (created === null) return html`${t("it is not stored who created this user")}`;
  return tHtml("created by {name}, password set by {others}", { name: data(created), others: data(set.join(", ")) });
}
