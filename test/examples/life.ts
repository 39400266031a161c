import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { createSandbox, type Sandbox } from "../../src/sandbox/sandbox.ts";
import { workplace, type Workplace } from "../helpers/cli.ts";
import type { Night, Result } from "../helpers/company.ts";

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const exportsFolder = "test/examples/exports";

/** An account in the learning service, or as expected from a row of the export. */
export interface Account {
  active: boolean;
  fields: Record<string, unknown>;
  groups: string[];
}

/** The parts of a run's report that these tests use. */
interface Told extends Night {
  /** `key kind` of each planned operation, sorted. */
  operations: string[];
  /** `key + group` of each membership added for an existing account, sorted. */
  gains: string[];
  /** `code of column` of the remarks about unknown values and groups, sorted. */
  remarks: string[];
  absent: string[];
}

interface Report {
  operations: { key: string; kind: string; gains: string[] }[];
  notes: { code: string; column: string | null }[];
  absent: { key: string }[];
}

/** A worked example in its own folder, with the shipped job, mapping and export. */
export interface Life {
  place: Workplace;
  /** The first export, as bytes. */
  first: Buffer;
  night(): Promise<Told>;
  /** Writes the next export beside the first one. */
  bring(date: string, content: string | Buffer): void;
  /** Returns the accounts of the service between two runs, by employee number. */
  accounts(): Promise<Map<string, Account>>;
  /** `key group` of each pending removal, sorted. */
  pending(): Promise<string[]>;
  /** Approves the only cause of pending removals. Returns the sentence that the reviewer reads. */
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
      // The largest cause of a group comes first: a heading with its question, then its people.
      const line =
        listed.stdout
          .split("\n\n")
          .find((cause) => cause.includes(`  ${group}`))
          ?.split("\n")[0] ?? "";
      const cause = /C-[0-9a-f]+/.exec(line)?.[0] ?? "";
      const { code, stderr } = await place.run(["review", "approve", "--cause", cause, "--reason", reason, "--reviewer", "Ana"]);
      if (code !== 0) throw new Error(`review approve ended with ${code}: ${stderr}`);
      return line;
    },
  };
}

/** Expected fields of a row, and whether the person is active. */
function without(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== "active"));
}

/** Returns the shipped export of an example. */
export function exportOf(name: string): { file: string; bytes: Buffer } {
  const file = readdirSync(join(root, exportsFolder)).find((each) => each.startsWith(`${name}-`));
  if (file === undefined) throw new Error(`there is no export of ${name}`);
  return { file, bytes: readFileSync(join(root, exportsFolder, file)) };
}

/** Returns all groups with members. */
export function groupsIn(accounts: ReadonlyMap<string, Account>): Set<string> {
  return new Set([...accounts.values()].flatMap(({ groups }) => groups));
}

/** Checks the service after a run: only these accounts have changed, and no one has lost a group. */
export function after(before: ReadonlyMap<string, Account>, changed: Record<string, Account>): Map<string, Account> {
  const all = new Map(before);
  for (const [key, account] of Object.entries(changed)) {
    const groups = new Set([...(before.get(key)?.groups ?? []), ...account.groups]);
    all.set(key, { ...account, groups: [...groups].sort() });
  }
  return all;
}

/** Expects a deactivated account, with the other changes of its row and all its groups. */
export function switchedOff(account: Account | undefined, fields: Record<string, unknown> = {}): Account {
  if (account === undefined) throw new Error("there is no such account");
  return { ...account, active: false, fields: { ...account.fields, ...fields } };
}

/** Selects these people of a company. */
export function only(accounts: ReadonlyMap<string, Account>, keys: readonly string[]): Record<string, Account> {
  const found = [...accounts].filter(([key]) => keys.includes(key));
  if (found.length < keys.length) throw new Error(`not all of ${keys.join(", ")} have an account`);
  return Object.fromEntries(found);
}

/** Returns the expected accounts by key, for rows that get one. */
export function accountsOf<R>(rows: readonly R[], key: (row: R) => string, accountOf: (row: R) => Account | null): Map<string, Account> {
  const accounts = rows.map((row) => [key(row), accountOf(row)] as const);
  return new Map(accounts.filter((entry): entry is [string, Account] => entry[1] !== null));
}
