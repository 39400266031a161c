import { contract, type NamedEndpoint } from "../../../learning-service/contract/contract.ts";
import type { CallInput } from "../../../learning-service/methods.ts";
import { fillPath, refuseLimit } from "../../../learning-service/query.ts";
import { refuseUnbounded } from "../../../learning-service/tokens/scope.ts";
import { UsageProblem } from "../../../domain/problem.ts";

/** Warnings for requests that change a real service. */
const WARNINGS: Readonly<Record<string, string>> = {
  "users create": "The new account isn't linked. Link it with `rollcall identities link`, or the next run may create a second one.",
  "groups delete": "This also ends all memberships of the group.",
  "oauth2 refresh": "This invalidates the refresh token in the body, and Rollcall doesn't learn the new one.",
  "oauth2 revoke": "If Rollcall uses this token, its next run will be refused.",
};

/**
 * Refuses manual requests that may not be sent as they are. The sandbox accepts everything except calls that could act
 * on everything.
 * @throws UsageProblem; nothing was sent
 */
export function refuseUnlessAllowed(named: NamedEndpoint, input: CallInput, { yes, sandbox }: { yes: boolean; sandbox: boolean }): void {
  refuseUnusable(named, input);
  if (sandbox || !named.entry.writes) return;
  const call = `${named.entry.method} ${named.entry.path}`;
  // I1: a removal needs a decision, and a manual request has none.
  if (input.body !== undefined && "confirm_group_removal" in input.body) {
    throw new UsageProblem(
      "confirm_group_removal can't be sent manually, because the removal would have no recorded decision. Nothing was sent.",
      "Let a run find the removal, then approve it with `rollcall review approve`.",
    );
  }
  if (yes) return;
  const warning = WARNINGS[`${named.area} ${named.name}`];
  throw new UsageProblem(
    `${call} may change data in the learning service. Nothing was sent.${warning === undefined ? "" : ` ${warning}`}`,
    "Add --yes to send it.",
  );
}

/**
 * Arguments that the client would refuse with a TypeError. An empty filter means everyone: the interface does not say that
 * a service refuses a deletion without one.
 */
function refuseUnusable({ entry }: NamedEndpoint, input: CallInput): void {
  try {
    refuseUnbounded(entry, input);
    fillPath(entry.path, input.params ?? {});
    if (entry === contract.contentProviders.get) refuseLimit(input.query?.["_limit"]);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageProblem(`${error.message}. Nothing was sent.`, "Add a filter with --param name=value, or in the body.");
  }
}
