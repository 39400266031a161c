import type { CourseAssignment } from "../learning-service/contract/assignments.ts";
import type { Category } from "../learning-service/contract/categories.ts";
import type { ClassEvent, LearningClass } from "../learning-service/contract/classes.ts";
import type { ContentProvider } from "../learning-service/contract/content-providers.ts";
import type { Course } from "../learning-service/contract/courses.ts";
import type { Report, ReportTemplate } from "../learning-service/contract/reports.ts";

/** The target of an assignment: one of the three. */
export interface Target {
  user_id?: string;
  group_id?: string;
  to_all: boolean;
}

/** A cell of a report. */
export type Cell = string | number | boolean;

/** The stored entities other than users, groups and tokens, by kind; each has an id. */
export interface Entities {
  category: Category;
  course: Course;
  course_assignment: Pick<CourseAssignment, "course_id" | "assigned_date" | "due_date"> & Target;
  learning_path: { title: string; description?: string; course_ids: string[] };
  learning_path_assignment: Target & {
    learning_path_id: string;
    assigned_date: string;
    access_opens_date?: string;
    access_closes_date?: string;
  };
  content_provider: ContentProvider;
  skill: { titles: Readonly<Record<string, string>>; parent_id?: string; Record_Creation_Date: string };
  /** Licences in use are counted from `licence`; `spent` ones are used up without a user. */
  subscription: {
    name: string;
    start_date: string;
    end_date: string;
    content_access_type: string;
    licences: number;
    spent: number;
    rotatable: boolean;
    rotation_limit?: number;
  };
  /** By user id. */
  licence: { subscription_id: string };
  /** By user id: the creation day of the user; missing for seed users. */
  joined: { date: string };
  class: LearningClass;
  class_event: Omit<ClassEvent, "participants_count" | "id"> & { participants: string[] };
  template: ReportTemplate;
  /** With the column titles and the rows at generation time, keyed by column slug. */
  report: Report & { titles: string[]; data: Record<string, Cell>[] };
  /** One-time codes of /oauth2/authorize. */
  code: { client_id: string; redirect_uri: string; challenge: string | null; until: number };
}

export type Kind = keyof Entities;
