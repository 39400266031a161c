/** The public library of the client: `import { createClient } from "rollcall/learning-service"`. */
export { requestBudget, type RequestBudget } from "./http/budget.ts";
export type { CallOptions } from "./call-options.ts";
export { createClient } from "./client.ts";
export type {
  Client,
  ClientCredentials,
  ClientDeps,
  ClientSettings,
  ContentProviderQuery,
  UserCreateBody,
  UserUpdateBody,
} from "./client-types.ts";
export { contract, ENDPOINTS, type NamedEndpoint } from "./contract/contract.ts";
export { REMOVAL_CODE, type Endpoint } from "./contract/endpoint.ts";
export { readCreatedId } from "./created.ts";
export { ServiceProblem, type Sent } from "./errors/errors.ts";
export { readGroups, type GroupTree } from "./groups.ts";
export type { HookRequest, HookResponse, Hooks } from "./hooks.ts";
export type { Listing } from "./listing.ts";
export type { CallInput, Download } from "./methods.ts";
export type { PageRange, QueryValue } from "./query.ts";
export { resolveNamed } from "./errors/refusal.ts";
export type { ClientLog } from "./http/sender.ts";
export type { AnswerHeaders } from "./errors/service-problem.ts";
export { memoryTokenStore, type StoredTokens, type TokenStore } from "./tokens/tokens.ts";

// Answers of the documented endpoints.
export type { LearningPathAssignment } from "./contract/assignments.ts";
export type { ContentProvider } from "./contract/content-providers.ts";
export type { ChildGroup, GroupItem as Group } from "./contract/groups.ts";
export type { LearningPath } from "./contract/learning-paths.ts";
export type { AccessData } from "./contract/oauth2.ts";
export type { ReportTemplate } from "./contract/reports.ts";
export type { Skill } from "./contract/skills.ts";
export type { Subscription } from "./contract/subscriptions.ts";
export type { CourseProgress, LessonProgress, UserAnswer, UserCreate, UserUpdate } from "./contract/users.ts";

// Answers of the sandbox where the interface documents none. A real service may differ.
export type { CourseAssignment } from "./contract/assignments.ts";
export type { Category, CategoryNode } from "./contract/categories.ts";
export type { ClassEvent, LearningClass as Class, Participant as EventParticipant } from "./contract/classes.ts";
export type { Course } from "./contract/courses.ts";
export type { TokenAnswer } from "./contract/oauth2.ts";
export type { Report, ReportType } from "./contract/reports.ts";
