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

export type CategoryNode = z.infer<typeof categoryNode>;

const pathParams = z.strictObject({ category_id: uuid });

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

const remove = overview({
  summary: "Delete a category assignment",
  method: "DELETE",
  path: "/categories/{category_id}",
  pathParams,
  answer: "json",
  writes: true,
  plausible: { output: deleted },
});

const list = overview({
  summary: "Return categories",
  method: "GET",
  path: "/categories",
  answer: "list",
  plausible: { query: listQuery({ search: text.optional().describe("In the name, in any case.") }), output: category },
});

const tree = overview({
  summary: "Return the category tree",
  method: "GET",
  path: "/categories/tree",
  answer: "json",
  plausible: { output: z.array(categoryNode) },
});

const subtree = overview({
  summary: "Tree for one category",
  method: "GET",
  path: "/categories/{category_id}/tree",
  pathParams,
  answer: "json",
  plausible: { output: categoryNode },
});

const get = overview({
  summary: "Return one category",
  method: "GET",
  path: "/categories/{category_id}",
  pathParams,
  answer: "json",
  plausible: { output: category },
});

const courses = overview({
  summary: "Courses of a category",
  method: "GET",
  path: "/categories/{category_id}/courses",
  pathParams,
  answer: "list",
  plausible: { query: listQuery({}), output: course },
});

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

export const categories = {
  /** Create a category: `POST /categories`. A name that stands under the same parent already is 412. */
  create,
  /**
   * Delete a category assignment: `DELETE /categories/{category_id}`. The category goes, its courses stay. One with
   * categories below it is 412.
   */
  delete: remove,
  /** Return categories: `GET /categories`. */
  list,
  /** Return the category tree: `GET /categories/tree`. */
  tree,
  /** Tree for one category: `GET /categories/{category_id}/tree`. */
  subtree,
  /** Return one category: `GET /categories/{category_id}`. */
  get,
  /**
   * Courses of a category: `GET /categories/{category_id}/courses`. Those of the category itself, not of the ones below
   * it.
   */
  courses,
  /** Update a category: `PUT /categories/{category_id}`. Renames, describes or moves it. */
  update,
};
