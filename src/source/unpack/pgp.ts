import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import type { DecryptMessageResult, Key, Message, PartialConfig, SessionKey } from "openpgp";
import { fact } from "../../domain/facts/fact.ts";
import type { FileProblem } from "../../domain/problem.ts";
import type { PgpSettings } from "../../domain/settings.ts";
import { unusable } from "../unusable.ts";
import { keyId, readOwnKeys, readSigners, unlock, type OwnKey } from "./pgp-keys.ts";
import { cutShort, damaged, SEND_AGAIN, tooLarge } from "./problems.ts";

/** Tags of the packets that an encrypted message has. */
const WITHOUT_INTEGRITY = 9;
const ENCRYPTED: ReadonlySet<number> = new Set([WITHOUT_INTEGRITY, 18, 20]);

type Encrypted = Message<ReadableStream<Uint8Array>>;

/**
 * Yields the decrypted bytes of a PGP file. They are unverified until the last one: the integrity and the signature
 * are known only at the end, where a failed check throws.
 * @param shown the name of the file in messages
 * @param most the maximum number of decrypted bytes
 * @throws FileProblem
 */
export async function* decrypted(
  path: string,
  shown: string,
  { settings, armored, most }: { settings: PgpSettings; armored: boolean; most: number },
): AsyncGenerator<Uint8Array> {
  const openpgp = await import("openpgp");
  // Without `allowUnauthenticatedStream` the library keeps the whole file in memory.
  const config: PartialConfig = { allowUnauthenticatedStream: true, maxDecompressedMessageSize: most };
  const signers = await readSigners(settings);
  const file = createReadStream(path, armored ? { encoding: "latin1" } : {});
  try {
    const stream = Readable.toWeb(file) as never;
    const message = (await (
      armored ? openpgp.readMessage({ armoredMessage: stream }) : openpgp.readMessage({ binaryMessage: stream })
    ).catch((error: unknown) => {
      throw unreadable(shown, error, most);
    })) as Encrypted;
    refuseUnprotected(message, shown);
    const sessionKeys = (await sessionKeysOf(message, shown, settings)) as SessionKey[];
    const { data, signatures } = await openpgp
      .decrypt({ message, sessionKeys, verificationKeys: signers, format: "binary", config })
      .catch((error: unknown) => {
        throw unreadable(shown, error, most);
      });
    const verified = Promise.allSettled(signatures.map((signature) => signature.verified));
    try {
      yield* data as AsyncIterable<Uint8Array>;
    } catch (error) {
      throw unreadable(shown, error, most);
    }
    if (signers.length > 0) refuseSignatures(shown, settings, signers, signatures, await verified);
  } finally {
    file.destroy();
  }
}

function refuseUnprotected(message: Encrypted, shown: string): void {
  const tags = [...message.packets].map((packet) => (packet.constructor as unknown as { tag: number }).tag);
  if (!tags.some((tag) => ENCRYPTED.has(tag)))
    throw unusable("not_encrypted", shown, fact("pgp.not_encrypted", {}), fact("advice.ask_to_encrypt", {}));
  if (tags.includes(WITHOUT_INTEGRITY))
    throw unusable("pgp_no_integrity", shown, fact("pgp.no_integrity", {}), fact("advice.ask_integrity", {}));
}

async function sessionKeysOf(message: Encrypted, shown: string, settings: PgpSettings) {
  const { decryptSessionKeys } = await import("openpgp");
  const wanted = message.getEncryptionKeyIDs();
  const own = await readOwnKeys(settings);
  const fits = own.filter(({ key }) => wanted.some((id) => isHidden(keyId(id)) || key.getKeys(id).length > 0));
  if (fits.length === 0) throw foreign(shown, wanted, own);
  const decryptionKeys = await Promise.all(fits.map((each) => unlock(each, settings)));
  return decryptSessionKeys({ message, decryptionKeys }).catch((error: unknown) => {
    if (/enum value|non-preferred/i.test(textOf(error)))
      throw unusable("pgp_cipher", shown, fact("pgp.unknown_cipher", {}), fact("advice.ask_aes", {}));
    throw foreign(shown, wanted, own);
  });
}

/** A hidden recipient has an id of zeros. */
const isHidden = (id: string): boolean => /^0+$/.test(id);

function foreign(shown: string, wanted: readonly { toHex(): string }[], own: readonly OwnKey[]): FileProblem {
  const next = fact("advice.give_public_key", {});
  if (wanted.length === 0) return unusable("pgp_wrong_key", shown, fact("pgp.with_password", {}), next);
  const ours = own.flatMap(({ key }) => key.getKeys().map((each) => keyId(each.getKeyID())));
  const keys = wanted.map(keyId).map((id) => (isHidden(id) ? fact("pgp.hidden_key", {}) : fact("pgp.key", { id })));
  return unusable("pgp_wrong_key", shown, fact("pgp.for_others", { keys, own: ours }), next);
}

/** Refuses a file unless one of the given keys signed it correctly. */
function refuseSignatures(
  shown: string,
  { expectSigned }: PgpSettings,
  signers: readonly Key[],
  signatures: DecryptMessageResult["signatures"],
  verified: readonly PromiseSettledResult<unknown>[],
): void {
  const next = fact("advice.ask_signer", {});
  if (signatures.length === 0) {
    if (!expectSigned) return;
    throw unusable("pgp_not_signed", shown, fact("pgp.not_signed", {}), next);
  }
  if (verified.some(({ status }) => status === "fulfilled")) return;
  const known = signatures.findIndex(({ keyID }) => signers.some((key) => key.getKeys(keyID).length > 0));
  if (known === -1)
    throw unusable("pgp_wrong_signer", shown, fact("pgp.other_signer", { keys: signatures.map(({ keyID }) => keyId(keyID)) }), next);
  const result = verified[known];
  if (result?.status === "rejected" && /insecure|too weak/i.test(textOf(result.reason)))
    throw unusable("pgp_weak_signature", shown, fact("pgp.weak_signature", {}), fact("advice.ask_strong_signature", {}));
  throw unusable("pgp_bad_signature", shown, fact("pgp.bad_signature", {}), fact("advice.ask_to_sign_again", {}));
}

/** Maps an error of the library, whose text is never shown. */
function unreadable(shown: string, error: unknown, most: number): unknown {
  if (error instanceof Error && "code" in error) return error;
  const text = textOf(error);
  if (/maximum decompressed/i.test(text)) return tooLarge(shown, most);
  if (/unexpected end|misformed|premature|readToEnd|EOF/i.test(text)) return cutShort(shown);
  if (/modification detected|authentic/i.test(text)) return changed(shown);
  return damaged(shown);
}

function changed(shown: string): FileProblem {
  return unusable("pgp_changed", shown, fact("pgp.changed", {}), SEND_AGAIN);
}

function textOf(error: unknown): string {
  return error instanceof Error ? `${error.message} ${textOf(error.cause)}` : "";
}
