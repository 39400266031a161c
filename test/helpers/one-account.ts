import { expect } from "vitest";
import { accounted, type Company, type Employee, type Night } from "./company.ts";

export interface Known {
  links: { key: string; user_id: string; source: string }[];
  unsettled: { key: string; status: string; reason: string | null }[];
}

/** Makes the departments `D1` to `Dn`, so that so many sets of groups differ. */
export function addDepartments(c: Company, n: number): void {
  for (let i = 1; i <= n; i += 1) c.service.addGroup(`HR/Departments/D${i}`);
}

/**
 * Writes the export of a night. Everybody has another e-mail address every night, so that nothing in the service is in
 * the way of a second account: a username that is taken would hide that it was asked for.
 */
export function hrOfNight(c: Company, everybody: readonly Employee[], night: number): void {
  c.hr(everybody.map((person) => ({ ...person, mail: `p${person.id}-${night}@acme.example` })));
}

/** Nobody has two accounts, every link leads to the account that was made for its key, and no account has two links. */
export async function oneAccountEach(c: Company): Promise<Known> {
  const known = (await c.run("identities", "list", "job.yaml", "--json")).json<Known>();
  const accounts = new Map<string, string[]>();
  for (const { user_id, fields } of c.service.users()) {
    const name = String(fields["first_name"]);
    accounts.set(name, [...(accounts.get(name) ?? []), user_id]);
  }
  for (const [name, theirs] of accounts) expect(theirs, `accounts of ${name}`).toHaveLength(1);
  for (const { key, user_id } of known.links)
    expect(accounts.get(`First${key}`), `the account that ${key} is linked to`).toEqual([user_id]);
  for (const { key, reason } of known.unsettled) expect(reason, `why ${key} waits`).toMatch(/\w+ \w+/);
  return known;
}

/** A sync, released by a person where a limit holds it, with the sum of I3. */
export async function nightOf(c: Company): Promise<Night> {
  const first = await c.sync();
  const night = first.status === "held" ? await c.night("runs approve", [first.run, "--reason", "looked at it"]) : first;
  expect(accounted(night.counts), `rows of ${night.run}`).toBe(night.source.rows);
  expect(night.counts["failed"], `of ${night.run}: ${night.stderr}`).toBe(0);
  return night;
}

/**
 * Nights with nothing going wrong, with `settle` between them, until one creates nobody and settles nothing more. Then
 * everybody is linked, or waits for a person with a reason.
 */
export async function quietNights(c: Company, everybody: readonly Employee[], from: number, settle: number): Promise<Known> {
  let waiting = -1;
  for (let night = from; night < from + 8; night += 1) {
    hrOfNight(c, everybody, night);
    const { counts, run } = await nightOf(c);
    const known = await oneAccountEach(c);
    const quiet = counts["creates"] === 0 && known.unsettled.length === waiting;
    waiting = known.unsettled.length;
    if (quiet) {
      const held = c.operations(run).filter(({ status }) => status === "held");
      for (const { key, reason, code } of held) {
        expect(["unsettled_create", "equal_groups_unsettled"], `${key}: ${reason}`).toContain(code);
      }
      const theirs = new Set([...known.links, ...held].map(({ key }) => key));
      expect([...theirs].sort()).toEqual(everybody.map(({ id }) => id));
      return known;
    }
    c.clock.step(settle);
  }
  throw new Error("the nights did not come to rest");
}

/** A person looks everybody who waits up in the service, and says what is true there, until nobody waits. */
export async function settleByHand(c: Company, everybody: readonly Employee[], from: number): Promise<void> {
  for (let night = from; night < from + 12; night += 1) {
    const { links, unsettled } = await oneAccountEach(c);
    if (links.length === everybody.length) return;
    c.clock.step(60_000);
    for (const { key } of unsettled) {
      const made = c.service.users().find(({ fields }) => fields["first_name"] === `First${key}`);
      const answer =
        made === undefined
          ? await c.run("identities", "retry", "job.yaml", key, "--reason", "Not in the service")
          : await c.run("identities", "link", "job.yaml", key, made.user_id, "--yes", "--reason", "Looked it up");
      expect(answer.code, `of ${key}: ${answer.stderr}`).toBe(0);
    }
    hrOfNight(c, everybody, night);
    await nightOf(c);
  }
  throw new Error("a person could not settle everybody");
}
