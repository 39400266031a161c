import type { Command } from "commander";
import { UsageProblem } from "../../model/problem.ts";
import type { Cells, Reject } from "../../model/record.ts";
import { decide } from "../../plan/decide.ts";
import { membershipsOf } from "../../store/directory.ts";
import { listUnsettled } from "../../store/intents.ts";
import { findLink } from "../../store/links.ts";
import { historyOf } from "../../store/operations.ts";
import { findPerson } from "../../store/people.ts";
import { listRemovals } from "../../store/removals.ts";
import { openMapped } from "../../source/open.ts";
import { resolveFile } from "../../source/resolve.ts";
import type { Session } from "../../run/session.ts";
import { namesakeFinder } from "../../run/namesakes.ts";
import { termsOf } from "../../run/terms.ts";
import { explanationText, type Explanation } from "../view/explanation.ts";
import { withCommonOptions, withExamples } from "../options.ts";
import { print, printJson } from "../output.ts";
import { withJob, type CommonOptions } from "../wire.ts";

export function addExplain(program: Command): void {
  const command = program
    .command("explain <job> <key>")
    .description("one person: row, mapping, rules, current and desired groups, the difference, history")
    .option("--file <file>", "look for the person in this file instead of the job's")
    .action(run);
  withExamples(withCommonOptions(command), "rollcall explain nightly 00123");
}

async function run(jobName: string, key: string, options: CommonOptions & { file?: string }): Promise<void> {
  await withJob(jobName, options, async ({ session, connect }) => {
    const found = await findRow(session, key, options.file ?? session.job.source.file);
    const service = await connect();
    // What a run has read is good enough to explain it; only without any reading is the service asked.
    if ((await service.directory.readAt()) === null) await service.directory.refresh();
    const explanation = await explain(
      session,
      key,
      found,
      await termsOf(session, service),
      (await service.directory.readAt())?.toISOString() ?? null,
    );
    if (options.json === true) printJson(explanation);
    else print(explanationText(explanation));
  });
}

interface FoundRow {
  file: string;
  /** More than one: the rows of one key, of which none or the first is used. */
  rows: { row: number; cells: Cells; reject?: Reject }[];
}

async function findRow({ mapping, job }: Session, key: string, pattern: string): Promise<FoundRow> {
  const file = await resolveFile(pattern);
  const { source, places } = await openMapped(file, job.source, mapping);
  const rows: FoundRow["rows"] = [];
  for await (const batch of source.rows()) {
    for (const { row, cells, problem } of batch) {
      // A problem of one cell leaves the others readable.
      if (problem !== undefined && problem.column === undefined) continue;
      const picked = places.map((place) => cells[place]);
      if (mapping.key(picked) !== key) continue;
      rows.push({ row, cells: picked, ...(problem === undefined ? {} : { reject: { row, column: null, ...problem } }) });
    }
  }
  return { file, rows };
}

async function explain(
  session: Session,
  key: string,
  found: FoundRow,
  terms: Awaited<ReturnType<typeof termsOf>>,
  readAt: string | null,
): Promise<Explanation> {
  const {
    state: { db },
    job,
    mapping,
  } = session;
  const { account } = job.service;
  const link = await findLink(db, account, key);
  const stored = await findPerson(db, job.name, key);
  const first = found.rows[0];
  if (first === undefined && link === undefined && stored === undefined) {
    throw new UsageProblem(
      `Nobody with the key ${key} stands in ${found.file}, and nobody is known by it.`,
      "Keys are text: 00123 and 123 are two people.",
    );
  }
  const current = link === undefined ? [] : await membershipsOf(db, account, link.user_id);
  const mapped =
    first === undefined ? null : first.reject === undefined ? mapping.map(first.row, first.cells) : { rejects: [first.reject] };
  const person = mapped !== null && "person" in mapped ? mapped.person : null;
  const unsettled = (await listUnsettled(db, account)).find((intent) => intent.key === key);
  const namesakes = person === null || link !== undefined ? [] : ((await namesakeFinder(session, "")([person])).get(key) ?? []);
  const verdict =
    person === null || first === undefined
      ? null
      : decide(
          {
            row: first.row,
            person,
            unsettled: unsettled === undefined ? null : (unsettled.reason ?? "The outcome of an earlier create is not known."),
            link: link === undefined ? null : { userId: link.user_id, active: link.active, sent: link.sent },
            namesakes,
            current,
          },
          terms,
        );
  const path = (id: string): string => terms.index.byId(id)?.path ?? id;
  const secret = (column: string, value: string | undefined): string | null =>
    value === undefined ? null : mapping.sensitiveColumns.has(column) ? "(not shown)" : value;
  return {
    key,
    file: found.file,
    rows: found.rows.map((row) => row.row),
    cells: first === undefined ? [] : mapping.columns.map((column, i) => ({ column, value: secret(column, first.cells[i]) })),
    rejects: mapped !== null && "rejects" in mapped ? mapped.rejects : [],
    notes: verdict?.notes ?? person?.notes ?? [],
    fields: Object.entries(person?.user ?? {}).map(([field, value]) => ({
      field,
      value: mapping.sensitiveFields.has(field)
        ? "(not shown)"
        : Array.isArray(value)
          ? value
              .map((item) => `${item.id}: ${mapping.sensitiveFields.has(`custom_fields.${item.id}`) ? "(not shown)" : item.value}`)
              .join(", ")
          : String(value),
    })),
    active: person?.active ?? null,
    groups: (person?.groups ?? []).map((claim) => ({
      group: claim.group,
      rule: claim.rule,
      at: claim.at,
      known: terms.index.find(claim.group) !== null,
      cells: claim.cells.map((cell) => ({ column: cell.column, value: secret(cell.column, cell.value) })),
    })),
    undecided: (person?.undecided ?? []).map(({ rule, at, column, reason }) => ({ rule, at, column, reason })),
    account: link === undefined ? null : { user_id: link.user_id, source: link.source, active: link.active },
    current: current
      .map((id) => ({ group: path(id), managed: mapping.isManaged(path(id), id) }))
      .sort((a, b) => a.group.localeCompare(b.group)),
    readAt,
    outcome:
      verdict === null
        ? null
        : {
            action: verdict.outcome,
            reason: verdict.reason,
            fields: verdict.fields,
            gains: verdict.gains.map(path),
            losses: verdict.losses.map(path),
          },
    history: (await historyOf(db, account, key)).map(({ run: id, kind, status, reason }) => ({ run: id, kind, status, reason })),
    removals: (await listRemovals(db, { job: job.name, key })).map(
      ({ id, group_path: group, status, decided_by: by, decision_reason: reason }) => ({ id, group, status, by, reason }),
    ),
  };
}
