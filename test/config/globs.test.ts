import fc from "fast-check";
import { expect, test } from "vitest";
import { compileGlobs, globCovers, globsIntersect } from "../../src/domain/globs.ts";
import { nearest, nearestFirst } from "../../src/domain/nearest.ts";

test.each<[string, string, boolean]>([
  ["HR/**", "HR/A", true],
  ["HR/**", "HR/A/B", true],
  ["HR/**", "HR", false],
  ["HR/*", "HR/A", true],
  ["HR/*", "HR/A/B", false],
  ["HR/S*s", "HR/Sales", true],
  ["**/Sales", "Sales", true],
  ["**/Sales", "HR/ES/Sales", true],
  ["HR/**/X", "HR/X", true],
  ["HR/**/X", "HR/A/B/Y", false],
  ["**", "A/B", true],
  ["HR/Código", "HR/Co\u0301digo", true],
  ["HR.A", "HRxA", false],
  ["hr/A", "HR/A", false],
])("the glob %s matches %s: %s", (pattern, path, fits) => {
  expect(compileGlobs([pattern])(path)).toBe(fits);
});

test.each<[string, string, boolean]>([
  ["HR/**", "HR", false],
  ["HR/**", "HR/A/**", true],
  ["HR/*/X", "HR/A/*", true],
  ["HR/a*", "HR/*b", true],
  ["HR/a*", "HR/b*", false],
  ["**/X", "HR/**", true],
  ["HR/*", "HR/A/B", false],
  ["A/**", "B/**", false],
])("%s and %s may match the same group: %s", (a, b, overlap) => {
  expect(globsIntersect(a, b)).toBe(overlap);
  expect(globsIntersect(b, a)).toBe(overlap);
});

test("two globs that match one path intersect", () => {
  const segment = fc.constantFrom("a", "b", "ab", "*", "a*", "**");
  const glob = fc.array(segment, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));
  const path = fc.array(fc.constantFrom("a", "b", "ab", "abb"), { minLength: 1, maxLength: 5 }).map((names) => names.join("/"));
  fc.assert(
    fc.property(glob, glob, path, (a, b, one) => {
      if (compileGlobs([a])(one) && compileGlobs([b])(one)) expect(globsIntersect(a, b)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test.each<[string, string, boolean]>([
  ["HR/**", "HR/*", true],
  ["HR/**", "HR/**", true],
  ["HR/**", "HR/Sites/M*", true],
  ["**", "HR/**", true],
  ["HR/S*", "HR/Sales*", true],
  ["HR/*", "HR/**", false],
  ["HR/*", "HR/A/B", false],
  ["HR/Sales*", "HR/S*", false],
  ["HR/**", "HR", false],
  ["HR/**", "**", false],
  ["HR/A", "HR/B", false],
])("%s covers %s: %s", (outer, inner, covers) => {
  expect(globCovers(outer, inner)).toBe(covers);
});

test("a glob that covers another matches each of its paths", () => {
  const part = fc.constantFrom("a", "b", "*", "a*", "**");
  const glob = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
  const path = fc.array(fc.constantFrom("a", "b", "ab"), { minLength: 1, maxLength: 5 }).map((parts) => parts.join("/"));
  fc.assert(
    fc.property(glob, glob, path, (outer, inner, given) => {
      if (globCovers(outer, inner) && compileGlobs([inner])(given)) expect(compileGlobs([outer])(given)).toBe(true);
    }),
    { numRuns: 5000 },
  );
});

// Exponential time would never end.
test("many stars end in reasonable time", () => {
  const stars = `${"**/".repeat(50)}x`;
  expect(compileGlobs([stars])(`${"a/".repeat(2000)}y`)).toBe(false);
  expect(compileGlobs([`${"*a".repeat(50)}b`])("a".repeat(3000))).toBe(false);
  expect(globsIntersect(stars, `${"**/".repeat(50)}y`)).toBe(false);
});

test("suggests the nearest known name, or none", () => {
  expect(nearest("polcy", ["name", "policy"])).toBe("policy");
  expect(nearest("EMPLOYEE_ID", ["Employee ID", "Name"])).toBe("Employee ID");
  expect(nearest("nmae", ["date", "name"])).toBe("name");
  expect(nearest("mnea", ["name"])).toBeUndefined();
  expect(nearest("foo", ["creates", "updates"])).toBeUndefined();
});

test("lists every near name, the nearest first", () => {
  expect(nearestFirst("Madird", ["Madr", "Madrid", "Porto"])).toEqual(["Madrid", "Madr"]);
  expect(nearestFirst("Lisbon", ["Madrid", "Porto"])).toEqual([]);
});
