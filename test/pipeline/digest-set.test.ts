import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { DIGEST_LENGTH, DigestSet } from "../../src/pipeline/extract/digest-set.ts";

const digest = (n: number): string => hash("sha256", `row ${n}`, "base64url").slice(0, DIGEST_LENGTH);

test("finds each digest once, however many there are", () => {
  const set = new DigestSet();
  const some = Array.from({ length: 20_000 }, (_, n) => digest(n));
  set.addAll(some.slice(0, 10_000).join(" "));
  set.addAll("");
  for (const each of some.slice(10_000, 15_000)) set.add(each);
  expect(some.filter((each) => set.find(each))).toEqual(some.slice(0, 15_000));
  expect(some.filter((each) => set.find(each))).toEqual([]);
});

test("remembers the found digests while it grows, until it is added again", () => {
  const set = new DigestSet();
  for (let n = 0; n < 2000; n += 1) set.add(digest(n));
  expect(set.find(digest(7))).toBe(true);
  for (let n = 2000; n < 9000; n += 1) set.add(digest(n));
  expect(set.find(digest(7))).toBe(false);
  expect([7, 8].map((n) => set.wasFound(digest(n)))).toEqual([true, false]);
  set.add(digest(7));
  expect(set.find(digest(7))).toBe(true);
});

test("tells a short digest from one that begins with it", () => {
  const set = new DigestSet();
  set.add(digest(1));
  expect(set.find(digest(1).slice(0, 8))).toBe(false);
});
