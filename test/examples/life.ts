import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { createSandbox, type Sandbox } from "../../src/sandbox/sandbox.ts";
import { workplace, type Workplace } from "../helpers/cli.ts";
import type { Night, Result } from "../helpers/company.ts";

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const exportsFolder = "test/examples/exports";

/** An account as the learning service holds it, or as a row of the export says that it must be. */
export interface Account {
  active: boolean;
  fields: Record<string, unknown>;
  groups: string[];
}

/** What the report of a run tells, as far as these tests ask. */
export interface Told extends Night {
  /** `key kind` of each operation that was planned, sorted. */
  operations: string[];
  /** `key + group` of each membership that was given to somebody who has an account, sorted. */
  gains: string[];
  /** `code of column` of the remarks about what could not be told or given, sorted. */
  remarks: string[];
  absent: string[];
}

interface Report {
  operations: { key: string; kind: string; gains: string[] }[];
  notes: { code: string; column: string | null }[];
  absent: { key: string }[];
}

/** One worked example in a folder of its own, with the job, the mapping and the export as they are shipped. */
export interface Life {
  place: Workplace;
  /** The first export, as bytes. */
  first: Buffer;
  night(): Promise<Told>;
  /** Writes the next export beside the first one. */
  bring(date: string, content: string | Buffer): void;
  /** Looks at the service between two nights: accounts by employee number. */
  accounts(): Promise<Map<string, Account>>;
  /** `key group` of each removal that waits, sorted. */
  pending(): Promise<string[]>;
  /** Approves the one cause for which people are to lose a group. Answers the sentence that the reviewer reads. */
  approve(group: string, reason: string): Promise<string>;
}

/** @param groups the groups of the service, which has no people yet */
export async function beginLife(name: string, groups: Iterable<string>): Promise<Life> {
  const place = workplace();
  onTestFinished(() => place.remove());
  for (const file of [`jobs/${name}.yaml`, `mappings/${name}.yaml`]) place.write(file, readFileSync(join(root, file)));
  const first = exportOf(name);
  place.write(join(exportsFolder, first.file), first.bytes);

  /** The service's own state; no command may run meanwhile. */
  const withService = async <T>(work: (service: Sandbox) => T): Promise<T> => {
    const service = await createSandbox({ dir: join(place.dir, ".rollcall", "sandbox"), seed: "empty" });
    try {
      return work(service);
    } finally {
      await service.close();
    }
  };
  await withService((service) => {
    for (const group of groups) service.addGroup(group);
  });

  return {
    place,
    first: first.bytes,
    bring: (date, content) => void place.write(join(exportsFolder, first.file.replace(/\d{4}-\d\d-\d\d/, date)), content),
    async night() {
      const { code, stdout, stderr } = await place.run(["sync", name, "--json"]);
      if (stdout === "") throw new Error(`sync ${name} printed nothing (exit ${code}): ${stderr}`);
      const result = JSON.parse(stdout) as Result;
      const report = JSON.parse(place.read(`.rollcall/reports/${result.run}.json`)) as Report;
      return {
        ...result,
        code,
        stdout,
        stderr,
        operations: report.operations.map(({ key, kind }) => `${key} ${kind}`).sort(),
        gains: report.operations
          .filter(({ kind }) => kind !== "create")
          .flatMap(({ key, gains }) => gains.map((group) => `${key} + ${group}`))
          .sort(),
        remarks: [...new Set(report.notes.map((note) => `${note.code} of ${note.column}`))].sort(),
        absent: report.absent.map(({ key }) => key),
      };
    },
    accounts: () =>
      withService((service) => {
        const accounts = service.users().map(({ active, fields, groups: theirs }) => ({ active, fields: without(fields), groups: theirs }));
        return new Map(accounts.map((account) => [String(account.fields["employee_id"]), account]));
      }),
    async pending() {
      const { stdout } = await place.run(["review", "list", "--json"]);
      const removals = JSON.parse(stdout) as { person: { key: string }; group: { path: string } }[];
      return removals.map(({ person, group }) => `${person.key} ${group.path}`).sort();
    },
    async approve(group, reason) {
      const listed = await place.run(["review", "list"]);
      const line = listed.stdout.split("\n").find((each) => each.includes(`lose ${group};`)) ?? "";
      const cause = /C-[0-9a-f]+/.exec(line)?.[0] ?? "";
      const { code, stderr } = await place.run(["review", "approve", "--cause", cause, "--reason", reason, "--reviewer", "Ana"]);
      if (code !== 0) throw new Error(`review approve ended with ${code}: ${stderr}`);
      return line;
    },
  };
}

/** Fields as a row has them; whether somebody is active stands beside them. */
function without(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== "active"));
}

/** The export that is shipped with an example. */
export function exportOf(name: string): { file: string; bytes: Buffer } {
  const file = readdirSync(join(root, exportsFolder)).find((each) => each.startsWith(`${name}-`));
  if (file === undefined) throw new Error(`there is no export of ${name}`);
  return { file, bytes: readFileSync(join(root, exportsFolder, file)) };
}

/** All groups that somebody is in. */
export function groupsIn(accounts: ReadonlyMap<string, Account>): Set<string> {
  return new Set([...accounts.values()].flatMap(({ groups }) => groups));
}

/** What the service must hold after a night: nobody but these has changed, and nobody has lost a group. */
export function after(before: ReadonlyMap<string, Account>, changed: Record<string, Account>): Map<string, Account> {
  const all = new Map(before);
  for (const [key, account] of Object.entries(changed)) {
    const groups = new Set([...(before.get(key)?.groups ?? []), ...account.groups]);
    all.set(key, { ...account, groups: [...groups].sort() });
  }
  return all;
}

/** Somebody whose account was switched off, with what else the row says, and who keeps all groups. */
export function switchedOff(account: Account | undefined, fields: Record<string, unknown> = {}): Account {
  if (account === undefined) throw new Error("there is no such account");
  return { ...account, active: false, fields: { ...account.fields, ...fields } };
}

/** These people of a company. */
export function only(accounts: ReadonlyMap<string, Account>, keys: readonly string[]): Record<string, Account> {
  const found = [...accounts].filter(([key]) => keys.includes(key));
  if (found.length < keys.length) throw new Error(`not all of ${keys.join(", ")} have an account`);
  return Object.fromEntries(found);
}

/** Accounts by key, of rows that get one. */
export function accountsOf<R>(rows: readonly R[], key: (row: R) => string, accountOf: (row: R) => Account | null): Map<string, Account> {
  const accounts = rows.map((row) => [key(row), accountOf(row)] as const);
  return new Map(accounts.filter((entry): entry is [string, Account] => entry[1] !== null));
}
