import { resolve } from "node:path";
import { sortIdentities, type IdentityRow, type SortedIdentities } from "../../directory/identities.ts";
import { EXIT, UsageProblem } from "../../model/problem.ts";
import { adoptFromReport } from "../../run/adopt.ts";
import { readIdentityFile } from "../../run/adopt-file.ts";
import { coverageOf, type Coverage } from "../../run/coverage.ts";
import { appendAudit } from "../../store/audit.ts";
import { listUnsettled, type Intent } from "../../store/intents.ts";
import { addLinks, listLinks } from "../../store/links.ts";
import { endWith } from "../failure.ts";
import { print, printJson } from "../output.ts";
import { importedJson, importedText, type ImportSource } from "../view/identities.ts";
import { withJob, type CommonOptions, type Wired } from "../wire.ts";
import { canAsk, confirm } from "./ask.ts";
import type { Call } from "../io.ts";

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

/** Links all that doesn't conflict, after showing what it would link, what conflicts and what stays unknown. */
export async function importIdentities(io: Call, jobName: string, file: string | undefined, options: ImportOptions): Promise<void> {
  await withJob(io, jobName, options, async ({ session, connect }) => {
    const { state, job } = session;
    const { account } = job.service;
    const { source, rows, keyless } = await read({ session, connect }, file === undefined ? file : resolve(io.cwd, file), options);
    const sorted = withoutDoubtful(sortIdentities(rows, await listLinks(state.db, account)), rows, await listUnsettled(state.db, account));
    const readable = rows.filter((row) => row.readable && row.key !== "");
    const named = { keys: [...new Set(readable.map(({ key }) => key))], users: [...new Set(readable.map(({ userId }) => userId))] };
    const coverage = await coverageOf(session, connect, sorted, named);
    const shown = { source, sorted, keyless, coverage };
    if (options.json !== true) print(io, importedText(shown));
    if (fitsNobody(coverage, sorted) && options.dryRun !== true && options.evenIfNoneFits !== true) {
      throw new UsageProblem(
        "None of HR's people is named by what would be imported: the keys may be written in another way (00123 and 123 are two people). Nothing was linked.",
        "Compare the keys; if it is right all the same, add --even-if-none-fits.",
      );
    }
    const ask = options.dryRun !== true && sorted.fresh.length > 0 && canAsk(io, options);
    const go = options.dryRun !== true && (!ask || (await confirm(io, `Link ${sorted.fresh.length} people?`)));
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
    if (options.json === true) printJson(io, { linked, ...importedJson(shown) });
    else print(io, linked > 0 ? `${linked} people were linked.` : "Nothing was linked.");
    endWith(io, sorted.conflicts.length > 0 ? EXIT.partly : EXIT.done);
  });
}

/** An account that is named for somebody whose create is not settled, and is none of those that may have come of it. */
function withoutDoubtful(sorted: SortedIdentities, rows: readonly IdentityRow[], unsettled: readonly Intent[]): SortedIdentities {
  const candidates = new Map(unsettled.map(({ key, evidence }) => [key, evidence?.candidates ?? []]));
  const doubtful = (pair: { key: string; userId: string }): boolean => candidates.get(pair.key)?.includes(pair.userId) === false;
  const conflicts = sorted.fresh.filter(doubtful).map(({ key, userId }) => ({
    row: rows.find((row) => row.key === key && row.userId === userId)?.row ?? 0,
    code: "unsettled_create",
    message: `a create of ${key} is not settled and may have made another account than ${userId}; \`rollcall identities link\` settles it`,
  }));
  return { ...sorted, fresh: sorted.fresh.filter((pair) => !doubtful(pair)), conflicts: [...sorted.conflicts, ...conflicts] };
}

function fitsNobody({ people }: Coverage, { fresh }: SortedIdentities): boolean {
  return fresh.length > 0 && people !== null && people.count > 0 && people.named === 0;
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
