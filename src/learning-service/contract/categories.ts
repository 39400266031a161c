import { z } from "zod";
import { course } from "./courses.ts";
import { overview } from "./endpoint.ts";
import { deleted, filled, listQuery, text, uuid } from "./values.ts";

/** A category, a node of a tree. Its fields are "not shown"; modelled on groups. */
export const category = z.strictObject({ id: uuid, name: text, parent_id: uuid.optional(), description: text.optional() });

export type Category = z.infer<typeof category>;

/** A category with its subtree. */
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
      parent_id: uuid.optional().describe("Omit for a root category."),
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
  plausible: { query: listQuery({ search: text.optional().describe("Matches part of the name; ignores case.") }), output: category },
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
      parent_id: uuid.nullable().optional().describe("`null` makes the category a root."),
      description: text.optional(),
    }),
    output: category,
  },
});

export const categories = {
  /** Create a category: `POST /categories`. 412 if the parent already has a category of this name. */
  create,
  /**
   * Delete a category assignment: `DELETE /categories/{category_id}`. Deletes the category and keeps its courses. 412
   * if it has child categories.
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
  /** Courses of a category: `GET /categories/{category_id}/courses`. Excludes courses of child categories. */
  courses,
  /** Update a category: `PUT /categories/{category_id}`. Changes name, description or parent. */
  update,
};
