import { operationRunner } from "../apply/apply.ts";
import type { ApplyContext } from "../apply/context.ts";
import { createGate } from "../apply/gate.ts";
import { watchService, type ServiceWatch } from "../apply/watch.ts";
import { diskFull } from "../model/disk-full.ts";
import type { Problem } from "../model/problem.ts";
import { indexGroups } from "../plan/groups.ts";
import { retryDelay } from "../queue/backoff.ts";
import { openOperationQueue, type Next, type OperationQueue } from "../queue/operations.ts";
import { answeredNull } from "../store/intents.ts";
import { failByDefect, recoverOperations } from "../store/operations.ts";
import { isDatabaseGone, untilStored } from "../store/trouble.ts";
import { untilRedisAnswers } from "./redis.ts";
import { remember, type Service, type Session } from "./session.ts";
import { signal, type Signal } from "./signal.ts";

/** What one process does for the operations of one run: it takes them from the queue and carries them out. */
export interface Crew {
  queue: OperationQueue;
  watch: ServiceWatch;
  /** Notified whenever something has ended or changed. */
  wakeUp: Signal;
  /** How many operations have ended here. */
  ended(): number;
  /** The service does not know us, or the disk is full: nothing can be sent until a person has done something. */
  refused(): Problem | null;
  /** Waits for what is in flight. */
  close(): Promise<void>;
}

/** @param begin whether this process carries the run on; others only help */
export async function openCrew(session: Session, service: Service, run: string, { begin }: { begin: boolean }): Promise<Crew> {
  const { state, job, now, timer, concurrency } = session;
  const { retry } = job.service;
  const watch = watchService(now);
  const pause = (attempts: number): number => retryDelay(attempts, retry.delay, retry.maxDelay, Math.random());
  const runOperation = operationRunner(await applyContext(session, service), watch, pause);
  const queue = await untilRedisAnswers(session, () => openOperationQueue(state, run, job.service, { begin, atOnce: concurrency, timer }));
  const wakeUp = signal();
  let ended = 0;
  let refused: Problem | null = null;

  await queue.work(
    async ({ operationId, last }): Promise<Next> => {
      const step = await runOperation(operationId, last);
      if (step.next === "ended") ended += 1;
      if (step.next === "stop") refused = watch.trouble()?.problem ?? null;
      wakeUp.notify();
      return step.next === "stop" ? { next: "wait", ms: 1000 } : step;
    },
    async (operationId, error) => {
      const full = diskFull(error);
      if (full !== null) {
        refused = full;
        // Its outcome is found out as after the end of a process, at the latest by the next start.
        await recoverOperations(state.db, state.me, operationId).catch(() => undefined);
      } else if (isDatabaseGone(error)) {
        // What was sent, and what not, is found out as after the end of a process.
        // For as long as it takes: nobody else takes it from a process that is alive.
        await untilStored(() => recoverOperations(state.db, state.me, operationId), undefined, Number.POSITIVE_INFINITY);
      } else {
        const reason = `A defect of Rollcall: ${error instanceof Error ? error.name : "unknown error"}. Please report it.`;
        await failByDefect(state.db, operationId, reason, now());
      }
      ended += 1;
      wakeUp.notify();
    },
  );
  return { queue, watch, wakeUp, ended: () => ended, refused: () => refused, close: () => queue.close() };
}

async function applyContext(session: Session, service: Service): Promise<ApplyContext> {
  const { state, job, now, sleep } = session;
  const { account } = job.service;
  const parked = job.policy.park === null ? null : indexGroups(await service.directory.groups()).find(job.policy.park);
  return {
    state,
    settings: job.service,
    client: service.client,
    directory: service.directory,
    remember: remember(session),
    park: parked === null || parked === "ambiguous" ? null : parked.id,
    removalsAllowed: job.policy.groupRemovals !== "never",
    creates: createGate((await answeredNull(state.db, account)) ? "null" : "unknown", {
      exclusively: (lane, work) => state.locks.exclusively(`create:${account}:${lane}`, work),
      answeredNull: () => answeredNull(state.db, account),
    }),
    stop: session.stop,
    now,
    sleep,
  };
}
