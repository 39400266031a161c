import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { fact, type Fact } from "../domain/facts/fact.ts";
import type { Fault } from "../domain/problem.ts";

/** Far more than any mapping has. A link to a device has no end. */
const MAX_CONFIGURATION_BYTES = 16 << 20;

/**
 * Reads a configuration file as text.
 * @param what the subject of an error
 * @returns the text, or the error that prevents reading it
 */
export async function readConfiguration(path: string, shown: string, what: "the_job" | "the_mapping"): Promise<string | Fault> {
  const about = { what: fact(`config.${what}`, {}) };
  const fault = (said: Fact): Fault => ({ file: shown, line: 1, column: 1, fact: said });
  let bytes: Buffer;
  try {
    // Opening a named pipe would wait for a writer, unless the open is non-blocking.
    await using file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    if ((await file.stat()).isFIFO()) return fault(fact("config.file_is_pipe", about));
    bytes = await buffer(file.createReadStream({ end: MAX_CONFIGURATION_BYTES, autoClose: false }));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "ENOENT" || code === "ENOTDIR") return fault(fact("config.file_missing", about));
    if (code === "EISDIR") return fault(fact("config.file_is_directory", about));
    if (code === "EACCES" || code === "EPERM") return fault(fact("config.file_denied", about));
    return fault(fact("config.file_unreadable", { ...about, code }));
  }
  if (bytes.length > MAX_CONFIGURATION_BYTES) return fault(fact("config.file_too_large", about));
  if (bytes.includes(0)) return fault(fact("config.file_binary", about));
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return fault(fact("config.file_not_utf8", about));
  }
}
