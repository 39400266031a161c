import type { FastifyRequest } from "fastify";
import { changeHtml, changesOf, signOf, type Change } from "../../../reporting/changes.ts";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import { kindLabel, number, operationStatusLabel } from "../../../reporting/labels.ts";
import { t, type Message } from "../../../reporting/locales/t.ts";
import { factText } from "../../../reporting/fact-text.ts";
import { needsAttention } from "../../../reporting/operation.ts";
import { csrfField } from "../../access/csrf.ts";
import { icon } from "../../../reporting/html/icon.ts";
import { emptyState, filterSelect, pages, pill, place, prose } from "../parts.ts";
import type { Asked, ShownOperation, StoredRun } from "./run-data.ts";

/** Of one person, more changes are only counted. */
const MAX_CHANGES = 40;
/** On a short page, the changes of each person are open. */
const MAX_OPEN = 12;

const TONES = { "+": "good", "~": "warn", "−": "bad" } as const;
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
      <form class="filters" method="post" action="/runs/${id}/find" role="search" aria-label="${t("runs.find_run")}">
        ${csrfField(request)}
        <div class="search">
          ${icon("search")}<label class="sr" for="f-text">${t("runs.find_person_run")}</label
          ><input
            id="f-text"
            name="text"
            type="search"
            placeholder="${t("runs.find_person_run")}"
            value="${text ?? ""}"
            required
            maxlength="200"
            autocomplete="off"
          />
        </div>
        <button class="btn">${t("runs.find")}</button>
        ${text !== null && html`<a class="btn quiet" href="/runs/${id}#changes">${t("runs.all_people")}</a>`}
      </form>
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
              ${operations.map((operation) => personItem(operation, given))}
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

function personItem(operation: ShownOperation, { operations, run }: StoredRun): Html {
  const { kind, status, name, key, person_id: person, row, file, fact: reason, code } = operation;
  const sign = signOf(kind);
  const changes = changesOf(operation);
  return html`<li>
    <details ${operations.length <= MAX_OPEN && html` open`}>
      <summary>
        ${icon("right", "turn")}<b class="mono ${TONES[sign]}" aria-hidden="true">${sign}</b
        ><span class="grow"
          ><b>${data(name === "" ? key : name)}</b> <span class="soft mono small">${data(key)}</span> ${changeLabel(kind, status)}</span
        >
        ${status !== "done" && !(status === "planned" && ["held", "planned"].includes(run.status)) && pill(operationStatusLabel(status), needsAttention(status) ? "warn" : "")}
        ${row !== null && html`<span class="soft small">${file === undefined ? t("runs.row_row", { row }) : place({ row, file })}</span>`}
      </summary>
      <ul>
        ${changes.slice(0, MAX_CHANGES).map(changeItem)}
        ${changes.length > MAX_CHANGES && html`<li><span>${t("runs.more_changes", { n: changes.length - MAX_CHANGES })}</span></li>`}
        ${reason !== null && html`<li><span${code !== null && html` title="${code}"`}>${prose(factText(reason))}</span></li>`}
        <li><a href="/people/${person}">${t("runs.history_person")}</a></li>
      </ul>
    </details>
  </li>`;
}

/** Says beside a name what the run changes. */
function changeLabel(kind: string, status: string): string {
  if (kind === "update") return t("runs.changed_person");
  return kind === "deactivate" ? t("runs.left_person") : kindLabel(kind, status);
}

const CLASSES = { "+": "add", "~": "chg", "−": "del" } as const;

function changeItem(change: Change): Html {
  return html`<li class="${CLASSES[change.sign]}"><span>${changeHtml(change)}</span></li>`;
}
