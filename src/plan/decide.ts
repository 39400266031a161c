import { fact } from "../domain/facts/fact.ts";
import type { OutsideScope, Person, RowNote } from "../domain/person.ts";
import { anotherPerson } from "./another-person.ts";
import { asLeaver, heldUsernameNote, updatePayload, withNamesToSend } from "./account-names.ts";
import { changedFields } from "./attributes.ts";
import { datesToday, lastDayReason, notDueReason } from "./dates.ts";
import { membershipDifference } from "./difference.ts";
import { doubtOf } from "./possible-duplicate.ts";
import { withUrgent } from "./urgent.ts";
import { exceptionNotes, withoutExceptions } from "./exceptions.ts";
import type { Action, PersonState, PlanContext, PlanResult } from "./person-plan.ts";
import { frozenGroups, resolveClaims, unknownGroupNotes, type ResolvedClaims } from "./groups.ts";

export type { PersonState, PlanContext, PlanResult } from "./person-plan.ts";

/** Decides what to do for one person. Pure: no clock, no I/O. */
export function decide(state: PersonState, context: PlanContext): PlanResult {
  const result = withUrgent(state, context, decideUnprotected(state, context));
  const { person, link } = state;
  const before = link?.sent?.["username"] ?? state.lastUsername;
  const by = context.protection.person(person.key, [person.user["username"], person.onCreate["username"], before]);
  if (by === null) return result;
  const changes = !["unchanged", "held", "rejected", "out_of_scope", "not_due"].includes(result.outcome);
  // Nobody creates a group for a protected person alone.
  const notes = result.notes.map((note) => ({ ...note, missing: undefined }));
  const blocked = changes ? { outcome: "held" as const, code: "protected", reason: by, payload: {}, desired: [] } : {};
  return { ...result, notes, losses: [], ...blocked };
}

function decideUnprotected(given: PersonState, context: PlanContext): PlanResult {
  const effective = datesToday(given.person, context.today);
  const state = effective.active === given.person.active ? given : { ...given, person: { ...given.person, active: effective.active } };
  const { person, link } = state;
  const leaver = person.active === false;
  const resolved = resolveClaims(person.groups, context.index);
  const notes = [
    ...person.notes,
    ...unknownGroupNotes(resolved, state.current, context.rules, context.index),
    ...withoutProtectedGroups(resolved, context),
  ];
  const result = (outcome: PlanResult["outcome"], part: Partial<PlanResult> = {}): PlanResult => ({
    outcome,
    code: null,
    reason: null,
    payload: {},
    desired: [],
    fields: [],
    gains: [],
    losses: [],
    possibleDuplicates: [],
    notes,
    ...part,
  });

  // Before all else: scope decides who is planned at all.
  const left = leaver && effective.notDue === null && effective.unknown === null;
  if (person.scope !== undefined) return outsideScope({ ...state, left }, person.scope, context, result);
  if (effective.unknown !== null) {
    const { column, at, why } = effective.unknown;
    return undecided(state, { code: "undecided_dates", column, fact: fact("dates.unusable", { at, why }) }, result);
  }
  if (effective.notDue !== null) return result("not_due", { reason: notDueReason(effective, person, link) });
  if (!leaver && context.rules.unknownGroups === "reject" && resolved.unknown[0] !== undefined) {
    return result("rejected", { code: "unknown_group", reason: notes.at(-1)?.fact ?? null });
  }
  if (state.unconfirmed !== null) return result("held", { code: "unsettled_create", reason: state.unconfirmed });
  if (link === null) {
    if (!leaver) notes.push(...undecidedNotes(state, resolved, [], context));
    return joiner(state, resolved, context, result);
  }

  const record = state.record ?? link.sent;
  const another = leaver ? null : anotherPerson(person, { userId: link.userId, record }, context);
  if (another !== null) return result("held", another);

  const groups = withoutExceptions(leaver ? leaverGroups(state, context) : stayerGroups(state, resolved, context), state.exceptions);
  notes.push(...exceptionNotes(groups.kept, state.exceptions, context.index));
  if (!leaver) notes.push(...undecidedNotes(state, resolved, [...groups.hold, ...groups.kept], context));
  const holder = leaver ? undefined : state.usernameHolder;
  if (holder !== undefined) notes.push(heldUsernameNote(person, holder, context.secrecy));
  const named = withNamesToSend(person, link, holder, context.secrecy);
  // An account that may not be active may lack later data as well.
  const sent = person.active === true && link.active === null ? null : link.sent;
  const fields = changedFields(named.user, sent, context.secrecy);
  const action = actionFor(person, link.active, fields.length + groups.add.length);
  if (action === null) return result("unchanged", { losses: groups.hold });
  return result(action, {
    reason: action === "deactivate" ? lastDayReason(given.person) : null,
    payload: updatePayload(named, fields, context.updateBody),
    desired: leaver ? [] : [...resolved.desired.keys()],
    fields,
    gains: groups.add,
    losses: groups.hold,
  });
}

/** Freezes a person of whom something is unknown: nothing is sent, and there are no losses. Of a leaver without an account nothing would be. */
function undecided(
  { person, link }: Pick<PersonState, "person" | "link">,
  note: RowNote,
  result: (outcome: PlanResult["outcome"], part?: Partial<PlanResult>) => PlanResult,
): PlanResult {
  if (link === null && person.active === false) return result("unchanged", { notes: [...person.notes] });
  return result("held", { code: note.code, reason: note.fact, notes: [...person.notes, note] });
}

/** Decides on a row out of scope, or of undecided scope. Memberships freeze, so there are no losses. */
function outsideScope(
  { person, link, wasInScope = false, elsewhere = false, left }: PersonState & { left: boolean },
  scope: OutsideScope,
  context: PlanContext,
  result: (outcome: PlanResult["outcome"], part?: Partial<PlanResult>) => PlanResult,
): PlanResult {
  if (scope.state === "unknown") {
    const { rule, at, why, column } = scope;
    return undecided({ person, link }, { code: "undecided_scope", column, fact: fact("scope.undecided", { rule, at, why }) }, result);
  }
  const by = { rule: scope.rule, at: scope.at };
  const mayLeave = context.deactivatesOutside && (wasInScope || left) && !elsewhere;
  if (mayLeave && link !== null && link.active !== false) {
    return result("deactivate", {
      code: "out_of_scope",
      reason: fact("operation.out_of_scope_deactivated", by),
      payload: updatePayload(asLeaver({ ...person, active: false }, link, context.secrecy), [], context.updateBody),
    });
  }
  return result("out_of_scope", { code: "out_of_scope", reason: fact("operation.out_of_scope", by) });
}

function joiner(
  { person, possibleDuplicates }: PersonState,
  resolved: ResolvedClaims,
  context: PlanContext,
  result: (outcome: PlanResult["outcome"], part?: Partial<PlanResult>) => PlanResult,
): PlanResult {
  if (person.active === false) return result("unchanged");
  if (person.active === "unknown") {
    const blank = person.notes.some(({ code }) => code === "blank_value" || code === "missing_cell");
    return result("held", {
      code: "unknown_status",
      reason: fact(blank ? "operation.status_blank" : "operation.status_unknown", {}),
    });
  }
  const doubt = doubtOf(person, possibleDuplicates, context.secrecy, context.job);
  if (doubt !== null) return result("held", doubt);
  const desired = [...resolved.desired.keys()];
  return result("create", {
    payload: { ...person.user, ...person.onCreate },
    desired,
    gains: desired,
    fields: [],
  });
}

/** Returns a leaver's groups to review: none, unless the policy asks for it. */
function leaverGroups(state: PersonState, context: PlanContext): { add: string[]; hold: string[] } {
  if (context.leaversGroups === "keep") return { add: [], hold: [] };
  const nothing = new Set<string>();
  return membershipDifference({
    current: new Set(state.current),
    managed: managedOf(state.current, context),
    desired: nothing,
    frozen: nothing,
  });
}

function stayerGroups(state: PersonState, resolved: ResolvedClaims, context: PlanContext): { add: string[]; hold: string[] } {
  const { rules, index } = context;
  return membershipDifference({
    current: new Set(state.current),
    managed: managedOf(state.current, context),
    desired: new Set(resolved.desired.keys()),
    frozen: frozenGroups(state.current, state.person.undecided, resolved.unknown, rules, index),
  });
}

/**
 * Returns notes on rules that could not be decided, and why. An empty list gets a note only if it keeps a membership:
 * most people with one belong to none of the groups.
 */
function undecidedNotes(state: PersonState, { desired }: ResolvedClaims, hold: readonly string[], context: PlanContext): RowNote[] {
  if (state.person.undecided.length === 0) return [];
  const { rules, index } = context;
  const leaving = new Set(hold);
  const kept = [...managedOf(state.current, context)].filter((id) => !leaving.has(id) && !desired.has(id));
  const keeping = new Set(kept.flatMap((id) => rules.rulesGiving(index.byId(id)?.path ?? id, id).map(({ rule }) => rule)));
  return state.person.undecided
    .filter(({ rule, emptyList }) => !emptyList || keeping.has(rule))
    .map(({ rule, at, column, why }) => ({ column, code: "undecided_rule", fact: fact("rule.undecided", { rule, at, why }) }));
}

/** Takes protected groups out of the claims: nobody joins them. @returns a note for each */
function withoutProtectedGroups({ desired }: ResolvedClaims, { index, protection }: PlanContext): RowNote[] {
  if (!protection.byGroup) return [];
  return [...desired].flatMap(([id, claim]) => {
    const path = index.byId(id)?.path ?? id;
    if (!protection.group(path, id)) return [];
    desired.delete(id);
    const { rule, at } = claim;
    const why = fact("operation.group_protected", { group: path, at: protection.at });
    return [{ column: null, code: "protected_group", fact: fact("rule.protected_group", { rule, at, why }) }];
  });
}

function managedOf(groups: readonly string[], { rules, index }: PlanContext): Set<string> {
  return new Set(
    groups.filter((id) => {
      const group = index.byId(id);
      return group !== undefined && rules.isManaged(group.path, id);
    }),
  );
}

function actionFor(person: Person, active: boolean | null, differences: number): Action | null {
  if (person.active === false) return active === false ? null : "deactivate";
  if (person.active === true && active === false) return "reactivate";
  const activeNeverSent = person.active === true && active === null;
  return differences > 0 || activeNeverSent ? "update" : null;
}
