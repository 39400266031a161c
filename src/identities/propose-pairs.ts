import type { AccountList, Unlinked } from "../domain/transfers/account-list.ts";
import { isUuid } from "../learning-service/contract/values.ts";

/** Why a person and an account may be one, the strongest first. */
export const SIGNS = ["key", "login", "name"] as const;

interface Pair {
  key: string;
  name: string;
  userId: string;
  by: (typeof SIGNS)[number];
}

export interface Proposals {
  pairs: Pair[];
  /** People for whom the list has several rows, or whose row fits several people. */
  ambiguous: number;
  /** The column with the accounts; `null`: no column has ids. */
  column: string | null;
}

/**
 * Proposes which account may be whose, by key, by username or address, or by full name. Nothing is proposed where more
 * than one row or person fits. A person confirms each pair: groups alone never propose one (I2).
 */
export function proposePairs(people: readonly Unlinked[], { header, rows }: AccountList, isLinked: (userId: string) => boolean): Proposals {
  const idAt = bestColumn(header, (at) => rows.filter((cells) => isUuid(textAt(cells, at))).length);
  if (idAt === null) return { pairs: [], ambiguous: 0, column: null };
  const open = rows.filter((cells) => isUuid(textAt(cells, idAt)) && !isLinked(textAt(cells, idAt).toLowerCase()));
  const finders: [Pair["by"], (person: Unlinked) => ReadonlySet<string>][] = [
    ["key", lookup([({ key }) => key], (text) => text)],
    ["login", lookup([({ username }) => username, ({ email }) => email], fold)],
    ["name", lookup([({ first, last }) => join(first, last), ({ first, last }) => join(last, first)], fold, namesOf(open))],
  ];
  const pairs: Pair[] = [];
  let ambiguous = 0;
  for (const person of people) {
    const sign = finders.map(([by, find]) => ({ by, ids: find(person) })).find(({ ids }) => ids.size > 0);
    if (sign === undefined) continue;
    const [userId, other] = sign.ids;
    if (userId === undefined || other !== undefined) ambiguous += 1;
    else pairs.push({ key: person.key, name: person.name, userId, by: sign.by });
  }
  const claims = Map.groupBy(pairs, (pair) => pair.userId);
  const single = pairs.filter(({ userId }) => claims.get(userId)?.length === 1);
  return { pairs: single, ambiguous: ambiguous + pairs.length - single.length, column: header[idAt] ?? null };

  /** Returns a search by the column that knows most of the people's values; `more` has further texts of a row. */
  function lookup(
    values: readonly ((person: Unlinked) => string)[],
    normal: (text: string) => string,
    more: ReadonlyMap<string, ReadonlySet<string>> = new Map(),
  ): (person: Unlinked) => ReadonlySet<string> {
    const columns = values.map((value) => {
      const wanted = new Set(people.map((person) => normal(value(person))).filter((text) => text !== ""));
      const at = bestColumn(header, (column) =>
        column === idAt ? 0 : open.filter((cells) => wanted.has(normal(textAt(cells, column)))).length,
      );
      return { value, byText: at === null ? new Map<string, ReadonlySet<string>>() : index(open, (cells) => normal(textAt(cells, at))) };
    });
    return (person) => {
      const found = new Set<string>();
      for (const { value, byText } of columns) {
        const text = normal(value(person));
        if (text === "") continue;
        for (const id of [...(byText.get(text) ?? []), ...(more.get(text) ?? [])]) found.add(id);
      }
      return found;
    };
  }

  function index(of: AccountList["rows"], textOf: (cells: readonly string[]) => string): Map<string, Set<string>> {
    const found = new Map<string, Set<string>>();
    for (const cells of of) {
      const text = textOf(cells);
      if (text !== "") found.set(text, (found.get(text) ?? new Set()).add(textAt(cells, idAt ?? 0).toLowerCase()));
    }
    return found;
  }

  /** Full names of a list with first and last names in columns side by side. */
  function namesOf(of: AccountList["rows"]): Map<string, Set<string>> {
    const known = (value: (person: Unlinked) => string): number | null => {
      const wanted = new Set(people.map((person) => fold(value(person))).filter((text) => text !== ""));
      return bestColumn(header, (at) => of.filter((cells) => wanted.has(fold(textAt(cells, at)))).length);
    };
    const [first, last] = [known((person) => person.first), known((person) => person.last)];
    if (first === null || last === null || first === last) return new Map();
    return index(of, (cells) => fold(join(textAt(cells, first), textAt(cells, last))));
  }
}

function bestColumn(header: readonly string[], fitting: (at: number) => number): number | null {
  const counts = header.map((_, at) => fitting(at));
  const most = Math.max(0, ...counts);
  return most === 0 ? null : counts.indexOf(most);
}

const textAt = (cells: readonly string[], at: number): string => (cells[at] ?? "").trim();
const join = (one: string, other: string): string => (one === "" || other === "" ? "" : `${one} ${other}`);
const fold = (text: string): string =>
  text
    .normalize("NFKC")
    .trim()
    .replaceAll(/[\s,]+/g, " ")
    .toLowerCase();
