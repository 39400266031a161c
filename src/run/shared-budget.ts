import type { Rate, RequestBudget } from "../learning-service/budget.ts";
import { pacedBudget } from "../learning-service/pace.ts";
import { giveShareUp, pauseAccount, renewShare, SHARE_LASTS, type Share } from "../store/pace.ts";
import type { State } from "../store/state.ts";

/** A share is renewed so often, in ms, and given up after so long without a call. */
const RENEW = 1000;
const IDLE = 5000;
/** Without news for so long, in ms, others may have taken it: nothing is sent any more. */
const SILENT = (SHARE_LASTS * 1000 * 2) / 3;
const NOTHING: Rate = { perSecond: 1, inFlight: 0 };

/**
 * The budget of a service account that processes on several hosts call: each has its share of the rate and of what may
 * be in flight, and what the service asks of one counts for all.
 */
export function sharedBudget(state: Pick<State, "db" | "me">, account: string, rate: Rate): RequestBudget {
  const budget = pacedBudget(rate);
  let timer: NodeJS.Timeout | null = null;
  let renewing = false;
  let renewedAt = Number.NEGATIVE_INFINITY;
  let usedAt = 0;
  let calls = 0;
  budget.allow(NOTHING);

  async function look(): Promise<void> {
    const idle = calls === 0 && performance.now() - usedAt > IDLE;
    if (idle) {
      if (timer !== null) clearInterval(timer);
      timer = null;
      budget.allow(NOTHING);
      await giveShareUp(state.db, account, state.me).catch(() => undefined);
      return;
    }
    if (performance.now() - renewedAt > SILENT) budget.allow(NOTHING);
    if (renewing) return;
    renewing = true;
    try {
      const share = await renewShare(state.db, account, state.me);
      renewedAt = performance.now();
      if (share.pausedFor > 0) budget.pauseFor(share.pausedFor);
      budget.allow(share.open ? partOf(rate, share) : NOTHING);
    } catch {
      // The database is away: the next look tries again.
    } finally {
      renewing = false;
    }
  }

  return {
    ...budget,
    run: async (call, signal) => {
      calls += 1;
      usedAt = performance.now();
      if (timer === null) {
        timer = setInterval(() => void look(), RENEW).unref();
        void look();
      }
      try {
        return await budget.run(call, signal);
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

/** What one of several processes may do. Each may have one request under way, or it could not work at all. */
export function partOf({ perSecond, inFlight }: Rate, { place, among }: Pick<Share, "place" | "among">): Rate {
  const even = Math.floor(inFlight / among);
  return { perSecond: perSecond / among, inFlight: Math.max(1, even + (place < inFlight % among ? 1 : 0)) };
}
