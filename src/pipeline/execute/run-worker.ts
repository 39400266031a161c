import { fact, inTurn } from "../../domain/facts/fact.ts";
import pLimit from "p-limit";
import { operationRunner } from "../../apply/apply.ts";
import type { ApplyContext } from "../../apply/context.ts";
import { createGate } from "../../apply/gate.ts";
import { outcomeWriter } from "../../apply/outcome-writer.ts";
import { watchService, type ServiceWatch } from "../../apply/watch.ts";
import { diskFull } from "../../domain/disk-full.ts";
import { EXIT, Problem } from "../../domain/problem.ts";
import { repeatedAttributes } from "../../plan/account-names.ts";
import { indexGroups } from "../../plan/groups.ts";
import { retryDelay } from "../../domain/clock.ts";
import type { Next, OperationQueue } from "../../queue/operations.ts";
import { answeredNull } from "../../store/identities/intents.ts";
import { failByDefect, recoverOperations } from "../../store/runs/operations.ts";
import { groupCalls } from "../../state/database/group-calls.ts";
import { openIntents } from "../../store/identities/open-intents.ts";
import { isConnectionError, untilStored } from "../../state/database-errors.ts";
import { untilRedisAnswers } from "./redis-outage.ts";
import { growYoungSpace } from "./young-objects.ts";
import { remember, type Service, type Session } from "../../session/session.ts";

/** Takes operations of one run from the queue and applies them, in one process. */
export interface RunWorker {
  queue: OperationQueue;
  watch: ServiceWatch;
  /** Notified when an operation has ended or changed. */
  wakeUp: Signal;
  /** The number of operations that ended in this process. */
  ended(): number;
  /** Set if nothing can be sent until a person acts: the credentials are refused, the disk is full, or outcomes cannot be stored. */
  refused(): Problem | null;
  /** Waits for operations in flight. */
  close(): Promise<void>;
}

/** Opens a worker. @param begin whether this process owns the run; others only help */
export async function openRunWorker(session: Session, service: Service, run: string, { begin }: { begin: boolean }): Promise<RunWorker> {
  const { state, job, now, timer, concurrency } = session;
  const { retry } = job.service;
  const watch = watchService(now);
  const pause = (attempts: number): number => retryDelay(attempts, retry.delay, retry.maxDelay, Math.random());
  const inFlight = Math.min(job.service.rate.inFlight, concurrency);
  const runOperation = operationRunner(await applyContext(session, service, inFlight), watch, pause);
  // More than are sent, so that the last ones are recorded meanwhile. At a low rate they would only wait.
  const atOnce = Math.max(inFlight, Math.min(2 * inFlight - 1, Math.floor(job.service.rate.perSecond)));
  // A plan needs no queue, and the library of the queues takes memory and time to load.
  const { openOperationQueue } = await import("../../queue/operations.ts");
  const queue = await untilRedisAnswers(session, () => openOperationQueue(state, run, job.service, { begin, atOnce, timer }));
  const stopGrowing = growYoungSpace();
  const wakeUp = signal();
  let ended = 0;
  let refused: Problem | null = null;

  await queue.work(
    async (attempt): Promise<Next | null> => {
      const step = await runOperation(attempt);
      if (step === null) return null;
      if (step.next === "ended") ended += 1;
      // All processes of the account wait.
      if (step.next === "wait") service.pauseFor(step.ms);
      if (step.next === "stop") refused = watch.trouble()?.problem ?? null;
      wakeUp.notify();
      return step.next === "stop" ? { next: "wait", ms: 1000 } : step;
    },
    async (operationId, error) => {
      const full = diskFull(error);
      if (full !== null) {
        refused = full;
        state.lost.add(operationId);
      } else if (isConnectionError(error)) {
        // Recovered like an operation of a dead process. Without a time limit, because no other process
        // recovers operations of one that is alive.
        await untilStored(() => recoverOperations(state.db, state.processId, [operationId]), undefined, Number.POSITIVE_INFINITY);
      } else {
        const reason = fact("operation.defect", { error: error instanceof Error ? error.name : "unknown error" });
        await failByDefect(state.db, operationId, reason, now()).catch((cause: unknown) => {
          state.lost.add(operationId);
          refused = isConnectionError(cause) ? refused : (diskFull(cause) ?? notStored(cause));
        });
      }
      ended += 1;
      wakeUp.notify();
    },
  );
  return { queue, watch, wakeUp, ended: () => ended, refused: () => refused, close: () => queue.close().finally(stopGrowing) };
}

/** The operation stays as it is until the next run recovers it, so the run must end. */
function notStored(cause: unknown): Problem {
  return new Problem(fact("database.stores_no_outcome", {}), {
    code: "outcome_not_stored",
    exit: EXIT.configuration,
    audience: "admin",
    retryable: true,
    next: inTurn(fact("advice.check_triggers", {}), fact("advice.resume", { run: null })),
    cause,
  });
}

async function applyContext(session: Session, service: Service, inFlight: number): Promise<ApplyContext> {
  const { state, job, now, protection, sleep } = session;
  const { account } = job.service;
  const parked = job.policy.park === null ? null : indexGroups(await service.directory.groups()).find(job.policy.park);
  return {
    state,
    settings: job.service,
    client: service.client,
    directory: service.directory,
    remember: remember(session),
    repeated: (attributes, known) => repeatedAttributes(attributes, known, session.secrecy),
    park: parked === null || parked === "ambiguous" || protection.group(parked.path, parked.id) ? null : parked.id,
    removalsAllowed: job.policy.groupRemovals !== "never",
    protection,
    creates: createGate((await answeredNull(state.db, account)) ? "null" : "unknown", {
      exclusively: (lane, work) => state.locks.exclusively(`create:${account}:${lane}`, work),
      answeredNull: () => answeredNull(state.db, account),
    }),
    sending: pLimit(inFlight),
    writer: outcomeWriter(state),
    openTurn: groupCalls((turns) => openIntents(state.db, turns, state.processId)),
    stop: session.stop,
    now,
    sleep,
  };
}

/** A wake-up call. A notification before `wait` ends it at once. */
interface Signal {
  notify(): void;
  wait(ms: number): Promise<void>;
}

function signal(): Signal {
  let wake: () => void = () => undefined;
  let missed = false;
  return {
    notify: () => {
      missed = true;
      wake();
    },
    wait: async (ms) => {
      if (!missed) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      missed = false;
    },
  };
}
