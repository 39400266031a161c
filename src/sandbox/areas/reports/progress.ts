import type { Contract } from "../../../learning-service/contract/contract.ts";
import type { Course } from "../../../learning-service/contract/courses.ts";
import type { CourseProgress } from "../../../learning-service/contract/users.ts";
import { ACCOUNT_ID } from "../../account.ts";
import type { Handler } from "../../area.ts";
import { fixedUuid } from "../../seed/people.ts";
import type { SandboxUser } from "../../state.ts";
import { lessonAdvances, type Advance } from "../advance.ts";
import { found } from "../find.ts";
import { Enrolments, type Route } from "../enrolments.ts";

/** Handles GET /users/{user_id}/assignments/courses/progress: every course of the user, once (interface: "Course progress assignment"). */
export const progress: Handler<Contract["users"]["progress"]> = ({ params, query }, { state, clock }) => {
  const user = found(state.users, params.user_id, "user_id");
  const reach = new Enrolments(state, clock.now());
  const wanted = query.progress_status ?? "all";
  const items: CourseProgress[] = [];
  for (const route of reach.coursesOf(user).values()) {
    const course = state.all("course").get(route.course_id);
    if (course === undefined) continue;
    const at = reach.advance(user, route);
    if (wanted === "all" || at.status === wanted) items.push(itemOf(user, course, route, at));
  }
  return items;
};

function itemOf(user: SandboxUser, course: Course, route: Route, at: Advance): CourseProgress {
  const started = at.started?.toISOString();
  return {
    assignmentId: route.assignmentId,
    accountId: ACCOUNT_ID,
    studentId: user.id,
    ...(route.due_date === undefined ? {} : { dueDate: route.due_date }),
    assignedDate: route.assigned_date,
    courseId: course.id,
    ownerCourseId: course.id,
    progress: at.progress,
    startDate: started ?? "",
    ...(started === undefined ? {} : { viewedDate: started }),
    ...(at.passed === null ? {} : { passedDate: at.passed.toISOString() }),
    progressStatus: at.status,
    title: course.title,
    courseFormat: course.course_format,
    totalDuration: String(course.total_duration),
    lessonProgress: lessonsOf(course, at),
  };
}

const SUBTYPES: Readonly<Record<string, string>> = { video: "mp4", quiz: "test", document: "pdf", scorm: "scorm_1_2" };

function lessonsOf(course: Course, at: Advance): NonNullable<CourseProgress["lessonProgress"]> {
  const advances = lessonAdvances(course, at);
  return course.lessons.map(({ name, type, chapter = "" }, i) => ({
    lessonId: fixedUuid(`lesson ${course.id} ${i}`),
    progress: advances[i]?.status ?? "not_started",
    chapterId: fixedUuid(`chapter ${course.id} ${chapter}`),
    lessonName: name,
    lessonType: type,
    lessonSubtype: SUBTYPES[type] ?? type,
    runtimeSeconds: advances[i]?.seconds ?? 0,
  }));
}
