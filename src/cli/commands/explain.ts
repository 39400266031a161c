import type { Command } from "commander";
import { resolve } from "node:path";
import { fact, inTurn } from "../../domain/facts/fact.ts";
import { UsageProblem } from "../../domain/problem.ts";
import { shownText } from "../../domain/names.ts";
import type { Reject } from "../../domain/record.ts";
import type { Explanation } from "../../domain/explanation.ts";
import { explain } from "../../diagnostics/explain/explain.ts";
import { rejectsOf } from "../../diagnostics/check/check.ts";
import { findNamed, findRows, type FoundRows, type NamedPerson } from "../../diagnostics/explain/find-row.ts";
import { planContextOf } from "../../pipeline/plan/plan-context.ts";
import { explanationText } from "../view/explanation.ts";
import { placed } from "../../reporting/places.ts";
import { withCommonOptions, withExamples } from "../options.ts";
import { print, printJson } from "../../app/output.ts";
import { withJob, type CommonOptions } from "../../app/open-session.ts";
import type { Call } from "../../app/io.ts";

export function addExplain(io: Call, command: Command): void {
  command
    .argument("<job>")
    .argument("<person>")
    .option("--file <file>", "search this file instead of the job's file")
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
    // The snapshot of the last run explains that run; the service is read only if there is none.
    if ((await service.directory.readAt()) === null) await service.directory.refresh();
    const readAt = (await service.directory.readAt())?.toISOString() ?? null;
    const terms = await planContextOf(session, service);
    const explanation = (await explain(session, key, found, await refusedOf(key, found), terms, readAt)) ?? (await byName());
    async function refusedOf(of: string, { rows }: FoundRows): Promise<Reject[]> {
      return rows.length === 0 ? [] : rejectsOf(session, of, file);
    }
    async function byName(): Promise<Explanation> {
      const named = file === "-" || session.job.source.file === "-" ? { people: [], more: false } : await findNamed(session, key, file);
      const [only] = named.people;
      if (only === undefined) throw personNotFound(key, found);
      if (named.people.length > 1) throw ambiguousName(key, named);
      const rows = await findRows(session, only.key, file);
      const theirs = await explain(session, only.key, rows, await refusedOf(only.key, rows), terms, readAt);
      if (theirs === null) throw personNotFound(key, found);
      return theirs;
    }
    if (options.json === true) printJson(io, placed(explanation, explanation.files));
    else print(io, explanationText(io, explanation));
  });
}

function ambiguousName(text: string, { people, more }: { people: readonly NamedPerson[]; more: boolean }): UsageProblem {
  const list = people.map(({ key, name }) => `  ${shownText(key)}  ${shownText(name)}`);
  const values = { people: people.length, given: shownText(text) };
  const what = more ? fact("usage.many_people_match", values) : fact("usage.people_match", values);
  return new UsageProblem(fact("usage.with_details", { what, details: list.join("\n") }), fact("advice.use_key", {}));
}

function personNotFound(key: string, { file, near }: FoundRows): UsageProblem {
  const unknown = fact("usage.person_is_unknown", { given: shownText(key), file });
  const nearest = near === null ? undefined : fact("usage.nearest_key", { key: shownText(near) });
  return new UsageProblem(inTurn(unknown, nearest), fact("advice.keys_are_text", {}));
}
