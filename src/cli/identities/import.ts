import { resolve } from "node:path";
import { sortIdentities, withoutDoubtful, type IdentityRow } from "../../identities/employee-keys.ts";
import { fact } from "../../domain/facts/fact.ts";
import { EXIT, UsageProblem } from "../../domain/problem.ts";
import { matchFromReport } from "../../identities/match-accounts.ts";
import { readIdentityFile } from "../../identities/read-key-file.ts";
import { coverageOf, matchesNoPerson } from "../../identities/coverage.ts";
import { appendAudit } from "../../store/audit/audit.ts";
import { listUnconfirmedIntents } from "../../store/identities/intents.ts";
import { addLinks, listLinks } from "../../store/identities/links.ts";
import { t } from "../../reporting/locales/t.ts";
import { endWith } from "../failure.ts";
import { print, printJson } from "../../app/output.ts";
import { importedJson, importedText, type ImportSource } from "../view/identities.ts";
import { whoActs } from "../proven-actor.ts";
import { withJob, type CommonOptions, type OpenJob } from "../../app/open-session.ts";
import { canAsk, confirm } from "./ask.ts";
import type { Call } from "../../app/io.ts";

export interface ImportOptions extends CommonOptions {
  key?: string;
  userId?: string;
  dryRun?: boolean;
  yes?: boolean;
  reviewer?: string;
  evenIfNoneFits?: boolean;
}

interface Read {
  source: ImportSource;
  rows: IdentityRow[];
  /** Accounts for which the report has no key. */
  keyless: number;
}

/** Shows what an import would link, what conflicts and what stays unknown, then links everything without a conflict. */
export async function importIdentities(io: Call, jobName: string, file: string | undefined, options: ImportOptions): Promise<void> {
  await withJob(io, jobName, options, async ({ session, connect }) => {
    const { state, job } = session;
    const { account } = job.service;
    const by = await whoActs(io, state, options.reviewer, "link", session.now());
    const { source, rows, keyless } = await read({ session, connect }, file === undefined ? file : resolve(io.cwd, file), options);
    const sorted = withoutDoubtful(
      sortIdentities(rows, await listLinks(state.db, account)),
      rows,
      await listUnconfirmedIntents(state.db, account),
    );
    const readable = rows.filter((row) => row.readable && row.key !== "");
    const named = { keys: [...new Set(readable.map(({ key }) => key))], users: [...new Set(readable.map(({ userId }) => userId))] };
    const coverage = await coverageOf(session, connect, sorted, named);
    const shown = { source, sorted, keyless, coverage };
    if (options.json !== true) print(io, importedText(shown));
    if (matchesNoPerson(coverage, sorted) && options.dryRun !== true && options.evenIfNoneFits !== true) {
      throw new UsageProblem(fact("usage.import_matches_nobody", {}), fact("advice.compare_keys", {}));
    }
    const ask = options.dryRun !== true && sorted.fresh.length > 0 && canAsk(io, options);
    const proceed = options.dryRun !== true && (!ask || (await confirm(io, t("identities.link_people", { n: sorted.fresh.length }))));
    if (proceed && sorted.fresh.length > 0) {
      const detail = { job: job.name, account, ...source, links: sorted.fresh.length, conflicts: sorted.conflicts.length, via: by.via };
      await appendAudit(state, { actor: by.name, action: "identities_imported", detail }, session.now());
      await addLinks(
        state,
        sorted.fresh.map(({ key, userId }) => ({ account, job: job.name, key, userId, source: "imported" as const })),
        session.now(),
      );
    }
    const linked = proceed ? sorted.fresh.length : 0;
    if (options.json === true) printJson(io, { linked, ...importedJson(shown) });
    else print(io, linked > 0 ? t("identities.linked_people", { n: linked }) : t("nothing.linked"));
    endWith(io, sorted.conflicts.length > 0 ? EXIT.partly : EXIT.done);
  });
}

async function read({ session, connect }: OpenJob, file: string | undefined, options: ImportOptions): Promise<Read> {
  const { source, service } = session.job;
  const { report } = service.identities;
  if (file !== undefined) {
    if (options.key === undefined || options.userId === undefined) throw new UsageProblem(fact("usage.import_needs_columns", {}));
    const { rows, ...from } = await readIdentityFile(file, { key: options.key, userId: options.userId }, source.csv);
    return { source: from, rows, keyless: 0 };
  }
  if (report === null) throw new UsageProblem(fact("usage.import_needs_report", {}), fact("advice.name_report", {}));
  const matched = await matchFromReport(session, await connect(), {
    ...report,
    key: options.key ?? report.key,
    userId: options.userId ?? report.userId,
  });
  const { rows, keyless, ...from } = matched;
  return { source: from, rows, keyless };
}
