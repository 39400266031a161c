import { withMessage } from "../../reporting/fact-text.ts";
import type { Command } from "commander";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { originsIn } from "../../config/origins.ts";
import { hasSourceTrouble } from "../../domain/files/source-trouble.ts";
import { EXIT, type ExitCode } from "../../domain/problem.ts";
import type { Policy } from "../../domain/settings.ts";
import { checkJob } from "../../diagnostics/check/check.ts";
import type { Service, Session } from "../../session/session.ts";
import { checkText, type Checked } from "../view/check.ts";
import { reportedFinding } from "../../reporting/problem.ts";
import { placed } from "../../reporting/places.ts";
import { failWithJson } from "../fail-with-json.ts";
import { endWith } from "../failure.ts";
import { withCommonOptions, withExamples } from "../options.ts";
import { print, printJson } from "../../app/output.ts";
import { withJob, type CommonOptions } from "../../app/open-session.ts";
import type { Call } from "../../app/io.ts";

export function addCheck(io: Call, command: Command): void {
  command
    .argument("<job>")
    .option("--file <file>", "check this file instead of the job's file")
    .action((job: string, options: CommonOptions & { file?: string }) => {
      const checking = withJob(io, job, options, async ({ session, connect }) => {
        const checked = await check(io, session, options.file === undefined ? null : resolve(io.cwd, options.file), connect);
        const exit = exitOf(checked, session.job.policy.exit);
        if (options.json === true) printJson(io, placed(checked, checked.files));
        else print(io, checkText(io, checked, exit));
        endWith(io, exit);
      });
      return checking.catch((error: unknown) => failWithJson(io, job, options, error));
    });
  withExamples(
    withCommonOptions(command),
    "rollcall check nightly",
    "rollcall check jobs/nightly.yaml --file sample.csv",
    "rollcall check nightly --json",
  );
}

/**
 * Checks everything that can be known before a run, without writing to the service.
 * @param given the file to check; `null`: the job's
 */
export async function check(io: Call, session: Session, given: string | null, connect: () => Promise<Service>): Promise<Checked> {
  const { job, mapping } = session;
  const { file: checked, service: serviceChecked } = await checkJob(session, given, connect);
  const { rules, ...service } = serviceChecked;
  const { claimed: _, unclaimed, joiners, rules: rulesOfFile, older, notes, ...file } = checked;
  return {
    job: job.name,
    mapping: mapping.file,
    ...file,
    rejects: file.rejects.map(withMessage),
    notes: [...older.map((one) => ({ code: "older_file", column: null, fact: one, rows: 0, examples: [] })), ...notes].map(withMessage),
    joiners: joiners.people,
    rules: rulesOfFile,
    service: { ...service, findings: service.findings.map(reportedFinding) },
    missingGroups: rules?.missing ?? null,
    ambiguousGroups: rules?.ambiguous ?? null,
    groupsNotChecked: unclaimed,
    environment: originsIn(await readFile(job.file, "utf8").catch(() => ""), io.env),
  };
}

/** Returns the exit code. A service that would fail a run outweighs rejected rows. */
export function exitOf({ service, rejects, notes }: Checked, { rejected }: Policy["exit"]): ExitCode {
  if (service.findings.some(({ verdict }) => verdict === "fails")) return EXIT.service;
  return (rejects.length > 0 && rejected === 1) || hasSourceTrouble(notes) ? EXIT.partly : EXIT.done;
}
