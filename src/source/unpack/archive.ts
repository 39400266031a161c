import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { PassThrough, type Readable, type Transform } from "node:stream";
import { crc32, createGunzip, createInflateRaw } from "node:zlib";
import { fact } from "../../domain/facts/fact.ts";
import { shownText } from "../../domain/names.ts";
import { unusable } from "../unusable.ts";
import { directoryOf, type Part } from "../xlsx/zip.ts";
import { cutShort, damaged } from "./problems.ts";

/** The directory of an archive with one file is far shorter. */
const MAX_DIRECTORY_BYTES = 1_000_000;
const DEFLATED = 8;
const LOCAL_HEADER_BYTES = 30;

/** Files that a workbook has, but no other archive. */
const OF_WORKBOOK = /^(\[content_types\]\.xml|mimetype|content\.xml|xl\/.*)$/i;
/** Entries that programs add on their own: folders, and notes of macOS and Windows. */
const NO_FILE = /\/$|^__MACOSX\/|(^|\/)(\.DS_Store|Thumbs\.db)$/;

/** Yields the bytes of a gzip file. @throws FileProblem `truncated` or `damaged` */
export function gunzipped(path: string, shown: string): AsyncGenerator<Buffer> {
  return through(createReadStream(path), createGunzip(), shown);
}

/** Yields the bytes of a file in an archive. @throws FileProblem `truncated` or `damaged` */
export async function* extracted(path: string, shown: string, part: Part): AsyncGenerator<Buffer> {
  const header = await readAt(path, part.offset, LOCAL_HEADER_BYTES);
  if (header.length < LOCAL_HEADER_BYTES) throw cutShort(shown);
  const start = part.offset + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  // Only an empty file takes no bytes, and `onlyMember` refuses it.
  if (part.packed < 1) throw damaged(shown);
  const packed = createReadStream(path, { start, end: start + part.packed - 1 });
  let sum = 0;
  let size = 0;
  for await (const chunk of through(packed, part.method === DEFLATED ? createInflateRaw() : new PassThrough(), shown)) {
    sum = crc32(chunk, sum);
    size += chunk.length;
    yield chunk;
  }
  if (size !== part.size || sum !== part.crc) throw damaged(shown);
}

/**
 * Returns the only file in an archive; `null` for a workbook, and for an archive that the readers report.
 * @throws FileProblem if the archive has several files, or one that cannot be read
 */
export async function onlyMember(path: string, shown: string, bytes: number): Promise<Part | null> {
  const base = Math.max(0, bytes - MAX_DIRECTORY_BYTES);
  const parts = directoryOf(await readAt(path, base, bytes - base), base, () => damaged(shown));
  if (parts === null && /\.zip$/i.test(shown)) throw cutShort(shown);
  if (parts === null || parts.some(({ name }) => OF_WORKBOOK.test(name))) return null;
  const files = parts.filter(({ name }) => !NO_FILE.test(name));
  const [only] = files;
  if (only === undefined) return null;
  if (files.length > 1) {
    const names = files.slice(0, 5).map(({ name }) => shownText(name));
    if (files.length > names.length) names.push("…");
    throw unusable(
      "several_files",
      shown,
      fact("file.zip_several_files", { files: files.length, names }),
      fact("advice.one_file_per_zip", {}),
    );
  }
  if (only.encrypted) throw unusable("encrypted", shown, fact("file.zip_encrypted", {}), fact("advice.use_pgp", {}));
  if (only.size === 0) throw unusable("empty_file", shown, fact("file.zip_empty_file", {}), fact("advice.export_again", {}));
  if (only.method !== DEFLATED && only.method !== 0)
    throw unusable("damaged", shown, fact("file.zip_compression", {}), fact("advice.use_deflate", {}));
  return only;
}

async function readAt(path: string, start: number, length: number): Promise<Buffer> {
  const handle = await open(path, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function* through(packed: Readable, unpacking: Transform, shown: string): AsyncGenerator<Buffer> {
  const done = pipeline(packed, unpacking).catch(() => undefined);
  try {
    for await (const chunk of unpacking) yield chunk as Buffer;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "Z_BUF_ERROR") throw cutShort(shown);
    throw code.startsWith("Z_") ? damaged(shown) : error;
  } finally {
    packed.destroy();
    unpacking.destroy();
    await done;
  }
}
