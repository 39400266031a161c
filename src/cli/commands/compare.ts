import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fact } from "../../domain/facts/fact.ts";
import { EXIT, UsageProblem } from "../../domain/problem.ts";
import { databasePlace, secretKey } from "../../config/environment.ts";
import { keptGeneration, lastReads } from "../../session/last-reads.ts";
import { todayOf } from "../../session/session.ts";
import { useLast } from "../../source/http/access.ts";
import { OWN_KEY } from "../../state/backup/backup.ts";
import { existingKeys } from "../../store/sealing/keys.ts";
import { loadMapping } from "../../mapping/load.ts";
import { compareMappings } from "../../diagnostics/compare/compare.ts";
import { endWith } from "../failure.ts";
import { print, printJson } from "../../app/output.ts";
import { reportProgress } from "../../app/progress.ts";
import { comparedJson, comparedText } from "../view/compared.ts";
import { placed } from "../../reporting/places.ts";
import { loadConfiguration, stateDirectory, type CommonOptions } from "../../app/open-session.ts";
import type { Call } from "../../app/io.ts";

/**
 * Runs `plan JOB --mapping OTHER`: what would change because of the mapping alone. Opens no state and calls no service; for a
 * source over HTTP it uses what the last run read.
 *
 * @throws ConfigurationProblem for an invalid job or mapping
 * @throws FileProblem for a file that is wrong as a whole
 */
export async function compareWith(
  io: Call,
  other: string,
  jobName: string,
  options: CommonOptions & { complete?: boolean },
): Promise<void> {
  if (options.complete === true)
    throw new UsageProblem(
      fact("usage.options_conflict", { option: "--complete", others: ["--mapping"] }),
      fact("advice.omit_option", { option: "--complete" }),
    );
  const { job, mapping } = await loadConfiguration(io, jobName);
  const after = await loadMapping(other, io.cwd);
  const dir = stateDirectory(io, options);
  const server = databasePlace(io.env) !== null;
  const keys = existingKeys(secretKey(io.env)?.split("\n") ?? [], server ? null : join(dir, OWN_KEY));
  const reads = lastReads(dir, job, keys, await keptGeneration(dir));
  const incoming = await mkdtemp(join(tmpdir(), "rollcall-compare-"));
  try {
    const given = options.file === undefined ? null : resolve(io.cwd, options.file);
    const opened = {
      given,
      today: todayOf({ job, now: io.now }),
      incoming: join(incoming, "files"),
      now: io.now,
      sleep: io.sleep,
      reads: useLast(reads),
      stdin: io.isTTY.stdin ? null : io.stdin,
    };
    const compared = await compareMappings(job.source, mapping, after, opened, reportProgress(io, options.quiet === true));
    if (options.json === true) printJson(io, placed(comparedJson(job.name, compared), compared.files));
    else print(io, comparedText(io, job.name, compared));
    const { before, after: needed } = compared.lacks;
    endWith(io, before.length + needed.length > 0 ? EXIT.fileUnusable : EXIT.done);
  } finally {
    await rm(incoming, { recursive: true, force: true });
  }
}
