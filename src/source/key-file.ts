import { fact, type Fact } from "../domain/facts/fact.ts";
import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { buffer } from "node:stream/consumers";

/** Far more than any key or certificate has. */
const MAX_KEY_BYTES = 1 << 20;

/**
 * Reads a file with a key or certificate.
 * @throws KeyFileError
 */
export async function readKeyFile(path: string): Promise<Buffer> {
  try {
    // Opening a named pipe would wait for a writer, unless the open is non-blocking. A device may have no end.
    await using file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    if (!(await file.stat()).isFile()) throw new KeyFileError(fact("key_file.no_file", {}), "it is not a file");
    const bytes = await buffer(file.createReadStream({ end: MAX_KEY_BYTES, autoClose: false }));
    if (bytes.length > MAX_KEY_BYTES) throw new KeyFileError(fact("key_file.too_large", {}), "it has more than 1 MB");
    return bytes;
  } catch (error) {
    if (error instanceof KeyFileError) throw error;
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
    throw new KeyFileError(fact("key_file.error", { error: code }), code);
  }
}

export class KeyFileError extends Error {
  readonly why: Fact;

  constructor(why: Fact, message: string) {
    super(message);
    this.why = why;
  }
}
