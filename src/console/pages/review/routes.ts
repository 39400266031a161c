import type { FastifyInstance } from "fastify";
import {
  countByStatus,
  findPersonWithPending,
  listApproved,
  listByIds,
  listPendingCauses,
  pageApproved,
  searchPending,
  type PendingFilter,
} from "../../../store/review/review-pages.ts";
import { countPending } from "../../../store/review/pending-counts.ts";
import { questionsOf } from "../../../reporting/removals/bundles.ts";
import { t } from "../../../reporting/locales/t.ts";
import { recentReasons, reviewProgress } from "../../../store/review/review-progress.ts";
import { personId } from "../../../store/people/people-pages.ts";
import { ASSIGNABLE_ROLES, assigneesOf } from "../../../review/change-decision.ts";
import { countNotInPilot } from "../../../review/pilot.ts";
import { listUsers } from "../../../store/console/users.ts";
import { may } from "../../../actions/access/rights.ts";
import { isApi, type ActorsRequest } from "../../access/route.ts";
import { notFound } from "../../answers.ts";
import type { Live } from "../../live.ts";
import type { ConsoleParts } from "../../parts.ts";
import { applyingOf, followApplying } from "./applying.ts";
import { decidedCausePage, findDecidedCause, type DecidedCause } from "../decisions/decided-cause.ts";
import { causePage, type CauseData } from "./cause-view.ts";
import { approvedView, searchResultsView, reviewPage, type ReviewData } from "./list-view.ts";
import { CauseIndex, type CauseLine } from "./cause-book.ts";
import type { ApprovalPolicy } from "./reasons.ts";
import { addFind } from "../find.ts";
import { addPageRoute } from "../page-route.ts";
import { choice, pageOf, param, query, whole } from "../query.ts";
import { shownRemovals } from "./removal-data.ts";

const CAUSES_A_PAGE = 10;
const PEOPLE_A_PAGE = 40;
export const RECENT_REASONS = 40;
const KINDS = ["renamed", "split", "moved", "changed_back", "leaver", "mapping_changed", "added_by_hand"] as const;
const FOR = ["me", "nobody"] as const;

/** Adds the pages of pending removals: causes first, then the people of one cause. */
export function addReviewPages(app: FastifyInstance, parts: ConsoleParts, book: CauseIndex, live: Live): void {
  const { db } = parts.state;

  addPageRoute(app, {
    url: "/review",
    right: "look",
    load: async (request): Promise<ReviewData> => {
      const { filter, asked } = await filterOf(request, parts);
      const kind = choice(request, "kind", KINDS);
      const asking = pageOf(request, CAUSES_A_PAGE);
      const { removals: pending, people, causes: counted, questions } = await countPending(db, null);
      const pendingCauses = await listPendingCauses(db, { filter, me: assigneesOf(request.actor) });
      const fitting = pendingCauses.filter((cause) => cause.fitting > 0);
      // The kind is worked out from the evidence; everything else the database knows by itself.
      const all = kind === null ? fitting : await book.ofKind(db, fitting, kind);
      const cards = questionsOf(all);
      // A decision may have emptied the last page.
      const page = Math.min(asking.page, Math.max(1, Math.ceil(cards.length / CAUSES_A_PAGE)));
      const from = (page - 1) * CAUSES_A_PAGE;
      const { approved } = await countByStatus(db, ["approved"]);
      const applying = approved === 0 ? null : await applyingOf(db, await listApproved(db), parts.now());
      const causes = await book.lines(db, cards.slice(from, from + CAUSES_A_PAGE).flat(), parts.now());
      return {
        progress: await reviewProgress(db),
        recent_reasons: may(request.actor, "decide") ? await recentReasons(db, request.actor.name, RECENT_REASONS) : [],
        policies: await policiesOf(parts, causes),
        not_in_pilot: await notInPilotOf(parts, causes),
        pending,
        counts: { people, causes: counted, questions },
        approved,
        removing: applying?.applying === true ? applying.open : 0,
        assigned_to_me: sum(pendingCauses.map(({ mine }) => mine)),
        fitting: sum(all.map((cause) => cause.fitting)),
        jobs: [...new Set(pendingCauses.map(({ job }) => job))].sort(),
        filter: { ...asked, kind },
        causes,
        page,
        limit: CAUSES_A_PAGE,
        all: cards.length,
      };
    },
    draw: (data, request) => reviewPage(data, request, parts.now()),
  });

  addPageRoute(app, {
    url: "/review/causes/:cause",
    right: "look",
    load: async (request): Promise<CauseData | DecidedCause> => {
      const id = param(request, "cause");
      const { page, limit, offset } = pageOf(request, PEOPLE_A_PAGE);
      const [counts] = await listPendingCauses(db, { cause: id });
      const [cause] = counts === undefined ? [] : await book.lines(db, [counts], parts.now());
      if (counts === undefined || cause === undefined) {
        const decided = isApi(request.url) ? null : await findDecidedCause(db, id, parts.now());
        if (decided !== null) return decided;
        throw notFound(t("review.cause_no_pending"), ["/review/decided", t("review.recent_decisions")]);
      }
      const people = await book.people(db, counts, parts.now());
      const wanted = new Map(people.slice(offset, offset + limit).map((person, i) => [person.id, { ...person, i }]));
      const deciding = may(request.actor, "decide");
      const removals = (await shownRemovals(db, await listByIds(db, [...wanted.keys()])))
        .map((removal) => ({
          ...removal,
          recommendation: wanted.get(removal.id)?.recommendation ?? null,
          impact: wanted.get(removal.id)?.impact ?? null,
        }))
        .sort((one, other) => (wanted.get(one.id)?.i ?? 0) - (wanted.get(other.id)?.i ?? 0));
      const reviewers = deciding ? await reviewerNames(parts) : [];
      const recent = deciding ? await recentReasons(db, request.actor.name, RECENT_REASONS) : [];
      const applying = await applyingOf(db, await listApproved(db, id), parts.now());
      const outside = await countNotInPilot(db, cause.job, await parts.work.recentPolicy(cause.job), cause.id);
      return { cause, removals, page, limit, all: cause.people, reviewers, recent_reasons: recent, not_in_pilot: outside, applying };
    },
    draw: (data, request) => (data.cause === null ? decidedCausePage(data) : causePage(data, request, parts.now())),
  });
  followApplying(app, parts, live, {
    url: "/review/causes/:cause",
    right: "look",
    idsOf: (request) => listApproved(db, param(request, "cause")),
  });

  addPageRoute(app, {
    url: "/review/approved",
    right: "look",
    load: async (request) => {
      const at = pageOf(request, PEOPLE_A_PAGE);
      const { removals, all } = await pageApproved(db, at);
      const applying = await applyingOf(db, await listApproved(db), parts.now());
      return { removals: await shownRemovals(db, removals), page: at.page, limit: at.limit, all, applying };
    },
    draw: (data, request) => ({ title: t("overview.approved_not_applied"), content: approvedView(data, request) }),
  });

  followApplying(app, parts, live, { url: "/review/approved", right: "look", idsOf: () => listApproved(db) });

  addFind(app, {
    url: "/review/search",
    missing: t("review.enter_name_username"),
    find: async (text) => {
      const found = await searchPending(db, text, 100);
      return { people: found.map((person) => ({ id: personId(person.job, person.key), ...person })) };
    },
    at: (id) => `/review?person=${id}`,
    draw: ({ people }, request) => ({ title: t("review.people_pending_removals"), content: searchResultsView(people, request) }),
  });
}

async function policiesOf({ work }: ConsoleParts, causes: readonly CauseLine[]): Promise<Record<string, ApprovalPolicy>> {
  const policies: Record<string, ApprovalPolicy> = {};
  for (const job of new Set(causes.map((cause) => cause.job))) {
    const policy = await work.recentPolicy(job);
    policies[job] = policy === null ? null : { fourEyes: policy.approval.fourEyes, twoAbove: policy.approval.twoAbove };
  }
  return policies;
}

/** Returns the jobs of the causes with pending removals that cannot be decided because of a pilot, and how many they are. */
async function notInPilotOf({ state, work }: ConsoleParts, causes: readonly CauseLine[]): Promise<{ job: string; removals: number }[]> {
  const found: { job: string; removals: number }[] = [];
  for (const job of new Set(causes.map((cause) => cause.job))) {
    const removals = await countNotInPilot(state.db, job, await work.recentPolicy(job));
    if (removals > 0) found.push({ job, removals });
  }
  return found;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, n) => all + n, 0);
}

async function filterOf(
  request: ActorsRequest,
  parts: ConsoleParts,
): Promise<{ filter: PendingFilter; asked: Omit<ReviewData["filter"], "kind"> }> {
  const asked = {
    job: query(request, "job"),
    group: query(request, "group"),
    for: choice(request, "for", FOR),
    age: whole(request, "age", 1, 3650),
    person: query(request, "person"),
  };
  const filter: PendingFilter = {};
  if (asked.job !== null) filter.job = asked.job;
  if (asked.group !== null) filter.group = asked.group;
  if (asked.for !== null) filter.assignedTo = asked.for === "me" ? assigneesOf(request.actor) : null;
  if (asked.age !== null) filter.before = new Date(parts.now().getTime() - asked.age * 86_400_000);
  if (asked.person !== null) {
    const person = await findPersonWithPending(parts.state.db, asked.person);
    if (person === undefined) throw notFound(t("review.person_no_pending"));
    filter.person = person;
  }
  return { filter, asked };
}

/** Returns the people and roles who can be asked to decide. */
export async function reviewerNames({ state }: ConsoleParts): Promise<string[]> {
  const users = (await listUsers(state.db)).filter(({ role, disabled_at }) => role !== "viewer" && disabled_at === null);
  return [...users.map(({ name }) => name), ...ASSIGNABLE_ROLES.map((role) => `role:${role}`)];
}
