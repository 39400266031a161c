import { fact, type Fact } from "../../domain/facts/fact.ts";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { extract, type Header } from "tar-stream";

/** An archive that cannot be read. */
export class TarFault extends Error {
  readonly fact: Fact;

  constructor(why: Fact, options?: ErrorOptions) {
    super(why.code, options);
    this.fact = why;
  }
}

export interface TarEntry {
  path: string;
  /** `null`: a folder. */
  size: number | null;
  content: AsyncIterable<Buffer>;
}

const CHUNK_BYTES = 65_536;

/** Returns the header of a file or, without a size, of a folder, for its owner only. */
export function tarHeader(path: string, size: number | null, mtime: Date): Partial<Header> & { name: string } {
  return size === null
    ? { name: `${path}/`, type: "directory", mode: 0o700, mtime }
    : { name: path, type: "file", mode: 0o600, mtime, size };
}

/**
 * Reads a compressed archive from start to end, and so verifies its checksum. Read the `content` of a file completely
 * before asking for the next entry.
 * @throws TarFault; an error of the file system where the file cannot be read
 */
export async function* readTar(file: string): AsyncGenerator<TarEntry> {
  const entries = extract();
  const reading = pipeline(createReadStream(file), createGunzip({ chunkSize: CHUNK_BYTES }), entries);
  // `readable` reports its error.
  const failure = reading.then(
    () => null,
    (error: unknown) => error,
  );
  try {
    for await (const entry of readable(entries, failure)) {
      const { name, size, type } = entry.header;
      if (type !== "file" && type !== "directory") throw new TarFault(fact("backup.has_foreign_entry", {}));
      yield {
        path: name.replace(/\/$/, ""),
        size: type === "directory" ? null : size,
        content: readable(entry as AsyncIterable<Buffer>, failure),
      };
    }
  } finally {
    entries.destroy();
    await failure;
  }
}

/** The codes of a stream that ended because another stream failed. */
const ENDED_BY_ANOTHER = ["STREAM_DESTROYED", "PREMATURE_CLOSE", "ERR_STREAM_PREMATURE_CLOSE"];

/**
 * Repeats a stream of the archive, with a TarFault in place of the library's errors.
 * @param failure the first error of all streams, once they have ended
 */
async function* readable<T>(stream: AsyncIterable<T>, failure: Promise<unknown>): AsyncGenerator<T> {
  try {
    yield* stream;
  } catch (error) {
    const cause = ENDED_BY_ANOTHER.includes(codeOf(error)) ? ((await failure) ?? error) : error;
    const code = codeOf(cause);
    const isCut =
      code === "Z_BUF_ERROR" || ENDED_BY_ANOTHER.includes(code) || (cause instanceof Error && cause.message === "Unexpected end of data");
    if (code !== "" && !code.startsWith("Z_") && !isCut) throw cause;
    throw new TarFault(isCut ? fact("backup.is_incomplete", {}) : fact("backup.is_damaged", {}), { cause });
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
