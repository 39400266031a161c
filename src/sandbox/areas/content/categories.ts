import { randomUUID } from "node:crypto";
import type { Category } from "../../../learning-service/contract/categories.ts";
import type { Contract } from "../../../learning-service/contract/contract.ts";
import type { Area } from "../../area.ts";
import { invalid } from "../../faults/rules.ts";
import { found, searched } from "../find.ts";
import { hasChildren, judgePlace, nest } from "../tree.ts";

/** The tree of course categories. */
export const categoriesArea: Area<Contract["categories"]> = {
  create({ body }, { state }) {
    const parentId = body.parent_id?.toLowerCase();
    judgePlace(state.all("category"), { name: body.name, parent_id: parentId });
    const category: Category = {
      id: randomUUID(),
      name: body.name,
      ...(parentId === undefined ? {} : { parent_id: parentId }),
      ...(body.description === undefined ? {} : { description: body.description }),
    };
    state.put("category", category.id, category);
    return category;
  },

  delete({ params }, { state }) {
    const { id } = found(state.all("category"), params.category_id, "category_id");
    if (hasChildren(state.all("category"), id)) throw invalid("the category has child categories");
    for (const course of state.all("course").values())
      if (course.category_ids.includes(id))
        state.put("course", course.id, { ...course, category_ids: course.category_ids.filter((other) => other !== id) });
    state.drop("category", id);
    return { id };
  },

  list: ({ query }, { state }) => searched(state.all("category").values(), ({ name }) => name, query.search),

  tree: (_call, { state }) => [...nest(state.all("category")).values()].filter(({ parent_id }) => parent_id === undefined),

  subtree: ({ params }, { state }) => found(nest(state.all("category")), params.category_id, "category_id"),

  get: ({ params }, { state }) => found(state.all("category"), params.category_id, "category_id"),

  courses({ params }, { state }) {
    const { id } = found(state.all("category"), params.category_id, "category_id");
    return [...state.all("course").values()].filter(({ category_ids }) => category_ids.includes(id));
  },

  update({ params, body }, { state }) {
    const { parent_id: before, ...category } = found(state.all("category"), params.category_id, "category_id");
    const parentId = body.parent_id === undefined ? before : (body.parent_id?.toLowerCase() ?? undefined);
    const name = body.name ?? category.name;
    judgePlace(state.all("category"), { name, parent_id: parentId }, category.id);
    const changed: Category = {
      ...category,
      name,
      ...(parentId === undefined ? {} : { parent_id: parentId }),
      ...(body.description === undefined ? {} : { description: body.description }),
    };
    state.put("category", category.id, changed);
    return changed;
  },
};
