import { expect, test } from "vitest";
import { asReader, type Reader } from "../../src/reporting/locales/reader.ts";
import type { Fact } from "../../src/domain/facts/fact.ts";
import { factText } from "../../src/reporting/fact-text.ts";
import { company, type Company, type Employee } from "../helpers/company.ts";

const mail = (name: string): string => `${name}@acme.example`;
const staffOf = (...names: string[]): Employee[] => names.map((name, n) => ({ id: `${n + 1}`, mail: mail(name) }));
const usernames = (c: Company): unknown[] =>
  c.service
    .users()
    .toSorted((a, b) => String(a.fields["first_name"]).localeCompare(String(b.fields["first_name"])))
    .map(({ username }) => username);
const blocked = (c: Company, run: string) => c.operations(run).filter(({ status }) => status === "held");

test("applies a chain of usernames in one run, in any order of the rows", async () => {
  const c = await company();
  c.hr(staffOf("a", "b", "c", "d", "e"));
  await c.sync();
  // Each takes the name of the next one; the last one, whose row is read last, frees the first name.
  c.hr(staffOf("B", "c", "d", "e", "f"));
  expect(await c.sync()).toMatchObject({ code: 0, counts: { updates: 5, done: 5, failed: 0 } });
  expect(usernames(c)).toEqual(["b", "c", "d", "e", "f"].map(mail));
  const sent = c.userCalls("PUT").map(({ body }) => body["username"]);
  expect(sent).toEqual(["f", "e", "d", "c", "b"].map(mail));
});

test("a chain stops where a name is not freed, and the person who waits for it is blocked with the key", async () => {
  const c = await company();
  c.hr(staffOf("a", "b", "c"));
  await c.sync();
  c.service.failNext({ method: "PUT", path: "/users/*", status: 422 });
  c.hr(staffOf("b", "c", "d"));
  const night = await c.sync();
  expect(night).toMatchObject({ code: 1, counts: { updates: 1, held: 2, failed: 1 } });
  expect(blocked(c, night.run)).toMatchObject([
    { key: "1", code: "name_not_freed", reason: expect.stringContaining("the account of 2 until") as string },
    { key: "2", code: "name_not_freed", reason: expect.stringContaining("the account of 3 until") as string },
  ]);
  expect(usernames(c)).toEqual(["a", "b", "c"].map(mail));
  expect(await c.sync()).toMatchObject({ code: 0, counts: { done: 3 } });
  expect(usernames(c)).toEqual(["b", "c", "d"].map(mail));
});

test("usernames that trade places are blocked with all keys, and everyone else is updated", async () => {
  const c = await company();
  c.hr(staffOf("a", "b", "c", "d", "e", "f"));
  await c.sync();
  c.hr(staffOf("b", "a", "d", "e", "c", "g"));
  const night = await c.sync();
  expect(night).toMatchObject({ code: 1, counts: { done: 1, failed: 0 } });
  const reasons = blocked(c, night.run);
  expect(reasons.map(({ key, code }) => [key, code])).toEqual(["1", "2", "3", "4", "5"].map((key) => [key, "username_ring"]));
  expect(reasons[0]?.reason).toMatch(/^The usernames of the keys 1, 2 change places in a ring, .* Give one of them another username/);
  expect(reasons[4]?.reason).toContain("the keys 3, 4, 5 change places");
  const german = { language: "de", timeZone: "UTC" } as Reader;
  expect(asReader(german, () => factText(reasons[0]?.fact as Fact))).toMatch(
    /^Die Benutzernamen der Personalnummern 1, 2 .* einen anderen/,
  );
  // The advice works: one other name for one run.
  c.hr(staffOf("b", "x", "d", "e", "y", "g"));
  expect(await c.sync()).toMatchObject({ code: 0, counts: { failed: 0 } });
  c.hr(staffOf("b", "a", "d", "e", "c", "g"));
  expect(await c.sync()).toMatchObject({ code: 0, counts: { failed: 0 } });
  expect(usernames(c)).toEqual(["b", "a", "d", "e", "c", "g"].map(mail));
});

test("who takes the username of a person who is blocked, or who keeps it, is blocked with the key, and no request is wasted", async () => {
  const c = await company();
  c.hr([...staffOf("a", "b", "c", "d"), { id: "5", first: "Bo", last: "Lind", mail: mail("e") }]);
  await c.sync();
  c.service.clearRequests();
  c.hr([
    // Key 2 does not get the name of a leaver, and so keeps its own; key 5 may be another person.
    ...staffOf("b", "c"),
    { id: "3", mail: mail("c"), status: "Left" },
    { id: "4", mail: mail("e") },
    { id: "5", first: "Zed", last: "Quint", mail: mail("z") },
  ]);
  const night = await c.sync();
  expect(night).toMatchObject({ code: 1, counts: { updates: 1, deactivations: 1, held: 3, failed: 0 } });
  expect(blocked(c, night.run)).toMatchObject([
    { key: "1", code: "name_not_freed", reason: expect.stringContaining("the account of 2 until") as string },
    { key: "4", code: "name_not_freed", reason: expect.stringContaining("the account of 5 until") as string },
    { key: "5", code: "another_person" },
  ]);
  expect(c.userCalls("PUT").map(({ status }) => status)).toEqual([200, 200]);
  // HR gives the keys names of their own.
  c.hr([...staffOf("b", "g"), { id: "3", mail: mail("c"), status: "Left" }, { id: "4", mail: mail("h") }]);
  expect(await c.sync()).toMatchObject({ code: 0, counts: { updates: 3, failed: 0, held: 0 } });
});
