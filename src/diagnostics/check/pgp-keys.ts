import type { Finding } from "../../domain/finding.ts";
import type { SourceSettings } from "../../domain/settings.ts";
import { expiryOf } from "../../source/unpack/pgp-keys.ts";

const SOON_MS = 60 * 86_400_000;

/** Reports keys that expire soon: a sender's program refuses to encrypt for an expired key. */
export async function pgpKeyFindings({ more, join, ...first }: SourceSettings, now: Date): Promise<Finding[]> {
  const files = [first, ...more, ...join].flatMap(({ pgp }) => (pgp === null ? [] : [pgp]));
  const keys = new Map((await Promise.all(files.map(expiryOf))).flat().map((key) => [key.id, key]));
  const ending = [...keys.values()].filter(({ expires }) => expires !== null && expires.getTime() < now.getTime() + SOON_MS);
  if (keys.size === 0) return [];
  if (ending.length === 0)
    return [{ what: "pgp_keys", verdict: "fits", found: `No PGP key of the job expires within 60 days: ${[...keys.keys()].join(", ")}.` }];
  const days = ending.map(({ id, expires }) => `${id} on ${expires?.toISOString().slice(0, 10) ?? ""}`);
  return [
    {
      what: "pgp_keys",
      verdict: "look",
      found: `PGP keys of the job expire soon, or have expired: ${days.join(", ")}.`,
      settings: ["source.pgp.private_key"],
      advice: "Make a new key, add it to the list, give HR its public key, and remove the old one once all files use the new one.",
    },
  ];
}
