import type { Kind } from "./case.ts";

/** All kinds of input, each with its part of 1,030 cases. A process loads only the kind that it runs: its memory is measured. */
const KINDS: Readonly<Record<string, { share: number; load(): Promise<{ kind: unknown }> }>> = {
  csv: { share: 850, load: () => import("./kinds/csv.ts") },
  workbook: { share: 30, load: () => import("./kinds/workbook.ts") },
  configuration: { share: 60, load: () => import("./kinds/configuration.ts") },
  service: { share: 15, load: () => import("./kinds/service.ts") },
  decisions: { share: 15, load: () => import("./kinds/decisions.ts") },
  console: { share: 40, load: () => import("./kinds/console.ts") },
  backup: { share: 8, load: () => import("./kinds/backup.ts") },
  journal: { share: 12, load: () => import("./kinds/journal.ts") },
};

export const KIND_NAMES: readonly string[] = Object.keys(KINDS);

/** Returns the number of cases of each kind if there are this many in all. */
export function sharedCases(all: number): { name: string; cases: number }[] {
  const sum = Object.values(KINDS).reduce((total, { share }) => total + share, 0);
  return Object.entries(KINDS).map(([name, { share }]) => ({ name, cases: Math.ceil((all * share) / sum) }));
}

/** Loads a kind. Each kind reads only its own inputs, so the type of its input does not matter outside of it. */
export async function loadKind(name: string): Promise<Kind<object>> {
  const found = KINDS[name];
  if (found === undefined) throw new Error(`There is no kind ${name}. Use one of ${KIND_NAMES.join(", ")}.`);
  return (await found.load()).kind as Kind<object>;
}
