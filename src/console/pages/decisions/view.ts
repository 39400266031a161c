import { data, html, type Html, type HtmlValue } from "../../../reporting/html/html.ts";
import { viaLabel } from "../../../reporting/labels.ts";
import { list } from "../../../reporting/locales/formats.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import type { DecisionLine } from "../../../store/review/decided.ts";
import { may } from "../../../actions/access/rights.ts";
import type { ActorsRequest } from "../../access/route.ts";
import { emptyState, pages, table, time } from "../parts.ts";
import { undoSheet, undoText } from "../review/undo.ts";

export type ShownDecision = Omit<DecisionLine, "at" | "until"> & { at: string; until: string | null };

interface DecisionsData {
  decisions: ShownDecision[];
  page: number;
  limit: number;
  more: boolean;
}

/** More groups are left out. */
const MAX_GROUPS = 3;

/** Draws the latest decisions of people, each with the way to undo it. */
export function decisionsView(given: DecisionsData, request: ActorsRequest): Html {
  const { decisions } = given;
  if (decisions.length === 0) return emptyState(t("review.nobody_decided_anything"));
  const deciding = may(request.actor, "decide");
  const undo = new Map(deciding ? decisions.flatMap((one, i) => (canUndo(one) ? [[one, sheetOf(one, i, request)] as const] : [])) : []);
  return html`${table<ShownDecision>(
    "",
    [
      {
        head: t("workbook.decision"),
        rowHeader: true,
        cell: (one) => html`<a href="/review/removals/${one.removal}">${data(sentence(one))}</a>`,
      },
      { head: t("common.by"), cell: ({ by, how, at }) => html`${data(by)}, ${viaLabel(how)}<small>${time(at)}</small>` },
      { head: t("labels.reason"), wide: true, cell: ({ reason }) => data(reason) },
      { head: t("labels.status"), cell: status },
      { head: t("review.undo"), cell: (one) => undo.get(one)?.button },
    ],
    decisions,
  )}${[...undo.values()].map(({ sheet }) => sheet)}${pages(request, given)}`;
}

function canUndo({ verdict, open, applied, returning }: ShownDecision): boolean {
  return verdict === "rejected" || open + applied > returning;
}

function sheetOf(decision: ShownDecision, i: number, request: ActorsRequest): ReturnType<typeof undoSheet> {
  const { removal, at, verdict, open, applied, removals } = decision;
  return undoSheet(request, {
    id: `undo-${i}`,
    subject: html`<input type="hidden" name="decision" value="${removal}@${at}" />`,
    explanation: undoText({ verdict, open: verdict === "rejected" ? removals : open, applied }),
    about: sentence(decision),
    adding: applied > 0,
  });
}

function sentence({ verdict, name, people, groups }: ShownDecision): string {
  const who = name ?? t("labels.people", { n: people });
  const named = groups.slice(0, MAX_GROUPS).map((path) => path.split("/").at(-1) ?? path);
  const all = list(groups.length > MAX_GROUPS ? [...named, t("review.other_groups_2")] : named);
  return t(verdict === "approved" ? "review.who_removed_groups" : "review.who_kept_groups", { who, n: groups.length, groups: all });
}

function status({ verdict, open, applied, returning, restored, until }: ShownDecision): HtmlValue {
  if (verdict === "rejected") return until === null ? t("review.kept_decision") : tHtml("review.kept_until_time", { time: time(until) });
  return list([
    ...(applied > returning ? [t("review.removed_2", { n: applied - returning })] : []),
    ...(returning > 0 ? [t("review.being_added_back_2", { n: returning })] : []),
    ...(open > 0 ? [t("report.not_applied_yet", { n: open })] : []),
    ...(restored > 0 ? [t("review.added_back", { n: restored })] : []),
  ]);
}
