import type { FastifyRequest } from "fastify";
import { signOf } from "../../../reporting/changes.ts";
import { html, type Html } from "../../../reporting/html/html.ts";
import { number } from "../../../reporting/labels.ts";
import { t, type Message } from "../../../reporting/locales/t.ts";
import { needsAttention } from "../../../reporting/operation.ts";
import { changedPerson } from "../../../reporting/run-report/changes.ts";
import { MAX_OPEN, personHtml, TONES } from "../../../reporting/sheet/html.ts";
import { icon } from "../../../reporting/html/icon.ts";
import { findBeside } from "../find.ts";
import { emptyState, filterSelect, PAGE, pages } from "../parts.ts";
import type { Asked, StoredRun } from "./run-data.ts";

const SORTS = [
  ["leavers", "runs.leavers_first"],
  ["name", "runs.name"],
  ["row", "runs.row"],
] as const satisfies readonly (readonly [string, Message])[];
const CHIPS = [
  { kind: "create", name: "runs.new_people" },
  { kind: "update", name: "overview.changed" },
  { kind: "deactivate", name: "overview.left_chart" },
  { kind: "reactivate", name: "runs.returned" },
  { kind: "remove-groups", name: "operation.removals" },
] as const satisfies readonly { kind: string; name: Message }[];

/** Draws the changes of a run by person, with filters that the address remembers. */
export function changesByPerson(given: StoredRun, request: FastifyRequest): Html | null {
  const { id, operation_counts: counts, operations, operation_filter: asked, groups, text } = given;
  if (counts.length === 0) return null;
  return html`<section class="section" aria-labelledby="changes">
    <div class="row">
      <h2 id="changes" class="grow">${t("runs.changes_person")}</h2>
      ${chips(given)}
    </div>
    <div class="find">
      ${findBeside(request, `/runs/${id}/find`, {
        name: t("runs.find_run"),
        label: t("runs.find_person_run"),
        text,
        after: text !== null && html`<a class="btn quiet" href="/runs/${id}#changes">${t("runs.all_people")}</a>`,
      })}
      ${
        text === null &&
        html`<form class="filters" method="get" action="/runs/${id}#changes" aria-label="${t("runs.filter_sort_changes")}">
          ${filterSelect("group", t("labels.group"), [["", t("runs.any_group")], ...groups.map((group) => [group, group] as const)], asked.group)}
          ${filterSelect(
            "sort",
            t("runs.sort"),
            SORTS.map(([value, words]) => [value, t(words)] as const),
            asked.sort,
          )}
          ${asked.direction === "desc" && html`<input type="hidden" name="direction" value="desc" />`}
          ${(["operation", "ended", "show"] as const).map((name) => asked[name] !== null && html`<input type="hidden" name="${name}" value="${asked[name]}" />`)}
          <button class="btn">${t("runs.apply_filter")}</button>
        </form>`
      }
    </div>
    ${
      operations.length === 0
        ? emptyState(t("runs.no_operation_matches"))
        : html`<div class="card flush">
            <ul class="diff">
              ${operations.map((operation) => personHtml(changedPerson(operation, given.run), operations.length <= MAX_OPEN, PAGE))}
            </ul>
            ${
              text === null
                ? pages(request, asked.group === null ? given : { page: given.page, limit: given.limit, more: given.more })
                : given.more && html`<p class="pager">${t("runs.first_enter_more", { n: operations.length })}</p>`
            }
          </div>`
    }
  </section>`;
}

function chips({ id, operation_counts: counts, operation_filter: asked }: StoredRun): Html {
  const sum = (fits: (one: StoredRun["operation_counts"][number]) => boolean): number =>
    counts.filter(fits).reduce((all, { n }) => all + n, 0);
  const trouble = sum(({ status }) => needsAttention(status));
  const chip = (changed: Partial<Asked>, content: Html, current: boolean): Html =>
    html`<a
      class="chip"
      href="${addressOf(id, { ...asked, operation: null, ended: null, show: null, ...changed })}"
      ${current && html` aria-current="true"`}
      >${content}</a
    >`;
  return html`<nav class="chips" aria-label="${t("runs.filter_changes")}">
    ${chip({}, html`${t("runs.all", { n: sum(() => true) })}`, asked.operation === null && asked.ended === null && asked.show === null)}
    ${CHIPS.map(({ kind, name }) => {
      const n = sum((one) => one.kind === kind);
      const sign = signOf(kind);
      return (
        n > 0 &&
        chip(
          { operation: kind },
          html`<b class="${TONES[sign]} mono" aria-hidden="true">${sign}</b> ${t(name)} ${number(n)}`,
          asked.operation === kind,
        )
      );
    })}
    ${trouble > 0 && chip({ show: "attention" }, html`${icon("alert")} ${t("runs.needs_attention")} ${number(trouble)}`, asked.show !== null)}
  </nav>`;
}

function addressOf(id: string, asked: Asked): string {
  const given = Object.entries(asked).filter(([, value]) => value !== null && value !== "leavers" && value !== "asc");
  const query = new URLSearchParams(Object.fromEntries(given.map(([name, value]) => [name, String(value)]))).toString();
  return `/runs/${encodeURIComponent(id)}${query === "" ? "" : `?${query}`}#changes`;
}
