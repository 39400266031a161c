import type { Rate, RequestBudget } from "../learning-service/http/budget.ts";
import { pacedBudget } from "../learning-service/http/pace.ts";
import { releaseShare, pauseAccount, renewShare, SHARE_VALID_S, type Share } from "../store/runs/pace.ts";
import type { State } from "../state/state.ts";

/** How often a share is renewed, and after how long without a call it is returned. */
const RENEW_INTERVAL_MS = 1000;
const IDLE_AFTER_MS = 5000;
/** After this long without a renewal others may use the share, so this process stops sending. */
const STOP_SENDING_AFTER_MS = (SHARE_VALID_S * 1000 * 2) / 3;
const NOTHING: Rate = { perSecond: 1, inFlight: 0 };

/**
 * Returns the budget of a service account that several processes use. Each has its share of the rate and of the requests
 * in flight; a pause that the service asks of one applies to all.
 */
export function sharedBudget(state: Pick<State, "db" | "processId">, account: string, rate: Rate): RequestBudget {
  const budget = pacedBudget(rate);
  let timer: NodeJS.Timeout | null = null;
  let renewing = false;
  let renewedAt = Number.NEGATIVE_INFINITY;
  let usedAt = 0;
  let calls = 0;
  budget.allow(NOTHING);

  async function renew(): Promise<void> {
    const idle = calls === 0 && performance.now() - usedAt > IDLE_AFTER_MS;
    if (idle) {
      if (timer !== null) clearInterval(timer);
      timer = null;
      budget.allow(NOTHING);
      await releaseShare(state.db, account, state.processId).catch(() => undefined);
      return;
    }
    if (performance.now() - renewedAt > STOP_SENDING_AFTER_MS) budget.allow(NOTHING);
    if (renewing) return;
    renewing = true;
    try {
      const share = await renewShare(state.db, account, state.processId);
      renewedAt = performance.now();
      if (share.pausedFor > 0) budget.pauseFor(share.pausedFor);
      budget.allow(share.open ? partOf(rate, share) : NOTHING);
    } catch {
      // The database is down; the next interval tries again.
    } finally {
      renewing = false;
    }
  }

  return {
    ...budget,
    run: async (call, signal, priority) => {
      calls += 1;
      usedAt = performance.now();
      if (timer === null) {
        timer = setInterval(() => void renew(), RENEW_INTERVAL_MS).unref();
        void renew();
      }
      try {
        return await budget.run(call, signal, priority);
      } finally {
        calls -= 1;
        usedAt = performance.now();
      }
    },
    pauseFor: (ms) => {
      budget.pauseFor(ms);
      void pauseAccount(state.db, account, ms).catch(() => undefined);
    },
  };
}

/** Returns one process's share of a rate: at least one request in flight, or it could not work at all. */
export function partOf({ perSecond, inFlight }: Rate, { place, among }: Pick<Share, "place" | "among">): Rate {
  const even = Math.floor(inFlight / among);
  return { perSecond: perSecond / among, inFlight: Math.max(1, even + (place < inFlight % among ? 1 : 0)) };
}
