import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium, type Browser } from "playwright-core";

const LOCK = "/tmp/rollcall-chromium.lock";
/** An installation by apt takes a while on a slow line. */
export const BROWSER_TIME = 300_000;

/** A real Chromium: the one that CHROMIUM names, the system's, or, as root on Debian, one that is installed now. */
export async function startChromium(): Promise<Browser> {
  // While another process installs one, its program may be there before its libraries are.
  if (existsSync(LOCK)) await once(spawn("flock", ["-w", "240", LOCK, "true"], { stdio: "ignore" }), "close");
  const executablePath = named() ?? found() ?? (await installed());
  return chromium.launch({
    executablePath,
    // Chromium's own sandbox needs rights that a container rarely has. Nothing but our own pages is opened.
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--disable-dev-shm-usage",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

function named(): string | null {
  const path = process.env["CHROMIUM"];
  if (path === undefined || path === "") return null;
  if (!existsSync(path)) throw new Error(`CHROMIUM names ${path}, and there is no such file. Set it to a Chromium's program, or unset it.`);
  return path;
}

function found(): string | null {
  const folders = ["/usr/bin", ...(process.env["PATH"] ?? "").split(delimiter)];
  const programs = folders.flatMap((folder) => ["chromium", "chromium-browser", "google-chrome"].map((name) => join(folder, name)));
  return programs.find((program) => existsSync(program)) ?? null;
}

/** `flock`: two test files that start at once must not both install; the second then finds what the first has brought. */
async function installed(): Promise<string> {
  const advice = "Install Chromium (Debian: apt-get install chromium), or set CHROMIUM to the path of one.";
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) throw new Error(`The tests of the console need a Chromium. ${advice}`);
  const script =
    "test -x /usr/bin/chromium || { apt-get update && apt-get install -y --no-install-recommends chromium fonts-dejavu-core; }";
  const child = spawn("flock", [LOCK, "sh", "-c", script], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString("utf8")));
  await once(child, "close");
  const program = found();
  if (program !== null) return program;
  const last = said.trim().split("\n").slice(-3).join(" ");
  throw new Error(`Chromium could not be installed: ${last} ${advice}`);
}
