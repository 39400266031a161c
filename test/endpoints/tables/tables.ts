import type { Tables } from "../row.ts";
import { assignments } from "./assignments.ts";
import { categories } from "./categories.ts";
import { classes } from "./classes.ts";
import { contentProviders, skills, subscriptions } from "./content.ts";
import { courses } from "./courses.ts";
import { groups } from "./groups.ts";
import { learningPaths } from "./learning-paths.ts";
import { oauth2 } from "./oauth2.ts";
import { reports } from "./reports.ts";
import { users } from "./users.ts";

/** A row for each endpoint of the interface; one that is missing does not compile. */
export const tables: Tables = {
  oauth2,
  reports,
  categories,
  groups,
  assignments,
  courses,
  learningPaths,
  users,
  contentProviders,
  skills,
  subscriptions,
  classes,
};
