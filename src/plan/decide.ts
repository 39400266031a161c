import { shownText } from "../model/names.ts";
import type { Person, RowNote, UserAttributes } from "../model/person.ts";
import { changedFields, onlyFields, type FieldChange, type Secrecy, type SentAttributes } from "./attributes.ts";
import { membershipDifference } from "./difference.ts";
import { doubtOf, type Alike, type Namesake } from "./namesake.ts";
import { frozenGroups, resolveClaims, type GroupIndex, type ResolvedClaims, type Rulebook } from "./groups.ts";

/** Everything that is known about one person when the plan is made. */
export interface Standing {
  row: number;
  person: Person;
  link: { userId: string; active: boolean | null; sent: SentAttributes | null } | null;
  /** A create whose outcome nobody knows. */
  unsettled: string | null;
  /** For somebody without an account: who else has one with the same username, e-mail or national id. */
  namesakes: readonly Namesake[];
  /** Ids of the groups that the person is in, as far as the service tells. */
  current: readonly string[];
  /** Ids of groups that a person said to keep whatever the rules say, with whose word it is. */
  kept?: ReadonlyMap<string, KeptWord>;
}

/** An exception: who keeps a membership, why, and until when. */
export interface KeptWord {
  by: string;
  reason: string;
  until: Date | null;
}

/** What the decision goes by, the same for everybody in a run. */
export interface Terms {
  /** The job's name, for commands that are told to a person. */
  job: string;
  rules: Rulebook;
  index: GroupIndex;
  secrecy: Secrecy;
  leaversGroups: "keep" | "review";
  updateBody: "full" | "changed";
}

export type Action = "create" | "update" | "deactivate" | "reactivate";

/** What a plan says about one person. Reasons explain; only `outcome` decides. */
export interface Verdict {
  outcome: Action | "unchanged" | "held" | "rejected";
  /** For `held` and `rejected`: a stable code and a sentence. */
  code: string | null;
  reason: string | null;
  /** What is sent, without ids and groups. */
  payload: UserAttributes;
  /** Ids of all groups that HR gives, to be contained in what is sent. */
  desired: string[];
  fields: FieldChange[];
  gains: string[];
  /** Ids of managed groups that HR rules no longer give: each waits for a decision. */
  losses: string[];
  /** Those of whom the person may be one, under another key. */
  alike: Alike[];
  notes: RowNote[];
}

/** Says that a blank cell freezes somebody, which nobody has to resolve. */
export const BLANK_STATUS = "No account is made for a person whose status is blank.";

/** Decides what is to be done for one person. Pure: no clock, no I/O. */
export function decide(standing: Standing, terms: Terms): Verdict {
  const { person, link } = standing;
  const leaver = person.active === false;
  const resolved = resolveClaims(person.groups, terms.index);
  const notes = [...person.notes, ...unknownGroupNotes(resolved)];
  const verdict = (outcome: Verdict["outcome"], part: Partial<Verdict> = {}): Verdict => ({
    outcome,
    code: null,
    reason: null,
    payload: {},
    desired: [],
    fields: [],
    gains: [],
    losses: [],
    alike: [],
    notes,
    ...part,
  });

  if (!leaver && terms.rules.unknownGroups === "reject" && resolved.unknown[0] !== undefined) {
    return verdict("rejected", { code: "unknown_group", reason: notes.at(-1)?.message ?? null });
  }
  if (standing.unsettled !== null) return verdict("held", { code: "unsettled_create", reason: standing.unsettled });
  if (link === null) {
    if (!leaver) notes.push(...undecidedNotes(standing, resolved, [], terms));
    return joiner(standing, resolved, terms, verdict);
  }

  const groups = withoutKept(leaver ? leaverGroups(standing, terms) : stayerGroups(standing, resolved, terms), standing);
  notes.push(...keptNotes(groups.kept, standing, terms));
  if (!leaver) notes.push(...undecidedNotes(standing, resolved, [...groups.hold, ...groups.kept], terms));
  const fields = changedFields(person.user, link.sent, terms.secrecy);
  const action = actionFor(person, link.active, fields.length + groups.add.length);
  if (action === null) return verdict("unchanged", { losses: groups.hold });
  return verdict(action, {
    payload: updatePayload(person, fields, terms),
    desired: leaver ? [] : [...resolved.desired.keys()],
    fields,
    gains: groups.add,
    losses: groups.hold,
  });
}

function joiner(
  { person, namesakes }: Standing,
  resolved: ResolvedClaims,
  terms: Terms,
  verdict: (outcome: Verdict["outcome"], part?: Partial<Verdict>) => Verdict,
): Verdict {
  if (person.active === false) return verdict("unchanged");
  if (person.active === "unknown") {
    const blank = person.notes.some(({ code }) => code === "blank_value" || code === "missing_cell");
    return verdict("held", {
      code: "unknown_status",
      reason: blank ? BLANK_STATUS : "No account is made for a person whose status is not in the mapping.",
    });
  }
  const doubt = doubtOf(person, namesakes, terms.secrecy, terms.job);
  if (doubt !== null) return verdict("held", doubt);
  const desired = [...resolved.desired.keys()];
  return verdict("create", {
    payload: { ...person.user, ...person.onCreate },
    desired,
    gains: desired,
    fields: [],
  });
}

/** A leaver's memberships stay as they are, unless the policy asks for their review. */
function leaverGroups(standing: Standing, terms: Terms): { add: string[]; hold: string[] } {
  if (terms.leaversGroups === "keep") return { add: [], hold: [] };
  const current = new Set(standing.current);
  const managed = managedOf(standing.current, terms);
  return membershipDifference({ current, managed, desired: new Set(), frozen: new Set() });
}

function stayerGroups(standing: Standing, resolved: ResolvedClaims, terms: Terms): { add: string[]; hold: string[] } {
  const { rules, index } = terms;
  return membershipDifference({
    current: new Set(standing.current),
    managed: managedOf(standing.current, terms),
    desired: new Set(resolved.desired.keys()),
    frozen: frozenGroups(standing.current, standing.person.undecided, resolved.unknown, rules, index),
  });
}

/** What a person said to keep is no removal. */
function withoutKept(
  { add, hold }: { add: string[]; hold: string[] },
  { kept }: Standing,
): { add: string[]; hold: string[]; kept: string[] } {
  if (kept === undefined) return { add, hold, kept: [] };
  return { add, hold: hold.filter((id) => !kept.has(id)), kept: hold.filter((id) => kept.has(id)) };
}

function keptNotes(groups: readonly string[], { kept }: Standing, { index }: Terms): RowNote[] {
  return groups.flatMap((id) => {
    const word = kept?.get(id);
    if (word === undefined) return [];
    const until = word.until === null ? "until somebody ends the exception" : `until ${word.until.toISOString().slice(0, 10)}`;
    const message = `The rules no longer give ${index.byId(id)?.path ?? id}; it is kept ${until}, by ${word.by}: ${word.reason}`;
    return [{ column: null, code: "kept_by_exception", message }];
  });
}

/**
 * Which rules could not be decided, and for what value. A list without an item is worth a line only where it keeps a
 * membership: mostly it is somebody who belongs to none of the groups.
 */
function undecidedNotes(standing: Standing, { desired }: ResolvedClaims, hold: readonly string[], terms: Terms): RowNote[] {
  const { rules, index } = terms;
  const going = new Set(hold);
  const kept = [...managedOf(standing.current, terms)].filter((id) => !going.has(id) && !desired.has(id));
  const keeping = new Set(kept.flatMap((id) => rules.rulesGiving(index.byId(id)?.path ?? id, id).map(({ rule }) => rule)));
  return standing.person.undecided
    .filter(({ rule, emptyList }) => !emptyList || keeping.has(rule))
    .map(({ rule, at, column, why }) => ({
      column,
      code: "undecided_rule",
      message: `Rule ${rule} (${at}) cannot be decided, because ${why}: of the groups that it could give, none is given and none taken away.`,
    }));
}

function managedOf(groups: readonly string[], { rules, index }: Terms): Set<string> {
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
  const firstWord = person.active === true && active === null;
  return differences > 0 || firstWord ? "update" : null;
}

function updatePayload(person: Person, fields: FieldChange[], terms: Terms): UserAttributes {
  const attributes = terms.updateBody === "full" ? person.user : onlyFields(person.user, new Set(fields.map((change) => change.field)));
  const told = { ...attributes, ...person.onUpdate };
  return typeof person.active === "boolean" ? { ...told, active: person.active } : told;
}

function unknownGroupNotes({ unknown }: ResolvedClaims): RowNote[] {
  return unknown.map(({ claim, why }) => ({
    column: claim.cells[0]?.column ?? null,
    code: why === "missing" ? "unknown_group" : "ambiguous_group",
    message:
      why === "missing"
        ? `The service has no group \`${shownText(claim.group, 200)}\` (rule ${claim.rule}, ${claim.at}).`
        : `The service has more than one group \`${shownText(claim.group, 200)}\`; name it by its id (rule ${claim.rule}, ${claim.at}).`,
  }));
}
