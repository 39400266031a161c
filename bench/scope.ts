/** What a scope and first days add to a run over an unchanged file. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeCompany } from "./data.ts";
import { jobFolder, MILLION } from "./plans.ts";
import type { Part } from "./results.ts";
import { startSandbox, stepBeside, type Step } from "./tools.ts";

const TIMES = 3;
const MOST = 1.1;

/** Measures unchanged plans of 1,000,000 people on the embedded state, with and without, in turns. */
export async function measureScope(base: string, part: Part): Promise<void> {
  const sandbox = await startSandbox();
  const file = join(base, "scope.csv");
  try {
    await writeCompany(file, MILLION);
    const dirs = {
      plain: await jobFolder(join(base, "plain"), file, sandbox.url),
      scoped: await jobFolder(join(base, "scoped"), file, sandbox.url),
    };
    change(join(dirs.scoped, "mapping.yaml"), (text) =>
      `scope: { include: { Country: [ES, PT] } }\n${text}`.replace(
        "Terminated: false } }",
        "Terminated: false }, from: { column: Hire Date, date: yyyy-MM-dd } }",
      ),
    );
    change(join(dirs.scoped, "job.yaml"), (text) => `${text}timezone: Europe/Madrid\n`);
    for (const dir of Object.values(dirs)) await stepBeside({}, ["seed", dir, file]);
    const best: Record<string, Step> = {};
    for (let n = 0; n < TIMES; n += 1)
      for (const [name, dir] of Object.entries(dirs)) {
        const took = await stepBeside({}, ["plan", dir, file]);
        if (took.counts?.["unchanged"] !== MILLION) throw new Error(`the run was not unchanged: ${JSON.stringify(took.counts)}`);
        if ((took.cpuMs ?? 0) < (best[name]?.cpuMs ?? Infinity)) best[name] = took;
      }
    const { plain, scoped } = best;
    if (plain === undefined || scoped === undefined) throw new Error("nothing was measured");
    const ratio = (scoped.cpuMs ?? 0) / (plain.cpuMs ?? 1);
    part.add(
      MILLION,
      "unchanged plan, without scope and dates",
      plain,
      MILLION,
      `${((plain.cpuMs ?? 0) / 1000).toFixed(2)} s of processor time`,
    );
    part.add(
      MILLION,
      "unchanged plan, with scope and dates",
      scoped,
      MILLION,
      `${((scoped.cpuMs ?? 0) / 1000).toFixed(2)} s of processor time: ${ratio.toFixed(2)} times`,
    );
    part.target("Scope and dates in an unchanged plan of 1,000,000 rows, beside none", ratio, "times", MOST);
  } finally {
    rmSync(file, { force: true });
    sandbox.child.kill("SIGTERM");
  }
}

function change(path: string, to: (text: string) => string): void {
  const before = readFileSync(path, "utf8");
  const after = to(before);
  if (after === before) throw new Error(`${path} was not changed`);
  writeFileSync(path, after);
}
