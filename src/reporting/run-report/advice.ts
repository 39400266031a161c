import type { ReportedOperation } from "../operation.ts";
import { shellWord } from "../labels.ts";
import { t, type Message } from "../locales/t.ts";

const correct = "report.correct_value_hr";
const nextRun = "report.nothing_next_run";

/** The next step by code; without one, the status decides. */
const byCode: Readonly<Record<string, Message>> = {
  invalid_parameters: correct,
  bad_request: correct,
  unprocessable: correct,
  conflict: "report.check_service_another",
  forbidden: "report.ask_service_operators_which_permissions",
  not_found: "report.check_whether_account",
  specification_violation: "report.check_settings_under",
  defect: "report.report_bug_rollcall",
  unknown_status: "report.fill_status_hr",
  unsettled_create: "report.resolve_earlier_new",
  area_missing: "missing_areas.ask_hr_whether",
  same_person: "report.compare_both_records",
  another_person: "report.ask_hr_whether",
  name_in_use: nextRun,
  name_not_freed: nextRun,
  linked_meanwhile: nextRun,
  resolved_meanwhile: nextRun,
  link_changed: nextRun,
  memberships_keep_changing: nextRun,
  second_account: "report.compare_two_accounts",
  last_group: "operation.set_park",
  policy_never: "report.nothing_unless_you",
  removal_still_refused: "report.ask_service_operators_which_memberships",
  removal_refusal_unreadable: "report.ask_service_operators_what",
};

/** Returns the next step for an operation that failed, is blocked or is unconfirmed. */
export function adviceFor(operation: Pick<ReportedOperation, "code" | "status" | "kind" | "key">, job: string): string {
  if (operation.status === "uncertain") return operation.kind === "create" ? settleAdvice(job, operation.key) : t(nextRun);
  const advice = byCode[operation.code ?? ""] ?? (operation.status === "failed" ? nextRun : null);
  return advice === null ? "" : t(advice);
}

/** Returns how to confirm a new account that may or may not exist. */
function settleAdvice(job: string, key: string): string {
  return t("report.look_person_service_if_account_link_until_then", {
    link: `rollcall identities link ${shellWord(job)} ${shellWord(key)} USER_ID`,
  });
}
