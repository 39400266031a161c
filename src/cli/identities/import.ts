import { sortIdentities, type IdentityRow } from "../../directory/identities.ts";
import { EXIT, UsageProblem } from "../../model/problem.ts";
import { adoptFromReport } from "../../run/adopt.ts";
import { readIdentityFile } from "../../run/adopt-file.ts";
import { coverageOf } from "../../run/coverage.ts";
import { appendAudit } from "../../store/audit.ts";
import { addLinks, listLinks } from "../../store/links.ts";
import { endWith } from "../failure.ts";
import { print, printJson } from "../output.ts";
import { importedJson, importedText, type ImportSource } from "../view/identities.ts";
import { withJob, type CommonOptions, type Wired } from "../wire.ts";
import { canAsk, confirm } from "./ask.ts";

interface ImportOptions extends CommonOptions {
  key?: string;
  userId?: string;
  dryRun?: boolean;
  yes?: boolean;
  reviewer?: string;
}

interface Read {
  source: ImportSource;
  rows: IdentityRow[];
  /** Accounts for which the report has no key. */
  keyless: number;
}

/** Links all that doesn't conflict, after showing what it would link, what conflicts and what stays unknown. */
export async function importIdentities(jobName: string, file: string | undefined, options: ImportOptions): Promise<void> {
  await withJob(jobName, options, async ({ session, connect }) => {
    const { state, job } = session;
    const { account } = job.service;
    const { source, rows, keyless } = await read({ session, connect }, file, options);
    const sorted = sortIdentities(rows, await listLinks(state.db, account));
    const readable = rows.filter((row) => row.readable && row.key !== "");
    const named = { keys: [...new Set(readable.map(({ key }) => key))], users: [...new Set(readable.map(({ userId }) => userId))] };
    const coverage = await coverageOf(session, connect, sorted, named);
    const shown = { source, sorted, keyless, coverage };
    if (options.json !== true) print(importedText(shown));
    const ask = options.dryRun !== true && sorted.fresh.length > 0 && canAsk(options);
    const go = options.dryRun !== true && (!ask || (await confirm(`Link ${sorted.fresh.length} people?`)));
    if (go && sorted.fresh.length > 0) {
      const detail = { job: job.name, account, ...source, links: sorted.fresh.length, conflicts: sorted.conflicts.length };
      await appendAudit(state, { actor: options.reviewer ?? "unknown", action: "identities_imported", detail }, session.now());
      await addLinks(
        state,
        sorted.fresh.map(({ key, userId }) => ({ account, job: job.name, key, userId, source: "imported" as const })),
        session.now(),
      );
    }
    const linked = go ? sorted.fresh.length : 0;
    if (options.json === true) printJson({ linked, ...importedJson(shown) });
    else print(linked > 0 ? `${linked} people were linked.` : "Nothing was linked.");
    endWith(sorted.conflicts.length > 0 ? EXIT.partly : EXIT.done);
  });
}

async function read({ session, connect }: Wired, file: string | undefined, options: ImportOptions): Promise<Read> {
  const { source, service } = session.job;
  const { report } = service.identities;
  if (file !== undefined) {
    if (options.key === undefined || options.userId === undefined)
      throw new UsageProblem("A file needs --key COLUMN and --user-id COLUMN. Nothing was linked.");
    const { rows, ...from } = await readIdentityFile(file, { key: options.key, userId: options.userId }, source.csv);
    return { source: from, rows, keyless: 0 };
  }
  if (report === null)
    throw new UsageProblem(
      "Without FILE the accounts come from a report of the service, and the job names none. Nothing was linked.",
      "Name a file, or a report under `service.identities.report`: { template, key, user_id }.",
    );
  const adopted = await adoptFromReport(session, await connect(), {
    ...report,
    key: options.key ?? report.key,
    userId: options.userId ?? report.userId,
  });
  const { rows, keyless, ...from } = adopted;
  return { source: from, rows, keyless };
}
