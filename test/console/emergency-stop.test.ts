import { expect, test } from "vitest";
import { listAudit } from "../../src/store/audit/audit.ts";
import { listRemovals } from "../../src/store/review/removals.ts";
import { consoleFor } from "./helpers.ts";

test("an operator stops everything for an account with a reason, everybody sees it, and lifting needs a reason too", async () => {
  const c = await consoleFor();
  try {
    const viewer = await c.signIn("viewer");
    const operator = await c.signIn("operator");
    const reason = "<b>Wrong export</b>";
    const typed = "<b>Wrong\u001b\u0007 export</b>\r";
    // The status of the connection comes first, the emergency last.
    expect((await operator.get("/status")).text).toMatch(/Connection[^]*Last successful runs[^]*Stop everything for/);
    expect((await viewer.get("/status")).text).not.toContain("Stop everything for");
    const account = (await operator.json<{ emergency: { account: string }[] }>("/status")).emergency[0]?.account ?? "";
    expect((await viewer.post("/emergency-stop", { account, reason })).status).toBe(403);
    expect((await operator.post("/emergency-stop", { account, reason: " " })).status).toBe(400);
    expect((await operator.post("/emergency-stop", { account: "nobody knows", reason })).status).toBe(404);
    const calls = c.sandbox.requests().length;
    // No control character is stored: a terminal would obey it.
    expect((await operator.post("/emergency-stop", { account, reason: typed })).location).toBe("/status");

    for (const page of ["/", "/status"]) {
      const { text } = await viewer.get(page);
      expect(text, `for ${page}`).toMatch(/Emergency stop of[\s\S]*Nothing is sent/);
      expect(text, `for ${page}`).toContain("&lt;b&gt;Wrong export&lt;/b&gt;");
    }
    expect(await viewer.json("/overview")).toMatchObject({ emergency_stops: [{ account, by: operator.name, via: "session", reason }] });
    const started = await operator.post("/jobs/nightly/run", {});
    expect(started.status).toBe(422);
    expect(started.text).toContain("An emergency stop of");
    // Decisions are recorded, and not carried out.
    const reviewer = await c.signIn("reviewer");
    const [pending] = await listRemovals(c.state.db, { status: ["pending"] });
    const removals = `${pending?.id ?? ""}@${pending?.evidence_digest ?? ""}`;
    const decided = await reviewer.post("/review/decide", { verdict: "approved", reason: "Moved", removals });
    expect((await reviewer.get(decided.location ?? "")).text).toMatch(/An emergency stop of[\s\S]*It stays approved/);
    expect(await listRemovals(c.state.db, { status: ["approved"] })).toHaveLength(1);
    expect(
      c.sandbox
        .requests()
        .slice(calls)
        .filter(({ method, path }) => method !== "GET" && !path.includes("oauth2")),
    ).toEqual([]);

    expect((await operator.post("/emergency-stop/lift", { account, reason: "" })).status).toBe(400);
    expect((await operator.post("/emergency-stop/lift", { account, reason: "Corrected" })).location).toBe("/status");
    expect(await viewer.json("/overview")).toMatchObject({ emergency_stops: [] });
    expect((await operator.post("/jobs/nightly/run", { plan_only: "yes" })).status).toBe(303);
    const entries = (await listAudit(c.state.db)).filter(({ action }) => action.startsWith("emergency"));
    expect(entries.map(({ actor, action }) => [actor, action])).toEqual([
      [operator.name, "emergency_stop"],
      [operator.name, "emergency_stop_lifted"],
    ]);
  } finally {
    await c.close();
  }
});
