import { randomUUID } from "node:crypto";
import type { Contract } from "../../../learning-service/contract/contract.ts";
import type { Course } from "../../../learning-service/contract/courses.ts";
import type { Area, World } from "../../area.ts";
import { dropAssignmentsOf } from "../assignments.ts";
import { found, knownIds, searched } from "../find.ts";
import { scormPackage } from "./scorm.ts";

/** Courses. Their fields are "not shown". */
export const coursesArea: Area<Contract["courses"]> = {
  create({ body }, world) {
    const fresh: Course = {
      id: randomUUID(),
      title: body.title,
      lang: "en",
      course_format: "scorm",
      category_ids: [],
      lessons: [],
      total_duration: 0,
      Record_Creation_Date: world.clock.now().toISOString(),
    };
    return write(world, fresh, body);
  },

  delete({ params }, { state }) {
    const { id } = found(state.all("course"), params.course_id, "course_id");
    dropAssignmentsOf(state, { course_id: id });
    for (const [pathId, path] of state.all("learning_path"))
      if (path.course_ids.includes(id))
        state.put("learning_path", pathId, { ...path, course_ids: path.course_ids.filter((other) => other !== id) });
    for (const { course_id, ...rest } of state.all("class").values()) if (course_id === id) state.put("class", rest.id, rest);
    state.drop("course", id);
    return { id };
  },

  get: ({ params }, { state }) => found(state.all("course"), params.course_id, "course_id"),

  launchfile({ params }, { state }) {
    const course = found(state.all("course"), params.course_id, "course_id");
    return { content: scormPackage(course), contentType: "application/zip", name: `course-${course.id}.zip` };
  },

  list({ query }, { state }) {
    const category = query.category_id && found(state.all("category"), query.category_id, "category_id").id;
    const provider = query.content_provider_id && found(state.all("content_provider"), query.content_provider_id, "content_provider_id").id;
    return searched(state.all("course").values(), ({ title }) => title, query.search).filter(
      ({ lang, category_ids, content_provider_id }) =>
        (query.lang === undefined || lang.toLowerCase() === query.lang.toLowerCase()) &&
        (category === undefined || category_ids.includes(category)) &&
        (provider === undefined || content_provider_id === provider),
    );
  },

  update: ({ params, body }, world) => write(world, found(world.state.all("course"), params.course_id, "course_id"), body),
};

type Field = "title" | "description" | "lang" | "course_format" | "content_provider_id" | "category_ids" | "lessons";
type Change = { [F in Field]?: Course[F] | undefined };

/** Sets the given fields of a course and keeps the others. Throws Refusal for an unknown category or provider. */
function write({ state }: World, course: Course, change: Change): Course {
  const given: Partial<Course> = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const next: Course = { ...course, ...given };
  if (given.category_ids !== undefined) next.category_ids = knownIds(state.all("category"), given.category_ids, "category_ids");
  if (given.content_provider_id !== undefined)
    next.content_provider_id = found(state.all("content_provider"), given.content_provider_id, "content_provider_id").id;
  next.total_duration = next.lessons.reduce((sum, { duration = 0 }) => sum + duration, 0);
  state.put("course", next.id, next);
  return next;
}
