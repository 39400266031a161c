import { expect } from "vitest";
import type { Company } from "../helpers/company.ts";

/** Options for a service that answers a create with null, so that the account must be found in the groups. */
export const unlinked = { nullBodies: true, parts: { service: { identities: { settle: "0s" } } } } as const;

interface Known {
  links: { key: string; user_id: string; source: string }[];
  unsettled: { key: string }[];
}

/** Checks that every link leads to the account with the key's e-mail address, and that no one has two accounts. */
export async function wellLinked(c: Company): Promise<Known> {
  const known = (await c.run("identities", "list", "job.yaml", "--json")).json<Known>();
  const accounts = c.service.users();
  const mailOf = new Map(accounts.map(({ user_id, username }) => [user_id, username]));
  for (const { key, user_id } of known.links) expect(mailOf.get(user_id), `for ${key}`).toBe(`p${key}@acme.example`);
  expect(new Set(accounts.map(({ username }) => username)).size).toBe(accounts.length);
  return known;
}
