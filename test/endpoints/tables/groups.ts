import { expect } from "vitest";
import { membershipsOf, newCourse, newGroup, newUser, reportOf } from "../make.ts";
import type { Place } from "../place.ts";
import type { Tables } from "../row.ts";
import { refused } from "../row.ts";
import { assignedGroup, groupAssignments } from "./group-assignments.ts";

type Node = Awaited<ReturnType<Place["client"]["groups"]["tree"]>>[number];

/** The groups of a tree one by one, each without what is below it; below a root `children` is a list, further down a map. */
function flat(nodes: readonly Node[]): Omit<Node, "children">[] {
  return nodes.flatMap(({ children, ...node }) => [node, ...flat(Object.values(children ?? {}) as Node[])]);
}

const treeOf = async ({ client }: Place) => new Map(flat(await client.groups.tree()).map((node) => [node.id ?? "", node]));

const inTree = async (place: Place, id: string) => (await treeOf(place)).get(id);

export const groups: Tables["groups"] = {
  create: {
    request: ({ unique, group }) => ({ body: { name: unique("Group"), parent_id: group("HR/Teams") } }),
    success: async ({ client, unique, group }) => {
      const name = unique("Group");
      const made = await client.groups.create({ name, parent_id: group("HR/Teams") });
      expect(made).toEqual({ id: made.id, name, parent_id: group("HR/Teams"), user_ids: [] });
    },
    effects: {
      "puts one group into the tree and changes none": async (place) => {
        const before = await treeOf(place);
        const made = await place.client.groups.create({ name: place.unique("Group"), parent_id: place.group("Partners") });
        expect(await treeOf(place)).toEqual(new Map([...before, [made.id ?? "", made]]));
        expect(await place.client.groups.get(made.id ?? "")).toEqual(made);
      },
      "makes another group where one of that name was deleted": async (place) => {
        const { client } = place;
        const name = place.unique("Group");
        const [first, user] = [await client.groups.create({ name }), await newUser(place)];
        await client.users.update(user, { group_ids: [first.id ?? ""] });
        await client.groups.delete(first.id ?? "");
        const second = await client.groups.create({ name });
        expect(second.id).not.toBe(first.id);
        expect((await client.groups.get(second.id ?? "")).user_ids).toEqual([]);
      },
    },
    fields: {
      name: async (place) => {
        const { id } = await place.client.groups.create({ name: 'I+D "Ñandú" / <b>' });
        expect((await inTree(place, id ?? ""))?.name).toBe('I+D "Ñandú" / <b>');
        // The same name under another parent is another group.
        const other = await place.client.groups.create({ name: "Atlas", parent_id: place.group("Partners") });
        expect(await inTree(place, other.id ?? "")).toEqual(other);
      },
      parent_id: async (place) => {
        const { client, unique, group } = place;
        const below = await client.groups.create({ name: unique("Group"), parent_id: group("Partners").toUpperCase() });
        const root = await client.groups.create({ name: unique("Group") });
        expect((await inTree(place, below.id ?? ""))?.parent_id).toBe(group("Partners"));
        expect((await client.groups.tree()).map(({ id }) => id)).toContain(root.id);
      },
    },
    refusals: {
      "a name that stands under the same parent, in any case": ({ group }) => ({
        request: { body: { name: "aTLAS", parent_id: group("HR/Teams") } },
        status: 412,
        says: "name",
      }),
      "a name that another root has": () => ({ request: { body: { name: "Board" } }, status: 412, says: "name" }),
      // `null` makes a root of a group that is moved; a new one is a root without it.
      "null as a parent": ({ unique }) => ({
        request: { body: { name: unique("Group"), parent_id: null as never } },
        status: 512,
        says: "parent_id",
      }),
    },
  },

  delete: {
    request: async (place) => ({ params: { group_id: await newGroup(place) } }),
    success: async (place) => {
      const id = await newGroup(place);
      expect(await place.client.groups.delete(id)).toEqual({ id });
    },
    effects: {
      "takes the group out of the tree and the memberships with it": async (place) => {
        const id = await newGroup(place);
        const user = await newUser(place, { group_ids: [id, place.group("Board")] });
        const before = await treeOf(place);
        await place.client.groups.delete(id);
        before.delete(id);
        expect(await treeOf(place)).toEqual(before);
        expect(await membershipsOf(place, user)).toEqual([place.group("Board")]);
        // Nothing of it is left with the user, so nothing would be removed by this.
        expect((await reportOf(place, user))["groups"]).toBe("Board");
        await place.client.users.update(user, { group_ids: [place.group("Board")] });
        await refused(place.client.groups.get(id), 412, "group_id");
      },
      "ends the group's assignments and no others": async (place) => {
        const { client } = place;
        const lists = async () => [await client.assignments.courses.list().all(), await client.assignments.learningPaths.list().all()];
        const before = await lists();
        const id = await assignedGroup(place);
        expect((await lists()).map((list) => list.length)).toEqual(before.map((list) => list.length + 4));
        await client.groups.delete(id);
        expect(await lists()).toEqual(before);
      },
    },
    parameters: {
      group_id: async (place) => {
        const [one, other] = [await newGroup(place), await newGroup(place)];
        expect(await place.client.groups.delete(one.toUpperCase())).toEqual({ id: one });
        expect((await treeOf(place)).has(other)).toBe(true);
      },
    },
    refusals: {
      "a group with groups below it": ({ group }) => ({
        request: { params: { group_id: group("HR/Teams") } },
        status: 412,
        says: "has child",
      }),
    },
  },

  get: {
    request: ({ group }) => ({ params: { group_id: group("Board") } }),
    success: async (place) => {
      const { client, group } = place;
      const learning = await client.groups.get(group("Learning"));
      expect(learning).toMatchObject({ id: group("Learning"), name: "Learning", user_ids: [] });
      expect(learning).not.toHaveProperty("parent_id");
      const below = flat([learning]).map(({ id }) => id);
      expect(below).toEqual(["Learning", "Learning/Book club", "Learning/Onboarding 2026", "Learning/Spanish evenings"].map(group));
    },
    parameters: {
      group_id: async ({ client, group, sandbox }) => {
        const members = (path: string) => sandbox.groups().find((one) => one.path === path)?.user_ids;
        for (const path of ["HR/Managers", "Partners/Managers"]) {
          const found = await client.groups.get(group(path).toUpperCase());
          expect([found.id, found.name, found.user_ids]).toEqual([group(path), "Managers", members(path)]);
        }
      },
    },
  },

  tree: {
    request: () => ({}),
    success: async (place) => {
      const roots = await place.client.groups.tree();
      expect(roots.filter(({ parent_id }) => parent_id !== undefined)).toEqual([]);
      const held = place.sandbox
        .groups()
        .map(({ id, name, parent_id, user_ids }) => ({ id, name, ...(parent_id === null ? {} : { parent_id }), user_ids }));
      const byId = (a: { id?: unknown }, b: { id?: unknown }) => String(a.id).localeCompare(String(b.id));
      expect(flat(roots).sort(byId)).toEqual(held.sort(byId));
      const levels = new Set(
        held.map(
          ({ id }) =>
            place.sandbox
              .groups()
              .find((group) => group.id === id)
              ?.path.split("/").length,
        ),
      );
      expect([...levels].sort()).toEqual([1, 2, 3]);
      // `children` of an item is documented as an array, `children` of a child as an object: a map by id.
      const hr = roots.find(({ name }) => name === "HR")?.children as Node[] | undefined;
      const sites = hr?.find(({ name }) => name === "Sites")?.children as Readonly<Record<string, Node>> | undefined;
      expect(sites?.[place.group("HR/Sites/Porto")]?.name).toBe("Porto");
    },
  },

  list: {
    request: () => ({ query: {} }),
    success: async ({ client, sandbox }) => {
      const expected = sandbox
        .groups()
        .map(({ id, name, parent_id, user_ids }) => ({ id, name, ...(parent_id === null ? {} : { parent_id }), user_ids }));
      expect(expected.length).toBeGreaterThan(40);
      expect(await client.groups.list().all()).toEqual(expected);
    },
    parameters: {
      search: async ({ client, group }) => {
        const found = async (search: string) => (await client.groups.list({ search }).all()).map(({ id }) => id);
        expect(await found("mANAG")).toEqual([group("HR/Managers"), group("Partners/Managers")]);
        expect(await found("sales e")).toEqual([group("HR/Departments/Sales EMEA")]);
        // In the name, not in the names above it.
        expect(await found("Partners")).toEqual([group("Partners")]);
        expect(await found("%")).toEqual([]);
        expect(await found("")).toHaveLength((await client.groups.list().all()).length);
      },
    },
  },

  update: {
    request: async (place) => ({
      params: { group_id: await newGroup(place) },
      body: { name: place.unique("Group"), parent_id: place.group("HR/Teams") },
    }),
    success: async (place) => {
      const id = await newGroup(place, place.group("HR/Teams"));
      const name = place.unique("Group");
      expect(await place.client.groups.update(id, { name })).toEqual({ id, name, parent_id: place.group("HR/Teams"), user_ids: [] });
    },
    effects: {
      "moves a group with all that is below it and all who are in it": async (place) => {
        const { client } = place;
        const id = await newGroup(place);
        const below = await newGroup(place, id);
        const user = await newUser(place, { group_ids: [id, below] });
        const before = await treeOf(place);
        await client.groups.update(id, { parent_id: place.group("Partners") });
        const moved = { ...before.get(id), parent_id: place.group("Partners") };
        expect(await treeOf(place)).toEqual(new Map([...before, [id, moved]]));
        expect((await membershipsOf(place, user)).sort()).toEqual([id, below].sort());
      },
      "takes what a group above is assigned away with the place": async (place) => {
        const { client } = place;
        const [above, course] = [await newGroup(place), await newCourse(place)];
        const id = await newGroup(place, above);
        const user = await newUser(place, { group_ids: [id] });
        await client.assignments.courses.create({ course_ids: [course], group_ids: [above] });
        const courses = async () => (await client.users.progress(user).all()).map(({ courseId }) => courseId);
        expect(await courses()).toContain(course);
        await client.groups.update(id, { parent_id: null });
        expect(await courses()).not.toContain(course);
      },
    },
    parameters: {
      group_id: async (place) => {
        const [one, other] = [await newGroup(place), await newGroup(place)];
        const before = await inTree(place, other);
        const name = place.unique("Group");
        await place.client.groups.update(one.toUpperCase(), { name });
        expect((await inTree(place, one))?.name).toBe(name);
        expect(await inTree(place, other)).toEqual(before);
      },
    },
    fields: {
      name: async (place) => {
        const id = await newGroup(place, place.group("HR/Teams"));
        await place.client.groups.update(id, { name: "Ñandú" });
        expect(await inTree(place, id)).toEqual({ id, name: "Ñandú", parent_id: place.group("HR/Teams"), user_ids: [] });
        // Its own name in another case is no name of someone else.
        await place.client.groups.update(id, { name: "ÑANDÚ" });
        expect((await inTree(place, id))?.name).toBe("ÑANDÚ");
      },
      parent_id: async (place) => {
        const id = await newGroup(place, place.group("HR/Teams"));
        const { name } = (await inTree(place, id)) ?? {};
        await place.client.groups.update(id, { parent_id: place.group("Partners").toUpperCase() });
        expect(await inTree(place, id)).toEqual({ id, name, parent_id: place.group("Partners"), user_ids: [] });
        await place.client.groups.update(id, { parent_id: null });
        expect(await inTree(place, id)).toEqual({ id, name, user_ids: [] });
      },
    },
    refusals: {
      "a place below itself": ({ group }) => ({
        request: { params: { group_id: group("HR") }, body: { parent_id: group("HR/Teams") } },
        status: 412,
        says: "in its own subtree",
      }),
      "itself as its parent": ({ group }) => ({
        request: { params: { group_id: group("HR") }, body: { parent_id: group("HR") } },
        status: 412,
        says: "in its own subtree",
      }),
      "a name that stands under the same parent": ({ group }) => ({
        request: { params: { group_id: group("HR/Teams/Atlas") }, body: { name: "boreal" } },
        status: 412,
        says: "name",
      }),
      "a place where its name stands already": ({ group }) => ({
        request: { params: { group_id: group("HR/Managers") }, body: { parent_id: group("Partners") } },
        status: 412,
        says: "name",
      }),
    },
  },

  assignments: groupAssignments,
};
