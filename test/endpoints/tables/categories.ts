import { expect } from "vitest";
import { fixedUuid } from "../../../src/sandbox/seed/people.ts";
import { courseIdOf } from "../../../src/sandbox/seed/courses.ts";
import { newCategory, newCourse } from "../make.ts";
import type { Place } from "../place.ts";
import type { Tables } from "../row.ts";
import { refused } from "../row.ts";

const idOf = (name: string): string => fixedUuid(`category ${name}`);

const listOf = async ({ client }: Place) => new Map((await client.categories.list().all()).map((category) => [category.id, category]));

type Node = Awaited<ReturnType<Place["client"]["categories"]["subtree"]>>;

/** The categories of a tree one by one, each without what is below it. */
function flat(nodes: readonly Node[]): Omit<Node, "children">[] {
  return nodes.flatMap(({ children, ...node }) => [node, ...flat(children)]);
}

const byId = (a: { id: string }, b: { id: string }): number => a.id.localeCompare(b.id);

export const categories: Tables["categories"] = {
  create: {
    request: ({ unique }) => ({ body: { name: unique("Category"), parent_id: idOf("Languages"), description: "One more." } }),
    success: async ({ client, unique }) => {
      const body = { name: unique("Category"), parent_id: idOf("Languages"), description: "One more." };
      const made = await client.categories.create(body);
      expect(made).toEqual({ id: made.id, ...body });
    },
    effects: {
      "puts one category into list and tree and changes none": async (place) => {
        const before = await listOf(place);
        const made = await place.client.categories.create({ name: place.unique("Category") });
        expect(await listOf(place)).toEqual(new Map([...before, [made.id, made]]));
        const tree = flat(await place.client.categories.tree());
        expect(tree.sort(byId)).toEqual([...before.values(), made].sort(byId));
      },
    },
    fields: {
      name: async ({ client }) => {
        const { id } = await client.categories.create({ name: 'Gestión & "más"' });
        expect(await client.categories.get(id)).toEqual({ id, name: 'Gestión & "más"' });
        // The same name under another parent is another category.
        const other = await client.categories.create({ name: "Spanish", parent_id: idOf("Technology") });
        expect(await client.categories.get(other.id)).toEqual(other);
        await client.categories.delete(other.id);
      },
      parent_id: async ({ client, unique }) => {
        const below = await client.categories.create({ name: unique("Category"), parent_id: idOf("Technology").toUpperCase() });
        const root = await client.categories.create({ name: unique("Category") });
        expect((await client.categories.subtree(idOf("Technology"))).children).toContainEqual({
          ...below,
          parent_id: idOf("Technology"),
          children: [],
        });
        expect(await client.categories.tree()).toContainEqual({ ...root, children: [] });
      },
      description: async ({ client, unique }) => {
        const { id } = await client.categories.create({ name: unique("Category"), description: "What it is for." });
        expect((await client.categories.get(id)).description).toBe("What it is for.");
        const plain = await client.categories.create({ name: unique("Category") });
        expect(await client.categories.get(plain.id)).not.toHaveProperty("description");
      },
    },
    refusals: {
      "a name that stands under the same parent, in any case": () => ({
        request: { body: { name: "sPANISH", parent_id: idOf("Languages") } },
        status: 412,
        says: "name",
      }),
      "a name that another root has": () => ({ request: { body: { name: "Languages" } }, status: 412, says: "name" }),
    },
  },

  delete: {
    request: async (place) => ({ params: { category_id: await newCategory(place) } }),
    success: async (place) => {
      const id = await newCategory(place);
      expect(await place.client.categories.delete(id)).toEqual({ id });
    },
    effects: {
      "takes the category out of the list, the tree and its courses, which stay": async (place) => {
        const { client } = place;
        const id = await newCategory(place);
        const course = await newCourse(place, { category_ids: [id, idOf("English")] });
        const before = await listOf(place);
        await client.categories.delete(id);
        before.delete(id);
        expect(await listOf(place)).toEqual(before);
        expect(flat(await client.categories.tree()).sort(byId)).toEqual([...before.values()].sort(byId));
        expect((await client.courses.get(course)).category_ids).toEqual([idOf("English")]);
        await refused(client.categories.get(id), 412, "category_id");
      },
    },
    parameters: {
      category_id: async (place) => {
        const [one, other] = [await newCategory(place), await newCategory(place)];
        await place.client.categories.delete(one.toUpperCase());
        const left = await listOf(place);
        expect([left.has(one), left.has(other)]).toEqual([false, true]);
      },
    },
    refusals: {
      "a category with categories below it": () => ({
        request: { params: { category_id: idOf("Languages") } },
        status: 412,
        says: "has child",
      }),
    },
  },

  list: {
    request: () => ({ query: {} }),
    success: async ({ client }) => {
      const all = await client.categories.list().all();
      expect(all).toContainEqual({ id: idOf("Languages"), name: "Languages" });
      expect(all).toContainEqual({ id: idOf("Spanish"), name: "Spanish", parent_id: idOf("Languages") });
      expect(all.length).toBeGreaterThanOrEqual(14);
    },
    parameters: {
      search: async ({ client }) => {
        const found = async (search: string) => (await client.categories.list({ search }).all()).map(({ name }) => name);
        expect(await found("SPAN")).toEqual(["Spanish"]);
        expect(await found("ship")).toEqual(["Leadership"]);
        expect(await found("nothing at all")).toEqual([]);
        const id = await client.categories.create({ name: "Portugués avanzado" });
        expect(await client.categories.list({ search: "PORTUGUES A" }).all()).toEqual([id]);
      },
    },
  },

  tree: {
    request: () => ({}),
    success: async (place) => {
      const roots = await place.client.categories.tree();
      expect(roots.filter(({ parent_id }) => parent_id !== undefined)).toEqual([]);
      expect(flat(roots).sort(byId)).toEqual([...(await listOf(place)).values()].sort(byId));
      expect(roots.find(({ name }) => name === "Compliance")?.children.map(({ name }) => name)).toEqual([
        "Data protection",
        "Health and safety",
        "Code of conduct",
      ]);
    },
  },

  subtree: {
    request: () => ({ params: { category_id: idOf("Languages") } }),
    success: async (place) => {
      const root = await newCategory(place);
      const below = await newCategory(place, root);
      const deepest = await newCategory(place, below);
      const tree = await place.client.categories.subtree(root);
      expect(flat([tree]).map(({ id }) => id)).toEqual([root, below, deepest]);
      expect(tree.children[0]?.children[0]?.children).toEqual([]);
    },
    parameters: {
      category_id: async ({ client }) => {
        const names = async (name: string) => flat([await client.categories.subtree(idOf(name).toUpperCase())]).map((node) => node.name);
        expect(await names("People skills")).toEqual(["People skills", "Leadership", "Communication"]);
        expect(await names("Leadership")).toEqual(["Leadership"]);
      },
    },
  },

  get: {
    request: () => ({ params: { category_id: idOf("Spanish") } }),
    success: async ({ client }) => {
      expect(await client.categories.get(idOf("Spanish"))).toEqual({ id: idOf("Spanish"), name: "Spanish", parent_id: idOf("Languages") });
    },
    parameters: {
      category_id: async ({ client }) => {
        for (const name of ["Compliance", "English"]) expect((await client.categories.get(idOf(name).toUpperCase())).name).toBe(name);
      },
    },
  },

  courses: {
    request: () => ({ params: { category_id: idOf("Office tools") }, query: {} }),
    success: async ({ client }) => {
      const courses = await client.categories.courses(idOf("Cybersecurity")).all();
      expect(courses.map(({ title }) => title)).toEqual(["Phishing", "Passwords and passkeys", "Secure development"]);
      expect(courses).toContainEqual(await client.courses.get(courseIdOf("Phishing")));
    },
    parameters: {
      category_id: async ({ client }) => {
        const titles = async (name: string) => (await client.categories.courses(idOf(name).toUpperCase()).all()).map(({ title }) => title);
        expect(await titles("Code of conduct")).toEqual(["Code of conduct", "Speaking up"]);
        // Those of the category itself, not of the ones below it.
        expect(await titles("Compliance")).toEqual(["Welcome to Acme Iberia"]);
        expect(await titles("Technology")).toEqual([]);
      },
    },
  },

  update: {
    request: async (place) => ({
      params: { category_id: await newCategory(place) },
      body: { name: place.unique("Category"), parent_id: idOf("Languages"), description: "Moved." },
    }),
    success: async (place) => {
      const id = await newCategory(place, idOf("Languages"));
      const name = place.unique("Category");
      expect(await place.client.categories.update(id, { name })).toEqual({ id, name, parent_id: idOf("Languages") });
    },
    effects: {
      "moves a category with all that is below it and leaves all others": async (place) => {
        const { client } = place;
        const id = await newCategory(place);
        const below = await newCategory(place, id);
        const course = await newCourse(place, { category_ids: [below] });
        const before = await listOf(place);
        const changed = await client.categories.update(id, { parent_id: idOf("Technology"), description: "Moved." });
        expect(await listOf(place)).toEqual(new Map([...before, [id, changed]]));
        expect(flat([await client.categories.subtree(idOf("Technology"))]).map((node) => node.id)).toEqual(
          expect.arrayContaining([id, below]),
        );
        expect((await client.categories.courses(below).all()).map((one) => one.id)).toEqual([course]);
      },
    },
    parameters: {
      category_id: async (place) => {
        const [one, other] = [await newCategory(place), await newCategory(place)];
        const before = await place.client.categories.get(other);
        await place.client.categories.update(one.toUpperCase(), { description: "This one." });
        expect((await place.client.categories.get(one)).description).toBe("This one.");
        expect(await place.client.categories.get(other)).toEqual(before);
      },
    },
    fields: {
      name: async (place) => {
        const id = await newCategory(place, idOf("Languages"));
        await place.client.categories.update(id, { name: "Euskara" });
        expect(await place.client.categories.get(id)).toEqual({ id, name: "Euskara", parent_id: idOf("Languages") });
      },
      parent_id: async (place) => {
        const { client } = place;
        const id = await newCategory(place, idOf("Languages"));
        const { name } = await client.categories.get(id);
        await client.categories.update(id, { parent_id: idOf("Technology").toUpperCase() });
        expect(await client.categories.get(id)).toEqual({ id, name, parent_id: idOf("Technology") });
        await client.categories.update(id, { parent_id: null });
        expect(await client.categories.get(id)).toEqual({ id, name });
      },
      description: async (place) => {
        const { client } = place;
        const id = await newCategory(place);
        await client.categories.update(id, { description: "First." });
        await client.categories.update(id, { name: place.unique("Category") });
        expect((await client.categories.get(id)).description).toBe("First.");
        await client.categories.update(id, { description: "" });
        expect((await client.categories.get(id)).description).toBe("");
      },
    },
    refusals: {
      "a place below itself": () => ({
        request: { params: { category_id: idOf("Languages") }, body: { parent_id: idOf("Spanish") } },
        status: 412,
        says: "in its own subtree",
      }),
      "itself as its parent": () => ({
        request: { params: { category_id: idOf("Languages") }, body: { parent_id: idOf("Languages") } },
        status: 412,
        says: "in its own subtree",
      }),
      "a name that stands under the same parent": () => ({
        request: { params: { category_id: idOf("Spanish") }, body: { name: "ENGLISH" } },
        status: 412,
        says: "name",
      }),
    },
  },
};
