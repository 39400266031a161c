/** Commands start fast, because each loads only the libraries that it needs. */
import { execFile, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { workplace, type Workplace } from "../helpers/cli.ts";
import { company, people } from "../helpers/company.ts";

const bin = fileURLToPath(new URL("../../bin/rollcall.js", import.meta.url));
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

/** Returns the packages that a command loads. */
function loadedBy(args: string[], dir = place.dir): string[] {
  const { stderr, status } = spawnSync(process.execPath, ["--import", `data:text/javascript,${encodeURIComponent(spy)}`, bin, ...args], {
    cwd: dir,
    env: { PATH: process.env["PATH"] ?? "", HOME: dir },
    encoding: "utf8",
  });
  expect({ args, status, stderr }).toMatchObject({ status: 0 });
  return (/^LOADED (.*)$/m.exec(stderr)?.[1] ?? "").split(" ");
}

test("--version and --help load almost nothing, and `runs list` loads neither queues, nor pipeline, nor the console", async () => {
  for (const args of [["--version"], ["--help"], ["help"]])
    expect(loadedBy(args).filter((name) => name !== "commander" && name !== "" && name !== "undefined")).toEqual([]);
  const c = await company();
  c.hr(people(1));
  await c.sync();
  await c.place.reopen();
  const looking = loadedBy(["runs", "list"], c.place.dir);
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
    "prom-client",
    "pino",
    "pg",
    "tar-stream",
    "intl-messageformat",
  ];
  expect(looking.filter((name) => heavy.includes(name))).toEqual([]);
  // Commands that need these libraries do load them, so the absence above is meaningful.
  expect(loadedBy(["jobs", "list", "--json"])).toEqual(expect.arrayContaining(["yaml", "zod"]));
});

test("without a variable that enables traces nothing of the SDK is loaded", async () => {
  const program = `
    import { registerHooks } from "node:module";
    let loaded = 0;
    registerHooks({ load: (url, context, next) => {
      if (/opentelemetry.(?!api.)/.test(url)) loaded += 1;
      return next(url, context);
    } });
    const { startTraces } = await import("./src/observability/traces.ts");
    const { inRun } = await import("./src/domain/telemetry/span.ts");
    const traces = await startTraces(process.env, { version: "1" });
    await inRun({ run: "r", job: "j" }, "start", async () => undefined);
    console.log(JSON.stringify({ traces: traces !== null, loaded }));
    await traces?.stop();`;
  const run = async (env: Record<string, string>): Promise<unknown> => {
    const root = fileURLToPath(new URL("../..", import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], {
      cwd: root,
      env: { PATH: process.env["PATH"] ?? "", ...env },
    });
    return JSON.parse(stdout.split("\n")[0] ?? "");
  };
  expect(await run({})).toEqual({ traces: false, loaded: 0 });
  expect(await run({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9", OTEL_SDK_DISABLED: "true" })).toEqual({ traces: false, loaded: 0 });
  expect(await run({ OTEL_TRACES_EXPORTER: "none", OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" })).toEqual({
    traces: false,
    loaded: 0,
  });
  const { traces, loaded } = (await run({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" })) as { traces: boolean; loaded: number };
  expect(traces).toBe(true);
  expect(loaded).toBeGreaterThan(10);
});
