import { createHmac } from "node:crypto";
import { names, withoutPerson, type Whose } from "../../model/erased.ts";
import { EXIT, Problem, UsageProblem } from "../../model/problem.ts";
import { appendAudit } from "../../store/audit.ts";
import { FORGOTTEN, redactEntries, redactionOf, type Redaction } from "../../store/audit-redaction.ts";
import { dropAbandonedChecks } from "../../store/checked-rows.ts";
import { eraseFromTables, scrub, scrubLog, type Erased } from "../../store/forget.ts";
import { auditEntries, isKnown, knownNames, placesOf, standingOf } from "../../store/forget-find.ts";
import { findLink } from "../../store/links.ts";
import { pseudonymKey } from "../../store/settings.ts";
import { ownKeyFile } from "../keys.ts";
import { purgeFiles } from "../purge/files.ts";
import type { Session } from "../session.ts";
import { eraseFromJournal, refuseDamagedJournal } from "./journal.ts";
import { eraseFromReports, type WriteReport } from "./reports.ts";

export interface ForgetRequest {
  key: string;
  by: { name: string; via: string };
  /** Stays in the audit trail, so it must not name the person. */
  reason: string;
  dryRun: boolean;
}

/** What was erased, or would be. */
export interface Forgotten {
  /** Rows of each table that were deleted or emptied. */
  rows: Erased;
  audit_entries: number;
  reports: number;
  /** The account that the person still has in the learning service, which is not ours to erase. */
  user_id: string | null;
  /** Nothing is left but what stands for them since they were forgotten. */
  already: boolean;
}

/** What stands for a key where something has to stay. A key has no blank in front of it, so this is nobody's. */
export function pseudonymOf(secret: string, account: string, key: string): string {
  return ` forgotten ${createHmac("sha256", secret)
    .update(JSON.stringify([account, key]))
    .digest("base64url")}`;
}

/**
 * Erases everything that is stored about a person. First the trail says so, with the hash of each of its entries that
 * will hold less, then the journal, the tables and the reports follow: cut short at any point, it is simply done again.
 * @throws Problem `person_in_file`, `person_under_way`: they are still needed. Exit 2, nothing was erased.
 */
export async function forgetPerson(session: Session, request: ForgetRequest, writeReport: WriteReport): Promise<Forgotten> {
  const { state, job, now } = session;
  const { db } = state;
  const { account } = job.service;
  const { key, by, reason, dryRun } = request;
  await refuseWhoIsNeeded(session, key);
  await refuseDamagedJournal(state);
  const pseudonym = pseudonymOf(await pseudonymKey(state), account, key);
  const link = await findLink(db, account, key);
  const words = [...new Set(await knownNames(db, account, key))].filter((word) => word.length >= 5 && word !== key);
  const whose: Whose = { key, words };
  const known = await isKnown(db, account, key);
  const already = !known && (await isKnown(db, account, pseudonym));
  if (!known && !already) throw unknown(key, job.name);
  if (names(reason, whose))
    throw new UsageProblem(
      "The reason names the person, and it stays in the audit trail. Nothing was erased.",
      "Name a request or a ticket instead.",
    );

  const redactions = await redactionsOf(session, whose);
  const forgetting = { ...whose, account, pseudonym, at: now() };
  const counted = (rows: Erased, reports: number): Forgotten => ({
    rows,
    audit_entries: redactions.length,
    reports,
    user_id: link?.user_id ?? null,
    already,
  });
  if (dryRun) return counted(await eraseFromTables(db, forgetting, true), await eraseFromReports(state, whose, null));

  const redacted = redactions.map(({ seq, hash }) => [seq, hash]);
  const detail = { job: job.name, account, person: pseudonym.trim(), reason, via: by.via, redacted };
  await appendAudit(state, { actor: by.name, action: FORGOTTEN, detail }, now());
  // Before the tables: what a next start reads from the journal must never be more than they know.
  await eraseFromJournal(state, forgetting, redactions);
  const rows = await db.transaction().execute(async (tx) => {
    await redactEntries(tx, redactions);
    return eraseFromTables(tx, forgetting, false);
  });
  await dropAbandonedChecks(state);
  const embedded = ownKeyFile(state) !== null;
  await scrub(db, { whole: embedded });
  if (embedded) await scrubLog(db);
  await purgeFiles(state, now(), false);
  return counted(rows, await eraseFromReports(state, whose, writeReport));
}

async function refuseWhoIsNeeded({ state, job }: Session, key: string): Promise<void> {
  const { inFiles, inRuns, underWay } = await standingOf(state.db, job.service.account, key);
  const where = [
    ...inFiles.map((file) => `row ${file.row} of the last file of ${file.job}`),
    ...inRuns.map((run) => `the file of run ${run}, which waits`),
  ];
  if (where.length > 0)
    throw new Problem(
      `${key} stands in ${where.join(" and in ")}: as long as HR names the person, every run stores them anew. Nothing was erased.`,
      {
        code: "person_in_file",
        exit: EXIT.configuration,
        audience: "hr",
        next: "Take the person out of the export; once a run over the whole file has accepted that, forget them.",
      },
    );
  if (underWay)
    throw new Problem(`Something about ${key} is under way: an operation, or a create whose outcome nobody knows. Nothing was erased.`, {
      code: "person_under_way",
      exit: EXIT.configuration,
      audience: "admin",
      next: "Let the run end, or settle the create: `rollcall identities list JOB --unsettled`.",
    });
}

/** The entries of the trail that name the person, each with what it holds without them. */
async function redactionsOf({ state, job }: Session, whose: Whose): Promise<Redaction[]> {
  const places = await placesOf(state.db, job.service.account);
  const redactions: Redaction[] = [];
  for (const entry of await auditEntries(state.db)) {
    if (entry.action === FORGOTTEN || !places.mayBe(entry.detail)) continue;
    const detail = withoutPerson(entry.detail, whose);
    if (JSON.stringify(detail) !== JSON.stringify(entry.detail)) redactions.push(redactionOf(entry, detail));
  }
  return redactions;
}

function unknown(key: string, job: string): UsageProblem {
  return new UsageProblem(
    `Nothing is stored about ${key} in the account of ${job}. Nothing was erased.`,
    "Keys are text, as they stand in the file: 00123 and 123 are two people.",
  );
}
