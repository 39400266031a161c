import { readdir, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { randomBytes } from "node:crypto";

/** A folder for the copies of one read. It is created with the first copy. */
export interface Incoming {
  folder: string;
  remove(): Promise<void>;
}

/** The folders that reads of this process use. */
const inUse = new Set<string>();

/**
 * Returns a folder that no other read uses. Deletes copies with personal data that killed processes of this host left
 * behind; retention deletes those of other hosts.
 */
export async function openIncoming(root: string): Promise<Incoming> {
  for (const name of await readdir(root).catch(() => []))
    if (!mayBeInUse(name)) await rm(join(root, name), { recursive: true, force: true });
  const name = `${hostname()}-${process.pid}-${randomBytes(6).toString("hex")}`;
  const folder = join(root, name);
  inUse.add(name);
  return {
    folder,
    async remove() {
      await rm(folder, { recursive: true, force: true });
      inUse.delete(name);
    },
  };
}

function mayBeInUse(name: string): boolean {
  const [, host, pid] = /^(.+)-(\d+)-[0-9a-f]{12}$/.exec(name) ?? [];
  if (host === undefined) return false;
  if (host !== hostname()) return true;
  return Number(pid) === process.pid ? inUse.has(name) : isRunning(Number(pid));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Of another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
