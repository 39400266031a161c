import type { World } from "../area.ts";
import { courseAssignmentsOf, learningPathAssignmentsOf } from "../areas/assignments.ts";
import type { SandboxGroup } from "../state.ts";
import type { Html } from "../../reporting/html/html.ts";
import { html } from "../../reporting/html/html.ts";
import { data, layout, pager, shown, table } from "./layout.ts";
import { people } from "./people.ts";

/** Renders all groups as a tree with member counts. */
export function groupsPage({ state }: World): Html {
  const children = Map.groupBy(state.groups.values(), ({ parentId }) => parentId);
  const branch = (parentId: string | null): Html | false => {
    const groups = children.get(parentId);
    if (groups === undefined) return false;
    return html`<ul${parentId === null && html` class="tree"`}>${groups.map(
      (group) =>
        html`<li>
          <a href="/groups/${group.id}">${data(group.name)}</a> <span class="soft">${members(group)}</span>${branch(group.id)}
        </li> `,
    )}</ul>`;
  };
  return layout("Groups", "/groups", branch(null) || html`<p class="soft">None.</p>`);
}

/** Renders one group: its parent, members and assignments. */
export function groupPage(world: World, group: SandboxGroup, page: number): Html {
  const { state } = world;
  const list = shown([...group.members], page);
  const parent = group.parentId === null ? undefined : state.groups.get(group.parentId);
  const assigned = [
    ...courseAssignmentsOf(world, group.id).map(({ title, assigned_date: since }) => [data(title), "course", since]),
    ...learningPathAssignmentsOf(world, group.id).map(({ title, assigned_date: since }) => [data(title ?? ""), "learning path", since]),
  ];
  return layout(
    state.pathOf(group.id),
    "/groups",
    html`<p class="path">${group.id}</p>
      ${parent !== undefined && html`<p>Below <a href="/groups/${parent.id}">${data(state.pathOf(parent.id))}</a></p>`}
      <h2>${members(group)}</h2>
      ${people(list.items.map((id) => state.users.get(id)).filter((user) => user !== undefined))} ${pager(list, `/groups/${group.id}`)}
      <h2>Assigned to this group</h2>
      ${table(["Title", "Kind", "Since"], assigned)}`,
  );
}

function members({ members: { size } }: SandboxGroup): string {
  return size === 1 ? "1 member" : `${size} members`;
}
