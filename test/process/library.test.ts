import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as library from "../../src/learning-service/library.ts";
import { startSandbox } from "../learning-service/helpers.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));
const page = readFileSync(join(root, "docs/reference/client.md"), "utf8");

/** Names for the programs in docs/reference/client.md, in order. */
const names = ["first", "tokens"];
const programs = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map((match) => match[1] ?? "");

let place = "";
let consumer = "";
let installed = "";

/** Builds and packs the package, and installs it into another project as npm would. */
beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), "rollcall-library-"));
  const draft = join(place, "draft");
  await run(
    process.execPath,
    [join(root, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.build.json", "--outDir", join(draft, "dist")],
    {
      cwd: root,
    },
  );
  for (const file of ["package.json", "bin/rollcall.js", "docs", "jobs", "mappings", "README.md", "LICENSE"]) {
    mkdirSync(dirname(join(draft, file)), { recursive: true });
    cpSync(join(root, file), join(draft, file), { recursive: true });
  }
  await run("npm", ["pack", "--ignore-scripts", "--offline", "--pack-destination", place], { cwd: draft });
  const archive = readdirSync(place).find((name) => name.endsWith(".tgz")) ?? "";

  consumer = join(place, "consumer");
  installed = join(consumer, "node_modules/rollcall");
  mkdirSync(installed, { recursive: true });
  await run("tar", ["-xzf", join(place, archive), "--strip-components=1", "-C", installed]);
  symlinkSync(join(root, "node_modules"), join(installed, "node_modules"));
  symlinkSync(join(root, "node_modules/@types"), join(consumer, "node_modules/@types"));
  writeFileSync(join(consumer, "package.json"), JSON.stringify({ type: "module" }));
  for (const [i, name] of names.entries()) writeFileSync(join(consumer, `${name}.ts`), programs[i] ?? "");
}, 300_000);
afterAll(() => rmSync(place, { recursive: true, force: true }));

async function runProgram(name: string, env: Record<string, string>): Promise<string> {
  const { stdout } = await run(process.execPath, [`${name}.ts`], { cwd: consumer, env: { PATH: process.env["PATH"] ?? "", ...env } });
  return stdout;
}

describe("the installed package", () => {
  test("contains what it needs to run, and neither sources nor tests", () => {
    const files = readdirSync(installed, { recursive: true, encoding: "utf8" }).filter((file) => !file.startsWith("node_modules"));
    expect(files).toEqual(
      expect.arrayContaining(["dist/learning-service/library.js", "dist/learning-service/library.d.ts", "bin/rollcall.js"]),
    );
    expect(files.filter((file) => /^test|\.test\.|^src\/.*\.ts$/.test(file))).toEqual([]);
  });

  test("runs its command", async () => {
    const { bin, version } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as {
      bin: { rollcall: string };
      version: string;
    };
    const { stdout } = await run(process.execPath, [join(installed, bin.rollcall), "--version"]);
    expect(stdout.trim()).toBe(version);
  });

  test("exports the client and nothing behind it", async () => {
    writeFileSync(
      join(consumer, "exports.ts"),
      `console.log(JSON.stringify(Object.keys(await import("rollcall/learning-service")).sort()));
      for (const inner of ["rollcall", "rollcall/dist/cli/main.js"]) await import(inner).then(() => console.log(inner), (error) => console.log(error.code));`,
    );
    expect((await runProgram("exports", {})).split("\n")).toEqual([
      JSON.stringify(Object.keys(library).sort()),
      "ERR_PACKAGE_PATH_NOT_EXPORTED",
      "ERR_PACKAGE_PATH_NOT_EXPORTED",
      "",
    ]);
  });
});

test("every method has a comment that names its endpoint, where an editor finds it", () => {
  const declarations = readdirSync(join(installed, "dist/learning-service"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".d.ts"))
    .map((file) => readFileSync(join(installed, "dist/learning-service", file), "utf8"))
    .join("\n");
  const comments = [...declarations.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s+(?:readonly )?(\w+)[:(]/g)].map(
    ([, comment = "", member]) => ({
      comment,
      member,
    }),
  );
  const without = library.ENDPOINTS.filter(
    ({ name, entry }) =>
      !comments.some(({ comment, member }) => member === name.split(".").at(-1) && comment.includes(`\`${entry.method} ${entry.path}\``)),
  );
  expect(without.map(({ area, name }) => `${area}.${name}`)).toEqual([]);
});

describe("the programs of docs/reference/client.md", () => {
  test("are the ones tested here", () => {
    expect(programs).toHaveLength(names.length);
  });

  test("compile under the strictest settings of a project that uses the package", async () => {
    const compilerOptions = {
      module: "nodenext",
      target: "es2025",
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      types: ["node"],
      noEmit: true,
    };
    writeFileSync(join(consumer, "tsconfig.json"), JSON.stringify({ compilerOptions, files: names.map((name) => `${name}.ts`) }));
    const checked = await run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", "."], { cwd: consumer }).catch(
      (error: { stdout: string }) => error,
    );
    expect(checked.stdout).toBe("");
  });

  test("export the types of the answers", async () => {
    const types = [...page.matchAll(/^The types of the answers.*$/gm)].flatMap(([line]) =>
      [...line.matchAll(/`([A-Z]\w+)`/g)].map(([, name]) => name),
    );
    expect(types.length).toBeGreaterThan(10);
    writeFileSync(
      join(consumer, "types.ts"),
      `import type { ${types.join(", ")} } from "rollcall/learning-service";\nexport type All = [${types.join(", ")}];\n`,
    );
    const options = ["--module", "nodenext", "--target", "es2025", "--strict", "--noEmit", "--types", "node", "types.ts"];
    const checked = await run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "--ignoreConfig", ...options], {
      cwd: consumer,
    }).catch((error: { stdout: string }) => error);
    expect(checked.stdout).toBe("");
  });

  test("list groups, create an account, report why it cannot be created twice, and save a report", async () => {
    const sandbox = await startSandbox({ seed: "company" });
    const env = (): Record<string, string> => ({ LMS_URL: sandbox.url, LMS_REFRESH_TOKEN: sandbox.refreshToken });
    const first = (await runProgram("first", env())).trimEnd().split("\n");
    const sales = sandbox.groups().filter(({ name }) => /sales/i.test(name));
    expect(sales.length).toBeGreaterThan(0);
    for (const { id, name } of sales) expect(first).toContainEqual(expect.stringMatching(new RegExp(`^${id}  ${name}  \\d+ members$`)));
    const ana = sandbox.users().find(({ username }) => username === "ana.ruiz");
    expect(first).toContain(`created ${ana?.user_id}`);
    expect(first.at(-1)).toMatch(/^report\.csv: text\/csv.*, called .+\.csv$/);
    expect(readFileSync(join(consumer, "report.csv"), "utf8").trimEnd().split("\n").length).toBeGreaterThan(100);

    const second = await runProgram("first", env());
    expect(second).toMatch(/^not created: invalid_parameters: .*taken/m);
    expect(sandbox.users().filter(({ username }) => username === "ana.ruiz")).toHaveLength(1);
  });

  test("keep the tokens in a file, so that the next process continues with them", async () => {
    const sandbox = await startSandbox({ seed: "empty" });
    writeFileSync(
      join(consumer, "keeping.ts"),
      `import { createClient } from "rollcall/learning-service";
      import { fileTokenStore } from "./tokens.ts";
      const { LMS_URL = "", LMS_REFRESH_TOKEN = "" } = process.env;
      const client = createClient({ baseUrl: LMS_URL, auth: { refreshToken: LMS_REFRESH_TOKEN } }, { tokens: fileTokenStore("tokens.json") });
      console.log((await client.subscriptions.list().all()).length);
      client.close();`,
    );
    // A link where someone else may guess that a draft will be.
    writeFileSync(join(consumer, "victim"), "untouched");
    symlinkSync(join(consumer, "victim"), join(consumer, "tokens.json.new"));
    const env = { LMS_URL: sandbox.url, LMS_REFRESH_TOKEN: sandbox.refreshToken };
    const refreshes = (): number => sandbox.requests().filter(({ path }) => path.endsWith("refresh")).length;
    for (const expected of [1, 1, 2]) {
      if (expected === 2) sandbox.killTokens("access");
      expect(Number(await runProgram("keeping", env))).toBeGreaterThan(0);
      expect(refreshes()).toBe(expected);
    }
    expect(readFileSync(join(consumer, "victim"), "utf8")).toBe("untouched");
    expect(statSync(join(consumer, "tokens.json")).mode & 0o777).toBe(0o600);
    expect(readdirSync(consumer).filter((name) => name.startsWith("tokens.json."))).toEqual(["tokens.json.new"]);
  });
});
