/** `npm run chaos`: a short round of real processes, with faults that its judge must count. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { freshToken } from "../../bench/tools.ts";
import { createClient, memoryTokenStore } from "../../src/learning-service/library.ts";
import { firstName, groupOf } from "../chaos/company.ts";
import { KINDS } from "../chaos/kinds.ts";
import { playRound } from "../chaos/round.ts";
import { tableOf } from "../chaos/results.ts";

test("docs/internals/chaos.md has exactly one row for each kind", () => {
  const page = readFileSync(new URL("../../docs/internals/chaos.md", import.meta.url), "utf8");
  const section = page.split(/^## /m).find((part) => part.startsWith("The kinds")) ?? "";
  const rows = [...section.matchAll(/^\| (`.+`) \|/gm)].map(([, cell = ""]) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name),
  );
  const fits = (name: string, pattern: string): boolean =>
    pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
  expect(KINDS.filter(({ name }) => rows.filter((row) => row.some((pattern) => fits(name, pattern))).length !== 1)).toEqual([]);
  expect(rows.flat().filter((pattern) => !KINDS.some(({ name }) => fits(name, pattern)))).toEqual([]);
  expect(new Set(KINDS.map(({ name }) => name)).size).toBe(KINDS.length);
});

test("a round counts a second account, a lost membership, a missing update and an unanswered create", { timeout: 240_000 }, async () => {
  const size = { creates: 60, updates: 10 };
  const played = await playRound(
    {
      name: "by hand",
      what: "",
      size,
      unobserved: true,
      before: ({ service }) => service.fault({ method: "POST", path: "/users$", nth: 55, reset: true, when: "after" }),
      fault: async ({ place: { service }, sent }) => {
        await sent(0.5);
        const accounts = await service.accounts();
        const mover = accounts.find(({ fields }) => fields["first_name"] === firstName("b0001"));
        const body = JSON.stringify({ group: groupOf({ set: 1 }), user_id: mover?.user_id, action: "remove" });
        await fetch(`${service.url}/_sandbox/members`, { method: "POST", headers: { "content-type": "application/json" }, body });
        const auth = { refreshToken: await freshToken(service.url) };
        const other = createClient({ baseUrl: service.url, auth }, { tokens: memoryTokenStore() });
        await other.users.create({ username: "second", first_name: firstName("b0000"), last_name: "Second", email: "second@acme.example" });
        await other.users.update(accounts.find(({ fields }) => fields["first_name"] === firstName("b0002"))?.user_id ?? "", {
          position: "Baker",
        });
      },
    },
    size,
    new AbortController().signal,
  );
  expect(played).toMatchObject({
    ended: "completed",
    secondAccounts: 1,
    lostMemberships: 1,
    missingUpdates: 1,
    missingUpdatesNext: 1,
    unconfirmed: 1,
    neverSent: 0,
    sentUnanswered: 1,
  });
  expect(tableOf([{ ...played, round: 1, quick: true }])).toMatch(/^\| by hand \(quick\) \| 1 \| completed \|/m);
});
