import type { NamedEndpoint } from "../../learning-service/contract/contract.ts";
import type { CallInput } from "../../learning-service/methods.ts";
import { refuseUnbounded } from "../../learning-service/scope.ts";
import { UsageProblem } from "../../model/problem.ts";

/** What somebody should know before a request by hand changes a real service. */
const WARNINGS: Readonly<Record<string, string>> = {
  "users create":
    "The account that it makes is linked to nobody: link it with `rollcall identities link`, or the next run may make another.",
  "groups delete": "All memberships of the group end with it.",
  "oauth2 refresh": "The refresh token in the body is dead afterwards; Rollcall does not learn the new one.",
  "oauth2 revoke": "Where it is the token that Rollcall uses, its next run is refused.",
};

/**
 * Requests by hand that may not be sent as they are. The sandbox may be used as one likes, but for a
 * call that could act on everything.
 * @throws UsageProblem; nothing was sent
 */
export function refuseUnlessAllowed(named: NamedEndpoint, input: CallInput, { yes, sandbox }: { yes: boolean; sandbox: boolean }): void {
  refuseEverything(named, input);
  if (sandbox || !named.entry.writes) return;
  const call = `${named.entry.method} ${named.entry.path}`;
  // I1: what takes a membership away needs a decision, and nothing by hand has one.
  if (input.body !== undefined && "confirm_group_removal" in input.body) {
    throw new UsageProblem(
      "confirm_group_removal is never sent by hand, because nobody could see afterwards who decided it. Nothing was sent.",
      "Let a run find the removal, and approve it with `rollcall review approve`.",
    );
  }
  if (yes) return;
  const warning = WARNINGS[`${named.area} ${named.name}`];
  throw new UsageProblem(
    `${call} may change something in the learning service. Nothing was sent.${warning === undefined ? "" : ` ${warning}`}`,
    "Add --yes to send it.",
  );
}

/** What a filter leaves out is everybody: the interface does not say that a service refuses a deletion without one. */
function refuseEverything({ entry }: NamedEndpoint, input: CallInput): void {
  try {
    refuseUnbounded(entry, input);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageProblem(`${error.message}. Nothing was sent.`, "Name what it is about with --param name=value, or in the body.");
  }
}
