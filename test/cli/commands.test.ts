import { fact } from "../../src/domain/facts/fact.ts";
import { noteText } from "../../src/app/view/run.ts";
import type { Command } from "commander";
import { expect, test } from "vitest";
import { buildProgram } from "../../src/cli/program.ts";
import { company, people, staff } from "../helpers/company.ts";
import { testCall } from "../helpers/io.ts";

/** Returns every command without subcommands, with its path. */
function leaves(command: Command, path: string[] = []): { path: string; command: Command }[] {
  return command.commands.length === 0
    ? [{ path: path.join(" "), command }]
    : command.commands.flatMap((sub) => leaves(sub, [...path, sub.name()]));
}

test("the help of every command has an example of it, --json, and --state if it opens a state", async () => {
  const commands = leaves(await buildProgram(testCall(process.cwd())));
  expect(commands.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      "check",
      "plan",
      "sync",
      "explain",
      "sandbox",
      "runs list",
      "runs show",
      "runs resume",
      "runs approve",
      "runs cancel",
      "review list",
      "review show",
      "review approve",
      "review reject",
      "identities list",
      "identities import",
      "identities link",
      "identities retry",
      "identities unlink",
    ]),
  );
  for (const { path, command } of commands) {
    let help = "";
    command.configureOutput({ writeOut: (text) => (help += text) });
    command.outputHelp();
    expect(help, `for ${path}`).toMatch(new RegExp(`Examples:\\n  rollcall ${path}`));
    // These print JSON or a script anyway.
    if (!["schema", "completion"].includes(path)) expect(help, `for ${path}`).toContain("--json");
    if (!["init", "schema", "completion"].includes(path)) expect(help, `for ${path}`).toContain("--state");
  }
});

test("a job that cannot be opened gives JSON with its problem on standard output, where --json asks for it", async () => {
  const c = await company();
  for (const args of [["plan"], ["sync"], ["check"], ["plan", "--mapping", "mapping.yaml"]]) {
    const { code, json, stderr } = await c.run(...args, "missing.yaml", "--json");
    expect(json()).toMatchObject({
      job: "missing.yaml",
      problem: { code: "configuration", message: expect.stringContaining("there is no such job") },
    });
    expect([code, stderr]).toEqual([2, expect.stringContaining("there is no such job")]);
  }
});

test("a note names its row, or how many there are, and none if it is about the whole file", () => {
  const note = { fact: fact("row.example", {}), rows: 0, examples: [] };
  expect(noteText(note)).toBe("The row below the header looks like an example, not like a person. It is left out.");
  expect(noteText({ ...note, rows: 1, examples: [7] })).toBe(
    "The row below the header looks like an example, not like a person. It is left out. (row 7)",
  );
  expect(noteText({ ...note, rows: 1 })).toBe("The row below the header looks like an example, not like a person. It is left out. (1 row)");
  expect(noteText({ ...note, rows: 3000 })).toBe(
    "The row below the header looks like an example, not like a person. It is left out. (3,000 rows)",
  );
});

test("invalid usage exits with 2, explains what is wrong, and prints nothing on standard output", async () => {
  const c = await company();
  const wrong: [args: string[], says: RegExp][] = [
    [["frobnicate"], /unknown command 'frobnicate'/],
    [["sync", "job.yaml", "--fast"], /unknown option '--fast'/],
    [["sync"], /missing required argument 'job'/],
    [["sync", "weekly"], /weekly/],
  ];
  for (const [args, says] of wrong) {
    const { code, stdout, stderr } = await c.run(...args);
    expect(code, `for ${args.join(" ")}`).toBe(2);
    expect(stderr).toMatch(says);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(stdout).toBe("");
  }
}, 120_000);

test("an invalid job or mapping exits with 2 and lists all faults with positions; a missing variable is named, no value is shown", async () => {
  const c = await company();
  c.place.write(
    "bad.yaml",
    [
      "name: nightly",
      "source: { file: hr.csv, formt: csv }",
      "mapping: mapping.yaml",
      'service: { base_url: "${LMS_URL}", auth: { refresh_token: "${LMS_TOKEN}" }, rate: { per_second: -1 } }',
      "policy: { absent: delete }",
    ].join("\n"),
  );
  const job = await c.place.run(["sync", "bad.yaml", "--json"], { env: { LMS_URL: "http://127.0.0.1:1", LMS_TOKEN: "" } });
  expect(job.code).toBe(2);
  expect(job.json()).toMatchObject({ problem: { code: "configuration", faults: [{}, {}, {}, {}] } });
  for (const fault of [
    /bad\.yaml:2:\d+: .*formt.*format/,
    /bad\.yaml:4:\d+: .*LMS_TOKEN/,
    /bad\.yaml:4:\d+: .*per_second/,
    /bad\.yaml:5:\d+: .*deactivate/,
  ]) {
    expect(job.stderr).toMatch(fault);
  }
  expect(job.stderr).not.toContain("LMS_URL");
  c.place.write(
    "mapping.yaml",
    "key: ID\nuser:\n  username: { colum: Email }\n  first_name: First\n  last_name: Last\nactive: { column: S }\n",
  );
  const mapping = await c.run("plan", "job.yaml");
  expect(mapping.code).toBe(2);
  for (const fault of [/mapping\.yaml:3:\d+: .*colum.*column/, /mapping\.yaml:\d+:\d+: .*email/, /mapping\.yaml:6:\d+: .*values/])
    expect(mapping.stderr).toMatch(fault);
  expect(mapping.stderr).not.toMatch(/^\s+at /m);
  expect(c.service.requests()).toEqual([]);
}, 120_000);

test("check and plan send nothing; resume applies a plan, cancel discards it, and list and show print it", async () => {
  const c = await company();
  c.hr([...people(3), { id: "0004", mail: "broken" }, { id: "0005", dept: "Nowhere" }]);
  const check = await c.run("check", "job.yaml", "--json");
  expect(check.code).toBe(1);
  expect(check.json()).toMatchObject({ rows: 5, usable: 4, missingGroups: [{ group: "HR/Departments/Nowhere", people: 1 }] });
  const plan = await c.night("plan", ["job.yaml"]);
  expect(plan).toMatchObject({ code: 1, status: "planned", counts: { creates: 4, rejected: 1, done: 0 } });
  expect(plan.stderr).toContain("Planning");
  const second = await c.run("plan", "job.yaml");
  expect(second.stdout).toMatch(/^Plan .*: nothing was sent\./);
  expect(second.stdout).not.toContain("Planning …");
  expect(c.userCalls()).toEqual([]);
  expect(c.service.requests().every(({ method, path }) => method === "GET" || path.includes("oauth2"))).toBe(true);

  const resumed = await c.night("runs resume", [plan.run]);
  expect(resumed).toMatchObject({ code: 1, run: plan.run, status: "completed", counts: { creates: 4, done: 4 } });
  expect(c.service.users()).toHaveLength(4);
  const runs = (await c.run("runs", "list", "--json")).json<{ run: string; status: string }[]>();
  expect(runs.map(({ status }) => status)).toEqual(["planned", "completed"]);

  c.hr([...people(3), { id: "0009" }]);
  const third = await c.night("plan", ["job.yaml"]);
  expect(third).toMatchObject({ code: 0, counts: { creates: 1, absent: 1 } });
  expect(await c.night("runs cancel", [third.run])).toMatchObject({ status: "cancelled", counts: { done: 0 } });
  for (const command of ["resume", "approve", "cancel"]) {
    const late = await c.run("runs", command, third.run, ...(command === "approve" ? ["--reason", "The right file"] : []));
    expect(late.code, `for ${command}`).toBe(2);
    expect(late.stderr, `for ${command}`).toContain("cancelled");
  }
  const unknown = await c.run("runs", "show", "20260101-000000-none");
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toContain("There is no run");
  expect(c.service.users()).toHaveLength(4);
  expect((await c.run("runs", "show", plan.run)).stdout).toContain("4 changes applied");
}, 120_000);

test("explain shows one person's row, rules and groups; identities link refuses conflicts", async () => {
  const c = await company();
  c.hr([{ id: "007", dept: "IT" }, { id: "7" }]);
  await c.sync();
  c.hr([{ id: "007", dept: "Legal" }, { id: "7" }]);
  const { stdout, code, json } = await c.run("explain", "job.yaml", "007", "--json");
  expect(code).toBe(0);
  expect(stdout.trimStart().startsWith("{")).toBe(true);
  expect(json()).toMatchObject({
    key: "007",
    rows: [2],
    groups: [
      { group: staff, rule: "everyone" },
      { group: "HR/Departments/Legal", rule: "department", known: true },
    ],
    current: [
      { group: staff, managed: true },
      { group: "HR/Departments/IT", managed: true },
    ].sort((a, b) => a.group.localeCompare(b.group)),
    outcome: { action: "update", gains: ["HR/Departments/Legal"], losses: ["HR/Departments/IT"] },
  });
  const text = await c.run("explain", "job.yaml", "7");
  expect(text.stdout).toContain("First7");
  const unknownKey = await c.run("explain", "job.yaml", "07");
  expect(unknownKey.code).toBe(2);
  expect(unknownKey.stderr).toContain("Keys are text");

  const other = c.accountsOf("7")[0]?.user_id ?? "";
  for (const [key, id, says] of [
    ["007", other, "is already linked to"],
    ["8", other, "is already linked to 7"],
    ["8", "eight", "isn't a valid user_id"],
  ] as const) {
    const refused = await c.run("identities", "link", "job.yaml", key, id);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(says);
  }
  expect((await c.run("identities", "link", "job.yaml", "7", other.toUpperCase(), "--json")).json()).toMatchObject({ linked: false });
}, 120_000);

test("the help lists commands that are not loaded as it lists them with their options and arguments", async () => {
  const io = testCall(process.cwd());
  const all = (await buildProgram(io)).helpInformation();
  for (const argv of [[], ["--help"], ["help"], ["no-such-command"], ["sync", "--help"], ["--", "runs"]])
    expect((await buildProgram(io, argv)).helpInformation()).toBe(all);
  const { commands } = await buildProgram(io, ["help", "runs"]);
  expect(commands.find((command) => command.name() === "runs")?.commands.map((command) => command.name())).toContain("revert");
  expect(commands.find((command) => command.name() === "review")?.commands).toEqual([]);
});
