import type { ReportedOperation } from "../operation.ts";
import { shellWord } from "../labels.ts";
import { LAST_GROUP_ADVICE } from "../../domain/wording/last-group.ts";
import type { PlainMessage } from "../locales/messages.ts";
import { t } from "../locales/t.ts";

const correct = "Correct the value in HR; the next run tries again.";
const nextRun = "Nothing to do: the next run tries again.";

/** The next step by code; without one, the status decides. */
const byCode: Readonly<Record<string, PlainMessage>> = {
  invalid_parameters: correct,
  bad_request: correct,
  unprocessable: correct,
  conflict:
    "Check the service for another account with the same username or e-mail address, or correct the value in HR; the next run tries again.",
  forbidden: "Ask the service's operators which permissions the token needs; the next run tries again.",
  not_found: "Check whether the account still exists in the service; `rollcall identities list` shows who is linked to it.",
  specification_violation: "Check the settings under `service.dialect`. If they are right, report this as a bug in Rollcall.",
  defect: "Report this as a bug in Rollcall; the next run tries again.",
  unknown_status: "Fill in the status in HR, or add its value to the mapping.",
  unsettled_create: "Resolve the earlier new account first: see “Accounts we couldn’t confirm”.",
  area_missing: "Ask HR whether the area really left; then release it, see “Missing areas”.",
  same_person: "Compare both records under “Same person?”, then run the command that applies.",
  another_person: "Ask HR whether the key belongs to another person now, then run the command if it is the same person.",
  name_in_use: nextRun,
  name_not_freed: nextRun,
  linked_meanwhile: nextRun,
  resolved_meanwhile: nextRun,
  link_changed: nextRun,
  memberships_keep_changing: nextRun,
  second_account: "Compare the two accounts in the service, and delete the one that is not used.",
  last_group: LAST_GROUP_ADVICE,
  policy_never: "Nothing to do, unless you want removals: then change `policy.group_removals` in the job file.",
  removal_still_refused: "Ask the service's operators which memberships the person has that the service does not list.",
  removal_refusal_unreadable: "Ask the service's operators what the service would remove. If that is right, remove the membership there.",
};

/** Returns the next step for an operation that failed, is blocked or is unconfirmed. */
export function adviceFor(operation: Pick<ReportedOperation, "code" | "status" | "kind" | "key">, job: string): string {
  if (operation.status === "uncertain") return operation.kind === "create" ? settleAdvice(job, operation.key) : t(nextRun);
  const advice = byCode[operation.code ?? ""] ?? (operation.status === "failed" ? nextRun : null);
  return advice === null ? "" : t(advice);
}

/** Returns how to confirm a new account that may or may not exist. */
function settleAdvice(job: string, key: string): string {
  return t("Look for the person in the service. If there is an account: `{link}`. Until then, Rollcall does not create it again.", {
    link: `rollcall identities link ${shellWord(job)} ${shellWord(key)} USER_ID`,
  });
}
