import type { Fact } from "../../src/domain/facts/fact.ts";
import { englishText } from "../../src/reporting/fact-text.ts";
import { onTestFinished } from "vitest";
import { loadJob } from "../../src/config/job.ts";
import { loadMapping } from "../../src/mapping/load.ts";
import { withOpenJob, type OpenJob } from "../../src/app/open-session.ts";
import { prepareQueues } from "../../src/queue/backend.ts";
import { applyDecisions, applyDueDecisions, revertRemovals, revertRun, startRun, type Reverted } from "../../src/pipeline/pipeline.ts";
import { decide, type Decided, type Decider, type DecisionRequest } from "../../src/review/decisions.ts";
import { newRunId, type Run } from "../../src/store/runs/runs.ts";
import { findRemoval, listRemovals, type Removal } from "../../src/store/review/removals.ts";
import type { State } from "../../src/state/state.ts";
import { teamCompany, type TeamCompany, type Row } from "../helpers/team-company.ts";
import { testCall } from "../helpers/io.ts";

const quiet = { phase: () => undefined, at: () => undefined, say: () => undefined, end: () => undefined };

/** A company whose state stays open in this process, as a server has it: the very parts, without the command line. */
export interface Inside {
  acme: TeamCompany;
  state: State;
  with<T>(work: (wired: OpenJob) => Promise<T>): Promise<T>;
  /** A run over these rows, started by someone or by nobody. */
  night(rows: readonly Row[], startedBy?: string): Promise<Run>;
  removal(key: string, path: string, status?: Removal["status"]): Promise<Removal>;
  decide(removals: readonly Removal[], verdict: DecisionRequest["verdict"], by?: Decider, until?: Date): Promise<Decision>;
  /** Approves and carries out at once. */
  approve(removals: readonly Removal[], by?: Decider): Promise<{ id: string; why: string }[]>;
  due(): Promise<{ id: string; why: string }[]>;
  revert(run: string): Promise<Reverted>;
  undo(removal: Removal): Promise<Reverted>;
  again(removal: Removal): Promise<Removal>;
}

export const ana: Decider = { name: "ana", via: "session", proof: "oidc" };
export const ben: Decider = { name: "ben", via: "session", proof: "oidc" };

export async function inside(policy = "group_removals: review"): Promise<Inside> {
  const acme = await teamCompany();
  acme.job(policy);
  const state = await acme.place.openState();
  await prepareQueues(state);
  onTestFinished(async () => {
    await state.close();
    await acme.close();
  });
  const self: Inside = {
    acme,
    state,
    async with(work) {
      const { job } = await loadJob(`${acme.place.dir}/jobs/nightly.yaml`, { cwd: acme.place.dir, env: {} });
      return withOpenJob(testCall(acme.place.dir), state, job, await loadMapping(job.mapping, acme.place.dir), quiet, work, {
        stop: new AbortController().signal,
      });
    },
    async night(rows, startedBy) {
      acme.file(rows);
      return self.with(({ session, connect }) =>
        startRun(session, connect, { id: newRunId(new Date()), file: null, partial: false, planOnly: false, startedBy: startedBy ?? null }),
      );
    },
    async removal(key, path, status = "pending") {
      const found = (await listRemovals(state.db, { key, status: [status] })).find((removal) => removal.group_path === path);
      if (found === undefined) throw new Error(`no ${status} removal of ${key} from ${path}`);
      return found;
    },
    decide: (removals, verdict, by = ana, until) =>
      self.with(async ({ session }) => {
        const { decided, waiting, refused } = await decide(
          state,
          removals.map((removal) => ({ removal, evidence: removal.evidence_digest })),
          { verdict, by, reason: "as the test says", keepUntil: until ?? null },
          session.job.policy,
          new Date(),
        );
        return { decided, waiting: inEnglish(waiting), refused: inEnglish(refused) };
      }),
    async approve(removals, by) {
      const { decided } = await self.decide(removals, "approved", by);
      return self.with(async ({ session, connect }) => inEnglish(await applyDecisions(session, connect, decided)));
    },
    due: () => self.with(async ({ session, connect }) => inEnglish(await applyDueDecisions(session, connect))),
    revert: (run) => self.with(({ session, connect }) => revertRun(session, connect, run, { by: ben, reason: "a mistake in HR" })),
    undo: ({ id }) => self.with(({ session, connect }) => revertRemovals(session, connect, [id], { by: ben, reason: "only this one" })),
    async again(removal) {
      const found = await findRemoval(state.db, removal.id);
      if (found === undefined) throw new Error(`${removal.id} is gone`);
      return found;
    },
  };
  return self;
}

/** A decision with its reasons in English. */
type Decision = Pick<Decided, "decided"> & Record<"waiting" | "refused", ReturnType<typeof inEnglish>>;

const inEnglish = (removals: readonly { id: string; why: Fact }[]) => removals.map(({ id, why }) => ({ id, why: englishText(why) }));

/** Rows that differ only in the department. */
export function inDepartment(department: string, ...keys: string[]): Row[] {
  return keys.map((id) => ({ id, department }));
}

/** So many ids. */
export function ids(n: number, letter = "p"): string[] {
  return Array.from({ length: n }, (_, i) => `${letter}${i + 1}`);
}
