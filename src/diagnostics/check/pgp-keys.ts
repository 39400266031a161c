import { fact } from "../../domain/facts/fact.ts";
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
  if (ending.length === 0) return [{ what: "pgp_keys", verdict: "fits", found: fact("check.pgp_keys", { keys: [...keys.keys()] }) }];
  const days = ending.map(({ id, expires }) => fact("check.pgp_key", { id, day: expires?.toISOString().slice(0, 10) ?? "" }));
  return [
    {
      what: "pgp_keys",
      verdict: "look",
      found: fact("check.pgp_keys_expire", { keys: days }),
      settings: ["source.pgp.private_key"],
      advice: fact("check.replace_pgp_key", {}),
    },
  ];
}
