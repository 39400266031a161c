import { fact } from "../../domain/facts/fact.ts";
import { answeredNull } from "../../store/identities/intents.ts";
import { findSnapshot } from "../../store/directory/directory.ts";
import { settleCreates } from "../../identities/settle.ts";
import { ServiceProblem } from "../../learning-service/errors/errors.ts";
import {
  countWaiting,
  findReservation,
  holdReserved,
  noteResolvedSince,
  planWaitingAgain,
  type DeferredRun,
} from "../../store/identities/waiting-creates.ts";
import { settleOpenCreates } from "../extract/read-directory.ts";
import type { Service, Session } from "../../session/session.ts";
import { executeRun } from "./execute-run.ts";
import { recoverLostOperations } from "./recover-operations.ts";

/** How often a run sends the creates again that waited for others, as its own end resolves these. */
const MAX_ROUNDS = 5;

/**
 * Applies the operations of a run, and then those that waited until unconfirmed creates with the same groups were resolved.
 * @throws as `executeRun`
 */
export async function executeAll(session: Session, service: Service, run: string, total: number): Promise<void> {
  const { state, job, now } = session;
  const at: DeferredRun = { run, account: job.service.account, job: job.name, processId: state.processId };
  const begun = now();
  await awaitLostCreates(session, service, at);
  const again = async (): Promise<number> => planWaitingAgain(state.db, at, await answeredNull(state.db, at.account));
  // Those that waited in an earlier process, or before a person identified the accounts.
  await again();
  for (let round = 1; ; round += 1) {
    await executeRun(session, service, run, total);
    await settleOpenCreates(session, service, begun);
    if (round === MAX_ROUNDS || (await countWaiting(state.db, run)) === 0 || (await again()) === 0) break;
  }
  await noteResolvedSince(state.db, run);
}

/**
 * Waits until `service.identities.settle` has passed since the answers were lost that creates of this run would wait
 * for, and looks for their accounts again. Creates with the same groups as an account that then may be anyone's are blocked.
 */
async function awaitLostCreates(session: Session, service: Service, at: DeferredRun): Promise<void> {
  const { state, job, now, progress, stop } = session;
  const { settle } = job.service.identities;
  await recoverLostOperations(state, now());
  const reservation = await findReservation(state.db, at);
  if (reservation === null) return;
  const until = (reservation.lostAt ?? now()).getTime() + settle;
  const wait = Math.min(until - now().getTime(), settle);
  if (reservation.lostAt !== null && wait > 0) {
    progress.say(fact("run.waiting_for_accounts", { seconds: Math.ceil(wait / 1000) }));
    await session.sleep(wait, stop);
    stop.throwIfAborted();
  }
  const last = await findSnapshot(state.db, at.account);
  if (last === undefined || last.read_at.getTime() < until) {
    try {
      await service.directory.refresh();
    } catch (error) {
      if (!(error instanceof ServiceProblem)) throw error;
    }
    await settleCreates(session, service);
  }
  await holdReserved(state.db, at, now());
}
