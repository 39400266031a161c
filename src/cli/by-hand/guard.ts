import type { NamedEndpoint } from "../../learning-service/contract/contract.ts";
import type { CallInput } from "../../learning-service/methods.ts";
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
 * Requests by hand that may not be sent as they are. The sandbox may be used as one likes.
 * @throws UsageProblem; nothing was sent
 */
export function refuseUnlessAllowed(named: NamedEndpoint, input: CallInput, { yes, sandbox }: { yes: boolean; sandbox: boolean }): void {
  if (sandbox || !named.entry.writes) return;
  const call = `${named.entry.method} ${named.entry.path}`;
  // I1: what takes a membership away needs a decision, and nothing by hand has one.
  if (input.body !== undefined && "confirm_group_removal" in input.body) {
    throw new UsageProblem(
      "confirm_group_removal is never sent by hand, because nobody could see afterwards who decided it. Nothing was sent.",
      "Let a run find the removal, and approve it with `rollcall review approve`.",
    );
  }
  // What a filter leaves out is everybody: the document does not say that a service refuses a deletion without one.
  const filters = Object.values(input.query ?? {}).filter((value) => value !== undefined && value !== "");
  if (named.entry.method === "DELETE" && named.entry.pathParams === undefined && filters.length === 0)
    throw new UsageProblem(`${call} needs a filter: without one it might delete everything. Nothing was sent.`, "Add --param name=value.");
  if (yes) return;
  const warning = WARNINGS[`${named.area} ${named.name}`];
  throw new UsageProblem(
    `${call} may change something in the learning service. Nothing was sent.${warning === undefined ? "" : ` ${warning}`}`,
    "Add --yes to send it.",
  );
}
