import type { z } from "zod";
import { REMOVAL_CODE } from "../learning-service/contract/endpoint.ts";
import { userCreate, userUpdate } from "../learning-service/contract/users.ts";
import type { SandboxGroup, SandboxState, SandboxUser } from "./state.ts";
import { isSubscription } from "./subscriptions.ts";
import { fixedUuid } from "./people.ts";

/** How a removal refusal names the groups; the document shows no error body. */
export type NamedAs = "ids" | "names" | "objects" | "unreadable";

/** An answer other than 200: 412 and 512 as documented (interface: "Errors"). */
export class Refusal extends Error {
  readonly status: number;
  readonly body: object;

  constructor(status: number, body: object) {
    super(`status ${status}`);
    this.status = status;
    this.body = body;
  }
}

/** 412: a value is not acceptable. */
export function invalid(message: string): Refusal {
  return new Refusal(412, { code: "invalid_parameters", message });
}

/** 512: the request is not one of this interface. */
export function violation(message: string): Refusal {
  return new Refusal(512, { code: "specification_violation", message });
}

/** Sent by the client's account only, so never kept: not fields of the user but of the request. */
const OF_THE_REQUEST = new Set([
  "user_id",
  "group_ids",
  "confirm_group_removal",
  "password",
  "notify_on_create",
  "notify_on_update",
  "first_login",
]);

/** POST /users. All or nothing. Throws Refusal. */
export function createUser(state: SandboxState, body: unknown, nextId: () => string): SandboxUser {
  const given = judge(userCreate, body);
  if (state.userIdOf(given.username) !== undefined) throw invalid("username is taken");
  const groups = knownGroups(state, given.group_ids);
  knownSubscription(given.subscription_id);
  const id = nextId();
  state.putUser(id, { ...fieldsOf(given), active: true }, groups);
  return present(state, id);
}

/**
 * PUT /users/{user_id} with its five rules (interface: "PUT /users/{user_id}"). A refused update changes nothing,
 * neither memberships nor fields. Throws Refusal.
 */
export function updateUser(state: SandboxState, pathId: string, body: unknown, namedAs: NamedAs): SandboxUser {
  const given = judge(userUpdate, body);
  if (given.user_id.toLowerCase() !== pathId.toLowerCase()) throw violation("user_id of the body is not the one of the path");
  const user = state.users.get(pathId.toLowerCase());
  if (user === undefined) throw invalid("user_id is not a user");
  const holder = given.username === undefined ? undefined : state.userIdOf(given.username);
  if (holder !== undefined && holder !== user.id) throw invalid("username is taken");
  knownSubscription(given.subscription_id);
  const desired = knownGroups(state, given.group_ids);
  // Rule 2: omitted and empty both leave the memberships as they are.
  if (desired.size === 0) {
    state.putUser(user.id, fieldsOf(given));
    return user;
  }
  const going = [...user.groups].filter((id) => !desired.has(id));
  if (going.length > 0 && given.confirm_group_removal !== true) throw removalRefusal(state, going, namedAs);
  const unchanged = going.length === 0 && desired.size === user.groups.size;
  state.putUser(user.id, fieldsOf(given), unchanged ? undefined : desired);
  return user;
}

function present(state: SandboxState, id: string): SandboxUser {
  const user = state.users.get(id);
  if (user === undefined) throw new Error("a user that was just made is missing");
  return user;
}

function fieldsOf(given: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([field]) => !OF_THE_REQUEST.has(field)));
}

/** Unknown fields and wrong types are 512, and so is an update without its user_id; bad and missing values 412. */
export function judge<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  const faults = read.error.issues.map((issue) => ({ field: issue.path.join(".") || "the body", violates: violates(issue, body), issue }));
  const worst = faults.find((fault) => fault.violates) ?? faults[0];
  if (worst === undefined) throw violation("the body is not acceptable");
  const { field, issue } = worst;
  if (issue.code === "unrecognized_keys") throw violation(`unknown field: ${issue.keys.join(", ")}`);
  if (worst.violates) throw violation(`${field} has the wrong type or is missing`);
  throw invalid(at(body, issue.path) === undefined ? `${field} is required` : `${field} is not valid`);
}

function violates(issue: z.core.$ZodIssue, body: unknown): boolean {
  if (issue.code === "unrecognized_keys") return true;
  const value = at(body, issue.path);
  if (value === undefined)
    return issue.path.length === 0 || issue.path[0] === "user_id" || issue.path[0] === "refresh_token" || issue.path[0] === "custom_fields";
  if (issue.code === "invalid_type") return true;
  if (issue.code === "invalid_union") return groupIdsViolate(value);
  // An enumeration reports a number and an unknown word alike.
  return issue.code === "invalid_value" && typeof value !== "string";
}

/** `group_ids` that are an array of strings, or a map, have the right form; what stands in them may be invalid. */
function groupIdsViolate(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return Array.isArray(value) ? value.some((item) => typeof item !== "string") : Object.values(value).some((item) => item !== true);
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  let found = value;
  for (const key of path) found = typeof found === "object" && found !== null ? Reflect.get(found, key) : undefined;
  return found;
}

function knownGroups(state: SandboxState, given: readonly string[] | Record<string, true> | undefined): Set<string> {
  const ids = new Set<string>();
  for (const raw of given === undefined ? [] : Array.isArray(given) ? given : Object.keys(given)) {
    const id = raw.toLowerCase();
    if (!state.groups.has(id)) throw invalid(`group_ids names an unknown group: ${id}`);
    ids.add(id);
  }
  return ids;
}

function knownSubscription(id: string | undefined): void {
  if (id !== undefined && !isSubscription(id)) throw invalid("subscription_id is not a subscription");
}

/** Rule 3, in the shape that was asked for. */
function removalRefusal(state: SandboxState, going: readonly string[], namedAs: NamedAs): Refusal {
  const message = "The update would remove group memberships. Send confirm_group_removal to accept this.";
  const groups = going.map((id) => state.groups.get(id)).filter((group): group is SandboxGroup => group !== undefined);
  switch (namedAs) {
    case "ids":
      return new Refusal(412, { code: REMOVAL_CODE, message, group_ids: groups.map((group) => group.id) });
    case "names":
      return new Refusal(412, { error: REMOVAL_CODE, message, groups: groups.map((group) => group.name) });
    case "objects":
      return new Refusal(412, { errors: [{ error_code: REMOVAL_CODE, message, groups: groups.map(({ id, name }) => ({ id, name })) }] });
    case "unreadable":
      return new Refusal(412, { code: REMOVAL_CODE, message });
  }
}

/** Ids of users that the sandbox makes: fixed by their number, so that two equal days are equal. */
export function idMaker(state: SandboxState): () => string {
  let n = state.users.size;
  return () => {
    for (;;) {
      const id = fixedUuid(`created ${n++}`);
      if (!state.users.has(id)) return id;
    }
  };
}
