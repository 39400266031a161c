import { closeSync, openSync } from "node:fs";
import { join } from "node:path";

/** The longest socket path, in bytes, on Linux and macOS. */
const MAX_PATH_LENGTH = 100;

/** The socket of a state directory, by a path that the system accepts. */
export interface SocketPlace {
  path: string;
  /** Ends the use of the path. */
  close(): void;
}

/** Returns the socket's path in the state directory, which only its owner may enter. `null`: this system has no usable path. */
export function socketPlace(dir: string): SocketPlace | null {
  if (process.platform === "win32") return null;
  const path = join(dir, "socket");
  if (Buffer.byteLength(path) <= MAX_PATH_LENGTH) return { path, close: () => undefined };
  if (process.platform !== "linux") return null;
  // An open directory also has a short path.
  const open = openSync(dir, "r");
  return { path: `/proc/self/fd/${open}/socket`, close: () => closeSync(open) };
}
