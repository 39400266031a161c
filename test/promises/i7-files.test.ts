import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { company, csvOf, header, people, rowOf } from "../helpers/company.ts";

test("I7: an unusable file is refused in one sentence before any request, and changes nothing", async () => {
  const c = await company({ parts: { policy: { absent: "deactivate", limits: {} } } });
  c.hr(people(8));
  await c.sync();
  const before = c.service.users();
  const rows = people(8).map(rowOf);
  const bad: [name: string, content: string | Buffer | null, says: RegExp][] = [
    ["none.csv", null, /no such file|does not exist|not there|no file/i],
    ["empty.csv", "", /empty/],
    ["header.csv", `${header}\n`, /header/],
    ["folder.csv", null, /directory|folder/],
    ["binary.csv", Buffer.concat([Buffer.from(`${header}\n`), Buffer.from([0, 1, 2, 3, 0])]), /binary/],
    ["page.csv", "<!DOCTYPE html><html><body>Log in</body></html>", /HTML/],
    ["zip.csv", Buffer.from("PK\u0003\u0004 and so on", "latin1"), /ZIP/],
    ["column.csv", csvOf(people(8)).replace("Department", "Dept"), /Department/],
    ["twice.csv", csvOf(people(8)).replace("Department", "Email"), /Email/],
    ["quote.csv", `${header}\n${rows[0]}\n0002,"Never,closed,x@acme.example,Sales,Active\n${rows.slice(2).join("\n")}\n`, /quote/],
    ["cut.csv", csvOf(people(8)).slice(0, -28), /end|cut|truncated/i],
    ["bytes.csv", Buffer.concat([Buffer.from(csvOf(people(7))), Buffer.from([0xff, 0xfe, 0xfd, 0x0a])]), /decode|UTF-8/i],
  ];
  c.service.clearRequests();
  mkdirSync(join(c.place.dir, "folder.csv"));
  for (const [name, content, says] of bad) {
    if (content !== null) c.place.write(name, content);
    const night = await c.sync("--file", name, "--complete", "--quiet");
    expect(night.code, `for ${name}`).toBe(4);
    expect(night.status, `for ${name}`).toBe("failed");
    expect(night.counts, `for ${name}`).toMatchObject({ creates: 0, deactivations: 0, absent_deactivated: 0, done: 0 });
    expect(night.stderr, `for ${name}`).toMatch(says);
    expect(night.stderr, `for ${name}`).toContain(name);
    // One sentence on the problem, at most one on what to do, and the count of what was done.
    expect(night.stderr.trim().split("\n").length, `${name}: ${night.stderr}`).toBeLessThanOrEqual(3);
    expect(night.stderr, `for ${name}`).not.toMatch(/^\s+at /m);
  }
  expect(c.service.requests()).toEqual([]);
  expect(c.service.users()).toEqual(before);
  // A file with far fewer rows puts the run on hold, and the good file still has no changes.
  c.hr(people(1), "few.csv");
  expect(await c.sync("--file", "few.csv", "--complete")).toMatchObject({
    code: 3,
    held: expect.arrayContaining([expect.objectContaining({ limit: "shrink", found: 7 })]) as unknown,
  });
  expect(await c.sync()).toMatchObject({ code: 0, counts: { unchanged: 8, done: 0 } });
  expect(c.userCalls()).toEqual([]);
}, 240_000);
