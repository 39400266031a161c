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
    if (!(await file.stat()).isFile()) throw new KeyFileError("it is not a file");
    const bytes = await buffer(file.createReadStream({ end: MAX_KEY_BYTES, autoClose: false }));
    if (bytes.length > MAX_KEY_BYTES) throw new KeyFileError("it has more than 1 MB");
    return bytes;
  } catch (error) {
    if (error instanceof KeyFileError) throw error;
    throw new KeyFileError(error instanceof Error && "code" in error ? String(error.code) : "unknown error");
  }
}

/** The message is the reason, such as `ENOENT`. */
export class KeyFileError extends Error {}
