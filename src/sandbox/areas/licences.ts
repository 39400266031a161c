import type { World } from "../area.ts";
import { invalid } from "../faults/rules.ts";
import type { SandboxState } from "../state.ts";
import { statusOf } from "../subscriptions.ts";
import { found } from "./find.ts";

/** Returns the free licences of each subscription. */
export function freeLicences(state: SandboxState): Map<string, number> {
  const free = new Map([...state.all("subscription")].map(([id, { licences, spent }]) => [id, licences - spent]));
  for (const { subscription_id: id } of state.all("licence").values()) free.set(id, (free.get(id) ?? 0) - 1);
  return free;
}

/**
 * Gives a user a licence: of `subscription_id`, or with `auto_license`, if the user has none of an active subscription,
 * of the active one with the most free licences. It replaces a licence of another subscription. Call it before writing
 * the user. Throws Refusal without changes if none is free.
 */
export function takeLicence(
  world: World,
  userId: string,
  wanted: { subscription_id?: string | undefined; auto_license?: boolean | undefined },
): void {
  const { state, clock } = world;
  const subscriptions = state.all("subscription");
  const isActive = (id: string): boolean => {
    const subscription = subscriptions.get(id);
    return subscription !== undefined && statusOf(subscription, clock.now()) === "active";
  };
  const held = state.all("licence").get(userId)?.subscription_id;
  if (wanted.subscription_id !== undefined) {
    const id = wanted.subscription_id.toLowerCase();
    found(subscriptions, id, "subscription_id");
    if (id === held) return;
    if (!isActive(id)) throw invalid("subscription_id is not an active subscription");
    if ((freeLicences(state).get(id) ?? 0) <= 0) throw invalid("the subscription has no free licence");
    give(state, userId, id);
  } else if (wanted.auto_license === true) {
    if (held !== undefined && isActive(held)) return;
    const [best] = [...freeLicences(state)].filter(([id, free]) => free > 0 && isActive(id)).sort(([, a], [, b]) => b - a);
    if (best === undefined) throw invalid("no active subscription has a free licence");
    give(state, userId, best[0]);
  }
}

/** Frees the licence of a deactivated user if the subscription is rotatable; otherwise the user keeps it. */
export function releaseLicence({ state }: World, userId: string): void {
  const held = state.all("licence").get(userId);
  if (held !== undefined && state.all("subscription").get(held.subscription_id)?.rotatable === true) state.drop("licence", userId);
}

function give(state: SandboxState, userId: string, subscriptionId: string): void {
  const held = state.all("licence").get(userId)?.subscription_id;
  const before = held === undefined ? undefined : state.all("subscription").get(held);
  // A licence that is not rotatable stays used.
  if (held !== undefined && before?.rotatable === false) state.put("subscription", held, { ...before, spent: before.spent + 1 });
  state.put("licence", userId, { subscription_id: subscriptionId });
}
