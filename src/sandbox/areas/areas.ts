import type { Contract, NamedEndpoint } from "../../learning-service/contract/contract.ts";
import type { Area, Call, World } from "../area.ts";
import { assignmentsArea } from "./assignments.ts";
import { categoriesArea } from "./content/categories.ts";
import { classesArea } from "./content/classes.ts";
import { contentProvidersArea } from "./content/content-providers.ts";
import { coursesArea } from "./content/courses.ts";
import { groupsArea } from "./groups.ts";
import { learningPathsArea } from "./content/learning-paths.ts";
import { oauth2Area } from "./oauth2.ts";
import { reportsArea } from "./reports/reports.ts";
import { skillsArea } from "./content/skills.ts";
import { subscriptionsArea } from "./subscriptions.ts";
import { usersArea } from "./users.ts";

/** The handler of each endpoint of the contract; the type ensures that none is missing. */
const areas: Area<Contract> = {
  oauth2: oauth2Area,
  reports: reportsArea,
  categories: categoriesArea,
  groups: groupsArea,
  assignments: assignmentsArea,
  courses: coursesArea,
  learningPaths: learningPathsArea,
  users: usersArea,
  contentProviders: contentProvidersArea,
  skills: skillsArea,
  subscriptions: subscriptionsArea,
  classes: classesArea,
};

/** Any handler. The call must be validated against its endpoint first. */
export type AnyHandler = (
  call: { params: unknown; query: unknown; body: unknown; headers: Call<unknown>["headers"] },
  world: World,
) => unknown;

/** Returns the handler of an endpoint by name. */
export function handlerOf({ area, name }: NamedEndpoint): AnyHandler {
  let node: unknown = areas;
  for (const key of [area, ...name.split(".")]) node = (node as Record<string, unknown>)[key];
  return node as AnyHandler;
}
