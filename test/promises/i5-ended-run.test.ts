import { expect, test } from "vitest";
import { loadConfiguration, withOpenJob } from "../../src/app/open-session.ts";
import { cancelRun, extractRun, planRun, type Connect } from "../../src/pipeline/pipeline.ts";
import { releaseRun } from "../../src/pipeline/release/release.ts";
import type { Session } from "../../src/session/session.ts";
import { findRun, newRunId, type Run } from "../../src/store/runs/runs.ts";
import { company, mappingText, people, type Company } from "../helpers/company.ts";
import { testCall } from "../helpers/io.ts";
import { quiet } from "../observability/counted-run.ts";
import { problemOf } from "../helpers/problems.ts";

const limits = { creates: 100, updates: 100, deactivations: 100, removals: 100, shrink: 100 };

interface Read {
  session: Session;
  id: string;
  connect: Connect;
  /** Plans the run; `meanwhile` happens once the file is read and the service is connected. */
  plan(how: { planOnly?: boolean; meanwhile?: () => Promise<void> }): Promise<Run>;
}

/** A company whose next run, without limits, has read a file with everybody. */
async function withReadRun(then: (c: Company, read: Read) => Promise<void>): Promise<void> {
  const c = await company({ parts: { policy: { absent: "deactivate", limits } } });
  c.hr(people(3));
  await c.sync();
  c.service.clearRequests();
  const io = testCall(c.place.dir, { now: c.clock.now });
  const { job, mapping } = await loadConfiguration(io, "job.yaml");
  const id = newRunId(c.clock.now());
  await c.look((state) =>
    withOpenJob(io, state, job, mapping, quiet, async ({ session, connect }) => {
      await extractRun(session, { id, file: null, partial: false, planOnly: false });
      const plan: Read["plan"] = ({ planOnly = false, meanwhile }) =>
        planRun(
          session,
          async () => {
            const service = await connect();
            await meanwhile?.();
            return service;
          },
          { id, planOnly },
        );
      await then(c, { session, id, connect, plan });
    }),
  );
}

test("I5: a run that has read its file is not planned with another mapping, which would read its cells under other columns", async () => {
  await withReadRun(async (c, { session, id, connect }) => {
    c.place.write("mapping.yaml", mappingText.replace("_name: First", "_name: Last").replace("last_name: Last", "last_name: First"));
    const { mapping } = await loadConfiguration(testCall(c.place.dir), "job.yaml");
    const plan = withOpenJob(testCall(c.place.dir), session.state, session.job, mapping, quiet, (other) =>
      planRun(other.session, connect, { id, planOnly: false }),
    );
    expect((await problemOf(plan)).message).toContain("The mapping or the policy of nightly has changed since");
    expect((await findRun(session.state.db, id))?.status).toBe("failed");
    expect(c.userCalls()).toEqual([]);
  });
});

const CASES = ["before its plan", "while it is planned", "before its release"] as const;

test.for(CASES)("I5: a run that is cancelled %s closes nobody's account", { timeout: 60_000 }, async (when) => {
  await withReadRun(async (c, { session, id, connect, plan }) => {
    const cancel = async () => void (await cancelRun(session, id));
    const refused = `Run ${id} is cancelled. Nothing was sent.`;
    if (when === "while it is planned") expect((await problemOf(plan({ meanwhile: cancel }))).message).toContain(refused);
    else {
      if (when === "before its release") await plan({ planOnly: true });
      await cancel();
      const { started_at } = (await findRun(session.state.db, id)) ?? { started_at: c.clock.now() };
      if (when === "before its plan") expect((await problemOf(plan({}))).message).toContain(refused);
      else
        expect(
          (
            await problemOf(
              releaseRun(session, await connect(), { id, started_at, partial: false, pilot: null, files: null, absent: true }),
            )
          ).message,
        ).toContain(refused);
    }
    expect((await findRun(session.state.db, id))?.status).toBe("cancelled");
    expect(c.userCalls()).toEqual([]);
    expect(c.service.users().every(({ active }) => active)).toBe(true);
    expect(await session.state.db.selectFrom("person").select("state").distinct().execute()).toEqual([{ state: "present" }]);
  });
});
