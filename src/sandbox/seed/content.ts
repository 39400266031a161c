import { assignCourse, assignPath } from "../areas/assignments.ts";
import { textField } from "../areas/fields.ts";
import { generate } from "../areas/content/generate.ts";
import type { TemplateBody } from "../areas/content/templates.ts";
import { readTemplate } from "../areas/content/templates.ts";
import { dayOf } from "../clock.ts";
import { fixedUuid } from "./people.ts";
import type { SandboxState } from "../state.ts";
import { ALL_COURSES, subscriptionsAround } from "../subscriptions.ts";
import type { Target } from "../entities.ts";
import { CLASSES, COURSE_ASSIGNMENTS, PATH_ASSIGNMENTS } from "./catalogue.ts";
import { courseIdOf, pathIdOf, seedCatalogue } from "./courses.ts";

const DAY = 86_400_000;
const HOUR = 3_600_000;

/**
 * Adds learning content around a date for the existing users and groups, once per state, including states created
 * before this content existed. A state without users gets only subscriptions. Deleted content does not come back:
 * subscriptions, which cannot be deleted, mark a seeded state.
 */
export function seedContent(state: SandboxState, now: Date): void {
  if (state.all("subscription").size > 0) return;
  for (const [id, subscription] of subscriptionsAround(now)) state.put("subscription", id, subscription);
  if (state.isEmpty) return;
  seedLicences(state);
  seedCatalogue(state, after(now, -200).toISOString());
  seedAssignments(state, now);
  seedClasses(state, now);
  seedReports(state, now);
}

function after(now: Date, days: number): Date {
  return new Date(now.getTime() + days * DAY);
}

/** Gives each user a licence while any are free. */
function seedLicences(state: SandboxState): void {
  const { licences = 0, spent = 0 } = state.all("subscription").get(ALL_COURSES) ?? {};
  for (const userId of state.users.keys().take(licences - spent)) state.put("licence", userId, { subscription_id: ALL_COURSES });
}

function seedAssignments(state: SandboxState, now: Date): void {
  const day = (days: number): string => dayOf(after(now, days));
  const groups = new Map(state.groups.keys().map((id) => [state.pathOf(id), id]));
  const targetOf = (to: string): Target | null => {
    const group_id = groups.get(to);
    if (to === "all") return { to_all: true };
    return group_id === undefined ? null : { group_id, to_all: false };
  };
  for (const [title, to, ago, due] of COURSE_ASSIGNMENTS) {
    const target = targetOf(to);
    if (target === null) continue;
    const course_id = courseIdOf(title);
    assignCourse(state, { course_id, ...target, assigned_date: day(-ago), ...(due === undefined ? {} : { due_date: day(due) }) });
  }
  for (const [title, to, ago, opens, closes] of PATH_ASSIGNMENTS) {
    const target = targetOf(to);
    if (target === null) continue;
    assignPath(state, {
      learning_path_id: pathIdOf(title),
      ...target,
      assigned_date: day(-ago),
      ...(opens === undefined ? {} : { access_opens_date: day(opens) }),
      ...(closes === undefined ? {} : { access_closes_date: day(closes) }),
    });
  }
  // A few assignments to single users.
  state.users
    .keys()
    .take(12)
    .forEach((user_id, i) => {
      const target = { user_id, to_all: false, assigned_date: day(-35 + i) };
      if (i % 3 === 0) assignPath(state, { learning_path_id: pathIdOf("Security champions"), ...target });
      else assignCourse(state, { course_id: courseIdOf(i % 3 === 1 ? "Presenting figures" : "Spreadsheets I"), ...target });
    });
}

function seedClasses(state: SandboxState, now: Date): void {
  const everybody = [...state.users.values()];
  const employees = everybody.filter((user) => textField(user, "employee_id") !== "");
  const people = (employees.length === 0 ? everybody : employees).map(({ id }) => id);
  const nine = Math.floor(now.getTime() / DAY) * DAY + 9 * HOUR;
  for (const [title, course, events] of CLASSES) {
    const classId = fixedUuid(`class ${title}`);
    state.put("class", classId, { id: classId, title, course_id: courseIdOf(course) });
    for (const [name, day, hours, location, capacity, taking] of events) {
      const first = Math.abs(day) * 5;
      const chosen = Array.from({ length: taking }, (_, i) => people[(first + i * 7) % people.length]);
      state.put("class_event", fixedUuid(`class event ${name}`), {
        class_id: classId,
        title: name,
        start_date: new Date(nine + day * DAY).toISOString(),
        end_date: new Date(nine + day * DAY + hours * HOUR).toISOString(),
        location,
        capacity,
        participants: [...new Set(chosen.filter((id) => id !== undefined))],
      });
    }
  }
}

function seedReports(state: SandboxState, now: Date): void {
  const partners = state.findGroup("Partners")?.id;
  const bodies: readonly TemplateBody[] = [
    { name: "All users", reportType: "users" },
    {
      name: "Partners by group",
      reportType: "group_members",
      columns: { group: "Group", username: "Username", active: "Active" },
      run_parameters: { group_ids: partners === undefined ? [] : [partners], active: true },
      title_style: { bold: true, size: 14 },
    },
    { name: "Progreso de los cursos", reportType: "course_progress", format: "json", lang: "es", include_portal_logo: true },
  ];
  for (const body of bodies) {
    const template = readTemplate(state, fixedUuid(`report template ${body.name}`), body, after(now, -30));
    state.put("template", template.id, template);
    if (body.reportType === "group_members") generate(state, template, after(now, -1), fixedUuid(`report ${body.name}`));
  }
}
