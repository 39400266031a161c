import type { Limit, Policy, SettingPlace } from "../domain/settings.ts";
import { limitAdvice, limitFindings, limitSentence } from "../domain/wording/limits.ts";

/** A limit that puts a run on hold: what was found and what is allowed. */
export interface Held {
  limit: string;
  found: number;
  allowed: number;
  /** The group or cause, if the limit counts by one. */
  of?: string;
  message: string;
  /** The setting of the limit, if the limit has one. */
  setting?: SettingPlace;
  /** The digest of a content: once released, the limit does not hold the same content again. */
  content?: string;
}

/** The numbers that limits are checked against. */
export interface Tally {
  rows: number;
  rejected: number;
  /** The most frequent reason for a rejection, with its rows. */
  mostRejected: { code: string; rows: number } | undefined;
  /** The rows that percentages count: the usable ones, in a pilot those of its people. */
  people: number;
  creates: number;
  updates: number;
  deactivations: number;
  activeLinks: number;
  newRemovals: number;
  managedMemberships: number;
  /** New removals by group or cause, with the number of memberships of the groups concerned. */
  removalsBy: { of: string; found: number; memberships: number }[];
  /** The job has no successful run yet. */
  firstRun: boolean;
  /** `null` if there is nothing to compare with: the first run, or a partial file. */
  lastGoodRows: number | null;
  /** Accounts in groups without a link; only counted while the job has no successful run. */
  unknownAccounts: number;
  /**
   * Linked accounts in groups, and how many of their keys are in this file or an earlier one; only counted while the job
   * has no successful run, and for a full export.
   */
  links: { linked: number; fitting: number } | null;
  /** Known people in no row of the file; `null` for a partial file or a pilot. */
  known: { known: number; missing: number; active: number; activeMissing: number } | null;
  /** Rows whose status the mapping does not list, and the most frequent of these statuses. */
  statuses: UnknownStatuses;
  /** The digest of the files. */
  content: string;
  /** Linked people whose first and last name both change, with example keys. */
  renamed: { found: number; examples: readonly string[] };
  /** Keys missing from the file whose names are in it under another key, with example pairs. */
  rekeyed: { found: number; examples: readonly string[] };
  leftScope: LeftScope;
  /** Groups that the plan creates without a decision. */
  groupsCreated: number;
  /** The mapping differs from that of the last successful run; with `file:line` of what decides who leaves. */
  mappingChanged: { at: string | null } | null;
  /** Licence shortages, if the policy puts the run on hold for them. */
  shortages: readonly { name: string; wanted: number; free: number; sentence: string }[];
}

/** New or changed rows whose status the mapping does not list. */
export interface UnknownStatuses {
  rows: number;
  /** The most frequent statuses; none if they must not be shown. */
  values: readonly { value: string; rows: number }[];
  column: string;
  /** `file:line` of the statuses in the mapping. */
  at: string;
}

/** People with an account who leave the scope with a plan. */
export interface LeftScope {
  found: number;
  /** Those whose row would have been out of scope before, too: the mapping has changed. */
  byMapping: number;
  /** Those whose scope cannot be decided any more. */
  undecided: number;
  /** `file:line` of the scope, or of the dates that cannot be decided. */
  at: string;
}

/** Limits by group or cause allow at least this many: a renamed department of four is not a mass removal. */
const SMALL_GROUP_FLOOR = 5;

/** Returns how many of `base` a limit allows. */
export function allowedBy(limit: Limit, base: number, floor = limit.atLeast): number {
  return limit.percent >= 100 ? Number.POSITIVE_INFINITY : Math.max(Math.floor((base * limit.percent) / 100), floor);
}

/** Returns every limit that the plan breaks; with none, the plan may be released. */
export function brokenLimits(tally: Tally, limits: Policy["limits"]): Held[] {
  const { rows, rejected, mostRejected, people, creates, updates, deactivations, activeLinks } = tally;
  const { newRemovals, managedMemberships, lastGoodRows, leftScope } = tally;
  // Default limits do not apply to the first run, when everyone is new; limits set in the job always do.
  const onFirst = (limit: Limit | null): Limit | null => (tally.firstRun && limit?.explicit === false ? null : limit);
  return [
    ...check(
      "rejected",
      limits.rejected,
      rejected,
      rows,
      limitFindings.rejected(rejected, rows),
      mostRejected === undefined ? "" : limitAdvice.rejected(mostRejected),
    ),
    ...wholeFile(tally),
    ...unknownAccounts(tally),
    ...check("creates", onFirst(limits.creates), creates, people, limitFindings.creates(creates, people)),
    ...check("updates", onFirst(limits.updates), updates, people, limitFindings.updates(updates, people)),
    ...check(
      "deactivations",
      limits.deactivations,
      deactivations,
      activeLinks,
      limitFindings.deactivations(deactivations, activeLinks),
      tally.mappingChanged === null ? "" : limitAdvice.mappingChanged(tally.mappingChanged.at),
    ),
    ...check("removals", limits.removals, newRemovals, managedMemberships, limitFindings.removals(newRemovals, managedMemberships)),
    ...(limits.removals === null ? [] : brokenByPart(tally, limits.removals)),
    ...brokenIdentities(tally, limits),
    ...check("out_of_scope", limits.out_of_scope, leftScope.found, activeLinks, limitFindings.outOfScope(leftScope, activeLinks)),
    ...check("groups_created", limits.groups_created, tally.groupsCreated, 0, limitFindings.groupsCreated(tally.groupsCreated)),
    ...tally.shortages.map(({ name, wanted, free, sentence }) => {
      return { limit: "licences", found: wanted, allowed: free, of: name, message: limitFindings.licences(sentence) };
    }),
    ...(lastGoodRows === null
      ? []
      : check("shrink", limits.shrink, lastGoodRows - rows, lastGoodRows, limitFindings.shrink(rows, lastGoodRows))),
  ];
}

function check(name: string, limit: Limit | null, found: number, base: number, finding: string, advice = ""): Held[] {
  const allowed = limit === null ? Number.POSITIVE_INFINITY : allowedBy(limit, base);
  return found > allowed ? [{ limit: name, found, allowed, message: limitSentence(name, finding, allowed, advice) }] : [];
}

/** Fewer people than this say nothing about a whole file. */
const MIN_PEOPLE = 5;

/** Signs that the file is another one. No setting switches them off; a release counts for the content. */
function wholeFile({ known, statuses, people, content }: Tally): Held[] {
  const held: Held[] = [];
  const isMost = (found: number, all: number): boolean => found >= MIN_PEOPLE && 2 * found > all;
  if (known !== null && isMost(known.missing, known.known))
    held.push({
      limit: "known_missing",
      found: known.missing,
      allowed: Math.floor(known.known / 2),
      message: limitFindings.knownMissing(known.missing, known.known),
      content,
    });
  else if (known !== null && isMost(known.activeMissing, known.active))
    held.push({
      limit: "known_missing",
      found: known.activeMissing,
      allowed: Math.floor(known.active / 2),
      message: limitFindings.activeMissing(known.activeMissing, known.active),
      content,
    });
  const nearlyAll = Math.max(MIN_PEOPLE, Math.ceil(people * 0.9));
  if (statuses.rows >= nearlyAll)
    held.push({
      limit: "unknown_statuses",
      found: statuses.rows,
      allowed: nearlyAll - 1,
      message: limitFindings.unknownStatuses(statuses, people),
      content,
    });
  return held;
}

/** On a job's first run, people to create may already have an account. */
function unknownAccounts({ unknownAccounts: accounts, creates, links }: Tally): Held[] {
  const held: Held[] = [];
  if (accounts > 0 && creates > 0) {
    const message = limitFindings.unknownAccounts(accounts, creates);
    held.push({ limit: "unknown_accounts", found: accounts, allowed: 0, message });
  }
  if (links !== null && links.linked > 2 * links.fitting) {
    const found = links.linked - links.fitting;
    const message = limitFindings.unknownKeys(found, links.linked, creates);
    held.push({ limit: "unknown_accounts", found, allowed: 0, of: "keys that are in no file", message });
  }
  return held;
}

/** Checks for keys that now belong to other people; on the first run too, because identities may have been imported. */
function brokenIdentities({ renamed, rekeyed, activeLinks }: Tally, limits: Policy["limits"]): Held[] {
  const [names = "", pairs = ""] = [renamed, rekeyed].map(
    ({ found, examples }) => examples.join(", ") + (found > examples.length ? ", …" : ""),
  );
  const people = limitFindings.renamed(renamed.found, activeLinks, names);
  const keys = limitFindings.rekeyed(rekeyed.found, activeLinks, pairs);
  return [
    ...check("renamed", limits.renamed, renamed.found, activeLinks, people, limitAdvice.renamed),
    ...check("rekeyed", limits.rekeyed, rekeyed.found, activeLinks, keys, limitAdvice.rekeyed),
  ];
}

function brokenByPart(tally: Tally, limit: Limit): Held[] {
  return tally.removalsBy.flatMap(({ of, found, memberships }) => {
    const allowed = allowedBy(limit, memberships, Math.max(limit.atLeast, SMALL_GROUP_FLOOR));
    if (found <= allowed) return [];
    const message = limitSentence("removals", limitFindings.removalsOf(of, found, memberships), allowed);
    return [{ limit: "removals", found, allowed, of, message }];
  });
}
