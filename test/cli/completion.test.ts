import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { workplace, type Workplace } from "../helpers/cli.ts";
import { testCall } from "../helpers/io.ts";
import { buildProgram } from "../../src/cli/program.ts";

let place: Workplace;
let scripts: Record<string, string>;
beforeAll(async () => {
  place = workplace();
  place.write("jobs/nightly.yaml", "name: nightly\n");
  place.write("jobs/people.yml", "name: other\n");
  scripts = {};
  for (const shell of ["bash", "zsh", "fish"]) {
    scripts[shell] = place.write(`completion.${shell}`, (await place.run(["completion", shell])).stdout);
  }
});

afterAll(() => place.remove());

/** Runs code in a shell, in the directory of the jobs. @returns its output */
function inShell(shell: string, code: string): { status: number | null; lines: string[] } {
  const { status, stdout, stderr } = spawnSync(shell, ["-c", code], {
    cwd: place.dir,
    encoding: "utf8",
    env: { PATH: process.env["PATH"] ?? "", HOME: place.dir },
  });
  expect(stderr).toBe("");
  return { status, lines: stdout.split("\n").filter((line) => line !== "") };
}

const installed = (shell: string): boolean => spawnSync(shell, ["-c", "exit 0"]).status === 0;

describe("bash", () => {
  /** Returns the completions of the last typed word. */
  const offered = (...typed: string[]): string[] => {
    const words = ["rollcall", ...typed].map((word) => `'${word}'`).join(" ");
    const code = `source completion.bash; COMP_WORDS=(${words}); COMP_CWORD=${typed.length}; _rollcall; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return inShell("bash", code).lines;
  };

  test("completes commands and subcommands", () => {
    expect(offered("re")).toEqual(["review", "restore"]);
    expect(offered("")).toEqual(expect.arrayContaining(["check", "plan", "sync", "completion", "service"]));
    expect(offered("runs", "")).toEqual(["list", "show", "resume", "approve", "release", "cancel", "revert"]);
    expect(offered("service", "users", "cr")).toEqual(["create"]);
    expect(offered("schema", "")).toEqual(["mapping", "job"]);
  });

  test("completes options after a dash", () => {
    expect(offered("plan", "nightly", "--")).toEqual(
      expect.arrayContaining(["--file", "--complete", "--all", "--json", "--state", "--help"]),
    );
    expect(offered("runs", "list", "--j")).toEqual(["--job", "--json"]);
    expect(offered("runs", "--")).toEqual(["--help"]);
  });

  test("completes job names from jobs/, also after --job, and leaves other words to files", () => {
    expect(offered("check", "ni")).toEqual(["nightly"]);
    expect(offered("plan", "--state", "runs", "ni")).toEqual(["nightly"]);
    expect(offered("review", "list", "--job", "ni")).toEqual(["nightly"]);
    expect(offered("explain", "nightly", "")).toEqual([]);
    expect(offered("check", "--file", "")).toEqual([]);
  });
});

test("every script names every command, and loads in its shell if that is installed", async () => {
  const help = `${(await place.run(["--help"])).stdout}${(await place.run(["help", "more"])).stdout}`;
  const commands = [...help.matchAll(/^ {2}([a-z][a-z-]+)(?: |$)/gm)].map(([, name = ""]) => name).filter((name) => name !== "help");
  expect(commands.length).toBeGreaterThan(20);
  for (const [shell, file] of Object.entries(scripts)) {
    const text = place.read(`completion.${shell}`);
    expect(commands.filter((name) => !new RegExp(`[ '"]${name}[ '":]`).test(text))).toEqual([]);
    const load = shell === "zsh" ? `autoload -U compinit && compinit -u -D; source ${file}` : `source ${file}`;
    if (installed(shell)) expect(inShell(shell, load)).toEqual({ status: 0, lines: [] });
  }
});

test("fish completes commands and jobs, if it is installed", () => {
  if (!installed("fish")) return;
  const offered = (line: string): string[] =>
    inShell("fish", `source completion.fish; complete -C '${line}'`).lines.map((one) => one.split("\t")[0] ?? "");
  expect(offered("rollcall rev")).toEqual(["review"]);
  expect(offered("rollcall runs ")).toEqual(expect.arrayContaining(["list", "show"]));
  expect(offered("rollcall check ni")).toEqual(["nightly"]);
});

test("--help lists at most fifteen commands under headings, and `help more` the others", async () => {
  const { stdout } = await place.run(["--help"]);
  const more = await place.run(["help", "more"]);
  const headingsOf = (text: string) => [...text.matchAll(/^([A-Z][\w ]+):$/gm)].map(([, heading]) => heading);
  const namesOf = (text: string) => [...text.matchAll(/^ {2}([a-z][a-z-]+)(?: |$)/gm)].map(([, name = ""]) => name);
  expect(headingsOf(stdout)).toEqual(expect.arrayContaining(["Getting started", "Synchronize", "Review", "Operate"]));
  expect(stdout).toMatch(/Synchronize:\n {2}plan /);
  expect(namesOf(stdout).length).toBeLessThanOrEqual(15);
  expect(stdout).toContain("rollcall help more");
  expect(more.code).toBe(0);
  expect(headingsOf(more.stdout)).toEqual(expect.arrayContaining(["Operate", "Privacy", "Access to the console", "Learning service"]));
  // Each command is in one of the two lists.
  const all = (await buildProgram(testCall("/"))).commands.map((command) => command.name());
  expect([...namesOf(stdout), ...namesOf(more.stdout)].filter((name) => name !== "help").toSorted()).toEqual(all.toSorted());
  expect((await place.run(["runs", "--help"])).stdout).toContain("Commands:");
});
