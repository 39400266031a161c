import { ServiceProblem } from "../learning-service/errors.ts";
import { Problem } from "../model/problem.ts";
import { appendAudit } from "../store/audit.ts";
import { listLeftOpen, type Intent } from "../store/intents.ts";
import { addLink, listLinks } from "../store/links.ts";
import { settleByReported } from "../store/outcomes.ts";
import { adoptFromReport, type Adopted } from "./adopt.ts";
import type { Service, Session } from "./session.ts";

/**
 * Settles what the groups could not, by a report that is requested now, after the last of these creates was sent. The
 * account in the only row of a person's key is theirs. A missing key, or one with two rows, proves nothing: no report
 * ever releases a create.
 * @param since only where one of these creates was sent after this time; what is older was asked for before
 */
export async function settleByReport(session: Session, service: Service, since: Date | null): Promise<void> {
  const { state, job } = session;
  const wanted = job.service.identities.report;
  if (wanted === null) return;
  const before = await listLeftOpen(state.db, job.service.account);
  if (!before.some(({ at }) => since === null || at > since)) return;
  const report = await askForReport(session, () => adoptFromReport(session, service, wanted));
  if (report === null) return;
  // One that was sent again, or settled, while the report was made is not what the report is about.
  const after = new Map((await listLeftOpen(state.db, job.service.account)).map((intent) => [intent.operation, intent.at.getTime()]));
  for (const intent of before) if (after.get(intent.operation) === intent.at.getTime()) await settleOne(session, intent, report);
}

/** @returns `null` where there is no report to go by: what is open stays open */
async function askForReport({ progress, stop }: Session, ask: () => Promise<Adopted>): Promise<Adopted | null> {
  try {
    return await ask();
  } catch (error) {
    if (stop.aborted || !(error instanceof Problem || error instanceof ServiceProblem)) throw error;
    progress.say(`Unconfirmed creates stay unconfirmed, because the report of the service cannot be used. ${error.message}`);
    return null;
  }
}

async function settleOne({ state, job, now }: Session, { operation, key, job: its, evidence }: Intent, report: Adopted): Promise<void> {
  const { account } = job.service;
  const [row, ...more] = report.rows.filter((one) => one.key === key);
  if (row === undefined || more.length > 0 || !row.readable) return;
  const { userId } = row;
  // An account of two keys, or another one than those that the groups show, is for a person to look at.
  if (report.rows.some((other) => other.userId === userId && other.key !== key)) return;
  if (evidence !== null && evidence.candidates.length > 0 && !evidence.candidates.includes(userId)) return;
  const links = await listLinks(state.db, account);
  if (links.some((link) => link.key === key || link.user_id === userId)) return;
  const { template, report: id } = report;
  const detail = { job: its, account, key, user_id: userId, template, report: id, via: "report" };
  await appendAudit(state, { actor: "rollcall", action: "create_settled", detail }, now());
  await addLink(state, { account, job: its, key, userId, source: "imported" }, now());
  await settleByReported(state.db, operation, now());
}
