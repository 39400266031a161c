/**
 * `npm run release:check`: known advisories and licences of the production dependencies, an SBOM in
 * coverage/sbom.cdx.json, whether two builds give the same package, and whether its entry points work.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkAdvisories, checkExports, checkLicences, checkPackages, npm, type Checked } from "./checks.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
let failed = false;

function report(what: string, { problems, unchecked, found }: Checked): void {
  failed ||= problems.length > 0;
  if (unchecked !== null)
    console.log(`\n!!! ${what}: NOT CHECKED. ${unchecked}\n!!! Run \`npm run release:check\` with a network before a release.\n`);
  else console.log(`${what}: ${found}, ${problems.length} problems`);
  for (const problem of problems) console.log(`  ${problem}`);
}

const today = new Date().toISOString().slice(0, 10);
report(
  "Advisories",
  checkAdvisories(jsonOf(await npm(["audit", "--omit=dev", "--json", "--fetch-retries=0", "--fetch-timeout=60000"], root)), today),
);

const sbom = await npm(["sbom", "--sbom-format", "cyclonedx", "--omit", "dev", "--package-lock-only"], root);
mkdirSync(join(root, "coverage"), { recursive: true });
writeFileSync(join(root, "coverage", "sbom.cdx.json"), sbom);
report("Licences", checkLicences(jsonOf(sbom)));

const folder = mkdtempSync(join(tmpdir(), "rollcall-pack-"));
try {
  for (const name of ["first", "second"]) {
    mkdirSync(join(folder, name));
    rmSync(join(root, "dist"), { recursive: true, force: true });
    await npm(["pack", "--pack-destination", join(folder, name)], root);
  }
  const made = ["first", "second"].map((name) => readdirSync(join(folder, name)).map((file) => join(folder, name, file))[0]);
  if (made[0] === undefined || made[1] === undefined) throw new Error("`npm pack` made no package; run it to see why.");
  report("Package", await checkPackages(made[0], made[1]));
  report("Exports", await checkExports(made[0]));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);

function jsonOf(text: string): object {
  try {
    return JSON.parse(text) as object;
  } catch {
    return { message: "npm printed no JSON." };
  }
}
