import { createHash } from "node:crypto";
import { spawn } from "node:child_process";
import { createReadStream, readFileSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { createGunzip } from "node:zlib";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { extract } from "tar-stream";
import { ACCEPTED_ADVISORIES, NOT_REPRODUCIBLE, OTHER_LICENCES, PERMISSIVE } from "./accepted.ts";

/** The part of `npm audit --json` that is used; without a network there are no vulnerabilities in it. */
interface Audit {
  message?: string;
  vulnerabilities?: Record<string, { name: string; via: (string | { url: string; title: string; severity: string; name: string })[] }>;
}

/** The part of a CycloneDX document that is used. */
interface Sbom {
  components?: { name: string; version: string; licenses?: { license?: { id?: string; name?: string }; expression?: string }[] }[];
}

/** The result of a check. `unchecked`: it could not be made, and why. */
export interface Checked {
  problems: string[];
  unchecked: string | null;
  found: string;
}

const ATTW = fileURLToPath(new URL("../../node_modules/.bin/attw", import.meta.url));

type Accepted = typeof ACCEPTED_ADVISORIES;

/**
 * Returns the advisories in production dependencies that nobody has accepted.
 * @param today as YYYY-MM-DD
 */
export function checkAdvisories(audit: Audit, today: string, accepted: Accepted = ACCEPTED_ADVISORIES): Checked {
  if (audit.vulnerabilities === undefined) return { problems: [], unchecked: audit.message ?? "npm audit gave no result", found: "" };
  const advisories = new Map(
    Object.values(audit.vulnerabilities)
      .flatMap(({ via }) => via.filter((one) => typeof one !== "string"))
      .map((one) => [one.url, one]),
  );
  const found = [...advisories.values()].flatMap(({ url, title, severity, name }) => {
    const known = accepted.find(({ advisory }) => url.endsWith(advisory));
    if (known !== undefined && known.until >= today) return [];
    const over = known === undefined ? "" : `; it was accepted until ${known.until}: ${known.reason}`;
    return [`${name}: ${title} (${severity}), ${url}${over}. Update the dependency, or list the advisory in test/release/accepted.ts.`];
  });
  const unused = accepted.filter(({ advisory }) => ![...advisories.keys()].some((url) => url.endsWith(advisory)));
  const stale = unused.map(({ advisory }) => `${advisory} is accepted, but no dependency has it. Remove it from test/release/accepted.ts.`);
  return { problems: [...found, ...stale], unchecked: null, found: `${advisories.size} advisories` };
}

/** Returns the production dependencies whose licence is neither permissive nor listed with a reason. */
export function checkLicences(sbom: Sbom, others: Readonly<Record<string, string>> = OTHER_LICENCES): Checked {
  const components = sbom.components ?? [];
  const problems = components.flatMap(({ name, version, licenses = [] }) => {
    const names = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? "none");
    if (Object.hasOwn(others, name) || (names.length > 0 && names.every(isPermissive))) return [];
    return [
      `${name} ${version} has the licence ${names.join(", ") || "none"}. Replace it, or list it with a reason in test/release/accepted.ts.`,
    ];
  });
  if (components.length === 0) problems.push("The SBOM lists no dependencies.");
  const stale = Object.keys(others).filter((name) => !components.some((component) => component.name === name));
  problems.push(...stale.map((name) => `${name} is listed in test/release/accepted.ts, but is no dependency. Remove it.`));
  return { problems, unchecked: null, found: `${components.length} production dependencies` };
}

/** Reads `MIT`, `(MIT OR GPL-3.0)` and `MIT AND ISC`: of alternatives one must be permissive, of a sum each one. */
function isPermissive(expression: string): boolean {
  const plain = expression.replaceAll(/[()]/g, "");
  return plain.split(" OR ").some((choice) => choice.split(" AND ").every((name) => PERMISSIVE.includes(name.trim())));
}

/** Compares two packages file by file. */
export async function checkPackages(first: string, second: string): Promise<Checked> {
  const [a, b] = [await digestsOf(first), await digestsOf(second)];
  const names = [...new Set([...a.keys(), ...b.keys()])].sort();
  const different = names.filter((name) => a.get(name) !== b.get(name));
  const problems = different
    .filter((name) => !Object.hasOwn(NOT_REPRODUCIBLE, name))
    .map((name) => `${name} differs between two builds of the same sources.`);
  return { problems, unchecked: null, found: `${names.length} files, ${different.length} of them differ for a known reason` };
}

/** Asks publint, and Are the types wrong?, whether the package works for those who install it. */
export async function checkExports(tarball: string): Promise<Checked> {
  const { messages, pkg } = await publint({ pack: { tarball: new Uint8Array(readFileSync(tarball)).buffer } });
  const linted = messages.map((message) => `publint: ${formatMessage(message, pkg) ?? message.code}.`);
  // Node's require loads the package, so those who use CommonJS need no types of their own.
  const { analysis } = JSON.parse(await output(ATTW, [tarball, "--profile", "esm-only", "--format", "json"], ".")) as {
    analysis: { entrypoints?: Record<string, { resolutions: Record<string, { visibleProblems?: number[] }> }> };
  };
  const { entrypoints = {} } = analysis;
  const untyped = Object.keys(entrypoints).length === 0 ? ["No entry point has types."] : [];
  const wrong = Object.entries(entrypoints).flatMap(([entry, { resolutions }]) =>
    ["node16-esm", "bundler"]
      .filter((kind) => (resolutions[kind]?.visibleProblems ?? []).length > 0)
      .map((kind) => `The types of ${entry} are wrong for ${kind}. See \`npx attw ${tarball} --profile esm-only\`.`),
  );
  return { problems: [...linted, ...untyped, ...wrong], unchecked: null, found: `${Object.keys(entrypoints).length} entry points` };
}

/** Returns the digest of the content and the mode of each file of a package. */
async function digestsOf(file: string): Promise<Map<string, string>> {
  const digests = new Map<string, string>();
  const archive = extract();
  const reading = pipeline(createReadStream(file), createGunzip(), archive);
  for await (const entry of archive) {
    const digest = createHash("sha256");
    for await (const chunk of entry as AsyncIterable<Buffer>) digest.update(chunk);
    const { name, mode, mtime } = entry.header;
    digests.set(name.replace(/^package\//, ""), `${digest.digest("hex")} ${mode} ${mtime?.getTime()}`);
  }
  await reading;
  return digests;
}

/** Runs npm, and returns its standard output whatever its exit code is: `npm audit` fails if it finds something. */
export function npm(args: readonly string[], cwd: string, env: Record<string, string> = {}): Promise<string> {
  return output("npm", args, cwd, env);
}

function output(program: string, args: readonly string[], cwd: string, env: Record<string, string> = {}): Promise<string> {
  return new Promise((done, reject) => {
    const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "ignore"] });
    let out = "";
    child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString("utf8")));
    child.on("error", reject);
    child.on("close", () => done(out));
  });
}
