import { userInfo } from "node:os";
import { may, type Right } from "../console/access/rights.ts";
import { actorOfToken } from "../console/access/tokens.ts";
import { UsageProblem } from "../model/problem.ts";
import type { Decider } from "../review/decisions.ts";
import type { State } from "../store/state.ts";
import type { Call } from "./io.ts";

/**
 * Whom `ROLLCALL_TOKEN` proves; `null` where it is not set.
 * @throws UsageProblem where it names nobody, or somebody who may not do this
 */
export async function provenActor(io: Call, state: State, right: Right, now: Date): Promise<Decider | null> {
  const token = io.env["ROLLCALL_TOKEN"];
  if (token === undefined || token === "") return null;
  const actor = await actorOfToken({ state, now: () => now }, token);
  if (actor === null)
    throw new UsageProblem(
      "ROLLCALL_TOKEN is no API token that can be used: it may have expired or been revoked. Nothing was changed.",
      "An administrator makes a new one; without the variable the command line says only a name.",
    );
  if (!may(actor, right)) throw new UsageProblem(`The role of ${actor.name}, ${actor.role}, is not enough for this. Nothing was changed.`);
  return { name: actor.name, via: actor.via, proof: actor.proof };
}

/** Who acts: whom the token proves, else who says so, else the user of the operating system. */
export async function whoActs(io: Call, state: State, named: string | undefined, right: Right, now: Date): Promise<Decider> {
  const proven = await provenActor(io, state, right, now);
  if (proven === null) return { name: named ?? systemUser(), via: "cli" };
  if (named !== undefined && named !== proven.name)
    throw new UsageProblem(
      `ROLLCALL_TOKEN is ${proven.name}'s, and --reviewer names ${named}. Nothing was changed.`,
      "Leave --reviewer out.",
    );
  return proven;
}

/** The user of the operating system. */
export function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return "unknown";
  }
}
