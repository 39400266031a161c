import type { Company } from "../story/company.ts";
import { named, saysThere } from "../story/events.ts";
import { factsOf } from "../story/ledger.ts";
import type { Human, Row } from "../story/people.ts";
import { virtualNow } from "../world/time.ts";
import { isManaged, readRow, type Reading } from "./oracle.ts";
import { isConfirmed, isUserWrite, refreshesRefused, serviceLog, type Exchange } from "./service-log.ts";

type JobName = "staff" | "external";

/** The job that manages a group. */
export function jobManaging(company: Company, path: string): JobName | null {
  if (isManaged(path, "staff")) return "staff";
  return company.policies.layout === "two jobs" && isManaged(path, "external") ? "external" : null;
}

export function groupPaths(company: Company): Set<string> {
  return new Set(company.service.groups().map(({ path }) => path));
}

export function readingOf(company: Company, job: JobName, row: Row): Reading {
  return readRow(row, job, groupPaths(company), virtualNow().getTime());
}

/** Checks everything that the service saw since `from`. */
export function judgeRequests(company: Company, from: number): void {
  const since = serviceLog().slice(from);
  for (const exchange of since.filter(isUserWrite)) {
    const human = exchange.userId === null ? undefined : company.humanOfAccount(exchange.userId);
    checkRemovals(company, exchange, human);
    checkUnmanaged(company, exchange, human);
    checkActive(company, exchange, human);
    checkCreated(company, exchange, human);
    checkValues(company, exchange, human);
    checkBody(company, exchange);
    checkLeftOut(company, exchange, human);
    checkAdded(company, exchange, human);
  }
  checkRepeated(company, since);
  checkOverlap(company, since);
  checkReadings(company, since);
  checkTokens(company);
}

/** I1: only what a decision names, on facts that still hold; I5: never because of something unknown. */
function checkRemovals(company: Company, exchange: Exchange, human: Human | undefined): void {
  const { ledger, policies } = company;
  if (exchange.removed.length > 0 && !isConfirmed(exchange)) company.violate("I1", "A membership was removed without confirmation.");
  for (const group of exchange.removed) {
    if (isInWindow(company, exchange, group)) continue;
    if (human === undefined) {
      company.violate("I1", `An account that belongs to nobody in HR was removed from ${group}.`);
      continue;
    }
    const who = named(human);
    const job = jobManaging(company, group);
    if (job === null) {
      company.violate("I6", `${who} was removed from ${group}, which no job manages.`);
      continue;
    }
    const expires = policies.expiresDays * 86_400_000 + 120_000;
    const approvals = ledger.approvalsOf(human.n, group, exchange.at, expires);
    const auto = policies.removals === "auto" && /^(HR\/Teams|HR\/Sites|Ext)\//.test(group);
    const kept = ledger.keptBy(human.n, group, exchange.at);
    if (policies.removals === "never") company.violate("I1", `${who} was removed from ${group}, although the policy is never.`);
    else if (approvals.length === 0 && !auto) company.violate("I1", `${who} was removed from ${group}, and nobody has approved that.`);
    else if (approvals.length === 0 && kept?.revert === true)
      company.violate("I1", `${who} was removed from ${group}, which ${kept.by} keeps.`);
    const now = ledger.rowsOf(job, human.n).map((row) => factsOf(row, group, exchange.at));
    if (approvals.length > 0 && !auto && !approvals.some(({ facts }) => facts.some((fact) => now.includes(fact))))
      company.violate("I1", `${who} was removed from ${group}, and the facts have changed since the approval.`);
    const delay = policies.delayHours * 3_600_000;
    if (approvals.length > 0 && !auto && approvals.every(({ at }) => exchange.at - at < delay - 60_000 && company.clockJumps === 0))
      company.violate("I1", `${who} was removed from ${group} before the delay of the policy.`);
    checkFacts(company, human, job, group);
  }
}

/**
 * Somebody added the membership after the refusal that this request answers: that window is not promised. A request of a
 * process that was killed may arrive between those of the next one.
 */
export function isInWindow(company: Company, exchange: Exchange, group: string): boolean {
  const { userId, sender } = exchange;
  const refusal = serviceLog().findLast((one) => one.userId === userId && one.sender === sender && one.seq < exchange.seq);
  return refusal?.logged.status === 412 && (company.changed.get(`${exchange.userId ?? ""} ${group}`) ?? -1) >= refusal.seq;
}

/** The rows that may count must allow a removal. */
function checkFacts(company: Company, human: Human, job: JobName, group: string): void {
  const rows = company.ledger.rowsOf(job, human.n);
  const states = rows.map((row): "gives" | "unknown" | "loses" => {
    if (row === null || row.rejected) return "unknown";
    const reading = readingOf(company, job, row);
    if (reading.active === false) return company.policies.leavers === "review" ? "loses" : "gives";
    if (reading.gives.has(group)) return "gives";
    return reading.undecided(group) ? "unknown" : "loses";
  });
  if (states.includes("loses")) return;
  if (states.every((state) => state === "gives") && states.length > 0)
    company.violate("I1", `${named(human)} was removed from ${group}, which the files give.`);
  else company.violate("I5", `${named(human)} was removed from ${group}, and the files do not say that clearly (${states.join(", ")}).`);
}

/** I6: groups outside of the authority of every job. */
function checkUnmanaged(company: Company, { added, userId }: Exchange, human: Human | undefined): void {
  for (const group of added) {
    // Someone ended it between the reading and the request, or where nobody sees it (docs/internals/promises.md, I6).
    const unseen = company.drifting || company.policies.service.hideUserIds.includes(group);
    if (unseen && company.changed.has(`${userId ?? ""} ${group}`)) continue;
    if (jobManaging(company, group) !== null || (group === "Parking" && company.policies.park)) continue;
    company.violate("I6", `${human === undefined ? "Somebody" : named(human)} was added to ${group}, which no job manages.`);
  }
}

/** I5: an account is deactivated only if a file says so. */
function checkActive(company: Company, { active, at }: Exchange, human: Human | undefined): void {
  if (active === null || human === undefined || !active.before || active.after) return;
  const rows = company.ledger.rowsOf(company.jobOf(human), human.n);
  const { absent, scope } = company.policies;
  // The old key is absent, and a row out of scope under the new one does not spare someone who has left.
  const changedKey = absent === "deactivate" && hasChangedKey(company, human);
  const may = rows.some((row) =>
    row === null
      ? absent === "deactivate"
      : readingOf(company, company.jobOf(human), row).active === false ||
        (row.scope === "out" && scope?.leaves === "deactivate") ||
        (changedKey && factsOf({ ...row, scope: "in" }, "", at) === "left"),
  );
  if (!may) company.violate("I5", `${named(human)} was deactivated, and no file says that the person has left.`);
  if (changedKey || company.restored || company.journalDamaged || !rows.every((row) => row === null)) return;
  const area = company.missingAreas.find((one) => isMissingWith(company, human, one));
  if (area !== undefined)
    company.violate("I5", `${named(human)} was deactivated as missing, with the ${area.column} ${area.value}, which nobody released.`);
}

/** Half or more of five or more people, and this one, are still missing: no file has had them elsewhere since, as an older one may. */
function isMissingWith({ humans: all, ledger }: Company, { n: human }: Human, area: Company["missingAreas"][number]): boolean {
  const there = area.humans.filter((n) => ledger.deliveredSince(area.night, "staff", n).every((row) => saysThere(row, area)));
  const missing = all.filter(({ n, listed }) => !listed && there.includes(n)).length;
  return there.includes(human) && there.length >= 5 && 2 * missing >= there.length;
}

function hasChangedKey(company: Company, { n }: Human): boolean {
  return [...company.formerKeys.values()].includes(n);
}

/** I3: nothing is created for people out of scope, and before their first day. */
function checkCreated(company: Company, { created }: Exchange, human: Human | undefined): void {
  if (!created || human === undefined) return;
  const job = company.jobOf(human);
  const rows = company.ledger.rowsOf(job, human.n);
  if (rows.length > 0 && rows.every((row) => row !== null && readingOf(company, job, row).outside))
    company.violate("I3", `${named(human)} was created, out of scope or before the first day.`);
}

/** I4: a name that is sent is what the files say now, or what the account has. A leaver's account is never renamed. */
function checkValues(company: Company, exchange: Exchange, human: Human | undefined): void {
  const { logged, created, nameBefore } = exchange;
  const name = lastNameIn(exchange);
  if (human === undefined || typeof name !== "string" || created || logged.status !== 200 || name === nameBefore) return;
  const job = company.jobOf(human);
  const rows = company.ledger.rowsOf(job, human.n).filter((row) => row !== null);
  if (rows.length === 0) return;
  const left = rows.every((row) => readingOf(company, job, row).active === false);
  // After a restore, a leaver's account has the name that the backup knows, which a full update repeats.
  if (left && company.restored) return;
  if (!rows.some(({ last }) => last === name)) {
    if (!isBeforeRefusals(exchange, name)) company.violate("I4", `${named(human)} was sent as ${name}, which no current file says.`);
  } else if (left) company.violate("I4", `${named(human)}, who has left, was renamed from ${String(nameBefore)} to ${name}.`);
}

/** The service has refused all changes since it accepted this name, and applied one of them (docs/internals/promises.md, I4). */
function isBeforeRefusals({ userId, seq }: Exchange, name: string): boolean {
  const writes = serviceLog().filter((one) => one.userId === userId && one.seq < seq && isUserWrite(one));
  const accepted = writes.findLastIndex((one) => one.logged.status === 200 && lastNameIn(one) !== undefined);
  const since = writes.slice(accepted + 1).map(({ logged: { status } }) => status ?? 0);
  return (
    accepted !== -1 && lastNameIn(writes[accepted]) === name && since.every((status) => status >= 300 && status < 500 && status !== 408)
  );
}

function lastNameIn(exchange: Exchange | undefined): unknown {
  return (exchange?.logged.body as Record<string, unknown> | null | undefined)?.["last_name"];
}

/** A set of groups is complete, or is not sent. */
function checkBody(company: Company, { logged }: Exchange): void {
  const groups = (logged.body as Record<string, unknown> | null)?.["group_ids"];
  const empty = Array.isArray(groups)
    ? groups.length === 0
    : typeof groups === "object" && groups !== null && Object.keys(groups).length === 0;
  if (empty) company.violate("I1", "An empty set of groups was sent, as if that removed anything.");
}

/** I1: a set that leaves out a membership, which only the refusal of the service saves. */
function checkLeftOut(company: Company, exchange: Exchange, human: Human | undefined): void {
  const { at, userId } = exchange;
  if (human === undefined || company.policies.removals === "auto") return;
  for (const group of leftOut(company, exchange)) {
    if (company.changed.has(`${userId ?? ""} ${group}`) || company.ledger.approvalsOf(human.n, group, at, Infinity).length > 0) continue;
    company.violate("I1", `A request for ${named(human)} leaves out ${group}, and nobody has decided that.`);
  }
}

/** The memberships that a request would end. */
function leftOut(company: Company, { logged, before }: Exchange): string[] {
  const groups = (logged.body as Record<string, unknown> | null)?.["group_ids"];
  if (groups === undefined || before === null) return [];
  const sent = new Set(Array.isArray(groups) ? (groups as string[]) : Object.keys(groups as object));
  const paths = new Map(company.service.groups().map(({ id, path }) => [path, id]));
  return before.filter((group) => !sent.has(paths.get(group) ?? "") && !company.policies.service.hideUserIds.includes(group));
}

/** I4: a membership is added only if a rule gives it, or a revert restores it. */
function checkAdded(company: Company, { added, before, created, userId }: Exchange, human: Human | undefined): void {
  if (human === undefined || company.drifting) return;
  const { ledger, policies } = company;
  for (const group of added) {
    const job = jobManaging(company, group);
    // The request came before the membership was removed, and took effect later (docs/internals/promises.md, I4).
    if (job === null || before?.includes(group) === true) continue;
    // Someone ended it where nobody sees that, so a set still has it (docs/internals/promises.md, I4).
    if (policies.service.hideUserIds.includes(group) && company.changed.has(`${userId ?? ""} ${group}`)) continue;
    // Two files of one night: the request may belong to the first.
    const rows = [...ledger.rowsOf(job, human.n), ...ledger.deliveredSince(company.night, job, human.n)];
    const gives = rows.some((row) => row !== null && readingOf(company, job, row).gives.has(group));
    const back = ledger.decisions.some((one) => one.human === human.n && one.group === group && one.verdict === "kept");
    if (!gives && !back)
      company.violate("I4", `${named(human)} was added to ${group}, which no current file gives${created ? " (create)" : ""}.`);
  }
}

/** I10: the requests of two operations of one person do not overlap. Only judged where nothing was lost. */
function checkOverlap(company: Company, since: readonly Exchange[]): void {
  if (company.policies.trouble.http || company.policies.trouble.crashes) return;
  const writes = since.filter((one) => isUserWrite(one) && one.userId !== null);
  for (const [i, one] of writes.entries()) {
    const next = writes.slice(i + 1).find(({ userId }) => userId === one.userId);
    if (next !== undefined && (one.ended === null || next.seq < one.ended))
      company.violate(
        "I10",
        `Two requests for one person were under way at once: ${JSON.stringify(one.logged.body)} and ${JSON.stringify(next.logged.body)}.`,
      );
  }
}

/** I1: memberships are read right before a removal is asked for. Only judged where requests follow one another. */
function checkReadings(company: Company, since: readonly Exchange[]): void {
  const { inFlight, layout, trouble } = company.policies;
  if (inFlight > 1 || layout === "two jobs" || trouble.http || trouble.crashes) return;
  let read = false;
  let last: string | null = null;
  for (const exchange of since) {
    if (exchange.logged.method === "GET" && /\/groups(\?|$)/.test(exchange.logged.path)) read = true;
    if (!isUserWrite(exchange)) continue;
    const human = exchange.userId === null ? undefined : company.humanOfAccount(exchange.userId);
    const approved = leftOut(company, exchange).filter(
      (group) => human !== undefined && company.ledger.approvalsOf(human.n, group, exchange.at, Infinity).length > 0,
    );
    if (human !== undefined && approved.length > 0 && !read && exchange.userId !== last)
      company.violate("I1", `${named(human)} was to lose ${approved.join(", ")}, and the memberships were not read before.`);
    last = exchange.userId;
    read = false;
  }
}

/** I10: where nothing is lost, no refresh token is used twice. */
function checkTokens(company: Company): void {
  const calm = Object.values(company.policies.trouble).every((kind) => !kind);
  if (calm && refreshesRefused() > 0) company.violate("I10", "A refresh token was used twice.");
}

/** I10: a request that confirms a removal is not repeated as it was. */
function checkRepeated(company: Company, since: readonly Exchange[]): void {
  const last = new Map<string, { groups: string; seq: number }>();
  for (const exchange of since) {
    if (!isUserWrite(exchange) || exchange.userId === null) {
      // A new reading of the memberships starts the operation again.
      if (/\/groups(\?|$)/.test(exchange.logged.path)) last.clear();
      continue;
    }
    if (!isConfirmed(exchange)) {
      last.delete(exchange.userId);
      continue;
    }
    const groups = JSON.stringify((exchange.logged.body as Record<string, unknown>)["group_ids"]);
    if (last.get(exchange.userId)?.groups === groups)
      company.violate("I10", "A confirmed removal was sent twice without reading the memberships in between.");
    last.set(exchange.userId, { groups, seq: exchange.seq });
  }
}
