import { z } from "zod";
import { endpoint, overview } from "./endpoint.ts";
import { courseAssignment, learningPathAssignment } from "./assignments.ts";
import { deleted, filled, listQuery, text, uuid, uuidArray } from "./values.ts";

/**
 * A child group. Its own `children` is documented as an object of unknown structure: read as an array, as one
 * group, or as a map whose values are groups. `null` is read like an absent field.
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
    body: z.strictObject({ name: filled, parent_id: uuid.optional().describe("Without it the group is a root.") }),
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
    body: z.strictObject({ name: filled.optional(), parent_id: uuid.nullable().optional().describe("`null` makes it a root.") }),
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
  /** Create a group: `POST /groups`. A name that stands under the same parent already is 412. */
  create,
  /** Delete a group: `DELETE /groups/{group_id}`. Its memberships and assignments end. One with groups below it is 412. */
  delete: remove,
  /** Get a group: `GET /groups/{group_id}`. With the groups below it. */
  get,
  /** Group tree: `GET /groups/tree`. The roots, with all that is below them. */
  tree,
  /** List groups: `GET /groups`. */
  list,
  /** Update a group: `PUT /groups/{group_id}`. Renames or moves it, with all that is below; below itself it cannot go. */
  update,
  assignments: {
    /** Course assignments of a group: `GET /groups/{group_id}/assignments/courses`. */
    courses,
    /** Learning path assignments of a group: `GET /groups/{group_id}/assignments/learning_paths`. */
    learningPaths,
  },
};
