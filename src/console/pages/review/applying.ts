import type { FastifyInstance, FastifyReply } from "fastify";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import { dateTime } from "../../../reporting/locales/formats.ts";
import { asReader } from "../../../reporting/locales/reader.ts";
import { t } from "../../../reporting/locales/t.ts";
import { factText } from "../../../reporting/fact-text.ts";
import { listUndoing } from "../../../store/review/decided.ts";
import { listByIds } from "../../../store/review/review-pages.ts";
import { appliedProgress, type AppliedProgress } from "../../../store/review/review-progress.ts";
import type { Db } from "../../../store/schema/tables.ts";
import type { Right } from "../../../actions/access/rights.ts";
import { route, type ActorsRequest } from "../../access/route.ts";
import type { Live } from "../../live.ts";
import type { ConsoleParts } from "../../parts.ts";
import { prose } from "../parts.ts";
import type { ShownRemoval } from "./removal-data.ts";

/** Returns how far approved removals are; `null` if none of them is approved or applied. */
export async function applyingOf(db: Db, ids: readonly string[], now: Date): Promise<AppliedProgress | null> {
  if (ids.length === 0) return null;
  const progress = await appliedProgress(db, ids, now);
  return progress.applied + progress.open + progress.postponed === 0 ? null : progress;
}

/** Whether the page of these removals still changes by itself. */
function isMoving({ open, applying }: AppliedProgress): boolean {
  return open > 0 && applying;
}

function sentence(progress: AppliedProgress): string {
  const { applied, open, postponed, next } = progress;
  const all = applied + open + postponed;
  if (isMoving(progress)) return t("review.applying_done_total", { done: applied, total: all });
  if (applied === all) return t("review.all_removals_applied", { n: all });
  if (open === 0 && next !== null)
    return applied === 0
      ? t("review.removals_applied_time", { n: postponed, time: dateTime(next) })
      : t("review.done_total_applied_others", {
          done: applied,
          total: all,
          rest: postponed,
          time: dateTime(next),
        });
  if (applied === 0)
    return t("review.none_removals_applied", {
      n: all,
    });
  return t("review.done_total_applied_next", {
    done: applied,
    total: all,
    rest: all - applied,
  });
}

/**
 * Draws how far approved removals are. While they are applied, a script keeps it current and then renews the parts of
 * the page that have `data-part`; the place keeps its size. Without a script, a link loads the page again.
 */
export function applyingCard(progress: AppliedProgress | null, page: string): Html | null {
  if (progress === null) return null;
  const { applied, open, postponed } = progress;
  const moving = isMoving(progress);
  return html`<section class="card applying" ${moving && html` data-live="${page}/live"`} aria-label="${t("runs.progress_2")}">
    <p class="row">
      <span role="status" data-words>${data(sentence(progress))}</span>${moving && html` <a href="${page}">${t("review.update")}</a>`}
    </p>
    <progress value="${applied}" max="${applied + open + postponed}" aria-label="${t("runs.progress_2")}"></progress>
  </section>`;
}

/** Says why an approved removal was not applied yet. */
export function lastFailure({ last_failure_fact: why }: Pick<ShownRemoval, "last_failure_fact">): Html | null {
  return why === null ? null : html`<span class="warn">${prose(factText(why))}</span>`;
}

/** Draws the same while memberships are added back. */
export function addingBackCard(n: number, page: string): Html | null {
  if (n === 0) return null;
  return html`<section class="card applying noprint" data-live="${page}/live" aria-label="${t("runs.progress_2")}">
    <p class="row"><span role="status" data-words>${data(addingBackText(n))}</span> <a href="">${t("review.update")}</a></p>
    <progress aria-label="${t("runs.progress_2")}"></progress>
  </section>`;
}

function addingBackText(n: number): string {
  return t("review.memberships_being_added_back", { n });
}

export function addedBackText(removals: readonly { restored: unknown }[]): string {
  const missing = removals.filter(({ restored }) => restored === null).length;
  return missing === 0 ? t("review.memberships_added_back", { n: removals.length }) : t("review.memberships_not_added", { n: missing });
}

/** Adds the stream that keeps such a card current, below the address of its page, and the same for machines. */
export function followApplying(
  app: FastifyInstance,
  parts: ConsoleParts,
  live: Live,
  { url, right, idsOf }: { url: string; right: Right; idsOf(request: ActorsRequest): Promise<string[]> },
): void {
  const { db } = parts.state;
  const handler = async (request: ActorsRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const ids = await idsOf(request);
    const jobs = new Set((await listByIds(db, ids)).map(({ job }) => job));
    const returning = new Set<string>();
    const inTheirWords = (words: () => string): string => asReader(request.reader, words);
    return live.sendUntilOver(request, reply, jobs, async () => {
      const now = await listUndoing(db, ids);
      for (const id of now) returning.add(id);
      if (now.size > 0) return { words: inTheirWords(() => addingBackText(now.size)), done: 0, total: null, over: false };
      if (returning.size > 0) {
        const ended = await listByIds(db, [...returning]);
        return { words: inTheirWords(() => addedBackText(ended)), done: 1, total: 1, over: true };
      }
      const progress = await applyingOf(db, ids, parts.now());
      // A run may have added them back before the page followed it.
      const restored = progress !== null && isMoving(progress) ? [] : (await listByIds(db, ids)).filter((one) => one.restored !== null);
      if (restored.length > 0) return { words: inTheirWords(() => addedBackText(restored)), done: 1, total: 1, over: true };
      if (progress === null) return { words: "", done: 0, total: 0, over: true };
      const { applied, open, postponed } = progress;
      const words = inTheirWords(() => sentence(progress));
      return { words, done: applied, total: applied + open + postponed, over: !isMoving(progress) };
    });
  };
  route(app, { method: "GET", url: `${url}/live`, right, handler });
  route(app, { method: "GET", url: `/api/v1${url}/live`, right, handler });
}
