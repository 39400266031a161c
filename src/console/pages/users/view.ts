import { capitalised, roleLabel } from "../../../reporting/labels.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import type { FastifyRequest } from "fastify";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import { ROLES } from "../../../actions/access/rights.ts";
import { csrfField } from "../../access/csrf.ts";
import type { ShownUser } from "../../../actions/users.ts";
import { NAME_RULE } from "../../../actions/access/names.ts";
import { passwordRule, PASSWORD_LENGTHS } from "../../../actions/access/passwords.ts";
import type { UserSort } from "../../../store/console/users.ts";
import type { Sort } from "../../../store/sort.ts";
import { table } from "../parts.ts";
import { sessionTable, type ShownSession } from "../account/sessions-view.ts";

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
          { head: t("users.user"), sort: "name", rowHeader: true, cell: nameCell },
          { head: t("users.signs"), sort: "source", cell: (user) => signInCell(user, request) },
          { head: t("users.role"), sort: "role", cell: (user) => roleCell(user, request) },
          { head: t("labels.status"), sort: "status", cell: (user) => statusCell(user, request) },
        ],
        users,
        { ...sort, url: request.url },
      )
    }
    ${users.length === 0 && html`<p class="soft">${t("users.no_users_yet")}</p>`}
    <h2>${t("users.add_user")}</h2>
    <form method="post" action="/users/add" class="act">
      ${csrfField(request)}
      <label
        >${t("access.user_name")}
        <input name="name" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="64" required aria-describedby="name-rule"
      /></label>
      <p id="name-rule" class="soft">${t(NAME_RULE)}</p>
      <label>${t("users.name_others_see")} <input name="display" autocomplete="off" maxlength="100" /></label>
      <label>${t("users.e_mail_notices")} <input name="email" type="email" autocomplete="off" maxlength="254" /></label>
      ${roleChoice("reviewer", t("users.role"))}
      <label
        >${t("users.first_password")}
        <input
          name="password"
          type="password"
          autocomplete="new-password"
          minlength="${PASSWORD_LENGTHS.min}"
          maxlength="256"
          required
          aria-describedby="password-rule"
      /></label>
      <p id="password-rule" class="soft">${passwordRule()}</p>
      <button>${t("users.add")}</button>
    </form>
    <h2>${t("users.sessions_all_users")}</h2>
    ${sessionTable(request, sessions, "/users/sessions/revoke", true)}`;
}

function nameCell({ name, display, email }: ShownUser): Html {
  return html`${data(name)}${display !== name && html`<small>${data(display)}</small>`}${email !== null && html`<small>${data(email)}</small>`}`;
}

function signInCell(user: ShownUser, request: FastifyRequest): Html | string {
  if (user.source !== "local") return capitalised(t("access.identity_provider"));
  return html`${capitalised(t("access.password_3"))}<small>${makers(user)}</small>
    <details>
      <summary>${t("access.change_password")}<span class="sr">, ${data(user.name)}</span></summary>
      <form class="row" method="post" action="/users/password">
        ${hidden(user, request)}<label
          >${tHtml("users.new_password_name", { name: data(user.name) })}
          <input
            name="password"
            type="password"
            autocomplete="new-password"
            minlength="${PASSWORD_LENGTHS.min}"
            maxlength="256"
            required /></label
        ><button class="quiet" aria-label="${t("users.set_password_name", { name: user.name })}">${t("users.set")}</button>
      </form>
    </details>`;
}

function roleCell(user: ShownUser, request: FastifyRequest): Html | string {
  if (user.source !== "local") return roleLabel(user.role);
  return html`<form class="row" method="post" action="/users/role">
    ${hidden(user, request)}${roleChoice(user.role, t("users.role_name", { name: user.name }), true)}<button
      class="quiet"
      aria-label="${t("users.change_role_name", { name: user.name })}"
    >
      ${t("users.change")}
    </button>
  </form>`;
}

function statusCell(user: ShownUser, request: FastifyRequest): Html {
  const { name } = user;
  const enabled = user.disabled_at === null;
  return html`${enabled ? t("users.may_sign") : t("users.disabled_user")}
    <form method="post" action="/users/${enabled ? "disable" : "enable"}">
      ${hidden(user, request)}<button
        class="quiet"
        aria-label="${enabled ? t("users.disable_name", { name }) : t("users.enable_name", { name })}"
      >
        ${enabled ? t("users.disable") : t("users.enable")}
      </button>
    </form>`;
}

function hidden({ name }: ShownUser, request: FastifyRequest): Html {
  return html`${csrfField(request)}<input type="hidden" name="name" value="${name}" />`;
}

/** Says who can act as a local user, which explains why two approvals count as one. */
function makers({ created_by: created, password_set_by: set }: ShownUser): Html {
  if (created === null) return html`${t("users.not_stored_who")}`;
  return tHtml("users.created_name_password", { name: data(created), others: data(set.join(", ")) });
}
