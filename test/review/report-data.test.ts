import { expect, test } from "vitest";
import { reportData } from "../../src/reporting/run-report/data.ts";
import { copyOperations, type NewOperation } from "../../src/store/runs/new-operations.ts";
import { findRun, insertRun, setRun, type Run } from "../../src/store/runs/runs.ts";
import type { State } from "../helpers/state.ts";
import { waitingPlace } from "./waiting-removals.ts";

const started = new Date("2026-05-04T02:30:00Z");
const ended = new Date("2026-05-04T02:40:00Z");

async function aRun(state: State): Promise<Run> {
  await insertRun(state.db, {
    id: "r1",
    job: "nightly",
    job_file: "x",
    account: "acme",
    status: "reading",
    partial: false,
    started_at: started,
    file: "f",
    sha256: "",
    rows: 0,
    context: "c",
    released_by: null,
    owner_process: state.processId,
  });
  await setRun(state.db, "r1", { status: "completed", ended_at: ended, released: true });
  const run = await findRun(state.db, "r1");
  if (run === undefined) throw new Error("the run is not stored");
  return run;
}

function operation(seq: number, given: Partial<NewOperation> = {}): NewOperation {
  return {
    run: "r1",
    seq,
    job: "nightly",
    account: "acme",
    key: `${seq}`,
    row: seq,
    userId: null,
    name: `Person ${seq}`,
    kind: "update",
    status: "planned",
    payload: {},
    desired: [],
    changes: { gains: ["HR/Sales"] },
    code: null,
    reason: null,
    ...given,
  };
}

test("a report lists 2,000 operations, those that need attention first, and counts all of them", async () => {
  const place = await waitingPlace();
  try {
    const run = await aRun(place.state);
    const many = Array.from({ length: 2100 }, (_, i) => operation(i + 1, i === 2050 ? { status: "held", code: "same_person" } : {}));
    await copyOperations(place.state, many);
    const report = await reportData(place.state.db, run, null);
    expect(report.operations).toHaveLength(2000);
    expect(report.operations.slice(0, 2).map(({ id }) => id)).toEqual(["r1-2051", "r1-1"]);
    expect(report.operations[1]).toMatchObject({ row: 1, gains: ["HR/Sales"], fields: [], losses: [] });
    expect(report.operationCounts).toEqual([
      { kind: "update", status: "planned", n: 2099 },
      { kind: "update", status: "held", n: 1 },
    ]);
    expect((await reportData(place.state.db, run, null, { all: true })).operations).toHaveLength(2100);
  } finally {
    await place.close();
  }
});

test("a report counts the people whose approved removals were sent, without those who had nothing left to remove", async () => {
  const place = await waitingPlace();
  try {
    const run = await aRun(place.state);
    await copyOperations(
      place.state,
      [1, 2, 3].map((seq) => operation(seq, { kind: "remove-groups" })),
    );
    await place.state.db.updateTable("operation").set({ status: "done" }).where("seq", "in", [1, 2]).execute();
    await place.state.db.updateTable("operation").set({ code: "already_gone" }).where("seq", "=", 2).execute();
    expect((await reportData(place.state.db, run, null)).peopleWithAppliedRemovals).toBe(1);
  } finally {
    await place.close();
  }
});

test("a report shows decisions made during its run, not earlier ones", async () => {
  const place = await waitingPlace();
  try {
    const run = await aRun(place.state);
    const before = new Date("2026-05-03T12:00:00Z");
    const during = new Date("2026-05-04T02:35:00Z");
    const later = new Date("2026-05-04T09:00:00Z");
    const earlier = Array.from({ length: 2001 }, () => ({ status: "rejected" as const, group_path: "A", decided_at: before }));
    await place.add([
      ...earlier,
      { id: "R-decided", status: "rejected", group_path: "B", decided_at: during },
      { id: "R-applied", status: "applied", group_path: "C", decided_at: before, ended_at: during },
      { id: "R-later", status: "approved", group_path: "D", decided_at: later },
    ]);
    const shown = async (of: Run) =>
      (await reportData(place.state.db, of, null)).decided.flatMap(({ removals }) => removals.map(({ id }) => id));
    expect(await shown(run)).toEqual(["R-decided", "R-applied"]);
    expect(await shown({ ...run, started_at: later, ended_at: null })).toEqual(["R-later"]);
  } finally {
    await place.close();
  }
});
