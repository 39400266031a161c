import type { Held } from "../domain/facts/held.ts";
import type { Limit, Policy } from "../domain/settings.ts";
import { changedCells, type DecidingCells } from "../domain/facts/changed-cells.ts";
import { fact, type Fact } from "../domain/facts/fact.ts";

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
  /** New removals by group or cause (with the changes that caused it), with the number of memberships of the groups concerned. */
  removalsBy: { of: string; group: string; changes: readonly DecidingCells[]; found: number; memberships: number }[];
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
  shortages: readonly { name: string; wanted: number; free: number; fact: Fact }[];
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
  const { rows, rejected, mostRejected, people, creates, updates, deactivations, activeLinks: accounts } = tally;
  const { newRemovals, managedMemberships: memberships, lastGoodRows, leftScope, mappingChanged, groupsCreated } = tally;
  // Default limits do not apply to the first run, when everyone is new; limits set in the job always do.
  const onFirst = (limit: Limit | null): Limit | null => (tally.firstRun && limit?.explicit === false ? null : limit);
  const most = mostRejected === undefined ? [] : [fact("limit.most_rejected", { reason: mostRejected.code, n: mostRejected.rows })];
  const mapping = mappingChanged === null ? [] : [mappingFact(mappingChanged.at)];
  return [
    ...check("rejected", limits.rejected, rejected, rows, (found) => fact("limit.rejected", { ...found, rows, advice: most })),
    ...wholeFile(tally),
    ...unknownAccounts(tally),
    ...check("creates", onFirst(limits.creates), creates, people, (found) => fact("limit.creates", { ...found, rows: people })),
    ...check("updates", onFirst(limits.updates), updates, people, (found) => fact("limit.updates", { ...found, rows: people })),
    ...check("deactivations", limits.deactivations, deactivations, accounts, (found) =>
      fact("limit.deactivations", { ...found, accounts, advice: mapping }),
    ),
    ...check("removals", limits.removals, newRemovals, memberships, (found) => fact("limit.removals", { ...found, memberships })),
    ...(limits.removals === null ? [] : brokenByPart(tally, limits.removals)),
    ...brokenIdentities(tally, limits),
    ...check("out_of_scope", limits.out_of_scope, leftScope.found, accounts, (found) => scopeFact(leftScope, { ...found, accounts })),
    ...check("groups_created", limits.groups_created, groupsCreated, 0, (found) => fact("limit.groups_created", found)),
    ...tally.shortages.map(({ name, wanted, free, fact: shortage }) => ({
      limit: "licences",
      found: wanted,
      allowed: free,
      of: name,
      ...fact("limit.licences", { shortage }),
    })),
    ...(lastGoodRows === null
      ? []
      : check("shrink", limits.shrink, lastGoodRows - rows, lastGoodRows, ({ allowed }) =>
          fact("limit.shrink", { rows, before: lastGoodRows, allowed }),
        )),
  ];
}

/** The number found, and the number allowed. */
interface Found {
  found: number;
  allowed: number;
}

function check(name: string, limit: Limit | null, found: number, base: number, factOf: (found: Found) => Fact): Held[] {
  const allowed = limit === null ? Number.POSITIVE_INFINITY : allowedBy(limit, base);
  return found > allowed ? [{ limit: name, found, allowed, ...factOf({ found, allowed }) }] : [];
}

function mappingFact(at: string | null): Fact {
  return at === null ? fact("limit.mapping_changed", {}) : fact("limit.mapping_changed_at", { at });
}

function scopeFact({ byMapping: changed, undecided, at }: LeftScope, found: Found & { accounts: number }): Fact {
  if (changed === 0)
    return undecided === 0 ? fact("limit.out_of_scope", found) : fact("limit.out_of_scope_undecided", { ...found, undecided });
  return undecided === 0
    ? fact("limit.out_of_scope_changed", { ...found, changed, at })
    : fact("limit.out_of_scope_changed_undecided", { ...found, changed, at, undecided });
}

/** Fewer people than this say nothing about a whole file. */
const MIN_PEOPLE = 5;

/** Signs that the file is another one. No setting switches them off; a release counts for the content. */
function wholeFile({ known, statuses, people, content }: Tally): Held[] {
  const held: Held[] = [];
  const isMost = (found: number, all: number): boolean => found >= MIN_PEOPLE && 2 * found > all;
  const missing = (found: number, all: number, why: Fact): number =>
    held.push({ limit: "known_missing", found, allowed: Math.floor(all / 2), content, ...why });
  if (known !== null && isMost(known.missing, known.known))
    missing(known.missing, known.known, fact("limit.known_missing", { missing: known.missing, known: known.known }));
  else if (known !== null && isMost(known.activeMissing, known.active))
    missing(known.activeMissing, known.active, fact("limit.active_missing", { missing: known.activeMissing, active: known.active }));
  const nearlyAll = Math.max(MIN_PEOPLE, Math.ceil(people * 0.9));
  if (statuses.rows >= nearlyAll)
    held.push({ limit: "unknown_statuses", found: statuses.rows, allowed: nearlyAll - 1, content, ...statusesFact(statuses, people) });
  return held;
}

function statusesFact({ rows, values, column, at }: UnknownStatuses, people: number): Fact {
  if (values.length === 0) return fact("limit.unknown_statuses_hidden", { rows, people, column, at });
  return fact("limit.unknown_statuses", { rows, people, column, at, values: values.map((value) => fact("limit.status", value)) });
}

/** On a job's first run, people to create may already have an account. */
function unknownAccounts({ unknownAccounts: accounts, creates, links }: Tally): Held[] {
  const held: Held[] = [];
  if (accounts > 0 && creates > 0)
    held.push({ limit: "unknown_accounts", found: accounts, allowed: 0, ...fact("limit.unknown_accounts", { accounts, creates }) });
  if (links !== null && links.linked > 2 * links.fitting) {
    const found = links.linked - links.fitting;
    const why = fact("limit.unknown_keys", { found, linked: links.linked, creates });
    held.push({ limit: "unknown_accounts", found, allowed: 0, of: "keys", ...why });
  }
  return held;
}

/** Checks for keys that now belong to other people; on the first run too, because identities may have been imported. */
function brokenIdentities({ renamed, rekeyed, activeLinks: accounts }: Tally, limits: Policy["limits"]): Held[] {
  const keysOf = ({ found, examples }: Tally["renamed"]) => ({ examples: [...examples], more: found > examples.length });
  return [
    ...check("renamed", limits.renamed, renamed.found, accounts, (found) =>
      fact("limit.renamed", { ...found, accounts, keys: keysOf(renamed) }),
    ),
    ...check("rekeyed", limits.rekeyed, rekeyed.found, accounts, (found) =>
      fact("limit.rekeyed", { ...found, accounts, keys: keysOf(rekeyed) }),
    ),
  ];
}

function brokenByPart(tally: Tally, limit: Limit): Held[] {
  return tally.removalsBy.flatMap(({ of, group, changes: given, found, memberships }) => {
    const allowed = allowedBy(limit, memberships, Math.max(limit.atLeast, SMALL_GROUP_FLOOR));
    if (found <= allowed) return [];
    const values = { found, allowed, memberships, group };
    const changes = changedCells(given);
    const why = changes.length === 0 ? fact("limit.removals_of_group", values) : fact("limit.removals_of_cause", { ...values, changes });
    return [{ limit: "removals", found, allowed, of, ...why }];
  });
}
