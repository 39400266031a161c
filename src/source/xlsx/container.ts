import { fact } from "../../domain/facts/fact.ts";
import { unusable } from "../unusable.ts";

/** First bytes of a compound file, the format of Office before 2007: streams in sectors. */
export const CONTAINER = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
/** Sector numbers from here on are markers: free, end of a chain, part of a table. */
const SPECIAL = 0xfffffffa;
const HEADER_BYTES = 512;
const HEADER_FATS = 109;
const ENTRY_BYTES = 128;
const STREAM = 2;
const ROOT = 5;

/** The second record of a password-protected workbook. */
const FILE_PASS = 0x2f;
/** The last record before those of the sheets. */
const END_OF_GLOBALS = 0x0a;

/**
 * Refuses a truncated compound file. The library would read part of it, or throw an internal error.
 * @throws FileProblem `truncated`
 */
export function refuseCutContainer(file: string, bytes: Buffer): void {
  if (bytes.length < HEADER_BYTES || lacksSectors(bytes))
    throw unusable("truncated", file, fact("file.workbook_cut_short", {}), fact("advice.export_damaged", {}));
}

/** Returns whether a workbook stream is encrypted with a password. */
export function hasPassword(stream: Buffer): boolean {
  for (let at = 0; at + 4 <= stream.length; at += 4 + stream.readUInt16LE(at + 2)) {
    const record = stream.readUInt16LE(at);
    if (record === FILE_PASS) return true;
    if (record === END_OF_GLOBALS) return false;
  }
  return false;
}

/** Returns whether a referenced sector is past the end of the file. */
function lacksSectors(bytes: Buffer): boolean {
  const shift = bytes.readUInt16LE(30);
  // The library reports other sizes as damage.
  if (shift !== 9 && shift !== 12) return false;
  const sectors = new Sectors(bytes, 1 << shift);
  const cutoff = bytes.readUInt32LE(56);
  if (sectors.lacks(sectors.chain(bytes.readUInt32LE(60)))) return true;
  const directory = sectors.chain(bytes.readUInt32LE(48));
  if (sectors.missing || sectors.lacks(directory)) return true;
  for (const sector of directory) {
    const content = sectors.content(sector);
    for (let at = 0; at + ENTRY_BYTES <= content.length; at += ENTRY_BYTES) {
      const type = content[at + 66];
      const size = content.readUInt32LE(at + 120);
      // Short streams are inside the root stream.
      if (type !== ROOT && (type !== STREAM || size < cutoff)) continue;
      if (sectors.lacks(sectors.chain(content.readUInt32LE(at + 116), Math.ceil(size / sectors.size)), size)) return true;
    }
  }
  return false;
}

class Sectors {
  readonly size: number;
  /** Whether part of the allocation table is missing. */
  readonly missing: boolean;
  readonly #bytes: Buffer;
  readonly #table: number[];
  /** How many sectors the allocation table can describe. */
  readonly #most: number;

  constructor(bytes: Buffer, size: number) {
    this.#bytes = bytes;
    this.size = size;
    this.#most = bytes.readUInt32LE(44) * (size / 4);
    this.#table = this.#tables();
    this.missing = this.lacks(this.#table);
  }

  /** Returns at most `most` sectors of a chain, up to one that cannot be followed. */
  chain(start: number, most = this.#most): number[] {
    const found: number[] = [];
    for (let sector = start; sector < SPECIAL && sector < this.#most && found.length < most; sector = this.#next(sector))
      found.push(sector);
    return found;
  }

  content(sector: number): Buffer {
    const start = (sector + 1) * this.size;
    return this.#bytes.subarray(start, start + this.size);
  }

  /** @param bytes how many bytes of the chain are needed; all by default */
  lacks(chain: readonly number[], bytes = chain.length * this.size): boolean {
    return chain.some((sector, index) => this.content(sector).length < Math.min(this.size, bytes - index * this.size));
  }

  #next(sector: number): number {
    const perTable = this.size / 4;
    const table = this.#table[Math.floor(sector / perTable)];
    const content = table === undefined ? undefined : this.content(table);
    const at = (sector % perTable) * 4;
    return content === undefined || at + 4 > content.length ? SPECIAL : content.readUInt32LE(at);
  }

  /** Returns the sectors of the allocation table; the header lists the first, further sectors list the others. */
  #tables(): number[] {
    const bytes = this.#bytes;
    const count = Math.min(bytes.readUInt32LE(44), Math.ceil(bytes.length / 4));
    const found = listed(bytes.subarray(76, 76 + HEADER_FATS * 4), count);
    const perList = this.size / 4 - 1;
    let list = bytes.readUInt32LE(68);
    while (found.length < count && list < SPECIAL && list < this.#most) {
      const content = this.content(list);
      // The list itself is past the end of the file, and so are the tables that it names.
      if (content.length < this.size) return [...found, list];
      const more = listed(content, Math.min(count - found.length, perList));
      if (more.length === 0) break;
      found.push(...more);
      list = content.readUInt32LE(perList * 4);
    }
    return found.filter((sector) => sector < this.#most);
  }
}

function listed(bytes: Buffer, most: number): number[] {
  const found: number[] = [];
  for (let at = 0; at + 4 <= bytes.length && found.length < most; at += 4) {
    const sector = bytes.readUInt32LE(at);
    if (sector >= SPECIAL) break;
    found.push(sector);
  }
  return found;
}
