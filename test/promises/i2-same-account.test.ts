import { expect, test } from "vitest";
import { company } from "../helpers/company.ts";

test("I2: an account that the service gives to two people belongs to the first one only, also in the journal", async () => {
  const c = await company({ ownDatabase: true });
  const account = "00000000-0000-4000-8000-000000000042";
  c.hr([{ id: "0001" }, { id: "0002", dept: "IT" }, { id: "0003", dept: "Legal" }]);
  // The first create is sent alone, the others together.
  for (const nth of [2, 3])
    c.service.failNext({ method: "POST", path: "/users$", nth, status: 200, body: JSON.stringify({ user_id: account }), delayMs: 300 });
  const night = await c.sync();
  expect(night.counts).toMatchObject({ done: 2, uncertain: 1 });
  const links = c.place
    .read(".rollcall/journal.jsonl")
    .split("\n")
    .filter((line) => line.includes('"t":"link"'));
  expect(links.filter((line) => line.includes(account))).toHaveLength(1);
}, 60_000);
