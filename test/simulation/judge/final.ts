import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Company } from "../story/company.ts";
import { named } from "../story/events.ts";
import { reportOf, type Finished } from "../story/finished.ts";
import type { Human, Row } from "../story/people.ts";
import { virtualNow } from "../world/time.ts";
import { isInWindow, jobManaging, readingOf } from "./nightly.ts";
import { isConfirmed, serviceLog } from "./service-log.ts";

/**
 * I4: after the trouble the service is as the files and the decisions say; everything else is listed with its reason.
 * @returns what is not
 */
export async function differences(company: Company, last: readonly Finished[]): Promise<string[]> {
  const found: string[] = [];
  const { database } = company.machine;
  const removals = await database.look<Listed>("SELECT user_id, group_path, status, decided_at FROM public.removal");
  const links = await database.look<{ key: string; user_id: string }>("SELECT key, user_id FROM public.link");
  const accounts = new Map(links.map(({ key, user_id: user }) => [key, user]));
  for (const job of company.jobs) {
    const ended = last.findLast((one) => one.job === job);
    // A file without people is unusable, and with it all files of the job.
    if (ended?.exports.some(({ count }) => count === 0) === true) continue;
    if (isOutOfScope(company, ended)) {
      if (ended?.ended.code !== 2) found.push(`The scope leaves out all rows of ${job}, and its run was not refused.`);
      continue;
    }
    const run = ended?.result;
    if (run === null || run === undefined || run.status !== "completed") {
      found.push(`The last run of ${job} is ${run?.status ?? "missing"}, although nothing is wrong any more.`);
      continue;
    }
    const report = reportOf(company, run.run);
    const blocked = (report?.operations ?? []).filter(({ status, reason }) => status !== "done" && (reason ?? "") !== "");
    const listed = new Set([...blocked, ...(report?.rejects ?? [])].map(({ key }) => key));
    for (const human of company.humans) {
      if (company.jobOf(human) !== job) continue;
      const row = company.ledger.rowsOf(job, human.n).at(-1);
      if (row === null || row === undefined || row.rejected || listed.has(human.key)) continue;
      found.push(...ofHuman(company, job, human, row, accounts.get(human.key), removals));
    }
  }
  return found;
}

/** The scope leaves out every usable row of a run, which refuses all files of the job. */
function isOutOfScope({ policies }: Company, ended: Finished | undefined): boolean {
  const usable = (ended?.exports ?? []).flatMap(({ rows }) => rows).filter(({ rejected }) => !rejected);
  return policies.scope !== null && usable.length > 0 && usable.every(({ scope }) => scope === "out");
}

function ofHuman(
  company: Company,
  job: "staff" | "external",
  human: Human,
  row: Row,
  userId: string | undefined,
  removals: readonly Listed[],
): string[] {
  const found: string[] = [];
  const reading = readingOf(company, job, row);
  const user = company.service.users().find(({ user_id: id }) => id === userId);
  const who = named(human);
  if (user === undefined) {
    if (reading.active === true) found.push(`${who} has no account, and nothing says why.`);
    return found;
  }
  if (reading.active !== null && user.active !== reading.active)
    found.push(`${who} is ${user.active ? "active" : "inactive"}, and the file says otherwise.`);
  const has = new Set(user.groups);
  if (reading.active !== false)
    for (const group of reading.gives)
      if (!has.has(group) && !isUnseen(company, user.user_id, group)) found.push(`${who} is not in ${group}, and nothing says why.`);
  if (reading.active === false && company.policies.leavers === "keep") return found;
  for (const group of user.groups) {
    // A group that does not list its members says nothing about them.
    if (jobManaging(company, group) !== job || company.policies.service.hideUserIds.includes(group)) continue;
    if (reading.active !== false && (reading.gives.has(group) || reading.undecided(group))) continue;
    if (company.ledger.keptBy(human.n, group, virtualNow().getTime()) !== undefined) continue;
    if (removals.some((one) => one.user_id === user.user_id && one.group_path === group && isOpen(company, one))) continue;
    found.push(`${who} is still in ${group}, and no pending removal lists that.`);
  }
  return found;
}

/** Someone changed a membership by hand in a group that does not list its members (docs/internals/promises.md, I4). */
function isUnseen({ policies, changed }: Company, userId: string, group: string): boolean {
  return policies.service.hideUserIds.includes(group) && changed.has(`${userId} ${group}`);
}

/** A removal that our store lists. */
interface Listed {
  user_id: string;
  group_path: string;
  status: string;
  decided_at: Date | null;
}

/** Whether a removal is listed as something that a person or time ends. */
function isOpen({ policies }: Company, { status, decided_at: decided }: Listed): boolean {
  const waits = (decided?.getTime() ?? 0) + policies.delayHours * 3_600_000 + 86_400_000;
  return status === "pending" || status === "rejected" || (status === "approved" && waits > virtualNow().getTime());
}

interface AuditEntry {
  action: string;
  actor: string;
  detail: Record<string, unknown>;
}

/** I8: the trail is whole, and has every decision and every confirmed removal, in order. */
export async function judgeAudit(company: Company): Promise<void> {
  const verified = await company.command(["audit", "verify", "--json"]);
  if (verified.code !== 0 && !company.journalDamaged && !company.restored)
    company.violate("I8", `The audit trail does not verify: ${(verified.stdout + verified.stderr).slice(0, 300)}`);
  if (company.restored || company.journalDamaged) return;
  const entries = await company.machine.database.look<AuditEntry>("SELECT action, actor, detail FROM public.audit ORDER BY seq");
  const sent = entries.filter(({ action }) => action === "removal_sent").map(({ detail }) => detail);
  const ids = new Map(company.service.groups().map(({ id, path }) => [path, id]));
  for (const exchange of serviceLog()) {
    if (!isConfirmed(exchange) || exchange.removed.length === 0) continue;
    const certain = exchange.removed.filter((group) => !isInWindow(company, exchange, group)).map((path) => ids.get(path) ?? path);
    const found = sent.some(
      ({ user_id: user, groups }) => user === exchange.userId && certain.every((id) => (groups as string[]).includes(id)),
    );
    if (!found) company.violate("I8", `A confirmed removal from ${exchange.removed.join(", ")} is not in the audit trail.`);
  }
  for (const decision of company.ledger.decisions) {
    if (decision.maybe || decision.revert) continue;
    const action = decision.verdict === "approved" ? "removal_approved" : "removal_rejected";
    const found = entries.some(
      (entry) => entry.action === action && entry.actor === decision.by && entry.detail["group"] === decision.group,
    );
    if (!found) company.violate("I8", `The decision of ${decision.by} about ${decision.group} is not in the audit trail.`);
  }
}

/** I9: no secret in what was printed, reported or queued. */
export async function judgeSecrets(company: Company): Promise<void> {
  const folder = join(company.machine.dir, ".rollcall", "reports");
  const reports = existsSync(folder) ? readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8")) : [];
  const queued = (await company.machine.database.look<{ text: string }>("SELECT data::text AS text FROM bullmq.job").catch(() => [])).map(
    ({ text }) => text,
  );
  const places = { output: company.outputs.join("\n"), report: reports.join("\n"), queue: queued.join("\n") };
  const secrets = company.policies.nationalId ? [...company.secrets] : [...company.secrets].filter((secret) => !secret.startsWith("NID-"));
  for (const [place, text] of Object.entries(places))
    for (const secret of secrets) if (text.includes(secret)) company.violate("I9", `A secret is in the ${place}: ${secret.slice(0, 8)}…`);
}
