import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import type { State } from "../../src/state/state.ts";
import { company, people, until } from "../helpers/company.ts";
import { night } from "../observability/counted-run.ts";

/** A disk that is slower than a request to the service. */
function onSlowDisk(state: State): State {
  const append: State["journal"]["append"] = async (entry) => {
    await wait(50);
    await state.journal.append(entry);
  };
  return { ...state, journal: { ...state.journal, append } };
}

test("I2: a create leaves only after its intent is in the journal and in the database", async () => {
  const c = await company({ ownDatabase: true, faults: [{ method: "POST", path: "/users$", delayMs: 100, times: 1 }] });
  c.hr(people(1));
  await c.look(async (state) => {
    const run = night(c, onSlowDisk(state));
    await until(() => c.userCalls("POST").length > 0);
    expect(c.place.read(".rollcall/journal.jsonl")).toMatch(
      /"t":"intent","operation":"[^"]+","account":"acme","job":"nightly","key":"0001"/,
    );
    expect(await state.db.selectFrom("intent").select(["key", "status"]).execute()).toEqual([{ key: "0001", status: "open" }]);
    expect((await run).status).toBe("completed");
  });
});
