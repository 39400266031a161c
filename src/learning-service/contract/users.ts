import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { date, email, filled, groupIds, integerRead, listQuery, phone, progressStatus, progressStatusRead, text, uuid } from "./values.ts";

/** Fields that create and update share (interface: "User"). */
const shared = {
  password: text.optional(),
  employee_id: text.optional(),
  external_id: text.optional(),
  subscription_id: uuid.optional(),
  auto_license: z.boolean().optional(),
  city: text.optional(),
  company: text.optional(),
  custom_fields: z
    .array(z.strictObject({ id: uuid, value: text }))
    .optional()
    .describe("Each item: `id` (string uuid, required), `value` (string, required)."),
  national_id: text.optional(),
  phone_number: phone.optional(),
  gender: z.enum(["m", "f"]).optional().describe("Allowed values: `m`, `f`."),
  center: text.optional(),
  position: text.optional(),
  department: text.optional(),
  date_of_birth: date.optional().describe("Format `YYYY-MM-DD`."),
};

export const userCreate = z.strictObject({
  ...shared,
  group_ids: groupIds.optional().describe("Additional groups."),
  username: filled,
  first_name: filled,
  last_name: filled,
  email,
  notify_on_create: z.boolean().optional(),
  first_login: z.boolean().optional(),
});

export const userUpdate = z.strictObject({
  ...shared,
  user_id: uuid.describe("Also a path parameter on update."),
  group_ids: groupIds
    .optional()
    .describe(
      "The COMPLETE desired set of memberships (see the rules in Endpoints). Omitted or empty on update means memberships are left untouched.",
    ),
  username: filled.optional(),
  first_name: filled.optional(),
  last_name: filled.optional(),
  email: email.optional(),
  confirm_group_removal: z
    .boolean()
    .optional()
    .describe("Default false. Accepts the removal of memberships that the update implies.")
    .meta({ default: false }),
  active: z.boolean().optional(),
  notify_on_update: z.boolean().optional(),
});

export type UserCreate = z.infer<typeof userCreate>;
export type UserUpdate = z.infer<typeof userUpdate>;

/** "An object that may be null"; its fields are not documented. */
const userAnswer = z
  .looseObject({})
  .nullable()
  .meta({ openapi: { type: ["object", "null"] } });

const create = endpoint({
  summary: "Create user",
  method: "POST",
  path: "/users",
  body: userCreate,
  output: userAnswer,
  answer: "json",
  writes: true,
});

const update = endpoint({
  summary: "Update user",
  method: "PUT",
  path: "/users/{user_id}",
  pathParams: z.strictObject({ user_id: text }),
  body: userUpdate,
  output: userAnswer,
  answer: "json",
  writes: true,
  rules: [
    "`group_ids` is the complete desired set of memberships, not an addition.",
    "When `group_ids` is omitted or empty, the user's groups are left untouched.",
    "When the update would remove one or more current memberships (a current group is absent from `group_ids`) and `confirm_group_removal` is not true, then the response is 412 with the error code `group_removal_requires_confirmation`, naming the groups that would be removed, and no membership is deleted.",
    "When `confirm_group_removal` is true, the service applies the removals.",
    "A `group_ids` that only keeps the current groups and adds others never needs `confirm_group_removal`.",
  ],
});

export type UserAnswer = z.infer<typeof userAnswer>;

/** A user's progress in a lesson (interface: "Lesson progress item"). */
export const lessonProgress = z.looseObject({
  lessonId: text,
  progress: progressStatusRead.describe("One of the progress statuses listed under States."),
  chapterId: text,
  lessonName: text,
  lessonType: text,
  lessonSubtype: text,
  runtimeSeconds: integerRead.describe("Seconds."),
});

/** Interface: "Course progress assignment". */
export const courseProgress = z.looseObject({
  assignmentId: text,
  accountId: text,
  studentId: text,
  dueDate: text.nullish(),
  assignedDate: text,
  courseId: text,
  ownerCourseId: text,
  progress: integerRead.describe("Percentage."),
  startDate: text,
  viewedDate: text.nullish(),
  passedDate: text.nullish(),
  progressStatus: progressStatusRead.describe("One of the progress statuses listed under States."),
  title: text.describe("Course title."),
  courseFormat: text,
  totalDuration: text,
  lessonProgress: z.array(lessonProgress).nullish(),
});

export type LessonProgress = z.infer<typeof lessonProgress>;
export type CourseProgress = z.infer<typeof courseProgress>;

const progress = endpoint({
  summary: "Course progress of a user",
  method: "GET",
  path: "/users/{user_id}/assignments/courses/progress",
  pathParams: z.strictObject({ user_id: uuid }),
  query: listQuery({ progress_status: progressStatus.optional() }),
  output: courseProgress,
  answer: "list",
});

export const users = {
  /** Create user: `POST /users`. After a 500 or a lost answer, the user may or may not exist. */
  create,
  /** Update user: `PUT /users/{user_id}`. Idempotent, except with `confirm_group_removal`. */
  update,
  /** Course progress of a user: `GET /users/{user_id}/assignments/courses/progress`. */
  progress,
};
