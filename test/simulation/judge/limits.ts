import type { Company } from "../story/company.ts";
import type { Finished } from "../story/finished.ts";
import type { Row } from "../story/people.ts";
import { groupPaths, jobManaging, readingOf } from "./nightly.ts";

/** The limits in percent that the jobs of a policy set, and the least number that each always allows. */
const SHRINK = { some: [30, 0], default: [10, 5] } as const;
const REMOVALS = 30;
const SMALL_GROUP = 5;

/**
 * A run that exceeds a limit goes on hold, and one in which nothing is new does not. Worked out from the files of HR
 * before the new one counts.
 */
export function judgeLimits(company: Company, { job, exports, ended, result }: Finished, partial: boolean): void {
  if (ended.crashedAt !== null || exports.some(({ wrong }) => wrong !== null) || partial || company.restored) return;
  const { limits, trouble } = company.policies;
  const last = company.ledger.lastFull(job);
  if (ended.code === 5 && company.faultsTonight === 0 && !trouble.tokens && !trouble.database && !trouble.clock && !company.lostTokens)
    company.violate("I4", `\`${ended.command}\` was stopped by the service, and the service is well: ${ended.stderr.slice(-300)}`);
  if (result === null || last === undefined) return;
  const rows = exports.reduce((sum, { count }) => sum + count, 0);
  if (limits !== "none" && result.status === "completed") {
    const [percent, least] = SHRINK[limits];
    const before = company.ledger.mayBeLast(job).map((one) => one.exports.reduce((sum, { count }) => sum + count, 0));
    if (before.every((earlier) => earlier - rows > Math.max(Math.floor((earlier * percent) / 100), least)))
      company.violate("I7", `The file shrank from ${before.join(" or ")} to ${rows} rows, and the run was not put on hold.`);
    if (limits === "some") removalsByGroup(company, job, exports);
  }
  const same = exports.every(({ text }, i) => text === last.exports[i]?.text);
  const held = result.held?.find(({ limit }) => limit === "removals");
  if (held !== undefined && company.faultsTonight === 0) countsOldOnes(company, job, exports, held.found);
  if (
    same &&
    held !== undefined &&
    !company.touched.has(job) &&
    company.faultsTonight === 0 &&
    company.ledger.rowsOf(job, exports[0]?.rows[0]?.human ?? 0).length === 1
  )
    company.violate("I4", `Nothing has changed since the last run, and the limit on removals counts ${held.found} new ones.`);
}

/**
 * I4: a removal counts as new in one run only. At most six groups change with a row, and some memberships by hand. Where
 * nothing was lost: only those that the account has and the new row does not give.
 */
function countsOldOnes(company: Company, job: "staff" | "external", exports: Finished["exports"], found: number): void {
  const rows = exports.flatMap((file) => file.rows);
  const changed = rows.filter((row) => {
    const [known, ...more] = company.ledger.rowsOf(job, row.human);
    // With days, a person joins or leaves although the row is the same.
    const dated = row.joins !== null || row.leaves !== null;
    return (
      dated || known === undefined || known === null || more.length > 0 || CELLS.some((name) => String(known[name]) !== String(row[name]))
    );
  });
  const may = mayBeNew(company, job, changed) ?? 6 * changed.length + 6;
  if (found > may) company.violate("I4", `${changed.length} rows are new, and the limit on removals counts ${found}.`);
}

/** How many removals can be new at most; `null` where faults may have ended earlier ones. */
function mayBeNew(company: Company, job: "staff" | "external", changed: readonly Row[]): number | null {
  const { policies, ledger, formerKeys } = company;
  const { slow: _, ...losing } = policies.trouble;
  if (Object.values(losing).some((kind) => kind)) return null;
  const groups = new Map(company.service.users().map((user) => [company.humanOfAccount(user.user_id)?.n ?? 0, user.groups]));
  const lost = changed.flatMap((row) => {
    const { active, gives } = readingOf(company, job, row);
    return (groups.get(row.human) ?? []).filter((group) => jobManaging(company, group) === job && (active === false || !gives.has(group)));
  });
  // A new key or the end of an exception makes a removal new, although the row is as it was.
  const ended = ledger.decisions.filter(({ verdict, undone }) => verdict === "kept" || undone !== null);
  return lost.length + company.changed.size + 6 * formerKeys.size + ended.length;
}

const CELLS = ["department", "site", "teams", "title", "status", "scope", "manages", "rejected"] as const;

/** Everybody of a group loses it at once. */
function removalsByGroup(company: Company, job: "staff" | "external", exports: Finished["exports"]): void {
  const users = company.service.users().filter(({ user_id: id }) => company.linked.has(id));
  const humans = new Map(users.map((user) => [company.humanOfAccount(user.user_id)?.n ?? 0, user]));
  for (const group of groupPaths(company)) {
    if (company.policies.service.hideUserIds.includes(group)) continue;
    const members = company.service.groups().find(({ path }) => path === group)?.user_ids.length ?? 0;
    const losing = exports
      .flatMap(({ rows }) => rows)
      .filter((row) => {
        const user = humans.get(row.human);
        const known = company.ledger.rowsOf(job, row.human);
        const [old] = known;
        if (
          row.rejected ||
          row.status !== "Active" ||
          user === undefined ||
          known.length !== 1 ||
          old === null ||
          old === undefined ||
          old.rejected ||
          // Under a new key nothing is lost until somebody links it.
          old.key !== row.key
        )
          return false;
        const now = readingOf(company, job, row);
        return (
          user.groups.includes(group) && readingOf(company, job, old).gives.has(group) && !now.gives.has(group) && !now.undecided(group)
        );
      });
    if (losing.length > Math.max(Math.floor((members * REMOVALS) / 100), SMALL_GROUP))
      company.violate("I7", `${losing.length} of ${members} people lose ${group} at once, and the run was not put on hold.`);
  }
}
