import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import type { Fault } from "../domain/problem.ts";

/** Far more than any mapping has. A link to a device has no end. */
const MAX_CONFIGURATION_BYTES = 16 << 20;

/**
 * Reads a configuration file as text.
 * @param what the subject for messages, such as "the mapping"
 * @returns the text, or the error that prevents reading it
 */
export async function readConfiguration(path: string, shown: string, what: string): Promise<string | Fault> {
  const fault = (message: string): Fault => ({ file: shown, line: 1, column: 1, message });
  let bytes: Buffer;
  try {
    // Opening a named pipe would wait for a writer, unless the open is non-blocking.
    await using file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    if ((await file.stat()).isFIFO()) return fault(`this is a named pipe; ${what} must be a YAML file`);
    bytes = await buffer(file.createReadStream({ end: MAX_CONFIGURATION_BYTES, autoClose: false }));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "ENOENT" || code === "ENOTDIR") return fault(`there is no such file; ${what} was expected here`);
    if (code === "EISDIR") return fault(`this is a directory; ${what} must be a YAML file`);
    if (code === "EACCES" || code === "EPERM") return fault(`${what} cannot be read: permission denied`);
    return fault(`${what} cannot be read (${code})`);
  }
  if (bytes.length > MAX_CONFIGURATION_BYTES) return fault(`this file has more than 16 MB; ${what} must be a YAML file`);
  if (bytes.includes(0)) return fault(`this is a binary file; ${what} must be a YAML file in UTF-8`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return fault(`this file is not UTF-8; save ${what} as UTF-8`);
  }
}
