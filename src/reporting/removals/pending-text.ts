import type { PendingCounts } from "../../store/review/pending-counts.ts";
import { t } from "../locales/t.ts";

/** Says in the reader's language how many removals, people, causes and questions need a decision. */
export function pendingText({ removals, people, causes, questions }: Omit<PendingCounts, "oldest">): string {
  return t("review.pending_counts", { removals, people, causes, questions });
}
