import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadJob, parseJob } from "../../src/config/job.ts";
import { authoritiesOverlap, siblingJobs } from "../../src/config/siblings.ts";
import { ConfigurationProblem } from "../../src/domain/problem.ts";
import { SERVICE_DEFAULTS } from "../../src/domain/settings.ts";
import { faultText, problemOf } from "../helpers/problems.ts";

const BASE = `name: nightly
source: { file: ../exports/employees-*.csv }
mapping: ../mappings/workday.yaml
`;
const SANDBOX = `${BASE}service: { base_url: sandbox }\n`;
const env = { LMS_URL: "https://lms.example.com/", TOKEN: "s3cret", EMPTY: "" };
const parse = (text: string) => parseJob(text, "/company/jobs/nightly.yaml", "jobs/nightly.yaml", env);

function faultsOf(text: string): string[] {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof ConfigurationProblem) return error.faults.map(faultText);
    throw error;
  }
  return [];
}

describe("a job", () => {
  test("has defaults for everything it leaves out", () => {
    const job = parse(SANDBOX);
    expect(job).toMatchObject({
      name: "nightly",
      schedule: null,
      source: { file: "/company/exports/employees-*.csv", format: null, csv: { delimiter: null, encoding: null } },
      mapping: "/company/mappings/workday.yaml",
    });
    expect(job.service).toEqual({
      baseUrl: "sandbox",
      insecure: false,
      account: "sandbox",
      auth: { refreshToken: "", client: null, header: "Authorization", scheme: "Bearer" },
      dialect: { groupIds: "array", arrayQuery: "repeat", createdId: null, pageSize: 100, paging: "offset", updateBody: "full" },
      rate: { perSecond: 10, inFlight: 8 },
      retry: { attempts: 5, delay: 1000, maxDelay: 60_000, pauseAfter: 5, giveUp: 120_000 },
      timeout: 30_000,
      directory: { maxAge: 600_000 },
      identities: { settle: 60_000, report: null },
    });
    const { baseUrl, account, auth, ...service } = job.service;
    const { auth: header, ...defaults } = SERVICE_DEFAULTS;
    expect({ baseUrl, account, auth, service }).toEqual({
      baseUrl: "sandbox",
      account: "sandbox",
      auth: { refreshToken: "", client: null, ...header },
      service: defaults,
    });
    expect(job.policy).toEqual({
      groupRemovals: "review",
      pilot: null,
      absent: "report",
      exit: { rejected: 1, blocked: 1 },
      leavers: { groups: "keep" },
      licences: "report",
      park: null,
      limits: {
        rejected: { percent: 20, atLeast: 20, explicit: false },
        creates: { percent: 20, atLeast: 10, explicit: false },
        updates: { percent: 50, atLeast: 25, explicit: false },
        deactivations: { percent: 5, atLeast: 5, explicit: false },
        removals: null,
        shrink: { percent: 10, atLeast: 5, explicit: false },
        renamed: { percent: 5, atLeast: 10, explicit: false },
        rekeyed: { percent: 2, atLeast: 10, explicit: false },
        groups_created: { percent: 0, atLeast: 10, explicit: false },
        out_of_scope: { percent: 2, atLeast: 5, explicit: false },
      },
      approval: { expires: 1_209_600_000, fourEyes: false, twoAbove: null, delay: 0 },
    });
  });

  test("can set everything else", () => {
    const job = parse(`name: nightly
schedule: { cron: "30 2 * * *", timezone: Europe/Madrid }
source: { file: /data/x.csv, format: csv, csv: { delimiter: ";", encoding: windows-1252 } }
mapping: m.yaml
service:
  base_url: \${LMS_URL}
  account: acme
  auth: { refresh_token: "\${TOKEN}", header: X-Token, scheme: "" }
  dialect: { group_ids: object, array_query: comma, created_id: /data/id, page_size: 20, paging: none, update_body: changed }
  rate: { per_second: 0.5, in_flight: 1 }
  retry: { attempts: 2, delay: 500ms, max_delay: 1m, pause_after: 3, give_up: 2h }
policy:
  group_removals: { auto: { groups: ["HR/Projects/**"], max_per_run: 50 } }
  absent: deactivate
  leavers: { groups: review }
  park: HR/Parked
  limits: { creates: 20%, updates: 12.5, removals: { percent: 5%, at_least: 3 }, shrink: { percent: 0 }, renamed: 3%, rekeyed: { percent: 1, at_least: 2 } }
  licences: hold
  approval: { expires: 1d, four_eyes: true, delay: 15m }
`);
    expect(job.schedule).toEqual({ cron: "30 2 * * *", timezone: "Europe/Madrid", missed: "run", blackout: [], paused: false });
    expect(job.source).toEqual({
      file: "/data/x.csv",
      pgp: null,
      maxUnpacked: 4_000_000_000,
      format: "csv",
      csv: { delimiter: ";", encoding: "windows-1252" },
      xlsx: { sheet: null, headerRow: null },
      sftp: null,
      http: null,
      skip: { before: 0, after: 0 },
      columns: [],
      lacks: [],
      more: [],
      sameKey: "reject",
      keep: null,
      join: [],
      maxAge: null,
      expect: null,
      settle: 1000,
      unchanged: "run",
      after: "keep",
    });
    expect(job.service).toMatchObject({
      baseUrl: "https://lms.example.com",
      account: "acme",
      auth: { refreshToken: "s3cret", client: null, header: "X-Token", scheme: "" },
    });
    expect(job.service.dialect).toEqual({
      groupIds: "object",
      arrayQuery: "comma",
      createdId: "/data/id",
      pageSize: 20,
      paging: "none",
      updateBody: "changed",
    });
    expect(job.service.retry).toEqual({ attempts: 2, delay: 500, maxDelay: 60_000, pauseAfter: 3, giveUp: 7_200_000 });
    expect(job.policy.groupRemovals).toEqual({ auto: { groups: ["HR/Projects/**"], maxPerRun: 50 } });
    expect(job.policy.limits.creates).toEqual({ percent: 20, atLeast: 0, explicit: true });
    expect(job.policy.limits.updates).toEqual({ percent: 12.5, atLeast: 0, explicit: true });
    expect(job.policy.limits.removals).toEqual({ percent: 5, atLeast: 3, explicit: true });
    expect(job.policy.limits.shrink).toEqual({ percent: 0, atLeast: 0, explicit: true });
    expect(job.policy.limits.renamed).toEqual({ percent: 3, atLeast: 0, explicit: true });
    expect(job.policy.limits.rekeyed).toEqual({ percent: 1, atLeast: 2, explicit: true });
    expect(job.policy.licences).toBe("hold");
    expect(job.policy.approval).toEqual({ expires: 86_400_000, fourEyes: true, twoAbove: null, delay: 900_000 });
  });
});

test("a job may read a sheet of a workbook", () => {
  const job = parse(SANDBOX.replace("employees-*.csv }", 'staff.xlsx, xlsx: { sheet: "All staff", header_row: 5 } }'));
  expect(job.source).toMatchObject({ format: null, xlsx: { sheet: "All staff", headerRow: 5 } });
  expect(parse(SANDBOX.replace("employees-*.csv }", "staff, format: xlsx }")).source).toMatchObject({ format: "xlsx" });
});

describe("a fault in a job", () => {
  test("is reported with all others, without secrets", () => {
    const faults = faultsOf(`name: nightly
schedule: { cron: "0 30 2 * * *", timezone: Madrid }
source: { fil: a.csv }
mapping: 12
polcy: 1
service:
  base_url: \${NO_URL}
  auth: { refresh_token: "\${EMPTY}", shceme: s3cret }
  dialect: { page_size: 500 }
policy:
  absent: reprot
  limits: { creates: 200% }
`);
    expect(faults).toEqual([
      '2:19: `schedule.cron` must be a cron pattern of five fields (minute hour day month weekday), such as "30 2 * * *"',
      "2:45: `schedule.timezone` must be an IANA time zone, such as Europe/Madrid",
      "3:9: missing key `source.file`",
      "3:11: unknown key `source.fil`; did you mean `file`?",
      "4:10: `mapping` must be text; put quotes around numbers, true, false and null",
      "5:1: unknown key `polcy`; did you mean `policy`?",
      "7:13: the environment variable NO_URL is not set",
      "8:26: the environment variable EMPTY is empty",
      "8:38: unknown key `service.auth.shceme`; did you mean `scheme`?",
      "9:25: `service.dialect.page_size` must be a whole number from 10 to 100",
      "11:11: `policy.absent` must be one of ignore, report, deactivate",
      "12:22: `policy.limits.creates` must be a share such as 20%, a number from 0 to 100, or { percent, at_least }",
    ]);
    expect(faults.join()).not.toContain("s3cret");
  });

  const service = (text: string): string => `${BASE}service: ${text}\n`;
  test.each<[string, string]>([
    ["", "1:1: the file is empty"],
    ["just text", "1:1: the file must be a map of keys and values"],
    [
      service("{ <<: *base, base_url: sandbox }").replace("name: nightly", "name: &base nightly"),
      "4:12: merge keys (`<<`) are not supported; write the keys here, or use an alias for the whole map, as in `key: *name`",
    ],
    [`${SANDBOX}name: twice\n`, "5:1: this key is listed twice; keep one of them"],
    [BASE, "1:1: missing key `service`"],
    [
      service("{ base_url: lms.example.com, auth: { refresh_token: x } }"),
      "4:22: `service.base_url` must be a URL that starts with https:// or http://, or sandbox",
    ],
    [
      service('{ base_url: "https://u:s3cret@x.y", auth: { refresh_token: x } }'),
      "4:22: `service.base_url` must not contain a user or password; put them under `auth`",
    ],
    [
      service("{ base_url: https://x.y/integration/v1, auth: { refresh_token: x } }"),
      "4:22: `service.base_url` must not end in /integration/v1, which Rollcall adds",
    ],
    [
      service("{ base_url: https://x.y }"),
      "4:10: missing key `service.auth`: without it, Rollcall cannot sign in to the learning service. Add `refresh_token` below it; only the sandbox needs none",
    ],
    [
      service("{ base_url: sandbox, dialect: { array_query: pipes } }"),
      "4:55: `service.dialect.array_query` must be one of repeat, brackets, comma",
    ],
    [
      service("{ base_url: sandbox, timeout: 10 }"),
      "4:40: `service.timeout` must be a duration: a number and ms, s, m, h or d, such as 30s, 10m or 14d",
    ],
    [service("{ base_url: sandbox, retry: { delay: 2m } }"), "4:38: `service.retry.max_delay` must be at least as long as `delay`"],
    [service('{ base_url: sandbox, account: "${NAME" }'), "4:40: this ${ doesn't start ${NAME}; write $${ for a literal ${"],
    [SANDBOX.replace("employees-*.csv }", "e.xls, format: xls }"), "2:43: `source.format` must be one of csv, xlsx"],
    [
      SANDBOX.replace("employees-*.csv }", "e.xlsx, format: xlsx, csv: { delimiter: x } }"),
      "2:55: `source.csv` has no effect with `format: xlsx`",
    ],
    [
      SANDBOX.replace("employees-*.csv }", "e.csv, format: csv, xlsx: { sheet: x } }"),
      "2:54: `source.xlsx` has no effect with `format: csv`",
    ],
    [
      SANDBOX.replace("employees-*.csv }", "e.xlsx, xlsx: { sheet: 2026 } }"),
      "2:51: `source.xlsx.sheet` must be text; put quotes around numbers, true, false and null",
    ],
    [
      SANDBOX.replace("employees-*.csv }", "e.xlsx, xlsx: { header_row: 0 } }"),
      "2:56: `source.xlsx.header_row` must be a whole number from 1 to 1000",
    ],
    [SANDBOX.replace("exports/employees-*.csv", "*/e.csv"), "2:17: `source.file` may have * in the file name only, not in a folder"],
    [`${SANDBOX}policy: { group_removals: { auto: { groups: [a] } } }\n`, "5:35: missing key `policy.group_removals.auto.max_per_run`"],
    [
      `${SANDBOX}policy: { group_removals: always }\n`,
      "5:27: `policy.group_removals` must be never, review, or { auto: { groups, max_per_run } }",
    ],
    [`${SANDBOX}pilot: { keys: /dev/zero }\n`, "5:16: the keys cannot be read: this is not a file"],
    [`${SANDBOX}policy: { approval: { four_eyes: "yes" } }\n`, "5:34: `policy.approval.four_eyes` must be true or false"],
  ])("%j is reported at its position", (text, message) => {
    expect(faultsOf(text)).toEqual([message]);
  });

  test("$${ is a literal ${", () => {
    expect(parse(service('{ base_url: sandbox, account: "$${TOKEN}" }')).service.account).toBe("${TOKEN}");
  });
});

describe("a job in jobs/", () => {
  let cwd = "";
  beforeAll(async () => {
    cwd = await mkdtemp(join(tmpdir(), "rollcall-jobs-"));
    await mkdir(join(cwd, "jobs"));
    await writeFile(join(cwd, "jobs/nightly.yaml"), SANDBOX);
    await writeFile(
      join(cwd, "jobs/weekly.yml"),
      `${BASE.replace("nightly", "weekly").replace("workday", "other")}service: { base_url: "\${LMS_URL}", auth: 1 }\n`,
    );
    await writeFile(join(cwd, "jobs/broken.yaml"), "name: [");
    await writeFile(join(cwd, "jobs/binary.yaml"), Buffer.from([0, 1, 2]));
  });
  afterAll(() => rm(cwd, { recursive: true }));

  test("is found by name or by path", async () => {
    for (const name of ["nightly", "jobs/nightly.yaml", join(cwd, "jobs/nightly.yaml")]) {
      const { job, text, digest } = await loadJob(name, { cwd, env });
      expect(job.file).toBe(join(cwd, "jobs/nightly.yaml"));
      expect(text).toBe(SANDBOX);
      expect(digest).toMatch(/^[0-9a-f]{64}$/);
    }
  });

  test.each<[string, string]>([
    ["nigthly", "jobs/nigthly.yaml:1:1: there is no such job; jobs/ contains binary, broken, nightly, weekly; did you mean `nightly`?"],
    ["jobs", "jobs:1:1: this is a directory; the job must be a YAML file"],
    ["binary", "jobs/binary.yaml:1:1: this is a binary file; the job must be a YAML file in UTF-8"],
  ])("%s is a fault", async (name, message) => {
    expect((await problemOf(loadJob(name, { cwd, env }))).message).toContain(message);
  });

  test("is a fault if it has no end", async () => {
    const link = join(cwd, "endless.yaml");
    await symlink("/dev/zero", link);
    expect((await problemOf(loadJob(link, { cwd, env }))).message).toContain("this file has more than 16 MB; the job must be a YAML file");
  });

  test("is a fault if it is a named pipe, which nobody may ever write to", async () => {
    const pipe = join(cwd, "pipe.yaml");
    execFileSync("mkfifo", [pipe]);
    expect((await problemOf(loadJob(pipe, { cwd, env }))).message).toContain("this is a named pipe; the job must be a YAML file");
  });

  test("reads the other jobs in its folder, as far as possible", async () => {
    const { job } = await loadJob("nightly", { cwd, env });
    expect(await siblingJobs(job, env)).toEqual([
      { name: "broken", file: join(cwd, "jobs/broken.yaml"), account: null, mapping: null, service: false, sound: false },
      {
        name: "weekly",
        file: join(cwd, "jobs/weekly.yml"),
        account: "https://lms.example.com",
        mapping: join(cwd, "mappings/other.yaml"),
        service: true,
        sound: true,
      },
    ]);
  });
});

test("authorities overlap if one group may match both", () => {
  expect(authoritiesOverlap(["A/**", "HR/**"], ["B/**", "HR/Sales"])).toEqual({ a: "HR/**", b: "HR/Sales" });
  expect(authoritiesOverlap(["HR/A/**"], ["HR/B/**"])).toBeNull();
});
