import type { Company } from "../story/company.ts";
import { named } from "../story/events.ts";
import { reportOf, type Finished } from "../story/finished.ts";
import { isUserWrite, serviceLog } from "./service-log.ts";

/** I2: no person has two accounts that Rollcall made. */
export function judgeAccounts(company: Company): void {
  const made = new Map<string, number>();
  const creates = new Set(
    serviceLog()
      .filter(({ created }) => created)
      .map(({ userId }) => userId),
  );
  for (const { user_id: id, fields } of company.service.users()) {
    if (!creates.has(id)) continue;
    const town = company.townOf.get(id) ?? String(fields["city"]);
    made.set(town, (made.get(town) ?? 0) + 1);
  }
  for (const human of company.humans) {
    const accounts = made.get(human.town) ?? 0;
    if (accounts > 1 && !company.doubled.has(human.n)) {
      company.doubled.add(human.n);
      company.violate("I2", `${named(human)} has ${accounts} accounts.`);
    }
  }
}

/** I2: no group is created under a path that the service has in any case. */
export function judgeGroups(company: Company): void {
  const groups = Map.groupBy(company.service.groups(), ({ path }) => path.toLowerCase());
  for (const [path, same] of groups) if (same.length > 1) company.violate("I2", `The service has ${same.length} groups ${path}.`);
}

/** I2: no second create is sent for a person whose account Rollcall has made, even if the service refuses it. */
export function judgeCreates(company: Company, from: number): void {
  const towns = new Set<string>();
  for (const exchange of serviceLog()) {
    if (exchange.logged.method !== "POST" || !isUserWrite(exchange)) continue;
    const town = String((exchange.logged.body as Record<string, unknown> | null)?.["city"]);
    if (towns.has(town) && exchange.seq > from) company.violate("I2", `A second create was sent for the person of ${town}.`);
    if (exchange.created) towns.add(town);
  }
}

/** How many writes to users the service got since `index`. */
export function writesSince(index: number): number {
  return serviceLog().slice(index).filter(isUserWrite).length;
}

/** How many of them were for people of a job: those of another may have been on their way when its process was killed. */
export function writesOf(company: Company, job: Finished["job"], index: number): number {
  const writes = serviceLog().slice(index).filter(isUserWrite);
  return writes.filter(({ userId, logged }) => {
    // Cut off when its process was killed: it changed nothing, and does not say whose it was.
    if (logged.body === null && userId === null) return false;
    const town = (logged.body as Record<string, unknown> | null)?.["city"];
    const human = userId === null ? company.humans.find((one) => one.town === town) : company.humanOfAccount(userId);
    return human === undefined || company.jobOf(human) === job;
  }).length;
}

const PARTS = [
  "rejected",
  "duplicates",
  "creates",
  "updates",
  "deactivations",
  "reactivations",
  "unchanged",
  "held",
  "out_of_scope",
  "not_due",
  "not_in_pilot",
];
const ENDS = new Set(["done", "failed", "held", "uncertain"]);

/** I7: a file that is older than the last one changes nothing until someone releases it. */
function judgeAge(
  company: Company,
  exports: Finished["exports"],
  ended: Finished["ended"],
  result: Finished["result"],
  writes: number,
): void {
  const older = exports.find((file) => file.older && !company.releasedContents.has(file.text));
  // A backup that was restored in this night may not know the newer one.
  if (older === undefined || company.restored || (writes === 0 && result?.status !== "completed")) return;
  company.violate("I7", `${older.name} of an earlier night was put over a newer one, and \`${ended.command}\` used it.`);
}

/** I3: every row is counted once, and every operation has ended with a reason. I7: a broken file changes nothing. */
export function judgeRun(company: Company, { exports, ended, result, writes }: Finished): void {
  judgeAge(company, exports, ended, result, writes);
  const wrong = exports.find((file) => file.wrong !== null);
  if (wrong !== undefined && writes > 0) company.violate("I7", `${wrong.name} is broken (${wrong.wrong}), and ${writes} writes were sent.`);
  if (wrong !== undefined || result === null || ended.crashedAt !== null) return;
  const { counts, source, status, run } = result;
  if (!["completed", "held", "planned"].includes(status)) return;
  if (ended.command.startsWith("sync")) {
    const expected = exports.reduce((sum, { count }) => sum + count, 0);
    if (source.rows !== expected) company.violate("I3", `Run ${run} counts ${source.rows} rows, and the files have ${expected}.`);
  }
  const sum = PARTS.reduce((total, part) => total + (counts[part] ?? 0), 0) - (counts["absent_deactivations"] ?? 0);
  if (sum !== source.rows) company.violate("I3", `Run ${run} accounts for ${sum} of ${source.rows} rows: ${JSON.stringify(counts)}.`);
  if (status !== "completed") return;
  for (const { key, kind, status: end, reason } of reportOf(company, run)?.operations ?? []) {
    if (!ENDS.has(end)) company.violate("I3", `The ${kind} of ${key} in run ${run} is still ${end}.`);
    else if (end !== "done" && (reason ?? "") === "")
      company.violate("I3", `The ${kind} of ${key} in run ${run} is ${end} without a reason.`);
  }
}
