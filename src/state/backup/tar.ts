/** The subset of tar (POSIX ustar) that a backup needs: files and folders with their names and content. */

const BLOCK = 512;
const MAX_ENTRY_BYTES = 8 ** 11 - 1;

export interface TarEntry {
  path: string;
  /** `null`: a folder. */
  size: number | null;
}

/** Returns the block before an entry's bytes. */
export function tarHeader({ path, size }: TarEntry, at: Date): Buffer {
  const name = size === null ? `${path}/` : path;
  if (Buffer.byteLength(name) > 100) throw new Error(`the name ${name} is too long for the archive`);
  if ((size ?? 0) > MAX_ENTRY_BYTES) throw new Error(`${name} is too large for the archive`);
  const block = Buffer.alloc(BLOCK);
  block.write(name, 0);
  block.write(octal(size === null ? 0o700 : 0o600, 8), 100);
  block.write(octal(0, 8), 108);
  block.write(octal(0, 8), 116);
  block.write(octal(size ?? 0, 12), 124);
  block.write(octal(Math.floor(at.getTime() / 1000), 12), 136);
  block.write(size === null ? "5" : "0", 156);
  block.write("ustar", 257);
  block.write("00", 263);
  block.write(octal(checksum(block), 7) + " ", 148);
  return block;
}

/** Returns the padding of a file's last block. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}

/** Returns the blocks after the last entry. */
export function tarEnd(): Buffer {
  return Buffer.alloc(2 * BLOCK);
}

/** An archive that cannot be read; the message ends a sentence. */
export class TarFault extends Error {}

/** Reads an archive from start to end. Read the `content` of a file completely before asking for the next entry. */
export async function* readTar(bytes: AsyncIterable<Buffer>): AsyncGenerator<TarEntry & { content: AsyncIterable<Buffer> }> {
  const source = chunks(bytes);
  for (;;) {
    const block = await source.take(BLOCK);
    if (block.every((byte) => byte === 0)) break;
    const entry = entryOf(block);
    yield { ...entry, content: contentOf(source, entry.size ?? 0) };
  }
  await source.drain();
}

function entryOf(block: Buffer): TarEntry {
  if (octalAt(block, 148, 8) !== checksum(block) || block.toString("latin1", 257, 262) !== "ustar")
    throw new TarFault("it is damaged, or not a backup");
  const type = block.toString("latin1", 156, 157);
  const path = textAt(block, 0, 100).replace(/\/$/, "");
  if (textAt(block, 345, 155) !== "" || (type !== "0" && type !== "5")) throw new TarFault("it contains an entry that no backup contains");
  return { path, size: type === "5" ? null : octalAt(block, 124, 12) };
}

async function* contentOf(source: Chunks, size: number): AsyncGenerator<Buffer> {
  let left = size;
  while (left > 0) {
    const part = await source.upTo(left);
    left -= part.length;
    yield part;
  }
  await source.take(tarPadding(size).length);
}

interface Chunks {
  /** Returns exactly `wanted` bytes. */
  take(wanted: number): Promise<Buffer>;
  /** Returns one byte or more, at most `most`. */
  upTo(most: number): Promise<Buffer>;
  /** Reads to the end, so that checksums of the whole stream are verified. */
  drain(): Promise<void>;
}

function chunks(bytes: AsyncIterable<Buffer>): Chunks {
  const iterator = bytes[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  const more = async (): Promise<boolean> => {
    const next = await iterator.next();
    if (next.done === true) return false;
    held = next.value;
    return true;
  };
  const upTo = async (most: number): Promise<Buffer> => {
    while (held.length === 0) if (!(await more())) throw new TarFault("it is incomplete");
    const part = held.subarray(0, most);
    held = held.subarray(part.length);
    return part;
  };
  return {
    upTo,
    async take(wanted) {
      const parts: Buffer[] = [];
      for (let left = wanted; left > 0; left -= parts.at(-1)?.length ?? 0) parts.push(await upTo(left));
      return Buffer.concat(parts);
    },
    async drain() {
      while (await more());
    },
  };
}

function octal(value: number, length: number): string {
  return `${value.toString(8).padStart(length - 1, "0")}\0`;
}

function octalAt(block: Buffer, from: number, length: number): number {
  const text = textAt(block, from, length).trim();
  if (!/^[0-7]+$/.test(text)) throw new TarFault("it is damaged, or not a backup");
  return Number.parseInt(text, 8);
}

function textAt(block: Buffer, from: number, length: number): string {
  const field = block.toString("utf8", from, from + length);
  const end = field.indexOf("\0");
  return end < 0 ? field : field.slice(0, end);
}

/** Sums all bytes, with the checksum field itself as blanks. */
function checksum(block: Buffer): number {
  let sum = 8 * 0x20;
  for (let i = 0; i < BLOCK; i += 1) if (i < 148 || i >= 156) sum += block[i] ?? 0;
  return sum;
}
