import type { Command } from "commander";
import { createInterface } from "node:readline/promises";
import { EXIT, FileProblem, UsageProblem } from "../../model/problem.ts";
import { nearest } from "../../model/nearest.ts";
import { openCsv } from "../../source/csv.ts";
import { resolveFile } from "../../source/resolve.ts";
import { sortIdentities, type IdentityRow, type SortedIdentities } from "../../directory/identities.ts";
import { addLink, addLinks, findLink, findLinkByUser, listLinks, listUnsettled } from "../../store/links.ts";
import { endWith } from "../failure.ts";
import { withCommonOptions, withExamples } from "../options.ts";
import { print, printJson } from "../output.ts";
import { table } from "../view/tables.ts";
import { loadConfiguration, withState, type CommonOptions } from "../wire.ts";

interface IdentityOptions extends CommonOptions {
  key?: string;
  userId?: string;
  dryRun?: boolean;
  yes?: boolean;
  unsettled?: boolean;
}

export function addIdentities(program: Command): void {
  const identities = program.command("identities").description("who is who: which HR key belongs to which account");
  withExamples(
    withCommonOptions(
      identities.command("list <job>").description("the links, and creates whose outcome is not known").option("--unsettled", "only those"),
    ).action(list),
    "rollcall identities list nightly --unsettled",
  );
  withExamples(
    withCommonOptions(
      identities
        .command("import <job> <file>")
        .description("link existing accounts from a CSV file")
        .requiredOption("--key <column>", "the column with the HR key")
        .requiredOption("--user-id <column>", "the column with the account's user_id")
        .option("--dry-run", "show what would be linked, and link nothing")
        .option("--yes", "do not ask"),
    ).action(importFile),
    'rollcall identities import nightly accounts.csv --key "Employee ID" --user-id user_id --dry-run',
  );
  withExamples(
    withCommonOptions(identities.command("link <job> <key> <user-id>").description("link one person to one account, by hand")).action(link),
    "rollcall identities link nightly 00123 3f0e6f0e-5d1c-4a55-9f0a-6f3e0c7b1d11",
  );
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

async function list(jobName: string, options: IdentityOptions): Promise<void> {
  const { job } = await loadConfiguration(jobName);
  await withState(options, async ({ db }) => {
    const unsettled = (await listUnsettled(db, job.service.account)).map(({ key, username, reason, at }) => ({
      key,
      username,
      reason,
      since: at.toISOString(),
    }));
    const links =
      options.unsettled === true
        ? []
        : (await listLinks(db, job.service.account)).map(({ key, user_id: userId, source, active, created_at: at }) => ({
            key,
            user_id: userId,
            source,
            active,
            since: at.toISOString(),
          }));
    if (options.json === true) return printJson(options.unsettled === true ? unsettled : { links, unsettled });
    if (links.length > 0)
      print(table([["key", "user_id", "source", "since"], ...links.map((l) => [l.key, l.user_id, l.source, l.since.slice(0, 10)])]));
    if (unsettled.length > 0)
      print(
        [
          "",
          "Not settled: nobody of these is created again until you have linked the account.",
          ...unsettled.map((u) => `  ${u.key} (${u.username}), ${u.since.slice(0, 16)}: ${u.reason ?? ""}`),
        ].join("\n"),
      );
    if (links.length + unsettled.length === 0) print(options.unsettled === true ? "Everything is settled." : "Nobody is linked yet.");
  });
}

async function link(jobName: string, key: string, userId: string, options: IdentityOptions): Promise<void> {
  const { job } = await loadConfiguration(jobName);
  if (!uuid.test(userId)) throw new UsageProblem(`\`${userId}\` is no user_id: a uuid was expected. Nothing was linked.`);
  await withState(options, async (state) => {
    const { account } = job.service;
    const known = await findLink(state.db, account, key);
    const owner = await findLinkByUser(state.db, account, userId.toLowerCase());
    if (known !== undefined && known.user_id !== userId.toLowerCase())
      throw new UsageProblem(`${key} is linked to ${known.user_id} already. Nothing was linked.`);
    if (owner !== undefined && owner.key !== key)
      throw new UsageProblem(`${userId} is linked to ${owner.key} already. Nothing was linked.`);
    if (known === undefined)
      await addLink(state, { account, job: job.name, key, userId: userId.toLowerCase(), source: "by hand" }, new Date());
    if (options.json === true) printJson({ key, user_id: userId.toLowerCase(), linked: known === undefined });
    else
      print(
        known === undefined
          ? `${key} is linked to ${userId}. The next run looks at this person again.`
          : `${key} was linked to ${userId} already.`,
      );
  });
}

async function importFile(jobName: string, file: string, options: IdentityOptions): Promise<void> {
  const { job } = await loadConfiguration(jobName);
  const rows = await readIdentities(await resolveFile(file), options.key ?? "", options.userId ?? "", job.source.csv);
  await withState(options, async (state) => {
    const { account } = job.service;
    const sorted = sortIdentities(rows, await listLinks(state.db, account));
    const ask = options.yes !== true && options.dryRun !== true && process.stdin.isTTY === true && sorted.fresh.length > 0;
    if (options.json !== true) print(sortedText(sorted));
    const go = options.dryRun !== true && (!ask || (await confirm(`Link ${sorted.fresh.length} people?`)));
    if (go)
      await addLinks(
        state,
        sorted.fresh.map(({ key, userId }) => ({ account, job: job.name, key, userId, source: "imported" as const })),
        new Date(),
      );
    const linked = go ? sorted.fresh.length : 0;
    if (options.json === true)
      printJson({ linked, would_link: sorted.fresh.length, already_linked: sorted.known, conflicts: sorted.conflicts });
    else print(go ? `${linked} people were linked.` : "Nothing was linked.");
    endWith(sorted.conflicts.length > 0 ? EXIT.partly : EXIT.done);
  });
}

async function readIdentities(
  file: string,
  keyColumn: string,
  idColumn: string,
  csv: Parameters<typeof openCsv>[1],
): Promise<IdentityRow[]> {
  const source = await openCsv(file, csv);
  const place = (name: string): number => {
    const at = source.header.flatMap((column, i) => (column === name.trim().normalize("NFC") ? [i] : []));
    if (at.length === 1) return at[0] ?? 0;
    const near = nearest(name, source.header);
    const what =
      at.length === 0
        ? `has no column “${name}”${near === undefined ? "" : `; did you mean “${near}”?`}`
        : `has the column “${name}” more than once`;
    throw new FileProblem(at.length === 0 ? "missing_column" : "duplicate_column", `${file}: the file ${what}. Nothing was linked.`);
  };
  const keyAt = place(keyColumn);
  const idAt = place(idColumn);
  const rows: IdentityRow[] = [];
  for await (const batch of source.rows()) {
    for (const { row, cells, problem } of batch) {
      const userId = (cells[idAt] ?? "").trim().toLowerCase();
      rows.push({ row, key: (cells[keyAt] ?? "").trim(), userId, readable: problem === undefined && uuid.test(userId) });
    }
  }
  return rows;
}

function sortedText({ fresh, known, conflicts }: SortedIdentities): string {
  const lines = [`${fresh.length} people can be linked, ${known} are linked already, ${conflicts.length} rows conflict.`];
  for (const conflict of conflicts.slice(0, 20)) lines.push(`  row ${conflict.row}: ${conflict.message}`);
  if (conflicts.length > 20) lines.push(`  … and ${conflicts.length - 20} more; --json lists them all`);
  return lines.join("\n");
}

async function confirm(question: string): Promise<boolean> {
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await prompt.question(`${question} [y/N] `);
  prompt.close();
  return /^y(es)?$/i.test(answer.trim());
}
