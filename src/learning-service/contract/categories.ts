import { z } from "zod";
import { course } from "./courses.ts";
import { overview } from "./endpoint.ts";
import { deleted, filled, listQuery, text, uuid } from "./values.ts";

/** A category, whose fields are "not shown": a node of a tree, as groups are. */
export const category = z.strictObject({ id: uuid, name: text, parent_id: uuid.optional(), description: text.optional() });

export type Category = z.infer<typeof category>;

/** A category with all that is below it. */
export const categoryNode = category.extend({
  get children(): z.ZodArray<typeof categoryNode> {
    return z.array(categoryNode);
  },
});

const pathParams = z.strictObject({ category_id: uuid });

/** POST /categories: a name that stands under the same parent already is 412. */
const create = overview({
  summary: "Create a category",
  method: "POST",
  path: "/categories",
  answer: "json",
  writes: true,
  plausible: {
    body: z.strictObject({
      name: filled,
      parent_id: uuid.optional().describe("Without it the category is a root."),
      description: text.optional(),
    }),
    output: category,
  },
});

/** DELETE /categories/{category_id}: the category goes, its courses stay. One with categories below it is 412. */
const remove = overview({
  summary: "Delete a category assignment",
  method: "DELETE",
  path: "/categories/{category_id}",
  pathParams,
  answer: "json",
  writes: true,
  plausible: { output: deleted },
});

/** GET /categories */
const list = overview({
  summary: "Return categories",
  method: "GET",
  path: "/categories",
  answer: "list",
  plausible: { query: listQuery({ search: text.optional().describe("In the name, in any case.") }), output: category },
});

/** GET /categories/tree */
const tree = overview({
  summary: "Return the category tree",
  method: "GET",
  path: "/categories/tree",
  answer: "json",
  plausible: { output: z.array(categoryNode) },
});

/** GET /categories/{category_id}/tree */
const subtree = overview({
  summary: "Tree for one category",
  method: "GET",
  path: "/categories/{category_id}/tree",
  pathParams,
  answer: "json",
  plausible: { output: categoryNode },
});

/** GET /categories/{category_id} */
const get = overview({
  summary: "Return one category",
  method: "GET",
  path: "/categories/{category_id}",
  pathParams,
  answer: "json",
  plausible: { output: category },
});

/** GET /categories/{category_id}/courses: those of the category itself, not of the ones below it. */
const courses = overview({
  summary: "Courses of a category",
  method: "GET",
  path: "/categories/{category_id}/courses",
  pathParams,
  answer: "list",
  plausible: { query: listQuery({}), output: course },
});

/** PUT /categories/{category_id}: renames, describes or moves it. */
const update = overview({
  summary: "Update a category",
  method: "PUT",
  path: "/categories/{category_id}",
  pathParams,
  answer: "json",
  writes: true,
  plausible: {
    body: z.strictObject({
      name: filled.optional(),
      parent_id: uuid.nullable().optional().describe("`null` makes it a root."),
      description: text.optional(),
    }),
    output: category,
  },
});

export const categories = { create, delete: remove, list, tree, subtree, get, courses, update };
