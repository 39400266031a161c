import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

export const NEXT_MIGRATION = "9001_of_the_next_release";

/** A possible next release: one more migration, with further statements, and more data in the queue. */
export function nextRelease(further = ""): { program: string; dir: string } {
  const dir = mkdtempSync(join(tmpdir(), "rollcall-newer-"));
  for (const folder of ["bin", "src"]) cpSync(join(root, folder), join(dir, folder), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(dir, "node_modules"));
  const change = (path: string, from: string, to: string): void => {
    const text = readFileSync(join(path.startsWith("src") ? dir : root, path), "utf8");
    if (!text.includes(from)) throw new Error(`${path} has no ${from}`);
    writeFileSync(
      join(dir, path),
      text.replace(from, () => to),
    );
  };
  change("package.json", '"version": "0.1.0"', '"version": "0.2.0"');
  const additions =
    "ALTER TABLE operation ADD hue text;\\nALTER TABLE run ADD hue text NOT NULL DEFAULT 'blue';\\nALTER TABLE run_request ADD hue text;\\nCREATE TABLE hue (name text PRIMARY KEY);\\nINSERT INTO hue VALUES ('once');\\n" +
    further;
  const first = '  "0001_version_0.1.0": start,\n';
  change("src/store/schema/migrations.ts", first, `${first}  "${NEXT_MIGRATION}": "${additions}${further}",\n`);
  change("src/queue/steps.ts", "data: { order: request, step } satisfies StepJob", 'data: { order: request, step, hue: "blue" }');
  change("src/queue/operations.ts", "data: { operationIds }", 'data: { operationIds, hue: "blue" }');
  return { program: join(dir, "bin/rollcall.js"), dir };
}
