import { spawnSync } from "node:child_process";

/**
 * A program of the machine that tests need; on Debian it is installed where it is missing and we may.
 * @param ask with these arguments it ends well
 * @throws Error that says what is missing
 */
export function bring(program: string, ask: readonly string[], otherwise = ""): string {
  const found = (): boolean => spawnSync(program, ask, { stdio: "ignore" }).status === 0;
  if (found()) return program;
  if (process.getuid?.() === 0 && spawnSync("apt-get", ["--version"], { stdio: "ignore" }).status === 0) {
    const quiet = { stdio: "ignore", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } } as const;
    const install = ["-o", "DPkg::Lock::Timeout=300", "install", "-y", "--no-install-recommends", program];
    if (spawnSync("apt-get", install, quiet).status !== 0) {
      spawnSync("apt-get", ["update"], quiet);
      spawnSync("apt-get", install, quiet);
    }
    if (found()) return program;
  }
  throw new Error(`These tests need ${otherwise}${program} on the PATH (on Debian: apt-get install ${program}).`);
}
