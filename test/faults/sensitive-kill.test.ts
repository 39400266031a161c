import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { company, until } from "../helpers/company.ts";
import { file, mapping, nowhere, row } from "../privacy/sensitive-values.ts";

describe("no sensitive value is in a table or a file of the state", () => {
  test("when the process is killed while operations are queued, and the next one sends them", async () => {
    const c = await company({ ownDatabase: true, mapping: mapping(), parts: { service: { rate: { per_second: 500, in_flight: 1 } } } });
    // After a completed run an unconfirmed create does not reserve its groups, and the others are sent.
    c.place.write("hr.csv", file(row(9)));
    await c.sync();
    c.service.clearRequests();
    c.place.write("hr.csv", file(row(9), row(1), row(2), row(3), row(4)));
    c.service.failNext({ method: "POST", path: "/users$", delayMs: 30_000 });
    const child = await c.start("sync job.yaml");
    const ended = new Promise((resolve) => child.on("close", resolve));
    await until(() => c.userCalls("POST").length > 0, 60_000);
    child.kill("SIGKILL");
    await ended;
    await nowhere(c);
    const waiting = await c.look(
      async ({ db }) =>
        (
          await sql<{
            key_id: string;
          }>`SELECT p.key_id FROM operation o JOIN portion p ON p.run = o.run AND p.kind = 'payloads' WHERE o.sendable`.execute(db)
        ).rows,
    );
    expect(waiting.length).toBeGreaterThanOrEqual(3);
    for (const { key_id: key } of waiting) expect(key).toMatch(/^[0-9a-f]{8}$/);
    c.service.clearRequests();
    await c.sync();
    expect(c.userCalls("POST").map(({ body }) => body["national_id"])).toEqual(
      expect.arrayContaining(["77777772Q", "77777773Q", "77777774Q"]),
    );
    await nowhere(c);
  }, 180_000);
});
