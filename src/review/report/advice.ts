import type { ReportedOperation } from "../report-data.ts";
import { shellWord } from "../words.ts";

const correct = "Correct the value in HR; the next run tries again.";
const nextRun = "Nothing to be done now: the next run tries again.";

/** The next step by code; where there is none, the status decides. */
const byCode: Readonly<Record<string, string>> = {
  invalid_parameters: correct,
  bad_request: correct,
  unprocessable: correct,
  conflict:
    "Look in the service for another account with the same username or e-mail address, or correct the value in HR; the next run tries again.",
  forbidden: "Ask the service's operators which rights the token needs; the next run tries again.",
  not_found: "Look whether the account still exists in the service; `rollcall identities list` shows who is linked to it.",
  specification_violation: "Report it as a defect of Rollcall, or check the settings under `service.dialect`.",
  defect: "Report it as a defect of Rollcall; the next run tries again.",
  unknown_status: "Fill in the status in HR, or name its value in the mapping.",
  unsettled_create: "An earlier new account is not settled: see “New accounts that nobody knows the outcome of”.",
  same_person: "Compare both records under “Same person?”, then run the command that fits.",
  name_in_use: nextRun,
  linked_meanwhile: nextRun,
  link_changed: nextRun,
  memberships_keep_changing: nextRun,
  last_group: "Name a group for such people under `policy.park`, or remove the membership in the service by hand.",
  policy_never: "Nothing, or change `policy.group_removals` in the job file.",
  removal_still_refused: "Ask the service's operators which memberships the person has that the service does not list.",
  removal_refusal_unreadable:
    "Ask the service's operators what the service would remove; remove the membership there by hand if it is right.",
};

/** What a person can do about an operation that did not go through. */
export function adviceFor(operation: Pick<ReportedOperation, "code" | "status" | "kind" | "key">, job: string): string {
  if (operation.status === "uncertain") return operation.kind === "create" ? settleAdvice(job, operation.key) : nextRun;
  return byCode[operation.code ?? ""] ?? (operation.status === "failed" ? nextRun : "");
}

/** How a new account that may or may not exist is settled. */
export function settleAdvice(job: string, key: string): string {
  return `Look the person up in the service; if the account is there: \`rollcall identities link ${shellWord(job)} ${shellWord(key)} USER_ID\`. It is not created again before that.`;
}
