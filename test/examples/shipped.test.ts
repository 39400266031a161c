import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { loadJob } from "../../src/config/job.ts";
import { loadMapping } from "../../src/mapping/load.ts";
import { exportsFolder, root } from "./life.ts";

/** The other tests that cover each shipped file. */
const carriedBy: Record<string, string> = {
  "jobs/workday-http.yaml": "test/examples/hr-systems.ts",
  "jobs/successfactors-http.yaml": "test/examples/hr-systems.ts",
  "jobs/personio-http.yaml": "test/examples/hr-systems.ts",
  "jobs/hibob.yaml": "test/examples/hr-systems.ts",
  "jobs/bamboohr-http.yaml": "test/examples/hr-systems.ts",
  "mappings/successfactors-http.yaml": "test/examples/hr-systems.ts",
  "mappings/personio-http.yaml": "test/examples/hr-systems.ts",
  "mappings/hibob.yaml": "test/examples/hr-systems.ts",
  "mappings/bamboohr-http.yaml": "test/examples/hr-systems.ts",
  "mappings/bamboohr.yaml": "test/examples/bamboohr.test.ts",
  "mappings/demo.yaml": "test/process/demo.test.ts",
  "mappings/hris-demo.yaml": "test/exports.test.ts",
  "mappings/listed-groups.yaml": "test/exports.test.ts",
  "mappings/personio.yaml": "test/examples/personio.test.ts",
  "mappings/ragged.yaml": "test/exports.test.ts",
  "mappings/spreadsheet.yaml": "test/examples/spreadsheet.test.ts",
  "mappings/successfactors.yaml": "test/examples/successfactors.test.ts",
  "mappings/usernames.yaml": "test/examples/usernames.test.ts",
  "mappings/workday-like.yaml": "test/exports.test.ts",
  "mappings/workday.yaml": "test/examples/workday.test.ts",
  "jobs/bamboohr.yaml": "test/examples/bamboohr.test.ts",
  "jobs/demo.yaml": "test/process/demo.test.ts",
  "jobs/nightly.yaml": "test/examples/shipped.test.ts",
  "jobs/personio.yaml": "test/examples/personio.test.ts",
  "jobs/spreadsheet.yaml": "test/examples/spreadsheet.test.ts",
  "jobs/successfactors.yaml": "test/examples/successfactors.test.ts",
  "jobs/usernames.yaml": "test/examples/usernames.test.ts",
  "jobs/workday.yaml": "test/examples/workday.test.ts",
};

const hr = { HR_HOST: "hr.example.com", HR_TENANT: "x", HR_KEY: "x", HR_USER: "x", HR_PASSWORD: "x" };
const env = { LMS_URL: "https://learning.example.com", LMS_REFRESH_TOKEN: "x", ...hr };
const shipped = ["mappings", "jobs"].flatMap((folder) => readdirSync(join(root, folder)).map((file) => `${folder}/${file}`));
const jobs = shipped.filter((file) => file.startsWith("jobs/"));
const read = (file: string): string => readFileSync(join(root, file), "utf8");

test("every file in mappings/ and jobs/ is covered by a listed test, and every listed file exists", () => {
  expect(shipped.toSorted()).toEqual(Object.keys(carriedBy).toSorted());
  for (const [file, by] of Object.entries(carriedBy)) {
    const name = /(\w[\w-]*)\.yaml$/.exec(file)?.[1] ?? "";
    expect(read(by), `${by} names ${file}`).toContain(name);
  }
});

describe.each(shipped)("%s", (file) => {
  test("starts with a line that names its schema, which exists", () => {
    const line = read(file).split("\n")[0] ?? "";
    expect(line).toBe(`# yaml-language-server: $schema=../docs/schemas/${file.startsWith("jobs/") ? "job" : "mapping"}.json`);
    expect(existsSync(resolve(root, dirname(file), line.replace(/^.*=/, "")))).toBe(true);
  });

  test("compiles without a fault, and explains itself in comments", async () => {
    if (jobs.includes(file)) {
      const { job } = await loadJob(join(root, file), { cwd: root, env });
      expect(existsSync(job.mapping)).toBe(true);
      await loadMapping(job.mapping, root);
    } else {
      const { columns, authority } = await loadMapping(file, root);
      expect(columns.length).toBeGreaterThan(0);
      expect(authority.length).toBeGreaterThan(0);
    }
    expect(read(file).split("\n")[1]).toMatch(/^# [A-Z].{20}/);
  });
});

test("every shipped job requires review for all removals, and has its own service account", async () => {
  const loaded = await Promise.all(jobs.map((file) => loadJob(join(root, file), { cwd: root, env })));
  expect(loaded.map(({ job }) => job.policy.groupRemovals)).toEqual(jobs.map(() => "review"));
  const accounts = loaded.map(({ job }) => job.service.account);
  expect(new Set(accounts).size).toBe(accounts.length);
  // Such as jobs/nightly.yaml, which must not run by accident against a real service.
  const real = loaded.filter(({ job }) => job.service.baseUrl !== "sandbox").map(({ job }) => job.name);
  expect(real).toEqual(["nightly"]);
});

test("every shipped export is read by the job of that name", () => {
  const files = readdirSync(join(root, exportsFolder)).filter((file) => !file.endsWith(".md"));
  for (const file of files) {
    const name = file.replace(/-\d{4}-\d\d-\d\d\.\w+$/, "");
    const job = parse(read(`jobs/${name}.yaml`)) as { source: { file: string } };
    const pattern = relative(root, resolve(root, "jobs", job.source.file));
    expect(`${exportsFolder}/${file}`).toContain(pattern.slice(0, pattern.indexOf("*")));
  }
});

test("docs/guides/examples.md lists every shipped file", () => {
  const page = read("docs/guides/examples.md");
  expect(shipped.filter((file) => !page.includes(file))).toEqual([]);
});
