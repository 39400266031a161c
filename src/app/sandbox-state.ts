import { mkdirSync } from "node:fs";
import type { Sandbox, SandboxOptions } from "../sandbox/sandbox.ts";
import { lockState } from "../state/lock.ts";

/** Starts the sandbox on its own directory, locked for this process. */
export async function openSandbox(options: SandboxOptions & { dir: string }): Promise<Sandbox> {
  // Most commands need no server and shouldn't load its modules.
  const { createSandbox } = await import("../sandbox/sandbox.ts");
  mkdirSync(options.dir, { recursive: true, mode: 0o700 });
  const lock = lockState(options.dir);
  try {
    const sandbox = await createSandbox(options);
    return Object.assign(Object.create(sandbox) as Sandbox, {
      close: async () => {
        await sandbox.close();
        lock.release();
      },
    });
  } catch (error) {
    lock.release();
    throw error;
  }
}
