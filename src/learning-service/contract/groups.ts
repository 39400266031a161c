import { z } from "zod";
import { endpoint, overview } from "./endpoint.ts";
import { courseAssignment, learningPathAssignment } from "./assignments.ts";
import { deleted, filled, listQuery, text, uuid, uuidArray } from "./values.ts";

/**
 * A child group. Its `children` is documented as an object of unknown structure: an array, one group, or a map of
 * groups. `null` counts as a missing field.
 */
export const childGroup = z.looseObject({
  id: uuid,
  name: text,
  parent_id: uuid.nullish(),
  user_ids: uuidArray.nullish(),
  get children(): z.ZodOptional<
    z.ZodNullable<z.ZodUnion<readonly [z.ZodArray<typeof childGroup>, typeof childGroup, z.ZodRecord<z.ZodString, typeof childGroup>]>>
  > {
    return z
      .union([z.array(childGroup), childGroup, z.record(z.string(), childGroup)])
      .meta({ openapi: { type: "object" } })
      .nullish();
  },
});

/** An item of the group list (interface: "Group"); every field is optional. */
export const groupItem = z.looseObject({
  id: uuid.nullish(),
  name: text.nullish(),
  parent_id: uuid.nullish(),
  user_ids: uuidArray.nullish().describe("Users in the group."),
  children: z
    .union([z.array(childGroup), childGroup, z.record(z.string(), childGroup)])
    .meta({ openapi: { type: "array", items: { $ref: "#/components/schemas/ChildGroup" } } })
    .nullish()
    .describe(
      "Child groups. Each has `id` (uuid, required), `name` (string, required), `parent_id` (uuid, optional), `children` (object, optional), `user_ids` (array of uuid strings, optional).",
    ),
});

export type ChildGroup = z.infer<typeof childGroup>;
export type GroupItem = z.infer<typeof groupItem>;

const pathParams = z.strictObject({ group_id: uuid });

const list = endpoint({
  summary: "List groups",
  method: "GET",
  path: "/groups",
  query: listQuery({ search: text.optional().describe("Search by name.") }),
  output: groupItem,
  answer: "list",
});

const tree = overview({
  summary: "Group tree",
  method: "GET",
  path: "/groups/tree",
  answer: "json",
  plausible: { output: z.array(groupItem) },
});

const get = overview({
  summary: "Get a group",
  method: "GET",
  path: "/groups/{group_id}",
  pathParams,
  answer: "json",
  plausible: { output: groupItem },
});

const create = overview({
  summary: "Create a group",
  method: "POST",
  path: "/groups",
  answer: "json",
  writes: true,
  plausible: {
    body: z.strictObject({ name: filled, parent_id: uuid.optional().describe("Omit for a root group.") }),
    output: groupItem,
  },
});

const update = overview({
  summary: "Update a group",
  method: "PUT",
  path: "/groups/{group_id}",
  pathParams,
  answer: "json",
  writes: true,
  plausible: {
    body: z.strictObject({ name: filled.optional(), parent_id: uuid.nullable().optional().describe("`null` makes the group a root.") }),
    output: groupItem,
  },
});

const remove = overview({
  summary: "Delete a group",
  method: "DELETE",
  path: "/groups/{group_id}",
  pathParams,
  answer: "json",
  writes: true,
  plausible: { output: deleted },
});

const courses = overview({
  summary: "Course assignments of a group",
  method: "GET",
  path: "/groups/{group_id}/assignments/courses",
  pathParams,
  answer: "list",
  plausible: { query: listQuery({}), output: courseAssignment },
});

const learningPaths = overview({
  summary: "Learning path assignments of a group",
  method: "GET",
  path: "/groups/{group_id}/assignments/learning_paths",
  pathParams,
  answer: "list",
  plausible: { query: listQuery({}), output: learningPathAssignment },
});

export const groups = {
  /** Create a group: `POST /groups`. 412 if the parent already has a group of this name. */
  create,
  /** Delete a group: `DELETE /groups/{group_id}`. Also deletes its memberships and assignments. 412 if it has child groups. */
  delete: remove,
  /** Get a group: `GET /groups/{group_id}`. Includes its subtree. */
  get,
  /** Group tree: `GET /groups/tree`. Returns the roots with their subtrees. */
  tree,
  /** List groups: `GET /groups`. */
  list,
  /** Update a group: `PUT /groups/{group_id}`. Renames or moves it with its subtree. 412 if the new parent is in its own subtree. */
  update,
  assignments: {
    /** Course assignments of a group: `GET /groups/{group_id}/assignments/courses`. */
    courses,
    /** Learning path assignments of a group: `GET /groups/{group_id}/assignments/learning_paths`. */
    learningPaths,
  },
};
