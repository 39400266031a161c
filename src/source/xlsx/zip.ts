import { crc32, inflateRawSync } from "node:zlib";
import { fact, inTurn, type Fact } from "../../domain/facts/fact.ts";
import type { FileProblem } from "../../domain/problem.ts";
import { shownText } from "../../domain/names.ts";
import { unusable } from "../unusable.ts";

const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const MAX_ENTRIES = 100_000;
/** A part larger than this must not exceed the maximum compression ratio; real sheets reach 10 to 40. */
const MAX_UNCHECKED_BYTES = 50_000_000;
const MAX_COMPRESSION_RATIO = 200;
const AS_CSV = inTurn(fact("advice.save_csv", {}), fact("advice.unexpected_size", {}));
const EXPORT_AGAIN = fact("advice.export_damaged", {});

/** An entry of the archive's directory. */
export interface Part {
  name: string;
  encrypted: boolean;
  method: number;
  crc: number;
  packed: number;
  size: number;
  offset: number;
}

/**
 * A ZIP archive that unpacks parts on demand: each at most to the size in the directory, all together at most `most`
 * bytes. A small file can claim, or contain, terabytes.
 */
export class Archive {
  readonly names: readonly string[];
  readonly #file: string;
  readonly #bytes: Buffer;
  readonly #parts: Map<string, Part>;
  readonly #unpacked = new Map<string, Buffer>();
  #left: number;
  readonly #most: number;

  /** @throws FileProblem `truncated`, `damaged` or `encrypted` */
  constructor(file: string, bytes: Buffer, most: number) {
    this.#file = file;
    this.#bytes = bytes;
    this.#most = most;
    this.#left = most;
    this.#parts = new Map();
    // The first of two parts with one name counts, as in the library.
    const directory = directoryOf(bytes, 0, (why) => this.#damaged(why));
    if (directory === null) throw unusable("truncated", file, fact("file.workbook_without_directory", {}), EXPORT_AGAIN);
    for (const part of directory) {
      if (part.encrypted) throw encrypted(file);
      if (!this.#parts.has(part.name)) this.#parts.set(part.name, part);
    }
    this.names = [...this.#parts.keys()];
  }

  /** Returns a part's name in the archive, ignoring case. */
  find(name: string): string | undefined {
    const wanted = name.toLowerCase();
    return this.names.find((other) => other.toLowerCase() === wanted);
  }

  /** Returns the bytes unpacked so far from parts with matching names. */
  unpacked(names: RegExp): number {
    let bytes = 0;
    for (const [name, content] of this.#unpacked) if (names.test(name)) bytes += content.length;
    return bytes;
  }

  /** @throws FileProblem `workbook_too_large`, `damaged` or `encrypted` */
  read(name: string): Buffer {
    const known = this.#unpacked.get(name);
    if (known !== undefined) return known;
    const part = this.#parts.get(name);
    if (part === undefined) throw this.#damaged(fact("zip.part_missing", { part: shownText(name) }));
    const limit = megabytes(this.#most);
    if (part.size > this.#left)
      throw this.#tooLarge(fact("file.workbook_too_large", { megabytes: megabytes(this.#most - this.#left + part.size), limit }));
    if (part.size > MAX_UNCHECKED_BYTES && part.size > part.packed * MAX_COMPRESSION_RATIO)
      throw this.#tooLarge(fact("file.workbook_too_packed", { megabytes: megabytes(part.size), packed: megabytes(part.packed), limit }));
    this.#left -= part.size;
    const content = this.#unpack(part);
    if (content.length !== part.size || crc32(content) !== part.crc)
      throw this.#damaged(fact("zip.part_altered", { part: shownText(name) }));
    // Entities could expand to huge texts or local files; the library would keep them as text.
    if (/\.(xml|rels)$/i.test(name) && content.includes("<!ENTITY"))
      throw unusable("damaged", this.#file, fact("file.part_with_entities", { part: shownText(name) }), fact("advice.unexpected_file", {}));
    this.#unpacked.set(name, content);
    return content;
  }

  #unpack({ name, method, packed, size, offset }: Part): Buffer {
    const bytes = this.#bytes;
    if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== LOCAL)
      throw this.#damaged(fact("zip.part_misplaced", { part: shownText(name) }));
    if ((bytes.readUInt16LE(offset + 6) & 0x2041) !== 0) throw encrypted(this.#file);
    const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
    const content = bytes.subarray(start, start + packed);
    if (method === 0) return content;
    if (method !== 8) throw this.#damaged(fact("zip.part_compression", { part: shownText(name), method }));
    try {
      return size === 0 ? Buffer.alloc(0) : inflateRawSync(content, { maxOutputLength: size });
    } catch (error) {
      const more = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
      throw this.#damaged(fact(more ? "zip.part_too_large" : "zip.part_unreadable", { part: shownText(name) }));
    }
  }

  #damaged(why: Fact): FileProblem {
    return unusable("damaged", this.#file, fact("file.workbook_damaged", { why }), EXPORT_AGAIN);
  }

  #tooLarge(what: Fact): FileProblem {
    return unusable("workbook_too_large", this.#file, what, AS_CSV);
  }
}

/**
 * Returns the entries of an archive, or `null` if the record at its end is missing.
 * @param bytes the end of the archive, or all of it
 * @param base where `bytes` begins in the archive
 * @param fault the error to throw for a directory that cannot be read
 */
export function directoryOf(bytes: Buffer, base: number, fault: (why: Fact) => Error): Part[] | null {
  const end = endOf(bytes, base, fault);
  if (end === null) return null;
  let at = end.start - base;
  return Array.from({ length: end.count }, (): Part => {
    if (at < 0 || at + 46 > bytes.length || bytes.readUInt32LE(at) !== CENTRAL) throw fault(fact("zip.directory_incomplete", {}));
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place)) as [number, number, number];
    const extra = bytes.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength);
    const [size, packed, offset] = longSizes(extra, [24, 20, 42].map((place) => bytes.readUInt32LE(at + place)) as Sizes);
    const name = bytes.toString("utf8", at + 46, at + 46 + nameLength).replaceAll("\\", "/");
    const encrypts = (bytes.readUInt16LE(at + 8) & 0x2041) !== 0;
    const part = { name, encrypted: encrypts, method: bytes.readUInt16LE(at + 10), crc: bytes.readUInt32LE(at + 16), packed, size, offset };
    at += 46 + nameLength + extraLength + noteLength;
    return part;
  });
}

/** Finds the directory through the end record, which only a comment may follow. */
function endOf(bytes: Buffer, base: number, fault: (why: Fact) => Error): { count: number; start: number } | null {
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 22 - 0xffff); at--) {
    if (bytes.readUInt32LE(at) !== END) continue;
    let count: number = bytes.readUInt16LE(at + 10);
    let start: number = bytes.readUInt32LE(at + 16);
    if (at >= 20 && bytes.readUInt32LE(at - 20) === LOCATOR_64) {
      const long = Number(bytes.readBigUInt64LE(at - 12)) - base;
      if (long < 0 || long + 56 > bytes.length || bytes.readUInt32LE(long) !== END_64) throw fault(fact("zip.directory_misplaced", {}));
      count = Number(bytes.readBigUInt64LE(long + 32));
      start = Number(bytes.readBigUInt64LE(long + 48));
    }
    if (count > MAX_ENTRIES) throw fault(fact("zip.too_many_parts", { parts: count }));
    return { count, start };
  }
  return null;
}

type Sizes = [size: number, packed: number, offset: number];

/** Reads sizes of 4 GB and more from an extra field, which some programs write for small files too. */
function longSizes(extra: Buffer, sizes: Sizes): Sizes {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    const end = Math.min(extra.length, at + 4 + extra.readUInt16LE(at + 2));
    let next = at + 4;
    return sizes.map((size) => {
      if (size !== 0xffffffff || next + 8 > end) return size;
      next += 8;
      return Number(extra.readBigUInt64LE(next - 8));
    }) as Sizes;
  }
  return sizes;
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1_000_000);
}

/** Returns the problem for a password-protected workbook. */
export function encrypted(file: string): FileProblem {
  return unusable("encrypted", file, fact("file.workbook_encrypted", {}), fact("advice.remove_password", {}));
}
