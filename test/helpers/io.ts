import { Readable, Writable } from "node:stream";
import { systemClock } from "../../src/domain/clock.ts";
import type { Call } from "../../src/app/io.ts";
import { runCli, type Io } from "../../src/cli/run-cli.ts";

export interface TestIo {
  io: Io;
  stdout(): string;
  stderr(): string;
  /** As Ctrl-C does. */
  stop(): void;
}

/** What a command is given in a test: no terminal, its own environment, and its output kept as text. */
export function testIo(cwd: string, given: Partial<Io> & { input?: string } = {}): TestIo {
  const { input = "", ...io } = given;
  const stopping = new AbortController();
  const out = collector();
  const errors = collector();
  return {
    io: {
      cwd,
      env: { PATH: process.env["PATH"] ?? "", HOME: cwd, NO_COLOR: "1" },
      stdin: Readable.from(input === "" ? [] : [Buffer.from(input)]),
      stdout: out.stream,
      stderr: errors.stream,
      isTTY: { stdin: false, stdout: false, stderr: false },
      columns: undefined,
      signal: stopping.signal,
      now: () => new Date(),
      ...io,
    },
    stdout: out.text,
    stderr: errors.text,
    stop: () => stopping.abort(),
  };
}

function collector(): { stream: Writable; text(): string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString("utf8") };
}

/** The same as parts of the command line get it, for tests that call them directly. */
export function testCall(cwd: string, given: Partial<Io> = {}): Call {
  return { ...systemClock, ...testIo(cwd, given).io, command: "test", givenState: null, exitCode: 0, lastLine: null, run: runCli };
}
