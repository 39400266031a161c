import { z } from "zod";
import { endpoint, overview } from "./endpoint.ts";
import { date, dateRead, integerRead, listQuery, text, uuid } from "./values.ts";

/** A percentage in an answer. Accepts any number. */
const percentRead = z.number().meta({ openapi: { type: "integer", minimum: 0, maximum: 100 } });

/** An item of the list (interface: "Learning path assignment"); all fields are optional. */
export const learningPathAssignment = z.looseObject({
  learning_path_assignment_id: uuid.nullish(),
  learning_path_id: uuid.nullish(),
  user_id: uuid.nullish(),
  group_id: uuid.nullish(),
  total_courses: integerRead.nullish(),
  courses_total_duration: integerRead.nullish(),
  number_passed_courses: integerRead.nullish(),
  total_course_lists: integerRead.nullish(),
  total_progress_time: integerRead.nullish(),
  progress: percentRead.nullish().describe("Range 0 to 100."),
  title: text.nullish(),
  description: text.nullish(),
  assigned_date: dateRead.nullish(),
  access_opens_date: dateRead.nullish(),
  access_closes_date: dateRead.nullish(),
  to_all: z.boolean().nullish().describe("True when assigned to all users."),
});

export type LearningPathAssignment = z.infer<typeof learningPathAssignment>;

/** A course assignment. Its fields are "not shown"; modelled on the learning path's. */
export const courseAssignment = z.strictObject({
  course_assignment_id: uuid,
  course_id: uuid,
  user_id: uuid.optional(),
  group_id: uuid.optional(),
  to_all: z.boolean().describe("True when assigned to all users."),
  title: text.describe("Course title."),
  assigned_date: date,
  due_date: date.optional(),
});

export type CourseAssignment = z.infer<typeof courseAssignment>;

const ids = z.array(uuid);
/** The targets: at least one of the three. */
const targets = {
  user_ids: ids.optional(),
  group_ids: ids.optional(),
  to_all: z.boolean().optional().describe("To all users, including future ones."),
};
/** Filters are combined with "and", the values of one filter with "or". */
const courseFilters = { course_ids: ids.optional(), user_ids: ids.optional(), group_ids: ids.optional() };
const pathFilters = { ...courseFilters, learning_path_ids: ids.optional() };

const createCourse = overview({
  summary: "Create course assignment",
  method: "POST",
  path: "/assignments/courses",
  answer: "json",
  writes: true,
  plausible: {
    body: z.strictObject({ course_ids: ids.min(1), ...targets, due_date: date.optional() }),
    output: z.array(courseAssignment),
  },
});

const createPath = overview({
  summary: "Create learning path assignment",
  method: "POST",
  path: "/assignments/learning_paths",
  answer: "json",
  writes: true,
  plausible: {
    body: z.strictObject({
      learning_path_ids: ids.min(1),
      ...targets,
      access_opens_date: date.optional(),
      access_closes_date: date.optional(),
    }),
    output: z.array(learningPathAssignment),
  },
});

const removed = z.strictObject({ deleted: z.int().describe("Number of deleted assignments.") });

const removeCourse = overview({
  summary: "Delete course assignment",
  method: "DELETE",
  path: "/assignments/courses",
  answer: "json",
  writes: true,
  plausible: { query: z.strictObject(courseFilters), output: removed },
});

const removePath = overview({
  summary: "Delete learning path assignment",
  method: "DELETE",
  path: "/assignments/learning_paths",
  answer: "json",
  writes: true,
  plausible: { query: z.strictObject(pathFilters), output: removed },
});

const listCourse = overview({
  summary: "List course assignments",
  method: "GET",
  path: "/assignments/courses",
  answer: "list",
  plausible: { query: listQuery(courseFilters), output: courseAssignment },
});

const listPath = endpoint({
  summary: "List learning path assignments",
  method: "GET",
  path: "/assignments/learning_paths",
  query: listQuery(pathFilters),
  output: learningPathAssignment,
  answer: "list",
});

export const assignments = {
  courses: {
    /**
     * Create course assignment: `POST /assignments/courses`. Assigns each course to each target. Existing assignments
     * are unchanged and returned again.
     */
    create: createCourse,
    /** Delete course assignment: `DELETE /assignments/courses`. Deletes all matches of the filters; 412 without a filter. */
    delete: removeCourse,
    /** List course assignments: `GET /assignments/courses`. */
    list: listCourse,
  },
  learningPaths: {
    /** Create learning path assignment: `POST /assignments/learning_paths`, as with courses. */
    create: createPath,
    /** Delete learning path assignment: `DELETE /assignments/learning_paths`. Deletes all matches of the filters; 412 without a filter. */
    delete: removePath,
    /** List learning path assignments: `GET /assignments/learning_paths`. `course_ids` matches paths that contain the course. */
    list: listPath,
  },
};
