import type { Command } from "commander";
import { resolve } from "node:path";
import { UsageProblem } from "../../model/problem.ts";
import { shownText } from "../../model/names.ts";
import { explain, type Explanation } from "../../run/explain.ts";
import { findNamed, findRows, type FoundRows, type NamedPerson } from "../../run/find-row.ts";
import { termsOf } from "../../run/terms.ts";
import { explanationText } from "../view/explanation.ts";
import { placed } from "../view/placed.ts";
import { withCommonOptions, withExamples } from "../options.ts";
import { print, printJson } from "../output.ts";
import { withJob, type CommonOptions } from "../wire.ts";
import type { Call } from "../io.ts";

export function addExplain(io: Call, program: Command): void {
  const command = program
    .command("explain <job> <person>")
    .description("one person: row, which cell and line gave each field and group, what a run would do, history")
    .option("--file <file>", "look for the person in this file instead of the job's")
    .action((jobName: string, key: string, options: CommonOptions & { file?: string }) => run(io, jobName, key, options));
  withExamples(
    withCommonOptions(command),
    "rollcall explain nightly 00123",
    'rollcall explain nightly "Ana Diaz"',
    "rollcall explain nightly 00123 --file next-month.csv",
    "rollcall explain nightly 00123 --json",
  );
}

async function run(io: Call, jobName: string, key: string, options: CommonOptions & { file?: string }): Promise<void> {
  await withJob(io, jobName, options, async ({ session, connect }) => {
    const file = options.file === undefined ? null : options.file === "-" ? "-" : resolve(io.cwd, options.file);
    const found = await findRows(session, key, file);
    const service = await connect();
    // What a run has read is good enough to explain it; only without any reading is the service asked.
    if ((await service.directory.readAt()) === null) await service.directory.refresh();
    const readAt = (await service.directory.readAt())?.toISOString() ?? null;
    const terms = await termsOf(session, service);
    const explanation = (await explain(session, key, found, terms, readAt)) ?? (await byName());
    async function byName(): Promise<Explanation> {
      const named = file === "-" || session.job.source.file === "-" ? { people: [], more: false } : await findNamed(session, key, file);
      const [only] = named.people;
      if (only === undefined) throw nobody(key, found);
      if (named.people.length > 1) throw several(key, named);
      const theirs = await explain(session, only.key, await findRows(session, only.key, file), terms, readAt);
      if (theirs === null) throw nobody(key, found);
      return theirs;
    }
    if (options.json === true) printJson(io, placed(explanation, explanation.files));
    else print(io, explanationText(io, explanation));
  });
}

function several(text: string, { people, more }: { people: readonly NamedPerson[]; more: boolean }): UsageProblem {
  const list = people.map(({ key, name }) => `  ${shownText(key)}  ${shownText(name)}`);
  return new UsageProblem(
    [`${people.length}${more ? " people or more" : " people"} are called ${shownText(text)}:`, ...list].join("\n"),
    "Give the key of the one that you mean.",
  );
}

function nobody(key: string, { file, near }: FoundRows): UsageProblem {
  const hint = near === null ? "" : ` The nearest key of the file is ${shownText(near)}.`;
  return new UsageProblem(
    `Nobody with the key or the name ${shownText(key)} stands in ${file}, and nobody is known by it.${hint}`,
    "Keys are text: 00123 and 123 are two people.",
  );
}
