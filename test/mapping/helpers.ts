import { inEnglish } from "../helpers/facts.ts";
import { compileMapping } from "../../src/mapping/compile.ts";
import type { CompiledMapping } from "../../src/mapping/compiled.ts";
import { ConfigurationProblem } from "../../src/domain/problem.ts";
import { faultText } from "../helpers/problems.ts";
import type { Person } from "../../src/domain/person.ts";
import type { Reject } from "../../src/domain/record.ts";

/** The four required fields, under `user`. */
export const USER = `key: Id
user:
  username: User
  first_name: First
  last_name: Last
  email: Mail
`;

export type Row = Record<string, string | undefined>;
const PERSON: Row = { Id: "1", User: "ana", First: "Ana", Last: "Sol", Mail: "ana@example.com" };

export function faultsOf(text: string): string[] {
  try {
    compileMapping(text, "m.yaml");
  } catch (error) {
    if (error instanceof ConfigurationProblem) return error.faults.map((fault) => `${fault.file}:${faultText(fault)}`);
    throw error;
  }
  return [];
}

export function outcome(mapping: CompiledMapping, row: Row): { person: Person } | { rejects: Reject[] } {
  const cells = new Map(Object.entries({ ...PERSON, ...row }));
  return mapping.map(
    2,
    mapping.columns.map((column) => cells.get(column)),
  );
}

/** Maps a row with more lines under `user`. */
export function mapUser(lines: string, row: Row): { person: Person } | { rejects: Reject[] } {
  return outcome(compileMapping(USER + lines, "m.yaml"), row);
}

export function person(result: { person: Person } | { rejects: Reject[] }): Person {
  if ("rejects" in result) throw new Error(`rejected: ${JSON.stringify(result.rejects)}`);
  return result.person;
}

export function rejects(result: { person: Person } | { rejects: Reject[] }): (Omit<Reject, "fact"> & { message: string })[] {
  return "rejects" in result ? result.rejects.map(inEnglish) : [];
}
