import { describe, expect, test } from "vitest";
import { contract } from "../../../src/learning-service/contract/contract.ts";
import { categoriesArea } from "../../../src/sandbox/areas/content/categories.ts";
import { coursesArea } from "../../../src/sandbox/areas/content/courses.ts";
import { ask, NOBODY, refused, worldOf } from "./world.ts";

const { categories: entries } = contract;

function start() {
  const world = worldOf("groups");
  const create = (name: string, parent_id?: string) =>
    ask(world, entries.create, categoriesArea.create, { body: { name, ...(parent_id === undefined ? {} : { parent_id }) } });
  const get = (category_id: string) => ask(world, entries.get, categoriesArea.get, { params: { category_id } });
  const remove = (category_id: string) => ask(world, entries.delete, categoriesArea.delete, { params: { category_id } });
  const update = (category_id: string, body: { name?: string; parent_id?: string | null; description?: string }) =>
    ask(world, entries.update, categoriesArea.update, { params: { category_id }, body });
  return { world, create, get, remove, update };
}

describe("the category tree", () => {
  test("shows every category once, below its parent", () => {
    const { world, create } = start();
    const below = create("Ethics", create("Values").id);
    const roots = ask(world, entries.tree, categoriesArea.tree);
    expect(roots.find(({ name }) => name === "Values")?.children).toEqual([{ ...below, children: [] }]);
    const count = (nodes: typeof roots): number => nodes.reduce((sum, { children }) => sum + 1 + count(children), 0);
    expect(count(roots)).toBe(ask(world, entries.list, categoriesArea.list).length);
    expect(roots.every(({ parent_id }) => parent_id === undefined)).toBe(true);
  });

  test("of one category starts at that category", () => {
    const { world, create } = start();
    const root = create("Values");
    const middle = create("Ethics", root.id);
    const leaf = create("Gifts", middle.id);
    const tree = ask(world, entries.subtree, categoriesArea.subtree, { params: { category_id: middle.id.toUpperCase() } });
    expect(tree).toEqual({ ...middle, children: [{ ...leaf, children: [] }] });
  });

  test("refuses a category with an unknown parent, or with a name that the parent already has in any case", () => {
    const { world, create } = start();
    expect(refused(() => create("Lost", NOBODY))).toContain("parent_id");
    const root = create("Values");
    create("Ethics", root.id);
    const before = world.state.all("category").size;
    expect(refused(() => create("ETHICS", root.id))).toContain("name");
    expect(refused(() => create("values"))).toContain("name");
    expect(world.state.all("category").size).toBe(before);
    expect(create("Values", root.id).parent_id).toBe(root.id);
  });
});

describe("an update of a category", () => {
  test("changes what is sent and keeps the rest", () => {
    const { create, update, get } = start();
    const root = create("Values");
    const { id } = create("Ethics", root.id);
    expect(update(id, { description: "What we stand for" })).toMatchObject({ name: "Ethics", parent_id: root.id });
    expect(update(id, { name: "Morals" })).toMatchObject({ name: "Morals", description: "What we stand for" });
    expect(get(id)).toEqual({ id, name: "Morals", parent_id: root.id, description: "What we stand for" });
  });

  test("moves it, to the root by null, but never below itself", () => {
    const { create, update, get } = start();
    const a = create("A");
    const b = create("B", a.id);
    const c = create("C", b.id);
    expect(refused(() => update(a.id, { parent_id: c.id }))).toContain("in its own subtree");
    expect(refused(() => update(a.id, { parent_id: a.id }))).toContain("in its own subtree");
    expect(get(a.id).parent_id).toBeUndefined();
    expect(update(b.id, { parent_id: null })).toEqual({ id: b.id, name: "B" });
    expect(update(a.id, { parent_id: c.id }).parent_id).toBe(c.id);
  });

  test("cannot take the name of a sibling, but its own in another case", () => {
    const { create, update } = start();
    const a = create("A");
    create("B");
    expect(refused(() => update(a.id, { name: "b" }))).toContain("name");
    expect(update(a.id, { name: "a" }).name).toBe("a");
  });
});

describe("a deleted category", () => {
  test("leaves its courses without it", () => {
    const { world, create, remove, get } = start();
    const [kept, gone] = [create("Kept"), create("Gone")];
    const course = ask(world, contract.courses.create, coursesArea.create, { body: { title: "Both", category_ids: [kept.id, gone.id] } });
    const inIt = () => ask(world, entries.courses, categoriesArea.courses, { params: { category_id: kept.id } });
    expect(inIt()).toEqual([course]);
    expect(remove(gone.id)).toEqual({ id: gone.id });
    expect(inIt()).toEqual([{ ...course, category_ids: [kept.id] }]);
    expect(refused(() => get(gone.id))).toContain(gone.id);
  });

  test("must have nothing below it", () => {
    const { create, remove, get } = start();
    const root = create("Root");
    const leaf = create("Leaf", root.id);
    expect(refused(() => remove(root.id))).toContain("has child categories");
    expect(get(root.id)).toEqual(root);
    remove(leaf.id);
    expect(remove(root.id)).toEqual({ id: root.id });
  });
});

test("categories are searched by name, without case and accents", () => {
  const { world, create } = start();
  create("Formación técnica");
  const search = (words: string) => ask(world, entries.list, categoriesArea.list, { query: { search: words } }).map(({ name }) => name);
  expect(search("FORMACION")).toEqual(["Formación técnica"]);
  expect(search("protection")).toEqual(["Data protection"]);
  expect(search("nothing of the kind")).toEqual([]);
});

test("a category that is not there is 412 everywhere", () => {
  const { world, get, remove, update } = start();
  const params = { category_id: NOBODY };
  for (const action of [
    () => get(NOBODY),
    () => remove(NOBODY),
    () => update(NOBODY, {}),
    () => ask(world, entries.subtree, categoriesArea.subtree, { params }),
    () => ask(world, entries.courses, categoriesArea.courses, { params }),
  ])
    expect(refused(action)).toContain("category_id");
});
