import { expect, test } from "vitest";
import { company } from "../helpers/company.ts";

test("I2: an account that the service gives to two people belongs to the first one only, also in the journal", async () => {
  const c = await company({ ownDatabase: true });
  const account = "00000000-0000-4000-8000-000000000042";
  c.hr([{ id: "0001", dept: "IT" }, { id: "0002", dept: "Legal" }]);
  c.service.failNext({ method: "POST", path: "/users$", status: 200, body: JSON.stringify({ user_id: account }), delayMs: 200, times: 2 });
  const night = await c.sync();
  expect(night.counts).toMatchObject({ done: 1, uncertain: 1 });
  const links = c.place.read(".rollcall/journal.jsonl").split("\n").filter((line) => line.includes('"t":"link"'));
  expect(links.filter((line) => line.includes(account))).toHaveLength(1);
}, 60_000);
