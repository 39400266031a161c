import { closeSync, openSync } from "node:fs";
import { join } from "node:path";

/** The longest name that a socket can have, in bytes, on Linux and macOS. */
const LONGEST = 100;

/** Where the socket of a state directory is, by a name that the system takes. */
export interface SocketPlace {
  path: string;
  /** The name may be used no more. */
  close(): void;
}

/** The socket lies in the state directory, which only its owner may enter. `null`: this system has no name for it. */
export function socketPlace(dir: string): SocketPlace | null {
  if (process.platform === "win32") return null;
  const path = join(dir, "socket");
  if (Buffer.byteLength(path) <= LONGEST) return { path, close: () => undefined };
  if (process.platform !== "linux") return null;
  // A directory that is open has a short name as well.
  const open = openSync(dir, "r");
  return { path: `/proc/self/fd/${open}/socket`, close: () => closeSync(open) };
}

/** Both have to speak the same; a change of what is said here is another number. */
export const PROTOCOL = 2;
