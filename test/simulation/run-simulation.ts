import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Runs the simulation in a process of its own, because it replaces the clock, the files and the network of its process. */
export function runSimulation(...args: string[]): Promise<{ code: number | null; output: string }> {
  const program = fileURLToPath(new URL("main.ts", import.meta.url));
  return new Promise((done, reject) => {
    const started = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    started.stdout.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
    started.stderr.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
    started.on("error", reject);
    started.on("close", (code) => done({ code, output }));
  });
}
