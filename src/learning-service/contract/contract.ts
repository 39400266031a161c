import { assignments } from "./assignments.ts";
import { categories } from "./categories.ts";
import { classes } from "./classes.ts";
import { contentProviders } from "./content-providers.ts";
import { courses } from "./courses.ts";
import type { Endpoint } from "./endpoint.ts";
import { groups } from "./groups.ts";
import { learningPaths } from "./learning-paths.ts";
import { oauth2 } from "./oauth2.ts";
import { reports } from "./reports.ts";
import { skills } from "./skills.ts";
import { subscriptions } from "./subscriptions.ts";
import { users } from "./users.ts";

/** The whole interface by area, in the order of its overview. A named type, so that the client keeps the docstrings. */
export interface Contract {
  readonly oauth2: typeof oauth2;
  readonly reports: typeof reports;
  readonly categories: typeof categories;
  readonly groups: typeof groups;
  readonly assignments: typeof assignments;
  readonly courses: typeof courses;
  readonly learningPaths: typeof learningPaths;
  readonly users: typeof users;
  readonly contentProviders: typeof contentProviders;
  readonly skills: typeof skills;
  readonly subscriptions: typeof subscriptions;
  readonly classes: typeof classes;
}

/** The source of the client and the sandbox. */
export const contract: Contract = {
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

export interface NamedEndpoint {
  /** Such as `reports`. */
  area: string;
  /** Within the area, such as `list` or `templates.run`. */
  name: string;
  entry: Endpoint;
}

type Branch = Readonly<{ [name: string]: Endpoint | Branch }>;

/** Returns whether a node of the contract is an endpoint, not a branch. */
export function isEndpoint(node: object): node is Endpoint {
  return "method" in node && typeof node.method === "string";
}

function below(area: string, branch: Branch, prefix: string): NamedEndpoint[] {
  return Object.entries(branch).flatMap(([name, node]) =>
    isEndpoint(node) ? [{ area, name: prefix + name, entry: node }] : below(area, node, `${prefix}${name}.`),
  );
}

/** All 57 endpoints with their names. */
export const ENDPOINTS: readonly NamedEndpoint[] = Object.entries(contract).flatMap(([area, branch]) => below(area, branch, ""));
