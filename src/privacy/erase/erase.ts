import { fact } from "../../domain/facts/fact.ts";
import { names, pseudonymOf, type PersonReference } from "../../domain/erased.ts";
import { withoutPerson } from "../../domain/facts/without-person.ts";
import { EXIT, Problem, UsageProblem } from "../../domain/problem.ts";
import { appendAudit } from "../../store/audit/audit.ts";
import { ERASED_MARK, redactEntries, redactionOf, type Redaction } from "../../store/audit/audit-redaction.ts";
import { dropAbandonedRows } from "../../store/runs/checked-rows.ts";
import { eraseFromTables, scrub, scrubLog, type Erased } from "../../store/privacy/erase.ts";
import { auditEntries, isKnown, knownNames, placesOf, findErasureBlockers } from "../../store/privacy/find-person.ts";
import { findLink } from "../../store/identities/links.ts";
import { pseudonymKey } from "../../store/settings.ts";
import { ownKeyFile } from "../../state/sealing-keys.ts";
import { purgeFiles } from "../retention/files.ts";
import { dropLastReads } from "../../session/last-reads.ts";
import type { Session } from "../../session/session.ts";
import { eraseFromJournal, refuseDamagedJournal } from "./journal.ts";
import { eraseFromReports, type WriteReport } from "./reports.ts";
import { inTransaction } from "../../store/transaction.ts";

export interface EraseRequest {
  key: string;
  by: { name: string; via: string };
  /** Kept in the audit trail, so it must not name the person. */
  reason: string;
  dryRun: boolean;
}

/** The result of an erasure or a dry run. */
export interface ErasedPerson {
  /** Rows of each table that were deleted or emptied. */
  rows: Erased;
  audit_entries: number;
  reports: number;
  /** The person's account in the learning service, which Rollcall does not delete. */
  user_id: string | null;
  /** The person was erased before; only their pseudonym is left. */
  already: boolean;
}

/**
 * Erases everything stored about a person. Writes the audit entry first, with the hash of each entry to redact, then
 * rewrites the journal, the tables and the reports. If interrupted, it can simply be run again.
 * @throws Problem `person_in_file`, `person_under_way` if the data is still needed. Exit 2, nothing was erased.
 */
export async function erasePerson(session: Session, request: EraseRequest, writeReport: WriteReport): Promise<ErasedPerson> {
  const { state, job, now } = session;
  const { db } = state;
  const { account } = job.service;
  const { key, by, reason, dryRun } = request;
  await throwIfNeeded(session, key);
  await refuseDamagedJournal(state);
  const pseudonym = pseudonymOf(await pseudonymKey(state), account, key);
  const link = await findLink(db, account, key);
  const nameParts = [...new Set(await knownNames(db, account, key))].filter((part) => part.length >= 5 && part !== key);
  const person: PersonReference = { key, identifiers: nameParts };
  const known = await isKnown(db, account, key);
  const already = !known && (await isKnown(db, account, pseudonym));
  if (!known && !already) throw unknown(key, job.name);
  if (names(reason, person)) throw new UsageProblem(fact("erase.reason_names_person", {}), fact("advice.name_request", {}));

  const redactions = await redactionsOf(session, person);
  const erasing = { ...person, account, pseudonym, at: now(), fingerprint: session.secrecy.fingerprint };
  const counted = (rows: Erased, reports: number): ErasedPerson => ({
    rows,
    audit_entries: redactions.length,
    reports,
    user_id: link?.user_id ?? null,
    already,
  });
  if (dryRun) return counted(await eraseFromTables(db, erasing, true), await eraseFromReports(state, person, null));

  const redacted = redactions.map(({ seq, hash }) => [seq, hash]);
  const detail = { job: job.name, account, person: pseudonym.trim(), reason, via: by.via, redacted };
  await appendAudit(state, { actor: by.name, action: ERASED_MARK, detail }, now());
  // Before the tables: at the next start the journal must not restore what they no longer contain.
  await eraseFromJournal(state, erasing, redactions);
  const rows = await inTransaction(db, async (tx) => {
    await redactEntries(tx, redactions);
    return eraseFromTables(tx, erasing, false);
  });
  await dropAbandonedRows(state);
  const embedded = ownKeyFile(state) !== null;
  await scrub(db, { whole: embedded });
  if (embedded) await scrubLog(db);
  await purgeFiles(state, now(), false);
  await dropLastReads(state);
  return counted(rows, await eraseFromReports(state, person, writeReport));
}

async function throwIfNeeded({ state, job }: Session, key: string): Promise<void> {
  const { inFiles, inRuns, underWay } = await findErasureBlockers(state.db, job.service.account, key);
  const where = [
    ...inFiles.map(({ job: name, row }) =>
      row === null ? fact("erase.is_in_last_file", { job: name }) : fact("erase.is_in_row", { row, job: name }),
    ),
    ...inRuns.map((run) => fact("erase.is_in_run", { run })),
  ];
  if (where.length > 0)
    throw new Problem(fact("erase.person_is_in_files", { key, files: where }), {
      code: "person_in_file",
      exit: EXIT.configuration,
      audience: "hr",
      next: fact("advice.remove_from_export", {}),
    });
  if (underWay)
    throw new Problem(fact("erase.operation_is_open", { key }), {
      code: "person_under_way",
      exit: EXIT.configuration,
      audience: "admin",
      next: fact("advice.resolve_create", {}),
    });
}

/** Returns the audit entries that name the person, each with its redacted content. */
async function redactionsOf({ state, job }: Session, person: PersonReference): Promise<Redaction[]> {
  const places = await placesOf(state.db, job.service.account);
  const redactions: Redaction[] = [];
  for (const entry of await auditEntries(state.db)) {
    if (entry.action === ERASED_MARK || !places.mayBe(entry.detail)) continue;
    const detail = withoutPerson(entry.detail, person);
    if (JSON.stringify(detail) !== JSON.stringify(entry.detail)) redactions.push(redactionOf(entry, detail));
  }
  return redactions;
}

function unknown(key: string, job: string): UsageProblem {
  return new UsageProblem(fact("erase.key_is_unknown", { key, job }), fact("advice.write_key_as_in_file", {}));
}
