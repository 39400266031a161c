import { createCipheriv, createDecipheriv } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rm, type FileHandle } from "node:fs/promises";
import { writeAtomically } from "../../domain/write-file.ts";
import type { Keyring } from "./seal.ts";

const ALGORITHM = "aes-256-gcm";
const MARK = "rollcall-sealed-1\n";
const KEY_ID_BYTES = 8;
const TIME_BYTES = 8;
const HEAD_BYTES = MARK.length + KEY_ID_BYTES + TIME_BYTES;
const PART_BYTES = 1_048_576;
/** A flag for the last part, then the length of the part. */
const PART_HEAD_BYTES = 5;
const IV = 12;
const TAG = 16;

/** Returns the data that a part is bound to, so that parts cannot be left out, moved, or taken from another file. */
function boundTo(head: Buffer, purpose: string, part: number, last: boolean): Buffer {
  return Buffer.from(JSON.stringify([head.toString("base64"), purpose, part, last]));
}

/**
 * Encrypts a file in parts (AES-256-GCM), completely or not at all. Memory doesn't grow with the file.
 * @param at kept readable; bound to the content, as `purpose` is
 */
export async function sealFile(from: string, to: string, ring: Keyring, { purpose, at }: { purpose: string; at: Date }): Promise<void> {
  const [{ id, key }] = ring.keys;
  const time = Buffer.alloc(TIME_BYTES);
  time.writeBigInt64BE(BigInt(at.getTime()));
  const head = Buffer.concat([Buffer.from(MARK), Buffer.from(id, "latin1"), time]);
  await writeAtomically(to, async (file) => {
    await file.writeFile(head);
    let part = 0;
    const write = async (bytes: Buffer, last: boolean): Promise<void> => {
      const iv = ring.nextNonce();
      const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(boundTo(head, purpose, part, last));
      const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
      const partHead = Buffer.alloc(PART_HEAD_BYTES);
      partHead.writeUInt8(last ? 1 : 0);
      partHead.writeUInt32BE(sealed.length, 1);
      await file.writeFile(Buffer.concat([partHead, iv, cipher.getAuthTag(), sealed]));
      part += 1;
    };
    for await (const bytes of createReadStream(from, { highWaterMark: PART_BYTES })) await write(bytes as Buffer, false);
    await write(Buffer.alloc(0), true);
  });
}

/** Returns when a file was sealed; `null` if it is not a complete sealed file, or does not exist. */
export async function sealedAt(path: string): Promise<Date | null> {
  const file = await open(path, "r").catch(() => null);
  if (file === null) return null;
  try {
    return timeOf(await take(file, HEAD_BYTES));
  } finally {
    await file.close();
  }
}

/**
 * Decrypts a file to another, which only exists if every part was authentic and the last one was there.
 * @returns when it was sealed; `null` if it is missing, no key opens it, or it was changed or cut off
 */
export async function openSealedFile(from: string, to: string, ring: Keyring, purpose: string): Promise<Date | null> {
  const file = await open(from, "r").catch(() => null);
  if (file === null) return null;
  let whole = false;
  const out = await open(to, "wx", 0o600);
  try {
    const head = await take(file, HEAD_BYTES);
    const at = timeOf(head);
    const id = head?.toString("latin1", MARK.length, MARK.length + KEY_ID_BYTES);
    const found = ring.keys.find((each) => each.id === id);
    if (head === null || at === null || found === undefined) return null;
    for (let part = 0; !whole; part++) {
      const partHead = await take(file, PART_HEAD_BYTES + IV + TAG);
      const length = partHead?.readUInt32BE(1) ?? 0;
      const sealed = length > PART_BYTES ? null : await take(file, length);
      if (partHead === null || sealed === null) return null;
      whole = partHead[0] === 1;
      const decipher = createDecipheriv(ALGORITHM, found.key, partHead.subarray(PART_HEAD_BYTES, PART_HEAD_BYTES + IV), {
        authTagLength: TAG,
      })
        .setAAD(boundTo(head, purpose, part, whole))
        .setAuthTag(partHead.subarray(PART_HEAD_BYTES + IV));
      try {
        await out.writeFile(Buffer.concat([decipher.update(sealed), decipher.final()]));
      } catch {
        whole = false;
        return null;
      }
    }
    return at;
  } finally {
    await file.close();
    await out.close();
    if (!whole) await rm(to, { force: true });
  }
}

function timeOf(head: Buffer | null): Date | null {
  if (head === null || !head.toString("latin1").startsWith(MARK)) return null;
  return new Date(Number(head.readBigInt64BE(MARK.length + KEY_ID_BYTES)));
}

/** Returns the next bytes; `null` if the file ends before. */
async function take(file: FileHandle, bytes: number): Promise<Buffer | null> {
  const buffer = Buffer.alloc(bytes);
  let filled = 0;
  while (filled < bytes) {
    const { bytesRead } = await file.read(buffer, filled, bytes - filled, null);
    if (bytesRead === 0) return null;
    filled += bytesRead;
  }
  return buffer;
}
