import { z } from "zod";
import { endpoint, overview } from "./endpoint.ts";
import { deleted, filled, listQuery, text, uuid } from "./values.ts";

/** Interface: "Learning path". */
export const learningPath = z.looseObject({
  learning_path_id: uuid,
  title: text.nullish(),
  description: text.nullish(),
  assigned_students_count: z.int().nullish(),
  assigned_groups_count: z.int().nullish(),
  assigned_to_all: z.boolean().nullish(),
  total_duration: z.int().nullish(),
  course_ids: z
    .array(z.looseObject({ course_id: text }))
    .nullish()
    .describe("Items carry `course_id` (string, required)."),
  total_courses: z.int().nullish(),
});

export type LearningPath = z.infer<typeof learningPath>;

const pathParams = z.strictObject({ learning_path_id: uuid });

/** POST /learning_paths */
const create = overview({
  summary: "Create a learning path",
  method: "POST",
  path: "/learning_paths",
  answer: "json",
  writes: true,
  plausible: {
    body: z.strictObject({
      title: filled,
      description: text.optional(),
      course_ids: z.array(uuid).optional().describe("In the order in which they are taken."),
    }),
    output: learningPath,
  },
});

/** DELETE /learning_paths/{learning_path_id}: its assignments end, its courses stay. */
const remove = overview({
  summary: "Delete a learning path",
  method: "DELETE",
  path: "/learning_paths/{learning_path_id}",
  pathParams,
  answer: "json",
  writes: true,
  plausible: { output: deleted },
});

/** GET /learning_paths/{learning_path_id} */
const get = endpoint({
  summary: "Get a learning path",
  method: "GET",
  path: "/learning_paths/{learning_path_id}",
  pathParams,
  output: learningPath,
  answer: "json",
});

/** GET /learning_paths */
const list = overview({
  summary: "List learning paths",
  method: "GET",
  path: "/learning_paths",
  answer: "list",
  plausible: { query: listQuery({ search: text.optional().describe("In the title, in any case.") }), output: learningPath },
});

export const learningPaths = { create, delete: remove, get, list };
