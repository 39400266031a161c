import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { EXIT, UsageProblem } from "../../model/problem.ts";
import { loadMapping } from "../../mapping/load.ts";
import { compareMappings } from "../../run/compare.ts";
import { endWith } from "../failure.ts";
import { print, printJson } from "../output.ts";
import { reportProgress } from "../progress.ts";
import { comparedJson, comparedText } from "../view/compared.ts";
import { placed } from "../view/placed.ts";
import { loadConfiguration, type CommonOptions } from "../wire.ts";
import type { Call } from "../io.ts";

/**
 * `plan JOB --mapping OTHER`: what would be different because of the mapping alone. Opens no state and asks no service.
 *
 * @throws ConfigurationProblem for a job or a mapping that cannot be used
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
      "--complete has no meaning beside --mapping: no plan is made, so nobody can be absent.",
      "Leave it out; every row of the file is compared.",
    );
  const { job, mapping } = await loadConfiguration(io, jobName);
  const after = await loadMapping(other, io.cwd);
  const incoming = await mkdtemp(join(tmpdir(), "rollcall-compare-"));
  try {
    const given = options.file === undefined ? null : resolve(io.cwd, options.file);
    const opened = {
      given,
      incoming: join(incoming, "files"),
      now: io.now,
      sleep: io.sleep,
      stdin: io.isTTY.stdin ? null : io.stdin,
    };
    const compared = await compareMappings(job.source, mapping, after, opened, reportProgress(io, options.quiet === true));
    if (options.json === true) printJson(io, placed(comparedJson(job.name, compared), compared.files));
    else print(io, comparedText(io, job.name, compared));
    const { before: lacked, after: needed } = compared.lacks;
    endWith(io, lacked.length + needed.length > 0 ? EXIT.fileUnusable : EXIT.done);
  } finally {
    await rm(incoming, { recursive: true, force: true });
  }
}
