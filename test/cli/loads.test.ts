/** Commands begin soon, because each loads only the libraries that it stands on. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { workplace, type Workplace } from "../helpers/cli.ts";

const bin = fileURLToPath(new URL("../../src/cli/bin.js", import.meta.url));
const spy = `import { registerHooks } from "node:module";
import { writeSync } from "node:fs";
const packages = new Set();
registerHooks({ load(url, context, next) {
  packages.add(/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1]);
  return next(url, context);
} });
process.on("exit", () => writeSync(2, "LOADED " + [...packages].join(" ") + "\\n"));`;

let place: Workplace;
beforeAll(() => {
  place = workplace();
});
afterAll(() => place.remove());

/** The packages that a command loads. */
function loadedBy(args: string[]): string[] {
  const { stderr, status } = spawnSync(process.execPath, ["--import", `data:text/javascript,${encodeURIComponent(spy)}`, bin, ...args], {
    cwd: place.dir,
    env: { PATH: process.env["PATH"] ?? "", HOME: place.dir },
    encoding: "utf8",
  });
  expect({ args, status, stderr }).toMatchObject({ status: 0 });
  return (/^LOADED (.*)$/m.exec(stderr)?.[1] ?? "").split(" ");
}

test("the version needs next to nothing, and a look at the runs neither queues, nor pipeline, nor the console", () => {
  expect(loadedBy(["--version"]).filter((name) => !/^(?:commander|@opentelemetry\/api)?$/.test(name))).toEqual([]);
  const looking = loadedBy(["runs", "list", "--json"]);
  expect(looking).toContain("@electric-sql/pglite");
  const heavy = [
    "bullmq",
    "ioredis",
    "got",
    "zod",
    "yaml",
    "hucre",
    "libphonenumber-js",
    "fastify",
    "@bull-board/api",
    "prom-client",
    "pino",
  ];
  expect(looking.filter((name) => heavy.includes(name))).toEqual([]);
  // What is looked for does load where it is needed, so that its absence above says something.
  expect(loadedBy(["jobs", "list", "--json"])).toEqual(expect.arrayContaining(["yaml", "zod"]));
});
