import type { World } from "../area.ts";
import { JsonText } from "../area.ts";
import { assignmentsArea } from "../areas/assignments.ts";
import { searched } from "../areas/find.ts";
import { progress } from "../areas/reports/progress.ts";
import type { SandboxState, SandboxUser } from "../state.ts";
import type { Html } from "../../reporting/html/html.ts";
import { html } from "../../reporting/html/html.ts";
import { data, layout, pager, shown, table } from "./layout.ts";

/** Renders all users, or those whose name, username, e-mail address or employee id contains the search text. */
export function usersPage({ state }: World, search: string, page: number): Html {
  const wanted = search.trim();
  const list = shown(searched(state.users.values(), searchText, wanted === "" ? undefined : wanted), page);
  return layout(
    "Users",
    "/",
    html`<form method="get" action="/" role="search">
        <div>
          <label for="q">Name, username, e-mail address or employee id</label><input type="search" id="q" name="q" value="${wanted}" />
        </div>
        <button type="submit">Search</button>
      </form>
      <p class="soft">${list.total === 1 ? "1 user" : `${list.total} users`}${wanted !== "" && html` with “${data(wanted)}”`}</p>
      ${people(list.items)} ${pager(list, "/", wanted)}`,
  );
}

/** Renders one user: fields, licence, groups and assignments. */
export function userPage(world: World, user: SandboxUser): Html {
  const { state } = world;
  const headers = {};
  const courses = progress({ params: { user_id: user.id }, query: {}, body: {}, headers }, world);
  const paths = assignmentsArea.learningPaths.list({ params: {}, query: { user_ids: [user.id] }, body: {}, headers }, world);
  const groups = [...user.groups].map((id) => ({ id, path: state.pathOf(id) })).sort((a, b) => a.path.localeCompare(b.path));
  return layout(
    nameOf(user),
    "/",
    html`<p class="path">${user.id}</p>
      <h2>Fields</h2>
      ${table(
        ["Field", "Value"],
        Object.entries(user.fields).map(([field, value]) => [html`<code>${field}</code>`, data(value)]),
      )}
      <h2>Licence</h2>
      <p>${licenceOf(state, user)}</p>
      <h2>Groups</h2>
      ${table(
        ["Group"],
        groups.map(({ id, path }) => [html`<a href="/groups/${id}">${data(path)}</a>`]),
      )}
      <h2>Courses</h2>
      ${table(
        ["Course", "Status", "Progress"],
        itemsOf(courses).map((course) => [data(course.title), course.progressStatus.replaceAll("_", " "), `${course.progress}%`]),
      )}
      <h2>Learning paths</h2>
      ${table(
        ["Learning path", "Assigned to", "Since"],
        itemsOf(paths).map((path) => [data(path.title ?? ""), targetOf(state, path), path.assigned_date]),
      )}`,
  );
}

/** Renders a table of users with links. */
export function people(users: readonly SandboxUser[]): Html {
  return table(
    ["Name", "Username", "E-mail address", "State", "Groups"],
    users.map((user) => [
      html`<a href="/users/${user.id}">${data(nameOf(user))}</a>`,
      data(user.fields["username"] ?? ""),
      data(user.fields["email"] ?? ""),
      user.fields["active"] === false ? html`<span class="bad">inactive</span>` : "active",
      user.groups.size === 1 ? "1 group" : `${user.groups.size} groups`,
    ]),
    "people",
  );
}

/** Renders the target of an assignment. */
function targetOf(
  state: SandboxState,
  target: { user_id?: string | null | undefined; group_id?: string | null | undefined },
): Html | string {
  if (target.user_id) return "the user";
  return target.group_id ? html`the group ${data(state.pathOf(target.group_id))}` : "all users";
}

/** Returns the items of a handler's list answer. */
function itemsOf<T>(reply: readonly T[] | JsonText): readonly T[] {
  return reply instanceof JsonText ? [] : reply;
}

function nameOf({ id, fields }: SandboxUser): string {
  const name = [fields["first_name"], fields["last_name"]].filter((part) => typeof part === "string").join(" ");
  return name === "" && typeof fields["username"] === "string" ? fields["username"] : name || id;
}

function searchText(user: SandboxUser): string {
  return [nameOf(user), user.fields["username"], user.fields["email"], user.fields["employee_id"]].join("\n");
}

function licenceOf(state: SandboxState, { id }: SandboxUser): Html | string {
  const licence = state.all("licence").get(id);
  const subscription = licence === undefined ? undefined : state.all("subscription").get(licence.subscription_id);
  return subscription === undefined ? "None." : data(subscription.name);
}
