import { expect, test } from "vitest";
import { parseJob } from "../../src/config/job.ts";
import { ConfigurationProblem } from "../../src/domain/problem.ts";
import { faultText } from "../helpers/problems.ts";
import type { SourceSettings } from "../../src/domain/settings.ts";

const KEY = `SHA256:${"a".repeat(43)}`;

function sourceOf(source: string): SourceSettings {
  const text = `name: nightly\nsource:\n${source.replaceAll(/^/gm, "  ")}\nmapping: m.yaml\nservice: { base_url: sandbox }\n`;
  return parseJob(text, "/company/jobs/nightly.yaml", "jobs/nightly.yaml", { SFTP_PASSWORD: "pw" }).source;
}

function faultsOf(source: string): string[] {
  try {
    sourceOf(source);
  } catch (error) {
    if (error instanceof ConfigurationProblem) return error.faults.map(faultText);
    throw error;
  }
  return [];
}

test("several files share the settings beside them, and each may override them", () => {
  const source = sourceOf(`csv: { encoding: windows-1252 }
files:
  - ../exports/employees-*.csv
  - { file: /data/contractors.csv, csv: { delimiter: ";" }, columns: { Worker No: Employee ID }, lacks: [Office] }
same_key: first`);
  expect(source).toMatchObject({
    file: "/company/exports/employees-*.csv",
    csv: { encoding: "windows-1252", delimiter: null },
    sameKey: "first",
    keep: null,
  });
  expect(source.more).toMatchObject([
    { file: "/data/contractors.csv", csv: { encoding: null, delimiter: ";" }, columns: [["Worker No", "Employee ID"]], lacks: ["Office"] },
  ]);
});

test("a joined file has a name, its key and the column to match", () => {
  const { join } = sourceOf(`file: hr.csv
join:
  - { name: contracts, file: contracts-*.csv, key: Person, on: Employee ID, rows: many, skip: { after: 1 } }`);
  expect(join).toMatchObject([
    {
      name: "contracts",
      file: "/company/jobs/contracts-*.csv",
      key: "Person",
      on: "Employee ID",
      rows: "many",
      skip: { before: 0, after: 1 },
    },
  ]);
});

test("a server has a host key; file paths are on the server, the private key's path is local", () => {
  const { file, sftp, after } = sourceOf(`file: /out/hr-*.csv
sftp: { host: files.acme.example, user: rollcall, private_key: ../secrets/key, passphrase: "\${SFTP_PASSWORD}", host_key: "${KEY}=" }
after: { move: read }`);
  expect({ file, after }).toEqual({ file: "/out/hr-*.csv", after: { move: "read" } });
  expect(sftp).toEqual({
    host: "files.acme.example",
    port: 22,
    user: "rollcall",
    password: null,
    privateKey: "/company/secrets/key",
    passphrase: "pw",
    hostKey: KEY,
  });
});

test("reads max_age, settle, unchanged and after", () => {
  expect(sourceOf("file: hr.csv\nmax_age: 36h\nsettle: 5s\nunchanged: skip\nafter: { move: ../read }")).toMatchObject({
    maxAge: 129_600_000,
    settle: 5000,
    unchanged: "skip",
    after: { move: "/company/read" },
  });
  expect(sourceOf("file: '-'").file).toBe("-");
  expect(["26h", "weekdays", "weekly"].map((expected) => sourceOf(`file: hr.csv\nexpect: ${expected}`).expect)).toEqual([
    26 * 3_600_000,
    "weekdays",
    8 * 86_400_000,
  ]);
});

test.each([
  ["{}", ["3:3: missing key `source.file`"]],
  ["file: a.csv\nfiles: [b.csv]", ["3:3: `source` needs exactly one of file, files, http"]],
  ["files: []", ["3:10: `source.files` must name at least one file"]],
  ["files: [{ format: csv }]", ["3:11: `source.files[1]` must be the name of a file, or a map with `file` or `http`"]],
  ["files: [a.csv]\nlacks: [Office]", ["4:3: with `files`, put `lacks` into the entry of its file"]],
  [
    "files: [a.csv, { file: b.csv, format: xlsx, csv: { delimiter: ; } }]",
    ["3:52: `source.files[2].csv` has no effect with `format: xlsx`"],
  ],
  ["file: a.csv\nsame_key: first", ["4:3: `source.same_key` has an effect only with `files`"]],
  ["files: [a.csv, b.csv]\nsame_key: newest", ["4:13: `source.same_key` must be one of reject, first, last"]],
  [
    "file: a.csv\njoin: [{ name: a b, file: c.csv, key: K, on: K }]",
    ["4:18: `source.join[1].name` must be a name of letters, digits, - and _"],
  ],
  [
    "file: a.csv\njoin: [{ name: c, file: c.csv, key: K, on: K }, { name: C, file: d.csv, key: K, on: K }]",
    ["4:59: another joined file is also named C; each join needs a unique name"],
  ],
  ["file: a.csv\njoin: [{ name: c, file: c.csv, key: K, on: K, rows: two }]", ["4:55: `source.join[1].rows` must be one of one, many"]],
  ["file: a.csv\nmax_age: 2 days", ["4:12: `source.max_age` must be a duration: a number and ms, s, m, h or d, such as 30s, 10m or 14d"]],
  ["file: a.csv\nexpect: daily", ["4:11: `source.expect` must be weekdays, weekly, or a duration such as 26h"]],
  ["file: a.csv\nexpect: 5m", ["4:11: `source.expect` must be from 1h to 366d"]],
  ["http: { url: https://hr.example/x }\nexpect: 26h", ["4:3: `source.expect` is for files; the answer of a request has no age"]],
  ["file: a.csv\nunchanged: ignore", ["4:14: `source.unchanged` must be one of run, skip"]],
  ["file: a.csv\nafter: delete", ["4:10: `source.after` must be keep, mark, or { move: FOLDER }"]],
  ["file: '-'\nafter: { move: done }", ["4:3: standard input cannot be moved"]],
  ["file: a.xlsx\nxlsx: { header_row: 3 }\nskip: { before: 2 }", ["5:9: `skip.before` has no effect with `xlsx.header_row`"]],
  ["file: a.csv\ncolumns: { A: Name, B: NAME }", ["4:26: “A” is already renamed to “NAME”"]],
  [
    "file: /out/a.csv\nsftp: { host: h, user: u, password: p, host_key: md5 }",
    [
      "4:52: `source.sftp.host_key` must be the SHA-256 fingerprint of the server's key, such as SHA256:… (`ssh-keyscan HOST | ssh-keygen -lf -` prints it)",
    ],
  ],
  [`file: /out/a.csv\nsftp: { host: h, user: u, host_key: "${KEY}" }`, ["4:9: `sftp` needs exactly one of password, private_key"]],
  [
    `file: /out/a.csv\nsftp: { host: h, user: u, password: p, passphrase: x, host_key: "${KEY}" }`,
    ["4:42: `passphrase` needs `private_key`"],
  ],
  [
    `file: '-'\nsftp: { host: h, user: u, password: p, host_key: "${KEY}" }`,
    ["3:9: `-` is standard input; with `sftp` it must be a path on the server"],
  ],
])("%j is a fault at its position", (source, faults) => {
  expect(faultsOf(source)).toEqual(faults);
});

test("PGP keys are files relative to the job, one or several, and signatures are expected of a named sender", () => {
  const { pgp, maxUnpacked, more } =
    sourceOf(`pgp: { private_key: ../keys/a.asc, passphrase: "\${SFTP_PASSWORD}", signed_by: [hr.asc, /keys/hr.asc] }
max_unpacked: 0.5GB
files:
  - hr.csv.pgp
  - { file: contractors.csv.pgp, pgp: { private_key: [b.asc, c.asc] }, max_unpacked: 20MB }`);
  expect(pgp).toEqual({
    privateKeys: ["/company/keys/a.asc"],
    passphrases: ["pw"],
    signedBy: ["/company/jobs/hr.asc", "/keys/hr.asc"],
    expectSigned: true,
  });
  expect(maxUnpacked).toBe(500_000_000);
  expect(more).toMatchObject([
    { maxUnpacked: 20_000_000, pgp: { privateKeys: ["/company/jobs/b.asc", "/company/jobs/c.asc"], expectSigned: false } },
  ]);
});

test("a signature cannot be expected without the key of the sender, and a size needs its unit", () => {
  expect(faultsOf("file: hr.csv.pgp\npgp: { private_key: a.asc, expect_signed: true }")).toEqual([
    "4:30: `expect_signed: true` needs `signed_by`",
  ]);
  expect(faultsOf("file: hr.csv.gz\nmax_unpacked: 4000")).toEqual([
    "4:17: `source.max_unpacked` must be a size: a number and MB or GB, such as 500MB or 4GB",
  ]);
});
