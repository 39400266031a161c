import { capitalised, roleLabel } from "../../../reporting/labels.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import type { ActorsRequest } from "../../access/route.ts";
import type { ShownUser } from "../../../actions/users.ts";
import type { UserSort } from "../../../store/console/users.ts";
import type { Sort } from "../../../store/sort.ts";
import { actionForm } from "../form.ts";
import { table } from "../parts.ts";
import { sheetHtml } from "../../../reporting/sheet/html.ts";
import { sessionsTable, type ShownSession } from "../../../reporting/sheets/sessions.ts";
import { mediumOf } from "../sheet-page.ts";

/** The data of the page. */
export interface Users {
  sort: Sort<UserSort>;
  users: ShownUser[];
  sessions: ShownSession[];
}

/** The users, a form for another one, and everybody's sessions. */
export function usersView({ users, sort, sessions }: Users, request: ActorsRequest): Html {
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
    ${actionForm(request, "/users/add", {
      fields: {
        name: {},
        display: { label: t("users.name_others_see"), more: html` maxlength="100"` },
        email: { label: t("users.e_mail_notices"), type: "email", more: html` maxlength="254"` },
        role: { value: "reviewer" },
        password: { label: t("users.first_password") },
      },
      button: t("users.add"),
    })}
    <h2>${t("users.sessions_all_users")}</h2>
    ${sheetHtml([sessionsTable(sessions, "/users/sessions/revoke", true)], mediumOf(request))}`;
}

function nameCell({ name, display, email }: ShownUser): Html {
  return html`${data(name)}${display !== name && html`<small>${data(display)}</small>`}${email !== null && html`<small>${data(email)}</small>`}`;
}

function signInCell(user: ShownUser, request: ActorsRequest): Html | string {
  if (user.source !== "local") return capitalised(t("access.identity_provider"));
  return html`${capitalised(t("access.password_3"))}<small>${makers(user)}</small> ${actionForm(request, "/users/password", {
      given: { name: user.name },
      fields: { password: { label: tHtml("users.new_password_name", { name: data(user.name) }), hint: false } },
      button: t("users.set"),
      label: t("users.set_password_name", { name: user.name }),
      tone: "quiet",
      kind: "row",
      fold: html`${t("access.change_password")}<span class="sr">, ${data(user.name)}</span>`,
    })}`;
}

function roleCell({ name, source, role }: ShownUser, request: ActorsRequest): Html | string | null {
  if (source !== "local") return roleLabel(role);
  return actionForm(request, "/users/role", {
    given: { name },
    fields: { role: { value: role, label: t("users.role_name", { name }), labelled: "elsewhere" } },
    button: t("users.change"),
    label: t("users.change_role_name", { name }),
    tone: "quiet",
    kind: "row",
  });
}

function statusCell({ name, disabled_at: disabled }: ShownUser, request: ActorsRequest): Html {
  const enabled = disabled === null;
  return html`${enabled ? t("users.may_sign") : t("users.disabled_user")}
  ${actionForm(request, enabled ? "/users/disable" : "/users/enable", {
    given: { name },
    button: enabled ? t("users.disable") : t("users.enable"),
    label: enabled ? t("users.disable_name", { name }) : t("users.enable_name", { name }),
    tone: "quiet",
    kind: "",
  })}`;
}

/** Says who can act as a local user, which explains why two approvals count as one. */
function makers({ created_by: created, password_set_by: set }: ShownUser): Html {
  if (created === null) return html`${t("users.not_stored_who")}`;
  return tHtml("users.created_name_password", { name: data(created), others: data(set.join(", ")) });
}
