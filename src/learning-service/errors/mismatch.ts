import type { z } from "zod";
import { fact, type Fact } from "../../domain/facts/fact.ts";
import { isUuid } from "../contract/values.ts";

type Issue = z.core.$ZodIssue;

/** Returns where a value does not match its schema, and how. Names types and positions, never the value. */
export function mismatchOf(issues: readonly Issue[], value: unknown): { path: PropertyKey[]; what: Fact } {
  const { path, issue } = deepest(issues);
  const found = path.reduce<unknown>(
    (part, name) => (part === null || part === undefined ? undefined : Reflect.get(Object(part), name)),
    value,
  );
  return { path, what: issue === undefined ? fact("value.has_other_form", {}) : whatOf(issue, found) };
}

/** Returns the issue with the longest path: in a union, the branch that matched furthest. */
function deepest(issues: readonly Issue[], above: readonly PropertyKey[] = []): { path: PropertyKey[]; issue?: Issue } {
  let best: { path: PropertyKey[]; issue?: Issue } = { path: [...above] };
  let depth = -1;
  for (const issue of issues) {
    const path = [...above, ...issue.path];
    const branches = issue.code === "invalid_union" ? issue.errors : [];
    const found = branches.length === 0 ? [{ path, issue }] : branches.map((branch) => deepest(branch, path));
    for (const candidate of found) {
      if (candidate.path.length > depth) {
        best = candidate;
        depth = candidate.path.length;
      }
    }
  }
  return best;
}

function whatOf(issue: Issue, found: unknown): Fact {
  const otherType = (expected: string): Fact => fact("value.has_other_type", { expected, found: typeOf(found) });
  switch (issue.code) {
    case "invalid_type":
      return otherType(issue.expected);
    case "invalid_value":
      return fact("value.is_none_of", { allowed: issue.values.map(String) });
    case "invalid_format":
      return fact(issue.format === "guid" ? "value.is_no_uuid" : "value.has_other_form", {});
    case "custom": {
      const expected: unknown = issue.params?.["expected"];
      if (expected === "uuids" && Array.isArray(found))
        return fact("value.has_item_without_uuid", { position: found.findIndex((one) => !isUuid(one)) });
      return typeof expected === "string" ? otherType(expected) : fact("value.has_other_form", {});
    }
    default:
      return fact("value.has_other_form", {});
  }
}

function typeOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}
