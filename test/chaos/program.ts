/** A process of Rollcall under a supervisor that starts it again when it ends, as systemd or Kubernetes would. */
import { spawn, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

const bin = fileURLToPath(new URL("../../bin/rollcall.js", import.meta.url));
const RESTART_DELAY_MS = 1000;
const PROBE_INTERVAL_MS = 2000;

export interface Program {
  name: string;
  /** What it runs before any change. */
  first: string;
  /** Counts what its log and its exits said: a sentence, and how often. */
  said: Map<string, number>;
  pid(): number;
  /** Resolves when it has started and printed its address. */
  ready(): Promise<string>;
  /** Ends it; the supervisor starts it again. Resolves when it has ended. */
  end(signal: NodeJS.Signals): Promise<void>;
  /** What the next start uses instead. */
  change(parts: { program?: string; env?: Record<string, string> }): void;
  close(): Promise<void>;
}

export function startProgram(name: string, args: readonly string[], cwd: string, env: Record<string, string>): Program {
  const said = new Map<string, number>();
  const note = (sentence: string): void => void said.set(sentence, (said.get(sentence) ?? 0) + 1);
  let closing = false;
  let using = { program: bin, env };
  let child: ChildProcess;
  /** `null` until the present process has printed it: the one before may have ended without. */
  let address: string | null = null;
  let timer: NodeJS.Timeout | undefined;

  const start = (): void => {
    const started = spawn(process.execPath, [using.program, ...args], { cwd, env: using.env, stdio: ["ignore", "pipe", "pipe"] });
    child = started;
    let printed = "";
    address = null;
    started.stdout?.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.trimEnd().endsWith("}")) address = (JSON.parse(printed) as { url: string }).url;
    });
    if (started.stderr !== null) createInterface({ input: started.stderr }).on("line", (line) => noteLine(line, note));
    started.once("exit", (code, signal) => {
      if (closing) return;
      if (signal === null) note(`ended with exit ${code}`);
      timer = setTimeout(start, RESTART_DELAY_MS);
    });
  };
  start();
  // The log says what a readiness probe finds.
  const probes = setInterval(() => {
    if (address !== null) void fetch(`${address}/readyz`, { signal: AbortSignal.timeout(PROBE_INTERVAL_MS) }).catch(() => undefined);
  }, PROBE_INTERVAL_MS);

  const ready = async (): Promise<string> => {
    for (;;) {
      if (address !== null) return address;
      await sleep(50);
    }
  };
  const end = (signal: NodeJS.Signals): Promise<void> =>
    new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once("exit", () => resolve());
      child.kill(signal);
    });
  return {
    name,
    first: bin,
    said,
    pid: () => child.pid ?? 0,
    ready,
    end,
    change: (parts) => void (using = { program: parts.program ?? using.program, env: { ...using.env, ...parts.env } }),
    close: async () => {
      closing = true;
      clearTimeout(timer);
      clearInterval(probes);
      await end("SIGKILL");
    },
  };
}

/** Warnings and errors of the log, and everything that isn't the log. */
function noteLine(line: string, note: (sentence: string) => void): void {
  let entry: { level?: string; event?: string; msg?: string; why?: string; check?: string };
  try {
    entry = JSON.parse(line) as typeof entry;
  } catch {
    return note(line.slice(0, 200));
  }
  if (entry.level === "info" || entry.level === "debug") return;
  const detail = entry.why ?? entry.check;
  note(`${entry.event}${detail === undefined ? "" : ` (${detail})`}: ${entry.msg ?? ""}`);
}
