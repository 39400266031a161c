import { z } from "zod";
import { endpoint, overview } from "./endpoint.ts";
import { deleted, filled, integerRead, listQuery, text, uuid } from "./values.ts";

/** Interface: "Learning path". */
export const learningPath = z.looseObject({
  learning_path_id: uuid,
  title: text.nullish(),
  description: text.nullish(),
  assigned_students_count: integerRead.nullish(),
  assigned_groups_count: integerRead.nullish(),
  assigned_to_all: z.boolean().nullish(),
  total_duration: integerRead.nullish(),
  course_ids: z
    .array(z.looseObject({ course_id: text }))
    .nullish()
    .describe("Items carry `course_id` (string, required)."),
  total_courses: integerRead.nullish(),
});

export type LearningPath = z.infer<typeof learningPath>;

const pathParams = z.strictObject({ learning_path_id: uuid });

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
      course_ids: z.array(uuid).optional().describe("In the order of the path."),
    }),
    output: learningPath,
  },
});

const remove = overview({
  summary: "Delete a learning path",
  method: "DELETE",
  path: "/learning_paths/{learning_path_id}",
  pathParams,
  answer: "json",
  writes: true,
  plausible: { output: deleted },
});

const get = endpoint({
  summary: "Get a learning path",
  method: "GET",
  path: "/learning_paths/{learning_path_id}",
  pathParams,
  output: learningPath,
  answer: "json",
});

const list = overview({
  summary: "List learning paths",
  method: "GET",
  path: "/learning_paths",
  answer: "list",
  plausible: { query: listQuery({ search: text.optional().describe("Matches part of the title; ignores case.") }), output: learningPath },
});

export const learningPaths = {
  /** Create a learning path: `POST /learning_paths`. */
  create,
  /** Delete a learning path: `DELETE /learning_paths/{learning_path_id}`. Deletes its assignments and keeps its courses. */
  delete: remove,
  /** Get a learning path: `GET /learning_paths/{learning_path_id}`. */
  get,
  /** List learning paths: `GET /learning_paths`. */
  list,
};
