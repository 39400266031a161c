import { capitalised, roleLabel } from "../../../reporting/labels.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import type { FastifyRequest } from "fastify";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import { ROLES } from "../../parts.ts";
import { csrfField } from "../../access/csrf.ts";
import { NAME_RULE } from "../../access/names.ts";
import { passwordRule, MIN_PASSWORD_LENGTH } from "../../access/passwords.ts";
import type { UserSort } from "../../../store/console/users.ts";
import type { Sort } from "../../../store/sort.ts";
import { table } from "../parts.ts";
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
  sort: Sort<UserSort>;
  users: ShownUser[];
  sessions: ShownSession[];
}

/** A choice of roles. In a table, the head of the column is its visible label. */
export function roleChoice(chosen: string, label: string, inTable = false): Html {
  return html`<label
    ><span class="${inTable && "sr"}">${label}</span>
    <select name="role">
      ${roleOptions(chosen)}
    </select></label
  >`;
}

function roleOptions(chosen: string): Html {
  return html`${ROLES.map((role) => html`<option value="${role}" ${role === chosen && html` selected`}>${roleLabel(role)}</option>`)}`;
}

/** The users, a form for another one, and everybody's sessions. */
export function usersView({ users, sort, sessions }: Users, request: FastifyRequest): Html {
  return html`${
      users.length > 0 &&
      table<ShownUser>(
        "",
        [
          { head: t("User"), sort: "name", rowHeader: true, cell: nameCell },
          { head: t("Signs in by"), sort: "source", cell: (user) => signInCell(user, request) },
          { head: t("Role"), sort: "role", cell: (user) => roleCell(user, request) },
          { head: t("Status"), sort: "status", cell: (user) => statusCell(user, request) },
        ],
        users,
        { ...sort, url: request.url },
      )
    }
    ${users.length === 0 && html`<p class="soft">${t("There are no users yet. Add yourself as admin, and the next start needs no link.")}</p>`}
    <h2>${t("Add a user")}</h2>
    <form method="post" action="/users/add" class="act">
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

function nameCell({ name, display, email }: ShownUser): Html {
  return html`${data(name)}${display !== name && html`<small>${data(display)}</small>`}${email !== null && html`<small>${data(email)}</small>`}`;
}

function signInCell(user: ShownUser, request: FastifyRequest): Html | string {
  if (user.source !== "local") return capitalised(t("identity provider"));
  return html`${capitalised(t("password"))}<small>${makers(user)}</small>
    <details>
      <summary>${t("Change password")}<span class="sr">, ${data(user.name)}</span></summary>
      <form class="row" method="post" action="/users/password">
        ${hidden(user, request)}<label
          >${tHtml("New password of {name}", { name: data(user.name) })}
          <input
            name="password"
            type="password"
            autocomplete="new-password"
            minlength="${MIN_PASSWORD_LENGTH}"
            maxlength="256"
            required /></label
        ><button class="quiet" aria-label="${t("Set the password of {name}", { name: user.name })}">${t("Set")}</button>
      </form>
    </details>`;
}

function roleCell(user: ShownUser, request: FastifyRequest): Html | string {
  if (user.source !== "local") return roleLabel(user.role);
  return html`<form class="row" method="post" action="/users/role">
    ${hidden(user, request)}${roleChoice(user.role, t("Role of {name}", { name: user.name }), true)}<button
      class="quiet"
      aria-label="${t("Change the role of {name}", { name: user.name })}"
    >
      ${t("Change")}
    </button>
  </form>`;
}

function statusCell(user: ShownUser, request: FastifyRequest): Html {
  const { name } = user;
  const enabled = user.disabled_at === null;
  return html`${enabled ? t("May sign in") : t("Disabled|user")}
    <form method="post" action="/users/${enabled ? "disable" : "enable"}">
      ${hidden(user, request)}<button class="quiet" aria-label="${enabled ? t("Disable {name}", { name }) : t("Enable {name}", { name })}">
        ${enabled ? t("Disable") : t("Enable")}
      </button>
    </form>`;
}

function hidden({ name }: ShownUser, request: FastifyRequest): Html {
  return html`${csrfField(request)}<input type="hidden" name="name" value="${name}" />`;
}

/** Says who can act as a local user, which explains why two approvals count as one. */
function makers({ created_by: created, password_set_by: set }: ShownUser): Html {
  if (created === null) return html`${t("It is not stored who created this user")}`;
  return tHtml("Created by {name}, password set by {others}", { name: data(created), others: data(set.join(", ")) });
}
