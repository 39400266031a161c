import type { Limit, Policy } from "../domain/settings.ts";

/** A limit that puts a run on hold: what was found and what is allowed. */
export interface Held {
  limit: string;
  found: number;
  allowed: number;
  /** The group or cause, if the limit counts by one. */
  of?: string;
  message: string;
}

/** The numbers that limits are checked against. */
export interface Tally {
  rows: number;
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
  /** Linked people whose first and last name both change, with example keys. */
  renamed: { found: number; examples: readonly string[] };
  /** Keys missing from the file whose names are in it under another key, with example pairs. */
  rekeyed: { found: number; examples: readonly string[] };
  /** Licence shortages, if the policy puts the run on hold for them. */
  shortages: readonly { name: string; wanted: number; free: number; sentence: string }[];
}

/** Limits by group or cause allow at least this many: a renamed department of four is not a mass removal. */
const SMALL_GROUP_FLOOR = 5;

/** Returns how many of `base` a limit allows. */
export function allowedBy(limit: Limit, base: number, floor = limit.atLeast): number {
  return limit.percent >= 100 ? Number.POSITIVE_INFINITY : Math.max(Math.floor((base * limit.percent) / 100), floor);
}

/** Returns the part of a message that names the setting and what it allows. */
function allowance(name: string, allowed: number): string {
  return `\`policy.limits.${name}\` allows ${allowed.toLocaleString("en")}`;
}

/** Returns every limit that the plan breaks; with none, the plan may be released. */
export function brokenLimits(tally: Tally, limits: Policy["limits"]): Held[] {
  const held: Held[] = [];
  const check = (name: string, limit: Limit | null, found: number, base: number, sentence: string): void => {
    if (limit === null) return;
    const allowed = allowedBy(limit, base);
    if (found > allowed) held.push({ limit: name, found, allowed, message: `${sentence} (${allowance(name, allowed)}).` });
  };
  // Default limits do not apply to the first run, when everyone is new; limits set in the job always do.
  const onFirst = (limit: Limit | null): Limit | null => (tally.firstRun && limit?.explicit === false ? null : limit);

  if (tally.unknownAccounts > 0 && tally.creates > 0) {
    held.push({
      limit: "unknown_accounts",
      found: tally.unknownAccounts,
      allowed: 0,
      message:
        `The groups of the service contain ${tally.unknownAccounts} accounts that are not linked to anyone, and this job has no good run yet. ` +
        `Some of the ${tally.creates} people to create may already have an account.`,
    });
  }
  if (tally.links !== null && tally.links.linked > 2 * tally.links.fitting) {
    const { linked, fitting } = tally.links;
    held.push({
      limit: "unknown_accounts",
      found: linked - fitting,
      allowed: 0,
      of: "keys that fit nobody",
      message:
        `${linked - fitting} of ${linked} accounts are linked to keys that are in no file. The imported keys may be written differently ` +
        `from HR's (00123 and 123 are two people), and ${tally.creates} people would get a second account.`,
    });
  }
  check("creates", onFirst(limits.creates), tally.creates, tally.rows, `${tally.creates} accounts of ${tally.rows} rows would be created`);
  check("updates", onFirst(limits.updates), tally.updates, tally.rows, `${tally.updates} people of ${tally.rows} rows would be updated`);
  check(
    "deactivations",
    limits.deactivations,
    tally.deactivations,
    tally.activeLinks,
    `${tally.deactivations} of ${tally.activeLinks} active accounts would be deactivated`,
  );
  check(
    "removals",
    limits.removals,
    tally.newRemovals,
    tally.managedMemberships,
    `${tally.newRemovals} of ${tally.managedMemberships} managed memberships would become pending removals`,
  );
  if (limits.removals !== null) held.push(...brokenByPart(tally, limits.removals));
  held.push(...brokenIdentities(tally, limits));
  for (const { name, wanted, free, sentence } of tally.shortages) {
    held.push({
      limit: "licences",
      found: wanted,
      allowed: free,
      of: name,
      message: `There are not enough free licences: ${sentence}.`,
    });
  }
  if (tally.lastGoodRows !== null) {
    const missing = tally.lastGoodRows - tally.rows;
    check(
      "shrink",
      limits.shrink,
      missing,
      tally.lastGoodRows,
      `The file has ${tally.rows} rows, ${missing} fewer than the ${tally.lastGoodRows} of the last good run`,
    );
  }
  return held;
}

/** Checks for keys that now belong to other people; on the first run too, because identities may have been imported. */
function brokenIdentities({ renamed, rekeyed, activeLinks }: Tally, limits: Policy["limits"]): Held[] {
  const held: Held[] = [];
  const check = (name: string, limit: Limit | null, found: number, message: string): void => {
    const allowed = limit === null ? Number.POSITIVE_INFINITY : allowedBy(limit, activeLinks);
    if (found > allowed) held.push({ limit: name, found, allowed, message: `${message} (${allowance(name, allowed)}).` });
  };
  const [names, pairs] = [renamed, rekeyed].map(({ found, examples }) => examples.join(", ") + (found > examples.length ? ", …" : ""));
  check(
    "renamed",
    limits.renamed,
    renamed.found,
    `${renamed.found} people of ${activeLinks} active accounts would get both a new first name and a new last name (keys ${names}). ` +
      `Check whether HR gave these keys to other people, or whether a column of the file has shifted`,
  );
  check(
    "rekeyed",
    limits.rekeyed,
    rekeyed.found,
    `${rekeyed.found} keys of ${activeLinks} active accounts are missing from the file, but their usernames, e-mail addresses or national ids ` +
      `are in it under other keys (${pairs}). Check whether HR has changed its keys. None of these people gets a second account; ` +
      "`rollcall identities link` with `--from` moves an account to its new key",
  );
  return held;
}

function brokenByPart(tally: Tally, limit: Limit): Held[] {
  return tally.removalsBy.flatMap(({ of, found, memberships }) => {
    const allowed = allowedBy(limit, memberships, Math.max(limit.atLeast, SMALL_GROUP_FLOOR));
    if (found <= allowed) return [];
    const message = `${of}: ${found} of ${memberships} memberships would become pending removals (${allowance("removals", allowed)}).`;
    return [{ limit: "removals", found, allowed, of, message }];
  });
}
