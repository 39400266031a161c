import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { company, people } from "../helpers/company.ts";
import { refusedCsv } from "./hostile/csv-refused.ts";
import { workbooks } from "./hostile/xlsx.ts";

test("I7: hostile files end a run with exit 4 and a message, and change nothing in the state or the service", async () => {
  const c = await company({ parts: { policy: { absent: "deactivate", limits: {} } } });
  c.hr(people(5));
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 5, done: 5 } });
  const before = { users: c.service.users(), groups: c.service.groups() };
  c.service.clearRequests();
  const some = [...refusedCsv, ...workbooks].filter(({ what }) =>
    /PGP|encrypted|JSON object|half of a character|backslashes|password|entities/.test(what),
  );
  expect(some.length).toBeGreaterThanOrEqual(5);
  for (const [n, { what, content, name, refused }] of some.entries()) {
    const file = `hostile-${n}-${name ?? (workbooks.some((book) => book.what === what) ? "people.xlsx" : "people.csv")}`;
    c.place.write(file, Buffer.from(typeof content === "function" ? content() : content));
    const night = await c.sync("--file", file, "--complete", "--quiet");
    expect(night, `for a file ${what}`).toMatchObject({ code: 4, status: "failed", counts: { absent_deactivated: 0, done: 0 } });
    expect(night.stderr, `for a file ${what}`).toContain(`${refused?.[1]}; nothing was changed`);
    expect(night.stderr, `for a file ${what}`).toContain(refused?.[2]);
  }
  expect(c.service.requests()).toEqual([]);
  expect({ users: c.service.users(), groups: c.service.groups() }).toEqual(before);
  // None of them counts as the last good run: the same file as before has nothing to do.
  expect(await c.sync()).toMatchObject({ code: 0, counts: { unchanged: 5, done: 0, removals_pending: 0 } });
  expect(c.userCalls()).toEqual([]);
}, 240_000);

test("I7: a file whose bytes the system cannot read ends a run with exit 4", async () => {
  const c = await company();
  symlinkSync("/proc/self/mem", join(c.place.dir, "broken.csv"));
  expect(await c.sync("--file", "broken.csv", "--quiet")).toMatchObject({ code: 4, status: "failed", problem: { code: "unreadable" } });
  expect(c.userCalls()).toEqual([]);
});
