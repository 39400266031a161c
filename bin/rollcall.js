#!/usr/bin/env node
// Plain JavaScript, so that an old Node prints a message instead of a syntax error.
import { getEventListeners } from "node:events";
import { existsSync, lstatSync, mkdirSync } from "node:fs";
import module from "node:module";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";

const { enableCompileCache } = module;
// A checkout runs the sources. A package contains this file and the build in dist/.
const source = new URL("../src/cli/run-cli.ts", import.meta.url);

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 22)) {
  const advice = existsSync(source)
    ? "`npx rollcall` and the npm scripts use the Node that `npm ci` installed here."
    : "Install Node 24 from https://nodejs.org, or with `npm install --global n && n 24`, and run the command again.";
  console.error(`rollcall needs Node 22.22 or newer; this is ${process.versions.node}. ${advice}`);
  process.exit(2);
}

const cache = cacheFolder();
if (cache !== null) enableCompileCache?.(cache);
// Rows of a file live for a moment only: letting the space for young objects grow costs 100 MB and saves no time.
setFlagsFromString("--semi-space-growth-factor=1");
// V8 waits until there are up to four times as many old objects as after its last collection; twice as many is 150 MB less.
setFlagsFromString("--heap-growing-percent=100");

// Node would open its debugger, through which any user of the machine can run code in this process.
process.on("SIGUSR1", () => {});

let reload = null;
/**
 * The first signal asks the command to stop. The second, or one that the command does not handle, ends the process.
 * SIGHUP makes the daemon read its files again; for other commands it means that the terminal is gone, often twice.
 */
const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    if (signal === "SIGHUP" && reload !== null) return reload();
    if (stop.signal.aborted) return signal === "SIGHUP" ? undefined : process.exit(130);
    if (getEventListeners(stop.signal, "abort").length > 0) return stop.abort(signal);
    // The first process of a container: the system ignores signals that it does not handle.
    if (process.pid === 1) return process.exit(128 + constants.signals[signal]);
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
    reload = listener;
    return () => (reload = null);
  },
};

const { runCli } = await import(existsSync(source) ? source.href : new URL("../dist/cli/run-cli.js", import.meta.url).href);
const code = await runCli(argv.slice(2), io);
// Flush the output, unless its reader is gone, then exit: an unresponsive service or Redis must not keep the process alive.
await Promise.all([stdout, stderr].map(flushed));
// A shell ends its script after 130. A daemon that stopped as asked has done its work.
process.exit(code !== 0 && stop.signal.reason === "SIGINT" ? 130 : code);

/**
 * Returns a folder for compiled code that only this user can write to; `null` if there is none. Node runs the code that
 * it finds there, and another user of the machine may have made the folder in /tmp that it uses by default.
 */
function cacheFolder() {
  const user = process.getuid?.();
  // On Windows, each user has a folder for temporary files.
  if (user === undefined) return undefined;
  const folder = join(tmpdir(), `rollcall-cache-${user}`);
  try {
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
    const found = lstatSync(folder);
    return found.isDirectory() && found.uid === user && (found.mode & 0o077) === 0 ? folder : null;
  } catch {
    return null;
  }
}

function flushed(stream) {
  stream.on("error", () => undefined);
  return new Promise((resolve) => (stream.writable ? stream.write("", resolve) : resolve()));
}
