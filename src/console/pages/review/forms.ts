import { decideSeen } from "../../../actions/review/decide.ts";
import { OUTCOME_ACTIONS } from "../../../actions/review/change.ts";
import type { Outcome } from "../../../actions/review/outcome.ts";
import type { Acted, Action } from "../../../actions/action.ts";
import { fact } from "../../../domain/facts/fact.ts";
import { t } from "../../../reporting/locales/t.ts";
import { reviewProgress } from "../../../store/review/review-progress.ts";
import type { Db } from "../../../store/schema/tables.ts";
import { field, fields } from "../../access/form.ts";
import type { ActorsRequest } from "../../access/route.ts";
import { unusable } from "../../answers.ts";
import { doneAt, withDetails, type Redirect } from "../../flash.ts";
import type { ActionPage } from "../actions.ts";
import { chosen, ids, needed } from "../query.ts";
import { cardAfter } from "./next-question.ts";
import type { Outcomes } from "./outcomes.ts";

/** Returns how the review pages answer the actions of reviewers, whose outcomes have a page. */
export function reviewForms(db: Db, outcomes: Outcomes): [Action<Outcome>, ActionPage<Outcome>][] {
  const shown = (outcome: Outcome, { actor }: ActorsRequest): string => `/review/done/${outcomes.keep(actor.name, outcome)}`;
  const decided: ActionPage<Outcome> = {
    given: async (request) => decisionIn(request),
    next: async ({ json, facts: [said] }, request) => {
      const { what, done, waiting, refused, remarks } = json;
      if (said === undefined || done.length === 0 || waiting.length + refused.length + remarks.length > 0) return shown(json, request);
      const next = await cardAfter(db, done);
      const { decided: already, all } = await reviewProgress(db);
      const counts = { n: done.length, decided: already, all, left: all - already };
      const ofAll = fact(what === "approved" ? "removal.some_are_approved_of_all" : "removal.some_are_kept_of_all", counts);
      const id = outcomes.keep(request.actor.name, json);
      const to = `${listIn(request)}${next === null ? "" : `#c-${next}`}`;
      return withDetails(doneAt(to, all === 0 ? said : ofAll), `/review/done/${id}`, id);
    },
  };
  const changed: ActionPage<Outcome> = {
    given: async (request) => {
      const kept = outcomes.find(field(request, "outcome"), request.actor.name);
      const removals = kept === null ? {} : { removals: [...kept.done, ...kept.waiting].map(({ id }) => id) };
      return { reason: textIn(request), ...removals };
    },
    next: ({ json, facts: [said] }, request) => changedAt(json, said, () => shown(json, request)),
  };
  return [[decideSeen, decided], ...OUTCOME_ACTIONS.map((action): [Action<Outcome>, ActionPage<Outcome>] => [action, changed])];
}

/** Returns the page where the effect is seen: the removal, or the list of all of them. */
function changedAt(
  { done, returning, refused, remarks, runs: [run] }: Outcome,
  said: Acted["facts"][0] | undefined,
  list: () => string,
): string | Redirect {
  const [only, ...others] = [...done, ...returning];
  if (refused.length + remarks.length > 0 || only === undefined || said === undefined) return list();
  const redirect = doneAt(others.length === 0 ? `/review/removals/${only.id}` : list(), said);
  return run === undefined ? redirect : withDetails(redirect, `/runs/${encodeURIComponent(run)}`);
}

/** Reads a decision: a form of the list or of a cause says which of its people are meant. */
function decisionIn(request: ActorsRequest): Record<string, unknown> {
  const scope = field(request, "scope");
  return {
    ...subjectIn(request),
    verdict: isKeepingUntil(request) ? "rejected" : field(request, "verdict"),
    reason: textIn(request),
    until: isKeepingUntil(request) ? needed(request, "more_until", t("review.choose_date_until")) : field(request, "until"),
    recommended: [...ids(request, "recommended"), ...(scope === "recommended" ? ["all"] : [])],
  };
}

function subjectIn(request: ActorsRequest): { removals: object[]; causes: object[] } {
  // A page of a cause says which cause it is also where only some of its people are meant.
  if (fields(request, "scope").length > 1) throw unusable(t("review.choose_one_group"), t("review.go_back_clear"));
  const whole = field(request, "scope");
  const causes = whole === "" ? chosen(request, "causes") : whole === "all" ? chosen(request, "cause") : [];
  const removals = whole === "all" ? [] : chosen(request, whole === "recommended" ? "all_recommended" : "removals");
  if (causes.length + removals.length === 0) throw unusable(t("review.no_one_selected"), t("review.go_back_select_people_decision"));
  return { removals, causes };
}

/** The sheet with more actions has its own fields, so that a date left in it does not count for the buttons of the bar. */
const isKeepingUntil = (request: ActorsRequest): boolean => field(request, "verdict") === "rejected_until";

function textIn(request: ActorsRequest): string {
  const inSheet = isKeepingUntil(request) || (field(request, "verdict") === "" && field(request, "more_reason") !== "");
  return field(request, inSheet ? "more_reason" : "reason");
}

/** Returns the address of the list with the filter that the reviewer came from. */
function listIn(request: ActorsRequest): string {
  const back = field(request, "back");
  return /^\/review\?[\w=&%.+~-]{1,400}$/.test(back) ? back : "/review";
}
