/** The messages that name the limits, by stored name. */
export const LIMIT_LABELS = {
  older_file: "labels.older_files",
  rejected: "overview.rejected_rows",
  known_missing: "labels.known_people_missing",
  unknown_statuses: "labels.unknown_statuses",
  creates: "labels.new_accounts_2",
  updates: "labels.changes_2",
  deactivations: "labels.leavers_2",
  removals: "labels.pending_removals",
  shrink: "labels.fewer_rows_than",
  renamed: "labels.people_whose_first",
  rekeyed: "labels.people_whose_key",
  out_of_scope: "labels.people_who_leave",
  groups_created: "missing_groups.new_groups",
  columns: "labels.rows_unusual_change",
  licences: "labels.people_who_need",
  unknown_accounts: "labels.accounts_not_linked",
} as const;

/** Names the setting of a limit and what it allows. */
const allows = (limit: string, allowed: number): string => `\`policy.limits.${limit}\` allows ${allowed.toLocaleString("en")}`;

/** Returns the sentence on an exceeded limit: what was found, what is allowed and, if known, what to check. */
export function limitSentence(limit: string, found: string, allowed: number, advice = ""): string {
  return `${found} (${allows(limit, allowed)}).${advice === "" ? "" : ` ${advice}`}`;
}

const anotherFile = "Check whether it is the complete export of this company, and whether HR has changed its keys.";

/** The findings of each limit. */
export const limitFindings = {
  knownMissing: (missing: number, known: number): string => `${missing} of ${known} known people are missing from the file. ${anotherFile}`,
  activeMissing: (missing: number, active: number): string =>
    `${missing} of ${active} people with an active account are missing from the file. ${anotherFile}`,
  unknownStatuses: (
    { rows, values, column, at }: { rows: number; values: readonly { value: string; rows: number }[]; column: string; at: string },
    people: number,
  ): string => {
    const listed = values.map(({ value, rows: n }) => `“${value}” (${n})`).join(", ");
    const where = `${rows} of ${people} people have a status in the column “${column}” that the mapping does not list (${at})`;
    return `${where}${listed === "" ? "" : `: ${listed}`}. Add these statuses to the mapping, or correct the export.`;
  },
  olderByName: (file: string, day: string, lastFile: string, lastDay: string): string =>
    `${file} is older than the last file that was used: its name has the date ${day}, and that of ${lastFile} has ${lastDay}.`,
  olderInside: (file: string, column: string, day: string, lastDay: string): string =>
    `${file} is older than the last file that was used: its newest date is ${day} (column “${column}”), and that of the last file was ${lastDay}.`,
  olderContent: (file: string, at: string, run: string, lastAt: string, last: string): string =>
    `${file} is older than the last file that was used: run ${run} used the same content on ${at}, and run ${last} used a newer file on ${lastAt}.`,
  rejected: (rejected: number, rows: number): string => `${rejected} of ${rows} rows are rejected`,
  creates: (creates: number, rows: number): string => `${creates} of ${rows} usable rows would create an account`,
  updates: (updates: number, rows: number): string => `${updates} of ${rows} usable rows would update an account`,
  deactivations: (people: number, links: number): string => `${people} of ${links} active accounts would be deactivated`,
  removals: (removals: number, memberships: number): string =>
    `${removals} of ${memberships} managed memberships would become pending removals`,
  removalsOf: (of: string, removals: number, memberships: number): string =>
    `${of}: ${removals} of ${memberships} memberships would become pending removals`,
  shrink: (rows: number, before: number): string => `The file has ${rows} rows, and the last successful run had ${before}`,
  renamed: (people: number, links: number, keys: string): string =>
    `${people} of ${links} active accounts would get a new first name and a new last name (keys ${keys})`,
  rekeyed: (people: number, links: number, keys: string): string =>
    `${people} of ${links} active accounts have a key that is missing from the file, but their username, e-mail address or national id is in the file under another key (${keys})`,
  outOfScope: (
    { found, byMapping, undecided, at }: { found: number; byMapping: number; undecided: number; at: string },
    links: number,
  ): string => {
    const who = `${found} of ${links} active accounts leave the scope`;
    const open = undecided === 0 ? "" : `; for ${undecided} of them, scope or dates cannot be decided`;
    return byMapping === 0 ? `${who}${open}` : `${who}, ${byMapping} of them because the mapping changed (${at})${open}`;
  },
  groupsCreated: (groups: number): string => `${groups} groups that the service does not have would be created`,
  columns: (column: string, change: string, before: string, now: string): string =>
    `The column “${column}” ${change}. Last successful run: ${before}. This file: ${now}. Check the export before you approve the run.`,
  licences: (shortage: string): string => `There are not enough free licences: ${shortage}.`,
  unknownAccounts: (accounts: number, creates: number): string =>
    `The groups of the service contain ${accounts} accounts that are not linked to anyone, and this job has no successful run yet. ` +
    `Some of the ${creates} people to create may already have an account.`,
  unknownKeys: (accounts: number, linked: number, creates: number): string =>
    `${accounts} of ${linked} accounts are linked to keys that are in no file. The imported keys may be written differently ` +
    `from HR's (00123 and 123 are two people), and ${creates} people would get a second account.`,
} as const;

/** Checks to make before approving a run beyond these limits. */
export const limitAdvice = {
  olderFile:
    "An older file would reactivate leavers and bring back old names. " +
    "If HR delivered it again on purpose, approve the run: the same content is not held again.",
  rejected: ({ code, rows }: { code: string; rows: number }): string =>
    `Most frequent reason: ${code} (${rows}). Correct the export or the mapping.`,
  mappingChanged: (at: string | null): string =>
    at === null
      ? "The mapping has changed since the last successful run."
      : `The mapping has changed since the last successful run (\`active\`, ${at}).`,
  renamed: "Check whether HR gave these keys to other people, or whether a column of the file has shifted.",
  rekeyed:
    "Check whether HR has changed its keys. None of these people gets a second account. " +
    "To move an account to its new key, use `rollcall identities link` with `--from`.",
} as const;
