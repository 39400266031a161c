import { userInfo } from "node:os";
import { may, type Right } from "../actions/access/rights.ts";
import { actorOfToken } from "../actions/access/tokens.ts";
import { fact } from "../domain/facts/fact.ts";
import { UsageProblem } from "../domain/problem.ts";
import type { Decider } from "../review/decisions.ts";
import type { State } from "../state/state.ts";
import type { Call } from "../app/io.ts";

/**
 * Returns the actor of `ROLLCALL_TOKEN`; `null` if it isn't set.
 * @throws UsageProblem if the token isn't valid, or its role doesn't allow the action
 */
async function provenActor(io: Call, state: State, right: Right, now: Date): Promise<Decider | null> {
  const token = io.env["ROLLCALL_TOKEN"];
  if (token === undefined || token === "") return null;
  const actor = await actorOfToken({ state, now: () => now }, token);
  if (actor === null) throw new UsageProblem(fact("usage.token_is_invalid", {}), fact("advice.ask_for_token", {}));
  if (!may(actor, right)) throw new UsageProblem(fact("usage.token_has_other_role", { actor: actor.name, role: actor.role }));
  return actor;
}

/** Returns who acts: the token's actor, else the given name, else the operating system user. */
export async function whoActs(io: Call, state: State, named: string | undefined, right: Right, now: Date): Promise<Decider> {
  const proven = await provenActor(io, state, right, now);
  if (proven === null) return { name: named ?? systemUser(), via: "cli" };
  if (named !== undefined && named !== proven.name)
    throw new UsageProblem(
      fact("usage.token_belongs_to_other", { actor: proven.name, reviewer: named }),
      fact("advice.omit_option", { option: "--reviewer" }),
    );
  return proven;
}

/** Returns the operating system user. */
export function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return "unknown";
  }
}
