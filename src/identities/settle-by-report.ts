import { fact } from "../domain/facts/fact.ts";
import { ServiceProblem } from "../learning-service/errors/errors.ts";
import { Problem } from "../domain/problem.ts";
import { appendAudit } from "../store/audit/audit.ts";
import { listLeftOpen, type Intent } from "../store/identities/intents.ts";
import { addLink, listLinks } from "../store/identities/links.ts";
import { settleByReported } from "../store/runs/outcomes.ts";
import { matchFromReport, type ReportMatches } from "./match-accounts.ts";
import type { Service, Session } from "../session/session.ts";

/**
 * Settles creates that the groups could not, by a report requested after the last of them was sent. A key with exactly one
 * row gets that row's account. A key with no row or several proves nothing: a report never lets a create be sent again.
 * @param since requests a report only if one of the creates was sent after this time
 */
export async function settleByReport(session: Session, service: Service, since: Date | null): Promise<void> {
  const { state, job } = session;
  const wanted = job.service.identities.report;
  if (wanted === null) return;
  const before = await listLeftOpen(state.db, job.service.account);
  if (!before.some(({ at }) => since === null || at > since)) return;
  const report = await askForReport(session, () => matchFromReport(session, service, wanted));
  if (report === null) return;
  // Skip creates that were sent again or settled while the report was made.
  const after = new Map((await listLeftOpen(state.db, job.service.account)).map((intent) => [intent.operation, intent.at.getTime()]));
  for (const intent of before) if (after.get(intent.operation) === intent.at.getTime()) await settleOne(session, intent, report);
}

/** Requests the report. @returns `null` if there is none; creates then stay unconfirmed */
async function askForReport({ progress, stop }: Session, ask: () => Promise<ReportMatches>): Promise<ReportMatches | null> {
  try {
    return await ask();
  } catch (error) {
    if (stop.aborted || !(error instanceof Problem || error instanceof ServiceProblem)) throw error;
    progress.say(fact("service.report_unusable", { why: error.fact }));
    return null;
  }
}

async function settleOne(
  { state, job, now }: Session,
  { operation, key, job: intentJob, evidence }: Intent,
  report: ReportMatches,
): Promise<void> {
  const { account } = job.service;
  const [row, ...more] = report.rows.filter((one) => one.key === key);
  if (row === undefined || more.length > 0 || !row.readable) return;
  const { userId } = row;
  // A person must look at an account with two keys, or one that the groups do not show as a candidate.
  if (report.rows.some((other) => other.userId === userId && other.key !== key)) return;
  if (evidence !== null && evidence.candidates.length > 0 && !evidence.candidates.includes(userId)) return;
  const links = await listLinks(state.db, account);
  if (links.some((link) => link.key === key || link.user_id === userId)) return;
  const { template, report: id } = report;
  const detail = { job: intentJob, account, key, user_id: userId, template, report: id, via: "report" };
  await appendAudit(state, { actor: "rollcall", action: "create_settled", detail }, now());
  await addLink(state, { account, job: intentJob, key, userId, source: "imported" }, now());
  await settleByReported(state.db, operation, now());
}
