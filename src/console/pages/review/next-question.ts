import { html, data, type Html } from "../../../reporting/html/html.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import { bundleQuestion, questionsOf } from "../../../reporting/removals/bundles.ts";
import type { ListedRemoval } from "../../../reporting/removals/pending-removals.ts";
import { compareCauses, listPendingCauses, type CauseOrder } from "../../../store/review/review-pages.ts";
import type { Db } from "../../../store/schema/tables.ts";
import { pathOf, questionOf, type CauseIndex } from "./cause-book.ts";
import type { ShownRemoval } from "./removal-data.ts";

/** The question that a reviewer can decide next. */
export interface NextQuestion {
  /** `null`: nothing is pending. */
  next: { question: string; path: string } | null;
  /** Pending removals. */
  left: number;
}

/**
 * Finds the question that follows decided removals: of the same person, or else the first on the review list. Causes
 * whose removals wait for another reviewer now are passed over, and those with a refused decision come last.
 */
export async function nextQuestion(
  db: Db,
  book: CauseIndex,
  { now: shown, waiting, refused }: { now: readonly ShownRemoval[] } & Record<"waiting" | "refused", readonly { id: string }[]>,
  now: Date,
): Promise<NextQuestion> {
  const [decided] = shown;
  const causesOf = (some: readonly { id: string }[]): Set<string> => {
    const ids = new Set(some.map(({ id }) => id));
    return new Set(shown.filter(({ id }) => ids.has(id)).map(({ cause }) => cause));
  };
  const passed = causesOf(waiting);
  const last = causesOf(refused);
  const causes = await listPendingCauses(db, {});
  const left = causes.reduce((sum, { people }) => sum + people, 0);
  const open = causes.filter(({ cause }) => !passed.has(cause));
  const rest = open.filter(({ cause }) => !last.has(cause));
  const alsoTheirs = rest.find(({ job, only }) => only !== null && job === decided?.job && only === decided.person.key);
  const first = alsoTheirs ?? rest[0] ?? open[0];
  if (first === undefined) return { next: null, left };
  const together = first.only === null ? [first] : causes.filter(({ job, only }) => job === first.job && only === first.only);
  const [line, ...others] = await book.lines(db, together, now);
  if (line === undefined) return { next: null, left };
  const question = others.length === 0 ? questionOf(line) : bundleQuestion({ name: line.name ?? "", causes: [line, ...others] });
  // Only a card of the list decides several causes together.
  return { next: { question, path: others.length === 0 ? pathOf(line) : "/review" }, left };
}

/**
 * Returns the cause of the card that follows decided removals on the review list; `null`: they were on the last card.
 * Cards before them were passed over, so the reviewer continues after them.
 */
export async function cardAfter(db: Db, decided: readonly ListedRemoval[]): Promise<string | null> {
  const causes = await listPendingCauses(db, {});
  const [place] = [...Map.groupBy(decided, ({ cause }) => cause)]
    .map(([cause, removals]): CauseOrder => {
      const rest = causes.find((one) => one.cause === cause);
      const times = [...removals.map(({ since }) => Date.parse(since)), ...(rest === undefined ? [] : [rest.since.getTime()])];
      return { cause, people: removals.length + (rest?.people ?? 0), since: new Date(Math.min(...times)) };
    })
    .sort(compareCauses);
  if (place === undefined) return null;
  const cards = questionsOf(causes).flatMap(([first]) => first ?? []);
  return cards.find((card) => card.cause !== place.cause && compareCauses(place, card) < 0)?.cause ?? null;
}

/** Draws the way on from the result of a decision. */
export function nextCard({ next, left }: NextQuestion): Html {
  const back = (kind: string): Html => html`<a class="${kind}" href="/review">${t("review.back_review")}</a>`;
  if (next === null)
    return html`<section class="card section">
      <p>${t("review.nothing_else_needs")}</p>
      <p class="buttons">${back("btn primary")}</p>
    </section>`;
  return html`<section class="card section">
    <p>${tHtml("review.removals_still_pending", { n: left, question: html`<b>${data(next.question)}</b>` })}</p>
    <p class="buttons"><a class="btn primary" href="${next.path}">${t("review.next_question")}</a>${back("btn")}</p>
  </section>`;
}
