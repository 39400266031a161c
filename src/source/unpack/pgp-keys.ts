import type { Key, PrivateKey } from "openpgp";
import { readKeyFile } from "../key-file.ts";
import type { FileProblem } from "../../domain/problem.ts";
import type { PgpSettings } from "../../domain/settings.ts";
import { unusable } from "../unusable.ts";

/** A private key of the job, and the file it is in. */
export interface OwnKey {
  file: string;
  key: PrivateKey;
}

/**
 * Reads the private keys of a job, armored or binary. They are still locked.
 * @throws FileProblem `pgp_key`
 */
export async function readOwnKeys({ privateKeys }: PgpSettings): Promise<OwnKey[]> {
  const { readPrivateKeys } = await import("openpgp");
  const read = privateKeys.map(async (file): Promise<OwnKey[]> => {
    const bytes = await readPgpKey(file, "Check `source.pgp.private_key` of the job.");
    const keys = await (
      isArmored(bytes) ? readPrivateKeys({ armoredKeys: bytes.toString("latin1") }) : readPrivateKeys({ binaryKeys: bytes })
    ).catch(() => {
      throw badKey(file, "this file contains no private PGP key", "Export it with `gpg --armor --export-secret-keys KEY`.");
    });
    return keys.map((key) => ({ file, key }));
  });
  return (await Promise.all(read)).flat();
}

/** Returns when the private keys of a job expire; `null`: never. */
export async function expiryOf(settings: PgpSettings): Promise<{ id: string; expires: Date | null }[]> {
  const own = await readOwnKeys(settings);
  return Promise.all(
    own.map(async ({ key }) => {
      const at = await key.getExpirationTime();
      return { id: keyId(key.getKeyID()), expires: at instanceof Date ? at : null };
    }),
  );
}

/** @throws FileProblem `pgp_key` if no passphrase of the job opens the key */
export async function unlock({ file, key }: OwnKey, { passphrases }: PgpSettings): Promise<PrivateKey> {
  if (key.isDecrypted()) return key;
  const { decryptKey } = await import("openpgp");
  if (passphrases.length === 0)
    throw badKey(file, "the private PGP key has a passphrase, but the job names none", "Set `source.pgp.passphrase` of the job.");
  return decryptKey({ privateKey: key, passphrase: [...passphrases] }).catch(() => {
    throw badKey(file, "the passphrase of the private PGP key is wrong", "Check `source.pgp.passphrase` of the job.");
  });
}

/**
 * Reads the public keys of those who may sign.
 * @throws FileProblem `pgp_key`
 */
export async function readSigners({ signedBy }: PgpSettings): Promise<Key[]> {
  const { readKeys } = await import("openpgp");
  const read = signedBy.map(async (file) => {
    const bytes = await readPgpKey(file, "Check `source.pgp.signed_by` of the job.");
    return (isArmored(bytes) ? readKeys({ armoredKeys: bytes.toString("latin1") }) : readKeys({ binaryKeys: bytes })).catch(() => {
      throw badKey(file, "this file contains no public PGP key", "Ask the sender for the public key that signs the exports.");
    });
  });
  return (await Promise.all(read)).flat();
}

/** Returns the id that programs show for a key. */
export function keyId(id: { toHex(): string }): string {
  return id.toHex().toUpperCase();
}

function isArmored(bytes: Buffer): boolean {
  return bytes.includes("-----BEGIN PGP");
}

async function readPgpKey(file: string, next: string): Promise<Buffer> {
  return readKeyFile(file).catch((error: Error) => {
    throw badKey(file, `the PGP key cannot be read (${error.message})`, next);
  });
}

function badKey(file: string, what: string, next: string): FileProblem {
  return unusable("pgp_key", file, what, next);
}
