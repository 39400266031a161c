/** The buttons of a card on the review page. Each opens a sheet, which asks for the reason and decides. */
import { html } from "../../../reporting/html/html.ts";
import { list } from "../../../reporting/locales/formats.ts";
import { t } from "../../../reporting/locales/t.ts";
import { causeAdvice } from "../../../reporting/removals/advice-labels.ts";
import { bundleAdvice, bundleQuestion } from "../../../reporting/removals/bundles.ts";
import type { RecentReason } from "../../../store/review/review-progress.ts";
import { may } from "../../../actions/access/rights.ts";
import type { ActorsRequest } from "../../access/route.ts";
import { factsOf, questionOf, type CauseLine } from "./cause-book.ts";
import { decideSheet, type DecideSheet } from "./decide-form.ts";
import { fittingReasons, mayPrefill, reasonsToKeep, suggestedReason, type ApprovalPolicy, type Verdict } from "./reasons.ts";

/** Shared by all cards of a page. */
export interface CardContext {
  request: ActorsRequest;
  now: Date;
  /** By job. */
  policies: Readonly<Record<string, ApprovalPolicy>>;
  recent: readonly RecentReason[];
}

type Sheet = ReturnType<typeof decideSheet>;
type Causes = readonly [CauseLine, ...CauseLine[]];

/** Draws the decisions on a card: to remove, and to keep. Nobody is named who is not on the card. */
export function cardSheets(causes: Causes, context: CardContext): Sheet[] {
  if (!may(context.request.actor, "decide")) return [];
  const [only, ...others] = causes;
  const remove = others.length > 0 ? removeBundle(causes, context) : removeCause(only, context);
  const keep = others.length > 0 ? keepBundle(causes, context) : keepCause(only, context);
  return [remove, keep].filter((sheet) => sheet !== null);
}

/** Returns the reasons of a sheet. Only a recommended decision has one in its field, and never the second of two approvals. */
function reasonsFor(
  causes: readonly CauseLine[],
  { policies, recent, now }: CardContext,
  of: { verdict: Verdict; people: number; recommended: boolean },
): Pick<DecideSheet, "suggested" | "recent" | "prefilled" | "recommended" | "verdict" | "now"> {
  const { verdict, people, recommended } = of;
  const facts = causes.map(factsOf);
  const alike = new Set(facts.map((each) => suggestedReason(each, verdict))).size === 1 && causes.every(({ seconded }) => seconded === 0);
  const prefilled = recommended && alike && causes.every(({ job }) => mayPrefill(policies[job] ?? null, verdict, people));
  const suggested = facts.flatMap((each) => (verdict === "rejected" ? reasonsToKeep(each) : suggestedReason(each, verdict)));
  const [first] = causes;
  return {
    verdict,
    recommended,
    suggested,
    recent: first === undefined ? [] : fittingReasons(recent, first.kind, verdict),
    prefilled,
    now,
  };
}

/** Keeping is recommended to everyone on the card. */
export function isKeeping(causes: readonly CauseLine[]): boolean {
  return causes.every(({ recommendation: { remove, reasons } }) => remove === 0 && reasons.every(({ advice }) => advice === "keep"));
}

const nameOf = (cause: CauseLine): string => cause.name ?? "";
const canUndo = (): string => t("review.you_can_undo_also");
const asksAgain = (): string => t("review.rollcall_asks_again");

/** Removes exactly the recommended people, whom the form names with their evidence. One person can be removed against the advice. */
function removeCause(cause: CauseLine, context: CardContext): Sheet | null {
  const { id, people, recommended, name } = cause;
  const { request } = context;
  const from = lastStep(cause.group);
  const ready = recommended ?? [];
  if (ready.length === 0 && people > 1) return null;
  const against = ready.length === 0;
  const n = against ? 1 : ready.length;
  const rest = people - n;
  const { advice, why } = causeAdvice(cause.recommendation);
  return decideSheet({
    request,
    id: `approved-${id}`,
    label:
      people === 1 ? t("review.remove_advice") : rest === 0 ? t("review.remove", { n }) : t("review.remove_total", { n, total: people }),
    about: questionOf(cause),
    question: name === null ? t("review.remove_people_group", { n, group: from }) : t("review.remove_name_group", { name, group: from }),
    explanation: against ? `${advice}. ${why} ${canUndo()}` : rest > 0 ? t("review.other_people_stay", { n: rest }) : canUndo(),
    subject: against ? named([cause]) : recommendedOnly(ready),
    ...reasonsFor([cause], context, { verdict: "approved", people: n, recommended: !against }),
  });
}

function keepCause(cause: CauseLine, context: CardContext): Sheet {
  const { id, people, name } = cause;
  const from = lastStep(cause.group);
  return decideSheet({
    request: context.request,
    id: `rejected-${id}`,
    label: people === 1 ? t("review.keep_advice") : t("review.keep_all", { n: people }),
    about: questionOf(cause),
    question:
      name === null
        ? t("review.keep_people_group", { n: people, group: from })
        : t("review.keep_name_groups", { name, n: 1, groups: from }),
    explanation: asksAgain(),
    subject: named([cause]),
    ...reasonsFor([cause], context, { verdict: "rejected", people, recommended: isKeeping([cause]) }),
  });
}

/** Removes one person from the groups that are recommended; if none is, from all of the card. */
function removeBundle(causes: Causes, context: CardContext): Sheet {
  const [first] = causes;
  const all = causes.length;
  const ready = causes.flatMap(({ recommended }) => recommended ?? []);
  const against = ready.length === 0;
  const n = against ? all : ready.length;
  return decideSheet({
    request: context.request,
    id: `approved-${first.id}`,
    label: bundleAdvice(n, all),
    about: bundleQuestion({ name: nameOf(first), causes }),
    question: t("review.remove_name_groups", { name: nameOf(first), n }),
    explanation: against ? `${bundleAdvice(0, all)}. ${canUndo()}` : n < all ? t("review.person_stays_other") : canUndo(),
    subject: html`${against ? named(causes) : recommendedOnly(ready)}${TOGETHER}`,
    ...reasonsFor(against ? causes : causes.filter(({ recommended }) => (recommended ?? []).length > 0), context, {
      verdict: "approved",
      people: n,
      recommended: !against,
    }),
  });
}

function keepBundle(causes: Causes, context: CardContext): Sheet {
  const [first] = causes;
  const all = causes.length;
  return decideSheet({
    request: context.request,
    id: `rejected-${first.id}`,
    label: t("review.keep_groups", { n: all }),
    about: bundleQuestion({ name: nameOf(first), causes }),
    question: t("review.keep_name_groups", { name: nameOf(first), n: all, groups: list(causes.map(({ group }) => lastStep(group))) }),
    explanation: asksAgain(),
    subject: html`${named(causes)}${TOGETHER}`,
    ...reasonsFor(causes, context, { verdict: "rejected", people: all, recommended: isKeeping(causes) }),
  });
}

const TOGETHER = html`<input type="hidden" name="together" value="yes" />`;

/** Names whole causes with the evidence that the card showed. */
function named(causes: readonly CauseLine[]): ReturnType<typeof html> {
  return html`<input type="hidden" name="causes" value="${causes.map((cause) => `${cause.id}@${cause.evidence}`).join(",")}" />`;
}

function recommendedOnly(removals: readonly string[]): ReturnType<typeof html> {
  return html`<input type="hidden" name="removals" value="${removals.join(",")}" /><input type="hidden" name="recommended" value="all" />`;
}

const lastStep = (path: string): string => path.split("/").at(-1) ?? path;
