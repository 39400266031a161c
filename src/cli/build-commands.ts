/** Writes docs/reference/commands.md from the program. Run by `npm run commands`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { systemClock } from "../domain/clock.ts";
import { commandsPage } from "./commands-page.ts";
import { runCli } from "./run-cli.ts";
import { buildProgram } from "./program.ts";

const { stdin, stdout, stderr } = process;
const program = await buildProgram({
  ...systemClock,
  cwd: process.cwd(),
  env: {},
  stdin,
  stdout,
  stderr,
  isTTY: { stdin: false, stdout: false, stderr: false },
  columns: undefined,
  signal: new AbortController().signal,
  now: () => new Date(),
  command: "",
  givenState: null,
  lastLine: null,
  exitCode: 0,
  run: runCli,
});
const folder = fileURLToPath(new URL("../../docs/reference/", import.meta.url));
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}commands.md`, commandsPage(program));
