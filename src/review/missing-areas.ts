import { fact, inTurn } from "../domain/facts/fact.ts";
import { shownText, readableText } from "../domain/names.ts";
import { UsageProblem } from "../domain/problem.ts";
import { AREA_RELEASE } from "../domain/facts/missing-areas.ts";
import { appendAudit } from "../store/audit/audit.ts";
import { listOpenAreas } from "../store/people/missing-areas.ts";
import { insertContentReleases } from "../store/runs/content-releases.ts";
import { findRun, type Run } from "../store/runs/runs.ts";
import { alone, type Decider, type Deciding } from "./decisions.ts";
import { possibleActors } from "./possible-actors.ts";
import { accessEnded } from "./weigh.ts";

interface AreaRelease {
  run: string;
  area: string;
  by: Decider;
  reason: string;
  now: Date;
}

/**
 * Releases a missing area of a run, in the audit trail first: its people are planned again, by the run itself if it waits,
 * otherwise by the next one.
 * @param area as `City=Lisbon`
 * @returns the run
 * @throws UsageProblem without a reason, or if the run does not wait for the area
 */
export async function releaseArea(state: Deciding, release: AreaRelease): Promise<Run> {
  const { run: id, reason } = release;
  if (readableText(reason) === "") throw new UsageProblem(fact("area.release_needs_reason", {}));
  const run = await findRun(state.db, id);
  if (run === undefined) throw new UsageProblem(inTurn(fact("run.does_not_exist", { run: id }), fact("nothing.changed", {})));
  return alone(state, run.job, () => releaseAlone(state, run, release));
}

async function releaseAlone(state: Deciding, run: Run, { run: id, area, by, reason, now }: AreaRelease): Promise<Run> {
  if ((await by.stillMay?.(state.db, "run")) === false) throw new UsageProblem(accessEnded());
  const open = await listOpenAreas(state.db, run);
  if (!open.has(area))
    throw new UsageProblem(
      fact("area.is_not_pending", { run: id, area: shownText(area) }),
      open.size === 0
        ? fact("advice.wait_for_later_run", {})
        : fact("area.others_are_pending", { areas: [...open].map((name) => shownText(name)).join(", ") }),
    );
  const people = await possibleActors(state.db, by);
  const detail = { run: id, area, reason: readableText(reason), via: by.via, people };
  await appendAudit(state, { actor: by.name, action: "area_released", detail }, now);
  await insertContentReleases(state.db, [
    { job: run.job, kind: AREA_RELEASE, content: run.sha256, detail: area, run: id, released_by: by.name, released_at: now },
  ]);
  return run;
}
