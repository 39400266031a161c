import type { Command } from "commander";
import { EXIT } from "../../model/problem.ts";
import { textOf, type Person } from "../../model/person.ts";
import type { Reject } from "../../model/record.ts";
import { resolveFile } from "../../source/resolve.ts";
import { openCsv } from "../../source/csv.ts";
import type { Service, Session } from "../../run/session.ts";
import { termsOf } from "../../run/terms.ts";
import { noteBook } from "../../run/notes.ts";
import { countUnknownAccounts } from "../../store/directory.ts";
import { checkText, type Checked } from "../view/check.ts";
import { endWith } from "../failure.ts";
import { withCommonOptions, withExamples } from "../options.ts";
import { print, printJson } from "../output.ts";
import { withJob, type CommonOptions } from "../wire.ts";

export function addCheck(program: Command): void {
  const command = program
    .command("check <job>")
    .description("configuration, file and service: everything that can be known before a run; changes nothing")
    .option("--file <file>", "check this file instead of the job's")
    .action((job: string, options: CommonOptions & { file?: string }) =>
      withJob(job, options, async ({ session, connect }) => {
        const checked = await check(session, options.file ?? session.job.source.file, connect);
        if (options.json === true) printJson(checked);
        else print(checkText(checked));
        endWith(checked.rejects.length > 0 ? EXIT.partly : EXIT.done);
      }),
    );
  withExamples(withCommonOptions(command), "rollcall check nightly", "rollcall check jobs/nightly.yaml --file sample.csv");
}

async function check(session: Session, pattern: string, connect: () => Promise<Service>): Promise<Checked> {
  const { job, mapping, progress } = session;
  const file = await resolveFile(pattern);
  const source = await openCsv(file, job.source.csv);
  const places = mapping.bind(source.header, file);
  const claimed = new Map<string, number>();
  const notes = noteBook();
  const rejects: Reject[] = [];
  const first: Checked["first"] = [];
  let rows = 0;

  progress.phase("Reading the file", source.bytes);
  for await (const batch of source.rows()) {
    for (const { row, cells, problem } of batch) {
      rows += 1;
      if (problem !== undefined) {
        rejects.push({ row, column: null, ...problem });
        continue;
      }
      const mapped = mapping.map(
        row,
        places.map((place) => cells[place]),
      );
      if ("rejects" in mapped) {
        rejects.push(...mapped.rejects);
        continue;
      }
      notes.add(row, mapped.person.notes);
      for (const claim of mapped.person.groups) claimed.set(claim.group, (claimed.get(claim.group) ?? 0) + 1);
      if (first.length < 5) first.push(summary(row, mapped.person, session));
    }
    progress.at(source.bytesRead());
  }
  progress.phase("Asking the service", null);
  const service = await connect();
  await service.directory.refresh();
  const subscriptions = await service.client.subscriptions.list({ status: "active" });
  const groups = await service.directory.groups();
  const { index } = await termsOf(session, service);
  progress.end();
  return {
    job: job.name,
    mapping: mapping.file,
    file,
    rows,
    usable: rows - new Set(rejects.map((reject) => reject.row)).size,
    rejects,
    notes: notes.list(),
    first,
    service: {
      url: job.service.baseUrl,
      groups: groups.length,
      silentGroups: groups.filter((group) => !group.members_known).length,
      unknownAccounts: await countUnknownAccounts(session.state.db, job.service.account),
      subscriptions: subscriptions.length,
    },
    missingGroups: [...claimed].filter(([group]) => index.find(group) === null).map(([group, people]) => ({ group, people })),
  };
}

function summary(row: number, person: Person, { mapping }: Session): Checked["first"][number] {
  const name = ["first_name", "last_name"]
    .filter((field) => !mapping.sensitiveFields.has(field))
    .map((field) => textOf(person.user, field))
    .join(" ");
  return { row, key: person.key, name: name.trim(), active: person.active ?? null, groups: person.groups.map((claim) => claim.group) };
}
