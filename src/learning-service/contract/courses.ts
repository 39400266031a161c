import { z } from "zod";
import { overview } from "./endpoint.ts";
import { dateTime, deleted, filled, listQuery, text, uuid } from "./values.ts";

const lesson = z.strictObject({
  name: filled,
  type: z.enum(["video", "quiz", "document", "scorm"]),
  chapter: text.optional(),
  duration: z.int().min(0).optional().describe("Seconds."),
});

const fields = {
  title: filled,
  description: text.optional(),
  lang: text.optional().describe("A language code, such as `es`."),
  course_format: z.enum(["scorm", "video", "classroom"]).optional().describe("Default `scorm`.").meta({ default: "scorm" }),
  content_provider_id: uuid.optional(),
  category_ids: z.array(uuid).optional(),
  lessons: z.array(lesson).optional().describe("In order. An update replaces all lessons."),
};

/** A course. Its fields are "not shown". */
export const course = z.strictObject({
  id: uuid,
  title: text,
  description: text.optional(),
  lang: text,
  course_format: text,
  content_provider_id: uuid.optional(),
  category_ids: z.array(uuid),
  lessons: z.array(lesson),
  total_duration: z.int().describe("Seconds."),
  Record_Creation_Date: dateTime,
});

export type Course = z.infer<typeof course>;

const pathParams = z.strictObject({ course_id: uuid });

const create = overview({
  summary: "Create a course",
  method: "POST",
  path: "/courses",
  answer: "json",
  writes: true,
  plausible: { body: z.strictObject(fields), output: course },
});

const remove = overview({
  summary: "Delete a course",
  method: "DELETE",
  path: "/courses/{course_id}",
  pathParams,
  answer: "json",
  writes: true,
  plausible: { output: deleted },
});

const get = overview({
  summary: "Find a course",
  method: "GET",
  path: "/courses/{course_id}",
  pathParams,
  answer: "json",
  plausible: { output: course },
});

const launchfile = overview({
  summary: "Generate a SCORM package",
  method: "GET",
  path: "/courses/{course_id}/launchfile",
  pathParams,
  answer: "file",
  plausible: { output: z.unknown().meta({ contentType: "application/zip" }) },
});

const list = overview({
  summary: "List courses",
  method: "GET",
  path: "/courses",
  answer: "list",
  plausible: {
    query: listQuery({
      search: text.optional().describe("Matches part of the title; ignores case."),
      lang: text.optional(),
      category_id: uuid.optional(),
      content_provider_id: uuid.optional(),
    }),
    output: course,
  },
});

const update = overview({
  summary: "Update a course",
  method: "PUT",
  path: "/courses/{course_id}",
  pathParams,
  answer: "json",
  writes: true,
  plausible: { body: z.strictObject(fields).partial(), output: course },
});

export const courses = {
  /** Create a course: `POST /courses`. */
  create,
  /** Delete a course: `DELETE /courses/{course_id}`. Also deletes its assignments and removes it from categories and learning paths. */
  delete: remove,
  /** Find a course: `GET /courses/{course_id}`. */
  get,
  /** Generate a SCORM package: `GET /courses/{course_id}/launchfile`. Returns a ZIP file with `imsmanifest.xml` (SCORM 1.2). */
  launchfile,
  /** List courses: `GET /courses`. */
  list,
  /** Update a course: `PUT /courses/{course_id}`. Omitted fields are unchanged. */
  update,
};
