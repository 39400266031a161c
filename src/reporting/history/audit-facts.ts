import type { AuditEntry } from "../../store/audit/audit.ts";
import { namesOfKeys, namesOfRemovals, pathsOfGroups, type NamedPerson } from "../../store/audit/audit-names.ts";
import { personId } from "../../store/people/people-pages.ts";
import { ERASED } from "../../domain/erased.ts";
import type { Db } from "../../store/schema/tables.ts";
import type { Part } from "./sentence.ts";

/** An entry with the people, groups and removals that it is about. */
export interface AuditFacts {
  entry: AuditEntry;
  people: Extract<Part, { as: "person" }>[];
  groups: string[];
  removals: string[];
}

type Detail = Readonly<Record<string, unknown>>;

export const detailOf = (entry: AuditEntry): Detail => Object(entry.detail) as Detail;

/** Returns a text of an entry's details. */
export function textOf(entry: AuditEntry, name: string): string | null {
  const value = detailOf(entry)[name];
  return typeof value === "string" && value !== "" ? value : null;
}

const list = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : []);
const memberships = (entry: AuditEntry): Detail[] => {
  const all = detailOf(entry)["memberships"];
  return Array.isArray(all) ? all.map((one) => Object(one) as Detail) : [];
};
const texts = (values: readonly unknown[]): string[] => [...new Set(values.filter((one): one is string => typeof one === "string"))];

/** Returns the person an entry is about, of those with equal keys; `undefined`: it may be several people. */
function personOf(entry: AuditEntry, alike: readonly NamedPerson[]): NamedPerson | undefined {
  const [account, job] = [textOf(entry, "account"), textOf(entry, "job")];
  const named = alike.filter(
    (one) => (account === null || one.account === account) && (account !== null || job === null || one.job === job),
  );
  return new Set(named.map((one) => one.account)).size === 1 ? (named.find((one) => one.job === job) ?? named[0]) : undefined;
}

/** Names the people and groups of entries, with one query for each kind of id. */
export async function factsOf(db: Db, entries: readonly AuditEntry[]): Promise<AuditFacts[]> {
  const ids = entries.map((entry) => {
    const detail = detailOf(entry);
    const others = memberships(entry);
    return {
      removals: texts([detail["removal"], ...list(detail["removals"]), ...others.map(({ removal }) => removal)]),
      keys: texts([detail["key"], ...others.map(({ key }) => key)]),
      paths: texts([detail["group"], ...others.map(({ group }) => group)]),
      groups: list(detail["groups"]),
    };
  });
  const removals = new Map((await namesOfRemovals(db, texts(ids.flatMap((one) => one.removals)))).map((one) => [one.id, one]));
  const people = Map.groupBy(await namesOfKeys(db, texts(ids.flatMap(({ keys }) => keys))), ({ key }) => key);
  const paths = await pathsOfGroups(db, texts(ids.flatMap(({ groups }) => groups)));
  return entries.map((entry, i) => {
    const named = ids[i] ?? { removals: [], keys: [], paths: [], groups: [] };
    const theirs = named.removals.flatMap((id) => removals.get(id) ?? []);
    // A decision that does not count names only its removal.
    const keys = named.keys.length > 0 ? named.keys : texts(theirs.map(({ key }) => key));
    const removedGroups = named.groups.map((id) => paths.get(id) ?? theirs.find(({ group_id: of }) => of === id)?.group ?? id);
    const groups = named.paths.length > 0 ? named.paths : removedGroups.length > 0 ? removedGroups : theirs.map(({ group }) => group);
    return {
      entry,
      people: keys.map((key) => {
        if (key === ERASED) return { as: "person", text: key, id: null };
        const known = theirs.find((one) => one.key === key);
        const person = personOf(entry, people.get(key) ?? []);
        const job = known?.job ?? textOf(entry, "job") ?? person?.job ?? null;
        const name = known?.name ?? person?.name ?? null;
        return { as: "person", text: name === null || name === "" ? key : name, id: job === null ? null : personId(job, key) };
      }),
      groups: texts(groups),
      removals: named.removals,
    };
  });
}
