import type { Key, PrivateKey } from "openpgp";
import { readKeyFile, type KeyFileError } from "../key-file.ts";
import { fact, type Fact } from "../../domain/facts/fact.ts";
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
    const bytes = await readPgpKey(file, "source.pgp.private_key");
    const keys = await (
      isArmored(bytes) ? readPrivateKeys({ armoredKeys: bytes.toString("latin1") }) : readPrivateKeys({ binaryKeys: bytes })
    ).catch(() => {
      throw badKey(file, fact("pgp.no_private_key", {}), fact("advice.export_private_key", {}));
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
    throw badKey(file, fact("pgp.passphrase_missing", {}), fact("advice.set_setting", { setting: "source.pgp.passphrase" }));
  return decryptKey({ privateKey: key, passphrase: [...passphrases] }).catch(() => {
    throw badKey(file, fact("pgp.passphrase_wrong", {}), fact("advice.check_setting", { setting: "source.pgp.passphrase" }));
  });
}

/**
 * Reads the public keys of those who may sign.
 * @throws FileProblem `pgp_key`
 */
export async function readSigners({ signedBy }: PgpSettings): Promise<Key[]> {
  const { readKeys } = await import("openpgp");
  const read = signedBy.map(async (file) => {
    const bytes = await readPgpKey(file, "source.pgp.signed_by");
    return (isArmored(bytes) ? readKeys({ armoredKeys: bytes.toString("latin1") }) : readKeys({ binaryKeys: bytes })).catch(() => {
      throw badKey(file, fact("pgp.no_public_key", {}), fact("advice.ask_public_key", {}));
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

async function readPgpKey(file: string, setting: string): Promise<Buffer> {
  return readKeyFile(file).catch(({ why }: KeyFileError) => {
    throw badKey(file, fact("pgp.key_unreadable", { why }), fact("advice.check_setting", { setting }));
  });
}

function badKey(file: string, what: Fact, next: Fact): FileProblem {
  return unusable("pgp_key", file, what, next);
}
