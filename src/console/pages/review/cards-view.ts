import { data, html, type Html } from "../../../reporting/html/html.ts";
import { listParts, number } from "../../../reporting/locales/formats.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import { bundleAdvice, bundleQuestion } from "../../../reporting/removals/bundles.ts";
import { reasonSentence, wouldLose } from "../../../reporting/removals/advice-labels.ts";
import { hasChanged } from "../../../domain/facts/changed-cells.ts";
import { change } from "../parts.ts";
import { causeLabel } from "../../../reporting/labels.ts";
import { may } from "../../../actions/access/rights.ts";
import { icon } from "../../../reporting/html/icon.ts";
import { groupPath, jobLink, pill, prose } from "../parts.ts";
import { causeAdviceLine, impactLine, oneAdvice, recommendedText } from "./advice-view.ts";
import { cardSheets, isKeeping, type CardContext } from "./card-sheets.ts";
import { pathOf, questionOf, type CauseLine } from "./cause-book.ts";

/** Draws one question: a cause, or several causes of one person. */
export function reviewCard(causes: readonly CauseLine[], context: CardContext): Html | null {
  const [first, ...others] = causes;
  if (first === undefined) return null;
  return others.length === 0 ? causeCard(first, context) : bundleCard([first, ...others], context);
}

interface Card {
  id: string;
  head: Html;
  question: string;
  path: string;
  facts: Html;
  advice: Html;
  sheets: readonly { button: Html; sheet: Html }[];
  /** A button before the others. */
  first: Html | null;
  closer: Html;
}

function card({ id, head, question, path, facts, advice, sheets, first, closer }: Card): Html {
  return html`<li data-row id="c-${id}">
    <article class="card cause" aria-labelledby="q-${id}">
      <div class="row">${head}</div>
      <div class="stack">
        <h2 id="q-${id}"><a href="${path}">${data(question)}</a></h2>
        <ul class="facts">
          ${facts}
        </ul>
        ${advice}
      </div>
      <div class="acts">${first}${sheets.map(({ button }) => button)}${closer}</div>
      ${sheets.map(({ sheet }) => sheet)}
    </article>
  </li>`;
}

/** Draws the button that opens the page with the evidence; tinted where that is recommended. */
function closerLink(path: string, question: string, causes: readonly CauseLine[]): Html {
  const advised = causes.some(({ recommendation }) => recommendation.reasons.some(({ advice }) => advice === "look_closer"));
  const removing = causes.some(({ recommendation }) => recommendation.remove > 0);
  return html`<a class="btn ${advised && !removing ? "rec" : "quiet"}" href="${path}"
    >${t("review.look_closer_advice")}<span class="sr">: ${question}</span></a
  >`;
}

function age({ since, job }: CauseLine, now: Date): Html {
  const n = Math.floor((now.getTime() - Date.parse(since)) / 86_400_000);
  const today = n <= 0 || since.slice(0, 10) === now.toISOString().slice(0, 10);
  return html`<span class="soft small">${today ? t("review.since_today") : t("review.days", { n })} · ${jobLink(job)}</span>`;
}

function causeCard(cause: CauseLine, context: CardContext): Html {
  const { now } = context;
  const { id, kind, people, fitting, gains } = cause;
  const question = questionOf(cause);
  const path = pathOf(cause);
  // Of several people, nobody is removed whom the card does not name: they are selected on the next page.
  const choosing = people > 1 && (cause.recommended ?? []).length === 0;
  return card({
    id,
    head: html`${pill(causeLabel(kind))}${age(cause, now)}`,
    question,
    path,
    facts: html`${people > 1 && peopleLine(people, fitting)} ${changesLine([cause])} ${gainsLine(gains, people)} ${impactLine(cause, now)}
    ${warnings([cause], context)}`,
    advice: causeAdviceLine(cause),
    sheets: cardSheets([cause], context),
    first:
      choosing && may(context.request.actor, "decide")
        ? html`<a class="btn" href="${path}">${t("review.choose_people")}<span class="sr">: ${question}</span></a>`
        : null,
    closer: closerLink(path, question, [cause]),
  });
}

/** Draws the number of people; a filter may show fewer. */
export function peopleLine(people: number, fitting = people): Html {
  return html`<li>
    ${icon("people")}
    <b>${t("labels.people", { n: people })}</b>${fitting < people && html`, ${t("review.filter", { n: fitting })}`}
  </li>`;
}

/** Draws several causes of one person. Each keeps its own evidence, and a decision names all of them. */
function bundleCard(causes: readonly [CauseLine, ...CauseLine[]], context: CardContext): Html {
  const [first] = causes;
  const { id, name } = first;
  const all = causes.length;
  const question = bundleQuestion({ name: name ?? "", causes });
  const ready = causes.flatMap(({ recommended }) => recommended ?? []).length;
  const keeping = isKeeping(causes);
  const advice = keeping ? t("review.keep_groups", { n: all }) : bundleAdvice(ready, all);
  const gains = [...new Set(causes.flatMap((cause) => cause.gains.map(({ group }) => group)))].map((group) => ({ group, people: 1 }));
  return card({
    id,
    head: html`${[...new Set(causes.map(({ kind }) => causeLabel(kind)))].map((label) => pill(label))}${age(first, context.now)}`,
    question,
    path: pathOf(first),
    facts: html`${changesLine(causes)} ${gainsLine(gains, 1)} ${warnings(causes, context)}`,
    advice: html`<ul class="stack parts">
        ${causes.map(partOf)}
      </ul>
      <p class="advice">
        ${icon("idea")}<span><b>${keeping || ready > 0 ? recommendedText(advice) : `${advice}.`}</b> ${prose(commonReason(causes))}</span>
      </p>`,
    sheets: cardSheets(causes, context),
    first: null,
    closer: closerLink(pathOf(first), question, causes),
  });
}

/** Says the reason of a recommendation that all parts of a card share. */
function commonReason(causes: readonly CauseLine[]): string {
  const reasons = new Set(causes.flatMap(({ recommendation }) => recommendation.reasons.map((reason) => reasonSentence(reason))));
  const [only, ...others] = reasons;
  return only !== undefined && others.length === 0 ? only : t("review.each_group_own");
}

/** Draws one cause of a card: the group with its advice, its impact and the way to its evidence. */
function partOf(cause: CauseLine): Html {
  const [only] = cause.recommendation.reasons;
  return html`<li>
    ${icon("minus")}
    <a href="${pathOf(cause)}">${groupPath(cause.group)}</a> ${
      only !== undefined &&
      oneAdvice(
        only,
        cause.gains.map(({ group }) => group),
      )
    }
    ${!(only?.reason === "impact_unknown" && cause.impact.items.length === 0) && html`<small>· ${wouldLose(cause.impact)}</small>`}
  </li>`;
}

function warnings(causes: readonly CauseLine[], { request }: CardContext): Html {
  // The recommendation of one person says it already.
  const said = causes.every(({ people, recommendation }) => people === 1 && recommendation.reasons[0]?.reason === "last_group");
  const last = said ? 0 : Math.max(...causes.map(({ last_groups: n }) => n));
  const n = causes.reduce((sum, cause) => sum + cause.seconded, 0);
  const byMe = causes.every(({ seconded_by: by }) => by.every((name) => name === request.actor.name));
  const seconded = byMe ? t("review.approved_you_another", { n }) : t("review.approved_one_reviewer", { n });
  return html`${
    last > 0 && html`<li class="warn">${icon("alert")} ${t("review.people_no_other", { n: last })}</li>`
  }${n > 0 && html`<li class="warn">${icon("user")} ${seconded}</li>`}`;
}

/** Says which cells changed. The question about a renamed or split value says it already. */
function changesLine(causes: readonly CauseLine[]): Html {
  const cells = causes.filter(({ kind }) => kind !== "renamed" && kind !== "split").flatMap((cause) => cause.cells);
  const changes = new Map(cells.filter(hasChanged).map((cell) => [cell.column, change(cell)]));
  return html`${[...changes.values()].map((one) => html`<li>${icon("edit")} ${one}</li>`)}`;
}

/** Draws the groups that the people gain. */
export function gainsLine(gains: CauseLine["gains"], people: number): Html {
  if (gains.length === 0) return html`<li>${icon("minus")} ${t("review.no_other_group")}</li>`;
  const named = gains.slice(0, MAX_NAMED_GAINS);
  const rest = gains.length - named.length;
  const groups = listParts([...named.map((_, i) => String(i)), ...(rest > 0 ? [""] : [])]).map(({ type, value }) =>
    type !== "element" ? value : value === "" ? otherGroups(rest) : gained(named[Number(value)], people),
  );
  return html`<li>${icon("arrow")} ${tHtml("review.gain_group_instead", { people, group: html`${groups}` })}</li>`;
}

/** Names a gained group, with the number of people where not all gain it. */
function gained(gain: CauseLine["gains"][number] | undefined, people: number): Html {
  const some = gain !== undefined && gain.people < people;
  return html`<b>${groupPath(gain?.group ?? "")}</b>${some && ` (${number(gain.people)})`}`;
}

/** More gained groups are counted. */
const MAX_NAMED_GAINS = 3;

const otherGroups = (n: number): string => t("review.other_groups", { n });
