#!/usr/bin/env node
// Plain JavaScript that any Node reads, so that an old one gets a sentence instead of a syntax error.
import { getEventListeners } from "node:events";
import { existsSync } from "node:fs";
import module from "node:module";
import { setFlagsFromString } from "node:v8";

const { enableCompileCache } = module;

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 22)) {
  console.error(
    `rollcall needs Node 22.22 or newer, and this is ${process.versions.node}. In a checkout, \`npx rollcall\` and the npm scripts use the one that \`npm ci\` brought.`,
  );
  process.exit(2);
}

// What was compiled once starts faster the next time.
enableCompileCache?.();
// Rows of a file live for a moment only: letting the space for young objects grow costs 100 MB and saves no time.
setFlagsFromString("--semi-space-growth-factor=1");

/** The first signal asks the command to stop; the second, or one that the command does not listen for, ends the process. */
const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    if (stop.signal.aborted) process.exit(130);
    if (getEventListeners(stop.signal, "abort").length > 0) return stop.abort();
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

const { cwd, env, stdin, stdout, stderr, argv } = process;
const io = {
  cwd: cwd(),
  env,
  stdin,
  stdout,
  stderr,
  isTTY: { stdin: stdin.isTTY === true, stdout: stdout.isTTY === true, stderr: stderr.isTTY === true },
  columns: stdout.columns,
  signal: stop.signal,
  now: () => new Date(),
  script: argv[1],
  onReload: (listener) => {
    process.on("SIGHUP", listener);
    return () => process.off("SIGHUP", listener);
  },
};

// In a checkout the sources run directly. A package holds this file and what was built, in dist/.
const source = new URL("run-cli.ts", import.meta.url);
const { runCli } = await import(existsSync(source) ? source.href : new URL("../../dist/cli/run-cli.js", import.meta.url).href);
const code = await runCli(argv.slice(2), io);
// The output is flushed first, unless its reader has gone. A service or a Redis that does not answer must not keep the
// process alive.
await Promise.all([stdout, stderr].map(handedOver));
process.exit(code);

function handedOver(stream) {
  stream.on("error", () => undefined);
  return new Promise((resolve) => (stream.writable ? stream.write("", resolve) : resolve()));
}
