import type { Contract } from "../../learning-service/contract/contract.ts";
import { REMOVAL_CODE } from "../../learning-service/contract/endpoint.ts";
import type { UserUpdate } from "../../learning-service/contract/users.ts";
import type { Area, World } from "../area.ts";
import { dayOf } from "../clock.ts";
import { fixedUuid } from "../seed/people.ts";
import type { NamedAs } from "../faults/rules.ts";
import { invalid, Refusal, violation } from "../faults/rules.ts";
import type { SandboxGroup, SandboxState, SandboxUser } from "../state.ts";
import { found } from "./find.ts";
import { releaseLicence, takeLicence } from "./licences.ts";
import { progress } from "./reports/progress.ts";

/** Fields of the request, not of the user; never stored. */
const OF_THE_REQUEST = new Set([
  "user_id",
  "group_ids",
  "confirm_group_removal",
  "password",
  "notify_on_create",
  "notify_on_update",
  "first_login",
]);

/** Creates and updates users. A refused request changes neither fields, memberships nor licences. */
export const usersArea: Area<Contract["users"]> = {
  create({ body }, world) {
    const { state } = world;
    if (state.userIdOf(body.username) !== undefined) throw invalid("username is taken");
    const groups = knownGroups(state, body.group_ids);
    const id = freshId(state);
    licence(world, id, body);
    state.putUser(id, { ...fieldsOf(body), active: true }, groups);
    // A new user starts old assignments to all today.
    state.put("joined", id, { date: dayOf(world.clock.now()) });
    return answerOf(world, found(state.users, id, "user_id"));
  },

  /** Implements the five rules (interface: "PUT /users/{user_id}"). */
  update({ params, body }, world) {
    const { state, settings } = world;
    if (body.user_id.toLowerCase() !== params.user_id.toLowerCase()) throw violation("user_id in the body differs from the path");
    const user = found(state.users, params.user_id, "user_id");
    const holder = body.username === undefined ? undefined : state.userIdOf(body.username);
    if (holder !== undefined && holder !== user.id) throw invalid("username is taken");
    const desired = knownGroups(state, body.group_ids);
    // Rule 2: omitted and empty both keep the memberships.
    const going = desired.size === 0 ? [] : [...user.groups].filter((id) => !desired.has(id));
    if (going.length > 0 && body.confirm_group_removal !== true) throw removalRefusal(state, going, settings.namedAs);
    licence(world, user.id, body);
    const unchanged = desired.size === 0 || (going.length === 0 && desired.size === user.groups.size);
    state.putUser(user.id, fieldsOf(body), unchanged ? undefined : desired);
    return answerOf(world, user);
  },

  progress,
};

/** Runs before the user is written: without a free licence nothing changes. A leaver's licence is freed. */
function licence(world: World, userId: string, { subscription_id, auto_license, active }: Partial<UserUpdate>): void {
  if (subscription_id !== undefined) found(world.state.all("subscription"), subscription_id, "subscription_id");
  if (active === false) releaseLicence(world, userId);
  else if (subscription_id !== undefined || auto_license === true) takeLicence(world, userId, { subscription_id, auto_license });
}

function answerOf({ settings }: World, { id, fields }: SandboxUser): Record<string, unknown> | null {
  return settings.nullBodies ? null : { user_id: id, username: fields["username"], active: fields["active"] };
}

function fieldsOf(given: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([field]) => !OF_THE_REQUEST.has(field)));
}

function knownGroups(state: SandboxState, given: UserUpdate["group_ids"]): Set<string> {
  const ids = new Set<string>();
  for (const raw of given === undefined ? [] : Array.isArray(given) ? given : Object.keys(given)) {
    const id = raw.toLowerCase();
    if (!state.groups.has(id)) throw invalid(`group_ids names an unknown group: ${id}`);
    ids.add(id);
  }
  return ids;
}

/** Returns the refusal of rule 3, in the configured shape. */
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

/** Returns a user id derived from the user's number, so that equal histories give equal ids. */
function freshId(state: SandboxState): string {
  for (let n = state.users.size; ; n++) {
    const id = fixedUuid(`created ${n}`);
    if (!state.users.has(id)) return id;
  }
}
