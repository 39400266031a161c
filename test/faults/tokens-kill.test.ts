import { describe, expect, test } from "vitest";
import { company, people } from "../helpers/company.ts";
import { refreshes } from "../store/refreshes.ts";

describe("a command", () => {
  test("that finds another process using the state is refused before it requests a token, so that no two refresh at once", async () => {
    const c = await company();
    c.hr(people(1));
    c.service.failNext({ path: "refresh$", delayMs: 10_000 });
    const first = await c.start("sync job.yaml");
    const ended = new Promise((resolve) => first.on("close", resolve));
    while (refreshes(c) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const { code, stderr } = await c.place.run(["sync", "job.yaml"]);
    expect(code).toBe(2);
    expect(stderr).toContain(`in use by process ${first.pid}`);
    expect(refreshes(c)).toBe(1);
    first.kill("SIGKILL");
    await ended;
  }, 120_000);
});
