import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { buffer } from "node:stream/consumers";
import { pack } from "tar-stream";
import { expect, onTestFinished, test } from "vitest";
import { checkAdvisories, checkExports, checkLicences, checkPackages, npm } from "../release/checks.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Starts a registry that knows one advisory, or has none of the interface. */
async function registry(advisories: object | null): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    const isBulk = request.url?.endsWith("/advisories/bulk") === true;
    response.writeHead(isBulk && advisories !== null ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(isBulk && advisories !== null ? advisories : {}));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const audit = async (url: string): Promise<object> =>
  JSON.parse(await npm(["audit", "--omit=dev", "--json"], root, { npm_config_registry: url, npm_config_fetch_retries: "0" })) as object;

const url = "https://github.com/advisories/GHSA-xxxx-yyyy-zzzz";
const advisory = {
  id: 1,
  url,
  title: "A hole",
  severity: "high",
  vulnerable_versions: "*",
  cwe: [],
  cvss: { score: 8, vectorString: null },
};

test("an advisory fails the check unless it is accepted until a later day", async () => {
  const found = await audit(await registry({ got: [advisory] }));
  const accepted = [{ advisory: "GHSA-xxxx-yyyy-zzzz", reason: "only with redirects", until: "2027-01-31" }];
  expect(checkAdvisories(found, "2027-01-01", []).problems).toEqual([expect.stringMatching(/^got: A hole \(high\), https/)]);
  expect(checkAdvisories(found, "2027-01-31", accepted)).toMatchObject({ problems: [], unchecked: null });
  expect(checkAdvisories(found, "2027-02-01", accepted).problems).toEqual([expect.stringContaining("accepted until 2027-01-31")]);
  const none = await audit(await registry({}));
  expect(checkAdvisories(none, "2027-01-01", accepted).problems).toEqual([expect.stringContaining("no dependency has it")]);
}, 120_000);

test("a registry that cannot be asked is reported as not checked", async () => {
  const checked = checkAdvisories(await audit(await registry(null)), "2027-01-01", []);
  expect(checked.problems).toEqual([]);
  expect(checked.unchecked).not.toBeNull();
}, 120_000);

test("all production dependencies have a permissive licence, and another one fails the check", async () => {
  const sbom = JSON.parse(await npm(["sbom", "--sbom-format", "cyclonedx", "--omit", "dev", "--package-lock-only"], root)) as {
    components: { name: string; version: string }[];
  };
  expect(checkLicences(sbom)).toMatchObject({ problems: [] });
  expect(sbom.components.length).toBeGreaterThan(50);
  const licensed = (expression: string) =>
    checkLicences({ components: [{ name: "x", version: "1", licenses: [{ expression }] }] }, {}).problems;
  expect(licensed("GPL-3.0")).toEqual([expect.stringMatching(/^x 1 has the licence GPL-3\.0/)]);
  expect(licensed("(MIT OR GPL-3.0)")).toEqual([]);
  expect(licensed("MIT AND GPL-3.0")).toHaveLength(1);
  expect(checkLicences({ components: [{ name: "x", version: "1" }] }, {}).problems).toEqual([expect.stringContaining("licence none")]);
}, 120_000);

/** Packs files as npm does. @returns the archive */
async function packageOf(files: Record<string, string>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "rollcall-release-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const tar = pack();
  for (const [path, content] of Object.entries(files)) tar.entry({ name: `package/${path}`, mtime: new Date(0) }, content);
  tar.finalize();
  const file = join(folder, "package.tgz");
  writeFileSync(file, gzipSync(await buffer(tar)));
  return file;
}

test("packages are compared file by file, except for files that differ for a known reason", async () => {
  const a = await packageOf({ "dist/cli.js": "1", "dist/state-template.tar.gz": "1" });
  const b = await packageOf({ "dist/cli.js": "1", "dist/state-template.tar.gz": "2" });
  const c = await packageOf({ "dist/cli.js": "2", "dist/state-template.tar.gz": "1", "dist/more.js": "" });
  expect((await checkPackages(a, b)).problems).toEqual([]);
  expect((await checkPackages(a, c)).problems).toEqual([expect.stringMatching(/^dist\/cli\.js/), expect.stringMatching(/^dist\/more\.js/)]);
});

test("a package whose entry points have no types or no code is refused", async () => {
  const manifest = (exports: object) => JSON.stringify({ name: "x", version: "1.0.0", type: "module", exports });
  const entry = { types: "./a.d.ts", default: "./a.js" };
  const good = { "package.json": manifest({ ".": entry }), "a.js": "export const a = 1;", "a.d.ts": "export declare const a: number;" };
  expect((await checkExports(await packageOf(good))).problems).toEqual([]);
  const { "a.d.ts": _, ...untyped } = good;
  expect((await checkExports(await packageOf(untyped))).problems).toEqual([expect.stringContaining("a.d.ts"), "No entry point has types."]);
  const others = { ...good, "package.json": manifest({ ".": entry, "./b": "./b.js" }), "b.js": "export const b = 1;" };
  expect((await checkExports(await packageOf(others))).problems).toEqual([
    expect.stringMatching(/^The types of \.\/b are wrong for node16-esm/),
    expect.stringMatching(/^The types of \.\/b are wrong for bundler/),
  ]);
});
