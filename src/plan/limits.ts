import type { Limit, Policy } from "../model/settings.ts";

/** A limit that holds a run: what was found and what is allowed. */
export interface Held {
  limit: string;
  found: number;
  allowed: number;
  /** Which group or cause, where the limit counts by one. */
  of?: string;
  message: string;
}

/** What the limits count. Shares are of: file rows, active links, managed memberships, the last good run's rows. */
export interface Tally {
  rows: number;
  creates: number;
  updates: number;
  deactivations: number;
  activeLinks: number;
  newRemovals: number;
  managedMemberships: number;
  /** New removals of one group or one cause, beside the memberships that the groups concerned have. */
  removalsBy: { of: string; found: number; memberships: number }[];
  /** The job has no good run yet. */
  firstNight: boolean;
  /** `null`: there is nothing to compare with, as on the first night or for a partial file. */
  lastGoodRows: number | null;
  /** `user_id`s in groups that nobody is linked to; only asked while the job has no good run. */
  unknownAccounts: number;
  /**
   * Accounts in groups that are linked, and of these those whose key stands in this file or in one before; only asked
   * while the job has no good run, of a whole file.
   */
  links: { linked: number; fitting: number } | null;
  /** Linked people whose first and last name both change, with some of their keys. */
  renamed: { found: number; examples: readonly string[] };
  /** Keys that are gone while their names stand in the file under another key, with some of the pairs. */
  rekeyed: { found: number; examples: readonly string[] };
  /** Where licences do not suffice, if that is to hold the run. */
  shortages: readonly { name: string; wanted: number; free: number; sentence: string }[];
}

/** A renamed department of four is no mass removal: what counts by group or cause is held from here on. */
const smallGroupFloor = 5;

/** How many of `base` a limit lets through. */
export function allowedBy(limit: Limit, base: number, floor = limit.atLeast): number {
  return limit.percent >= 100 ? Number.POSITIVE_INFINITY : Math.max(Math.floor((base * limit.percent) / 100), floor);
}

/** The setting that allows so many, as a sentence names it. */
function allowance(name: string, allowed: number): string {
  return `\`policy.limits.${name}\` allows ${allowed.toLocaleString("en")}`;
}

/** Every limit that the plan breaks; an empty list lets it go. Design section 6. */
export function brokenLimits(tally: Tally, limits: Policy["limits"]): Held[] {
  const held: Held[] = [];
  const check = (name: string, limit: Limit | null, found: number, base: number, sentence: string): void => {
    if (limit === null) return;
    const allowed = allowedBy(limit, base);
    if (found > allowed) held.push({ limit: name, found, allowed, message: `${sentence} (${allowance(name, allowed)}).` });
  };
  // A default says nothing about the first night, when everybody is new; a limit that the job names always counts.
  const onFirst = (limit: Limit | null): Limit | null => (tally.firstNight && limit?.explicit === false ? null : limit);

  if (tally.unknownAccounts > 0 && tally.creates > 0) {
    held.push({
      limit: "unknown_accounts",
      found: tally.unknownAccounts,
      allowed: 0,
      message:
        `The groups of the service hold ${tally.unknownAccounts} accounts that nobody is linked to, and this job has no good run yet: ` +
        `some of the ${tally.creates} people to be created may have an account already.`,
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
        `${linked - fitting} of ${linked} accounts are linked to keys that stand in no file: the keys that were imported may be written ` +
        `in another way than HR's (00123 and 123 are two people), and ${tally.creates} people would get a second account.`,
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
    `${tally.newRemovals} of ${tally.managedMemberships} managed memberships would wait for removal`,
  );
  if (limits.removals !== null) held.push(...brokenByPart(tally, limits.removals));
  held.push(...brokenIdentities(tally, limits));
  for (const { name, wanted, free, sentence } of tally.shortages) {
    held.push({
      limit: "licences",
      found: wanted,
      allowed: free,
      of: name,
      message: `More licences are needed than are free: ${sentence}.`,
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

/** Signs that keys no longer mean the people that they meant; on the first night too, for identities may be imported. */
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
    `${renamed.found} people of ${activeLinks} active accounts would get another first name and another last name at once (keys ${names}): ` +
      `look whether HR gave these keys to other people, or whether a column of the file has slipped`,
  );
  check(
    "rekeyed",
    limits.rekeyed,
    rekeyed.found,
    `${rekeyed.found} keys of ${activeLinks} active accounts are gone from the file, while their usernames, e-mail addresses or national ids ` +
      `stand in it under other keys (${pairs}): look whether HR has changed its keys. Nobody of them gets a second account; ` +
      "`rollcall identities link` with `--from` moves an account to its new key",
  );
  return held;
}

function brokenByPart(tally: Tally, limit: Limit): Held[] {
  return tally.removalsBy.flatMap(({ of, found, memberships }) => {
    const allowed = allowedBy(limit, memberships, Math.max(limit.atLeast, smallGroupFloor));
    if (found <= allowed) return [];
    const message = `${of}: ${found} of ${memberships} memberships would wait for removal (${allowance("removals", allowed)}).`;
    return [{ limit: "removals", found, allowed, of, message }];
  });
}
