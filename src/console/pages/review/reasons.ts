/** The reasons that forms offer. A reviewer sees a reason in its field before it is stored, and can change it. */
import type { Policy } from "../../../domain/settings.ts";
import { html, type Html } from "../../../reporting/html/html.ts";
import { t } from "../../../reporting/locales/t.ts";

export type Verdict = "approved" | "rejected";

/** The facts that a suggested reason names. */
export interface ReasonFacts {
  /** The kind of the cause, or of one person's evidence. */
  kind: string;
  group: string;
  /** Paths of the groups that the people gain. */
  gains: readonly string[];
}

/** Suggests a reason for a decision, in the reader's language. */
export function suggestedReason({ kind, group, gains }: ReasonFacts, verdict: Verdict): string {
  if (verdict === "rejected") return kind === "added_by_hand" ? t("Added by hand in the learning service") : t("The group is still needed");
  const [gained] = gains;
  const to = gained === undefined ? null : lastStep(gained);
  switch (kind) {
    case "renamed":
      return t("“{from}” is called “{to}” now", { from: lastStep(group), to: to ?? "" });
    case "split":
      return t("“{from}” was split", { from: lastStep(group) });
    case "changed_back":
      return t("HR changed the data back");
    case "leaver":
      return t("Left the company");
    case "mapping_changed":
      return t("The rules changed");
    case "added_by_hand":
      return t("No rule gives this membership");
    default:
      return to === null ? t("HR’s data changed") : t("Moved to {to}", { to });
  }
}

/** Suggests a reason to remove, and one to keep. */
export function suggestions(facts: ReasonFacts): string[] {
  return [suggestedReason(facts, "approved"), suggestedReason(facts, "rejected")];
}

/** The policy on approvals of a job, as far as forms go by it; `null`: the job file is invalid. */
export type ApprovalPolicy = Pick<Policy["approval"], "fourEyes" | "twoAbove"> | null;

/** Returns whether a reason may be in its field already. Where the policy asks for a second reviewer, each chooses a reason. */
export function mayPrefill(policy: ApprovalPolicy, verdict: Verdict, people: number): boolean {
  if (policy === null) return false;
  return verdict === "rejected" || (!policy.fourEyes && (policy.twoAbove === null || people <= policy.twoAbove));
}

/** Draws the suggested reasons of a field as buttons. The script adds the reviewer's recent ones from the list with this id. */
export function reasonChips(field: string, suggested: readonly string[], recent = ""): Html {
  return html`<p
    class="chips reasons"
    role="group"
    aria-label="${recent === "" ? t("Suggested reasons") : t("Suggested and recent reasons")}"
    data-reasons="${field}"
    data-recent="${recent}"
    data-js
  >
    ${[...new Set(suggested)].map((reason) => html`<button class="btn chip" type="button" value="${reason}">${reason}</button>`)}
  </p>`;
}

const lastStep = (path: string): string => path.split("/").at(-1) ?? path;
