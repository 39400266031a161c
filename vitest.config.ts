import { existsSync, globSync } from "node:fs";
import { availableParallelism } from "node:os";
import { delimiter, join } from "node:path";
import { defineConfig } from "vitest/config";

/**
 * The suites: `main` is what `npm test` runs; each of the others has folders and a script of its own, `npm run test:NAME`.
 * `main` has samples of some, so that it notices most of what breaks there. CONTRIBUTING.md says what belongs where.
 */
const SUITES: Record<string, { folders: string; samples?: string; isolate?: true }> = {
  service: { folders: "{learning-service,sandbox}", samples: "{learning-service/{client,contract},sandbox/sandbox}" },
  nights: { folders: "nights" },
  sources: {
    folders: "{source,sources,examples,fuzz}",
    samples:
      "{source/{csv,fuzz-header,guess-encoding,hostile-csv,hostile-files,hostile-run,resolve,xlsx,xlsx-cells,xlsx-old,xlsx-process},sources/{http,several-files},examples/shipped}",
  },
  state: {
    folders: "{store,queue,audit,privacy,observability}",
    samples:
      "{store/{group-calls,journal-damage,locks,page-reads,people-pages,prepared,run-search,version-0.1.0},queue/{queue,run-steps},privacy/facts,observability/{console,cost,docs,endpoints,happenings,log,metrics,missed,stalls,watch}}",
  },
  console: {
    folders: "{console,endpoints}",
    samples: "{console/{access-guard,access-sign-in,pages-review,pages-runs,review-way,uploads},endpoints/beyond}",
  },
  process: { folders: "process", isolate: true },
  servers: { folders: "servers", isolate: true },
  browser: { folders: "browser", isolate: true },
  faults: { folders: "faults", isolate: true },
};
const samples = Object.values(SUITES).flatMap((one) => (one.samples === undefined ? [] : globSync(`test/${one.samples}.test.ts`)));

/** The browser tests install a Chromium themselves where they may: as root on Debian. */
const folders = ["/usr/bin", ...(process.env["PATH"] ?? "").split(delimiter)];
const hasBrowser = process.env["CHROMIUM"] || folders.some((folder) => existsSync(join(folder, "chromium")));
const mayInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
const browse = Boolean(hasBrowser || mayInstall || process.env["CI"]);
if (!browse && ["test:browser", "test:outside"].includes(process.env["npm_lifecycle_event"] ?? "")) {
  console.warn("\nSKIPPED: the tests of the console in a browser (test/browser). There is no Chromium, and only root can install one:");
  console.warn("install it (Debian: apt-get install chromium), or set CHROMIUM to the path of one. With CI set they are never skipped.\n");
}

/** Where a JSON report of the suite is written as well; `test/slowest.ts` and `.ci/run` read it. */
const results = process.env["ROLLCALL_TEST_RESULTS"];
const suite = (process.env["npm_lifecycle_event"] ?? "test").replaceAll(":", "-");

const own = Object.entries(SUITES).map(([name, { folders, isolate = false }]) => ({
  extends: true as const,
  test: {
    name,
    include: [`test/${folders}/**/*.test.ts`],
    exclude: name === "browser" && !browse ? ["**"] : samples,
    isolate,
  },
}));
const ofOthers = Object.values(SUITES).flatMap(({ folders }) => globSync(`test/${folders}/**/*.test.ts`));

export default defineConfig({
  test: {
    // Child processes and databases start slowly on a busy machine; nothing here measures time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // More workers than cores only make each other slow.
    maxWorkers: availableParallelism(),
    pool: "forks",
    globalSetup: ["test/helpers/temporary-folder.ts"],
    passWithNoTests: !browse,
    ...(results === undefined ? {} : { reporters: ["default", "json"], outputFile: { json: join(results, `${suite}.json`) } }),
    projects: [
      {
        extends: true,
        test: {
          name: "main",
          include: ["test/**/*.test.ts"],
          exclude: ofOthers.filter((file) => !samples.includes(file)),
          // Commands share nothing (test/cli/isolation.test.ts), so the libraries are loaded once and not once a file.
          isolate: false,
        },
      },
      ...own,
    ],
  },
});
