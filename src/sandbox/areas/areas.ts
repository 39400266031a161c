import type { Contract, NamedEndpoint } from "../../learning-service/contract/contract.ts";
import type { Area, Call, World } from "../area.ts";
import { assignmentsArea } from "./assignments.ts";
import { categoriesArea } from "./categories.ts";
import { classesArea } from "./classes.ts";
import { contentProvidersArea } from "./content-providers.ts";
import { coursesArea } from "./courses.ts";
import { groupsArea } from "./groups.ts";
import { learningPathsArea } from "./learning-paths.ts";
import { oauth2Area } from "./oauth2.ts";
import { reportsArea } from "./reports.ts";
import { skillsArea } from "./skills.ts";
import { subscriptionsArea } from "./subscriptions.ts";
import { usersArea } from "./users.ts";

/** What carries out each endpoint of the contract; the type sees to it that none is missing. */
export const areas: Area<Contract> = {
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

/** Any handler; its call must have been judged by the shapes of its own endpoint. */
export type AnyHandler = (
  call: { params: unknown; query: unknown; body: unknown; headers: Call<unknown>["headers"] },
  world: World,
) => unknown;

/** The handler of an endpoint, by its name. */
export function handlerOf({ area, name }: NamedEndpoint): AnyHandler {
  let node: unknown = areas;
  for (const key of [area, ...name.split(".")]) node = (node as Record<string, unknown>)[key];
  return node as AnyHandler;
}
