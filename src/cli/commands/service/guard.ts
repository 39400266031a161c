import { contract, type NamedEndpoint } from "../../../learning-service/contract/contract.ts";
import type { CallInput } from "../../../learning-service/methods.ts";
import { fillPath, refuseLimit } from "../../../learning-service/query.ts";
import { refuseUnbounded } from "../../../learning-service/tokens/scope.ts";
import { fact, inTurn, type Fact } from "../../../domain/facts/fact.ts";
import { UsageProblem } from "../../../domain/problem.ts";

/** Warnings for requests that change a real service. */
const WARNINGS: Readonly<Record<string, Fact>> = {
  "users create": fact("usage.new_account_is_not_linked", {}),
  "groups delete": fact("usage.memberships_end", {}),
  "oauth2 refresh": fact("usage.refresh_token_is_replaced", {}),
  "oauth2 revoke": fact("usage.used_token_is_revoked", {}),
};

/**
 * Refuses manual requests that may not be sent as they are. The sandbox accepts everything except calls that could act
 * on everything.
 * @throws UsageProblem; nothing was sent
 */
export function refuseUnlessAllowed(named: NamedEndpoint, input: CallInput, { yes, sandbox }: { yes: boolean; sandbox: boolean }): void {
  refuseUnusable(named, input);
  if (sandbox || !named.entry.writes) return;
  // I1: a removal needs a decision, and a manual request has none.
  if (input.body !== undefined && "confirm_group_removal" in input.body) {
    throw new UsageProblem(fact("usage.removal_has_no_decision", {}), fact("advice.approve_found_removal", {}));
  }
  if (yes) return;
  const refused = fact("usage.request_may_change_data", { endpoint: `${named.entry.method} ${named.entry.path}` });
  throw new UsageProblem(inTurn(refused, WARNINGS[`${named.area} ${named.name}`]), fact("advice.add_option", { option: "--yes" }));
}

/**
 * Arguments that the client would refuse with a TypeError. An empty filter means everyone: the interface does not say that
 * a service refuses a deletion without one.
 */
function refuseUnusable({ entry }: NamedEndpoint, input: CallInput): void {
  const isRefused = (check: () => void): boolean => {
    try {
      check();
      return false;
    } catch (error) {
      if (error instanceof TypeError) return true;
      throw error;
    }
  };
  if (isRefused(() => refuseUnbounded(entry, input)) || isRefused(() => fillPath(entry.path, input.params ?? {})))
    throw new UsageProblem(
      fact("usage.request_is_unbounded", { endpoint: `${entry.method} ${entry.path}` }),
      fact("advice.add_filter", {}),
    );
  if (entry === contract.contentProviders.get && isRefused(() => refuseLimit(input.query?.["_limit"])))
    throw new UsageProblem(fact("usage.provider_limit_is_wrong", {}));
}
