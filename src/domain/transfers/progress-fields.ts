/** Fields of a course's progress that every export has; names as the interface documents them. */
const COURSE = [
  "courseId",
  "title",
  "progressStatus",
  "progress",
  "assignedDate",
  "dueDate",
  "startDate",
  "viewedDate",
  "passedDate",
] as const;

/** Fields of a learning path's progress that every export has. */
const PATH = [
  "learning_path_id",
  "total_courses",
  "number_passed_courses",
  "assigned_date",
  "access_opens_date",
  "access_closes_date",
] as const;

/** Ids of accounts, and how much time people spend: exported only where a job or command asks for them. */
export const SENSITIVE_FIELDS = [
  "assignmentId",
  "accountId",
  "studentId",
  "ownerCourseId",
  "courseFormat",
  "totalDuration",
  "lessonProgress",
  "learning_path_assignment_id",
  "user_id",
  "group_id",
  "courses_total_duration",
  "total_course_lists",
  "total_progress_time",
  "description",
  "to_all",
] as const;

/** Returns the columns of an export with the given sensitive fields. */
export function progressColumns(asked: readonly string[]): string[] {
  return ["employee_key", "kind", ...COURSE, ...PATH, ...SENSITIVE_FIELDS.filter((field) => asked.includes(field))];
}
