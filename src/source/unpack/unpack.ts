import { randomBytes } from "node:crypto";
import { mkdir, open, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { fact, inTurn } from "../../domain/facts/fact.ts";
import type { FileSettings } from "../../domain/settings.ts";
import { cannotOpen } from "../file.ts";
import type { LocatedFile } from "../fetch/located.ts";
import { isBinaryPgp } from "../guard.ts";
import { isWorkbookName } from "../open.ts";
import { unusable } from "../unusable.ts";
import { extracted, gunzipped, onlyMember } from "./archive.ts";
import { decrypted } from "./pgp.ts";
import { tooLarge } from "./problems.ts";

/** The first bytes by which a packed file is recognized. */
const HEAD_BYTES = 4096;
const ARMOR = "-----BEGIN PGP MESSAGE-----";
const PGP_NAME = /\.(pgp|gpg|asc)$/i;
const GZIP_NAME = /\.(gz|gzip)$/i;

type Packing = Pick<FileSettings, "pgp" | "maxUnpacked">;

export interface Unpacking {
  /** Rollcall's own folder for copies. */
  incoming: string;
  /** Whether someone named the file; such a file need not be encrypted. */
  given: boolean;
}

/** The next step to the content of a file: its bytes, and the name of what they are. */
interface Layer {
  kind: "pgp" | "gzip" | "zip";
  bytes: AsyncIterable<Uint8Array>;
  inner: string;
}

/**
 * Decrypts and decompresses a file into a private copy, which exists only if every check of the file passed. A file
 * that is neither encrypted nor compressed is returned as it is.
 * @throws FileProblem after deleting all copies
 */
export async function unpack(file: LocatedFile, settings: Packing, { incoming, given }: Unpacking): Promise<LocatedFile> {
  let current = file;
  let name = basename(file.name);
  const seen = new Set<Layer["kind"]>();
  try {
    for (;;) {
      const layer = await layerOf(current.path, name, file.name, settings);
      // Each kind at most once: an archive in an archive is left for the reader to refuse.
      if (layer === null || seen.has(layer.kind)) break;
      seen.add(layer.kind);
      const path = await writeCopy(incoming, layer, file.name, settings.maxUnpacked);
      if (current.copied) await rm(current.path, { force: true });
      const packed = file.copied ? {} : { packed: file.path };
      current = { ...file, path, copied: true, ...packed };
      name = layer.inner;
    }
    if (settings.pgp !== null && !given && !seen.has("pgp")) throw notEncrypted(file.name);
    return current;
  } catch (error) {
    if (current.copied) await rm(current.path, { force: true });
    throw error;
  }
}

async function layerOf(path: string, name: string, shown: string, { pgp, maxUnpacked }: Packing): Promise<Layer | null> {
  const { head, bytes } = await beginningOf(path);
  const armored = isArmored(head);
  if (pgp !== null && (armored || isBinaryPgp(head)))
    return { kind: "pgp", bytes: decrypted(path, shown, { settings: pgp, armored, most: maxUnpacked }), inner: name.replace(PGP_NAME, "") };
  if (head.readUIntBE(0, 3) === 0x1f8b08) return { kind: "gzip", bytes: gunzipped(path, shown), inner: name.replace(GZIP_NAME, "") };
  if (head.toString("latin1", 0, 4) !== "PK\x03\x04" || isWorkbookName(name)) return null;
  const part = await onlyMember(path, shown, bytes);
  return part === null ? null : { kind: "zip", bytes: extracted(path, shown, part), inner: basename(part.name) };
}

/** Returns the first bytes, at least three of them; none for what the readers refuse. */
async function beginningOf(path: string): Promise<{ head: Buffer; bytes: number }> {
  const none = { head: Buffer.alloc(3), bytes: 0 };
  const stats = await stat(path).catch(() => null);
  // Opening a pipe without a writer blocks forever.
  if (stats?.isFile() !== true) return none;
  const handle = await open(path, "r").catch((error: unknown) => {
    throw cannotOpen(path, error);
  });
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0).catch((error: unknown) => {
      throw cannotOpen(path, error);
    });
    return bytesRead < 3 ? none : { head: buffer.subarray(0, bytesRead), bytes: stats.size };
  } finally {
    await handle.close();
  }
}

/** Text may come before the message. */
function isArmored(head: Buffer): boolean {
  const at = head.indexOf(ARMOR);
  return at === 0 || head[at - 1] === 0x0a;
}

/** Writes a copy that only this user can read, or none. */
async function writeCopy(folder: string, { bytes, inner }: Layer, shown: string, most: number): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // The sender of an archive chooses the name in it.
  const extension = /\.[a-z0-9]{1,8}$/i.exec(inner)?.[0] ?? "";
  const path = join(folder, `${randomBytes(6).toString("hex")}${extension}`);
  const handle = await open(path, "wx", 0o600);
  try {
    let written = 0;
    for await (const chunk of bytes) {
      written += chunk.length;
      if (written > most) throw tooLarge(shown, most);
      await handle.writeFile(chunk);
    }
    if (written === 0) throw unusable("empty_file", shown, fact("file.empty", {}), fact("advice.export_again", {}));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  return path;
}

function notEncrypted(shown: string): Error {
  const next = inTurn(fact("advice.ask_to_encrypt", {}), fact("advice.read_plain_once", {}));
  return unusable("not_encrypted", shown, fact("file.not_encrypted", {}), next);
}
