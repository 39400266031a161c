import { data, html, type Html } from "../../../reporting/html/html.ts";
import { list } from "../../../reporting/locales/formats.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import { bundleAdvice, bundleQuestion } from "../../../reporting/removals/bundles.ts";
import { wouldLose } from "../../../reporting/removals/advice-labels.ts";
import { hasChanged } from "../../../reporting/removals/evidence.ts";
import { change } from "../../../reporting/removals/evidence-html.ts";
import { causeLabel } from "../../../reporting/labels.ts";
import { may } from "../../access/rights.ts";
import type { ActorsRequest } from "../../access/route.ts";
import { icon } from "../../icon.ts";
import { groupPath, jobLink, pill } from "../parts.ts";
import { causeAdviceLine, impactLine, oneAdvice } from "./advice-view.ts";
import { factsOf, pathOf, questionOf, type CauseLine } from "./cause-book.ts";
import { decideSheet, type DecideSheet } from "./decide-form.ts";
import { mayPrefill, suggestedReason, type ApprovalPolicy, type Verdict } from "./reasons.ts";

/** Shared by all cards of a page. */
interface Context {
  request: ActorsRequest;
  now: Date;
  /** By job. */
  policies: Readonly<Record<string, ApprovalPolicy>>;
}

/** Draws one question: a cause, or several causes of one person. */
export function reviewCard(causes: readonly CauseLine[], context: Context): Html | null {
  const [first, ...others] = causes;
  if (first === undefined) return null;
  return others.length === 0 ? causeCard(first, context) : bundleCard([first, ...others], context);
}

/** Returns the reasons of a sheet. Only a recommended decision has one in its field, and never the second of two approvals. */
function reasonsFor(
  causes: readonly CauseLine[],
  { policies }: Context,
  of: { verdict: Verdict; people: number; recommended: boolean },
): Pick<DecideSheet, "suggested" | "prefilled" | "recommended" | "verdict"> {
  const { verdict, people, recommended } = of;
  const suggested = causes.map((cause) => suggestedReason(factsOf(cause), verdict));
  const alike = new Set(suggested).size === 1 && causes.every(({ seconded }) => seconded === 0);
  const prefilled = recommended && alike && causes.every(({ job }) => mayPrefill(policies[job] ?? null, verdict, people));
  return { verdict, recommended, suggested, prefilled };
}

interface Card {
  id: string;
  head: Html;
  question: string;
  path: string;
  facts: Html;
  advice: Html;
  sheets: readonly ReturnType<typeof decideSheet>[];
  closer: Html;
}

function card({ id, head, question, path, facts, advice, sheets, closer }: Card): Html {
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
      <div class="acts">${sheets.map(({ button }) => button)}${closer}</div>
      ${sheets.map(({ sheet }) => sheet)}
    </article>
  </li>`;
}

function closerLink(path: string, question: string): Html {
  return html`<a class="btn quiet" href="${path}">${t("Look closer|advice")}<span class="sr">: ${question}</span></a>`;
}

function age({ since, job }: CauseLine, now: Date): Html {
  const n = Math.floor((now.getTime() - Date.parse(since)) / 86_400_000);
  const today = n <= 0 || since.slice(0, 10) === now.toISOString().slice(0, 10);
  return html`<span class="soft small"
    >${today ? t("since today") : t("{n, plural, one {for # day} other {for # days}}", { n })} · ${jobLink(job)}</span
  >`;
}

function causeCard(cause: CauseLine, context: Context): Html {
  const { request, now } = context;
  const { id, kind, people, fitting, gains } = cause;
  const question = questionOf(cause);
  const path = pathOf(cause);
  const from = lastStep(cause.group);
  const { remove: ready, reasons } = cause.recommendation;
  const keep = decideSheet({
    request,
    id: `rejected-${id}`,
    label: people === 1 ? t("Keep|advice") : t("Keep all {n}", { n: people }),
    about: question,
    question:
      cause.name === null
        ? t("Keep {n, plural, one {# person} other {# people}} in {group}?", { n: people, group: from })
        : t("Keep {name} in {groups}?", { name: cause.name, groups: from }),
    explanation: t("Rollcall asks again when HR’s data changes, or on the date you choose."),
    subject: html`<input type="hidden" name="causes" value="${id}@${cause.evidence}" />`,
    ...reasonsFor([cause], context, {
      verdict: "rejected",
      people,
      recommended: ready === 0 && reasons.every(({ advice }) => advice === "keep"),
    }),
  });
  return card({
    id,
    head: html`${pill(causeLabel(kind))}${age(cause, now)}`,
    question,
    path,
    facts: html`<li>
        ${icon("people")}
        <b>${t("{n, plural, one {# person} other {# people}}", { n: people })}</b
        >${fitting < people && html`, ${t("{n} in the filter", { n: fitting })}`}
      </li>
      ${changesLine([cause])} ${gainsLine(gains, people)} ${impactLine(cause, now)} ${warnings([cause])}`,
    advice: causeAdviceLine(cause),
    sheets: may(request.actor, "decide") ? [removeSheet(cause, context, from), keep].filter((sheet) => sheet !== null) : [],
    closer: closerLink(path, question),
  });
}

/** Draws several causes of one person. Each keeps its own evidence, and a decision names all of them. */
function bundleCard(causes: readonly [CauseLine, ...CauseLine[]], context: Context): Html {
  const { request, now } = context;
  const [first] = causes;
  const { id, name } = first;
  const all = causes.length;
  const question = bundleQuestion({ name: name ?? "", causes });
  const groups = list(causes.map(({ group }) => lastStep(group)));
  const ready = causes.flatMap(({ recommended }) => recommended ?? []);
  const keeping =
    ready.length === 0 && causes.every(({ recommendation }) => recommendation.reasons.every(({ advice }) => advice === "keep"));
  const together = html`<input type="hidden" name="together" value="yes" />`;
  const remove =
    ready.length === 0
      ? null
      : decideSheet({
          request,
          id: `approved-${id}`,
          label: bundleAdvice(ready.length, all),
          about: question,
          question: t("Remove {name} from {n, plural, one {# group} other {# groups}}?", { name: name ?? "", n: ready.length }),
          explanation:
            ready.length < all
              ? t("The person stays in the other groups until someone decides. You can undo this, also after it is applied.")
              : t("You can undo this, also after it is applied."),
          subject: html`<input type="hidden" name="removals" value="${ready.join(",")}" /><input
              type="hidden"
              name="recommended"
              value="all"
            />${together}`,
          ...reasonsFor(
            causes.filter(({ recommended }) => (recommended ?? []).length > 0),
            context,
            { verdict: "approved", people: ready.length, recommended: true },
          ),
        });
  const keep = decideSheet({
    request,
    id: `rejected-${id}`,
    label: t("Keep in {n} groups", { n: all }),
    about: question,
    question: t("Keep {name} in {groups}?", { name: name ?? "", groups }),
    explanation: t("Rollcall asks again when HR’s data changes, or on the date you choose."),
    subject: html`<input
        type="hidden"
        name="causes"
        value="${causes.map((cause) => `${cause.id}@${cause.evidence}`).join(",")}"
      />${together}`,
    ...reasonsFor(causes, context, { verdict: "rejected", people: all, recommended: keeping }),
  });
  const gains = [...new Set(causes.flatMap((cause) => cause.gains.map(({ group }) => group)))].map((group) => ({ group, people: 1 }));
  return card({
    id,
    head: html`${[...new Set(causes.map(({ kind }) => causeLabel(kind)))].map((label) => pill(label))}${age(first, now)}`,
    question,
    path: pathOf(first),
    facts: html`${changesLine(causes)} ${gainsLine(gains, 1)} ${warnings(causes)}`,
    advice: html`<ul class="stack parts">
        ${causes.map(partOf)}
      </ul>
      <p class="advice">
        ${icon("idea")}<span><b>${keeping ? t("Keep in {n} groups", { n: all }) : bundleAdvice(ready.length, all)}.</b></span>
      </p>`,
    sheets: may(request.actor, "decide") ? [remove, keep].filter((sheet) => sheet !== null) : [],
    closer: closerLink(pathOf(first), question),
  });
}

/** Draws one cause of a card: the group with its advice, its impact and the way to its evidence. */
function partOf(cause: CauseLine): Html {
  const [only] = cause.recommendation.reasons;
  return html`<li>
    ${icon("minus")}
    <a href="${pathOf(cause)}">${groupPath(cause.group)}</a> ${only !== undefined && oneAdvice(only)}
    ${!(only?.reason === "impact_unknown" && cause.impact.items.length === 0) && html`<small>· ${wouldLose(cause.impact)}</small>`}
  </li>`;
}

function warnings(causes: readonly CauseLine[]): Html {
  const last = Math.max(...causes.map(({ last_groups: n }) => n));
  const seconded = causes.reduce((sum, cause) => sum + cause.seconded, 0);
  return html`${
    last > 0 &&
    html`<li class="warn">
      ${icon("alert")}
      ${t("{n, plural, one {# person has} other {# people have}} no other group, which the learning service cannot express", { n: last })}
    </li>`
  }${seconded > 0 && html`<li class="warn">${icon("user")} ${t("{n} approved by one reviewer; another reviewer is needed", { n: seconded })}</li>`}`;
}

/** Removes exactly the recommended people, whom the form names with their evidence; `null`: no one, or too many to name. */
function removeSheet(cause: CauseLine, context: Context, from: string): ReturnType<typeof decideSheet> | null {
  const { id, people, recommended } = cause;
  if (recommended === null || recommended.length === 0) return null;
  const n = recommended.length;
  const rest = people - n;
  return decideSheet({
    request: context.request,
    id: `approved-${id}`,
    label: people === 1 ? t("Remove|advice") : rest === 0 ? t("Remove {n}", { n }) : t("Remove {n} of {total}", { n, total: people }),
    about: questionOf(cause),
    question:
      cause.name === null
        ? t("Remove {n, plural, one {# person} other {# people}} from {group}?", { n, group: from })
        : t("Remove {name} from {group}?", { name: cause.name, group: from }),
    explanation:
      rest > 0
        ? t(
            "{n, plural, one {The other person stays} other {The other # people stay}} until someone decides. You can undo this, also after it is applied.",
            { n: rest },
          )
        : t("You can undo this, also after it is applied."),
    subject: html`<input type="hidden" name="removals" value="${recommended.join(",")}" /><input
        type="hidden"
        name="recommended"
        value="all"
      />`,
    ...reasonsFor([cause], context, { verdict: "approved", people: n, recommended: true }),
  });
}

/** Says which cells changed. The question about a renamed or split value says it already. */
function changesLine(causes: readonly CauseLine[]): Html {
  const cells = causes.filter(({ kind }) => kind !== "renamed" && kind !== "split").flatMap((cause) => cause.cells);
  const changes = new Map(cells.filter(hasChanged).map((cell) => [cell.column, change(cell)]));
  return html`${[...changes.values()].map((one) => html`<li>${icon("edit")} ${one}</li>`)}`;
}

function gainsLine(gains: CauseLine["gains"], people: number): Html {
  const [first, ...others] = gains;
  if (first === undefined) return html`<li>${icon("minus")} ${t("No other group instead")}</li>`;
  const group = html`<b>${groupPath(first.group)}</b>`;
  return html`<li>
    ${icon("arrow")}
    ${
      others.length > 0
        ? tHtml("{people, plural, one {gains} other {gain}} {group} and {n, plural, one {# other group} other {# other groups}} instead", {
            people,
            group,
            n: others.length,
          })
        : tHtml("{people, plural, one {gains} other {gain}} {group} instead", { people, group })
    }
  </li>`;
}

const lastStep = (path: string): string => path.split("/").at(-1) ?? path;
