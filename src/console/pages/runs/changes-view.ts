import type { FastifyRequest } from "fastify";
import { changesOf, changeText, signOf, type Change } from "../../../reporting/changes.ts";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import { counted, fileName, kindLabel, number, operationStatusLabel } from "../../../reporting/labels.ts";
import { needsAttention } from "../../../reporting/run-report/attention.ts";
import { csrfField } from "../../access/csrf.ts";
import { icon } from "../../icon.ts";
import { emptyState, filterSelect, groupPath, pages, pill, prose } from "../parts.ts";
import type { Asked, ShownOperation, StoredRun } from "./run-data.ts";

/** Of one person, more changes are only counted. */
const MAX_CHANGES = 40;
/** On a short page, the changes of each person are open. */
const MAX_OPEN = 12;

const TONES = { "+": "good", "~": "warn", "−": "bad" } as const;
const SORTS = [
  ["leavers", "Leavers first"],
  ["name", "By name"],
  ["row", "By row"],
] as const;
const CHIPS = [
  { kind: "create", name: "New" },
  { kind: "update", name: "Changed" },
  { kind: "deactivate", name: "Left" },
  { kind: "reactivate", name: "Returned" },
  { kind: "remove-groups", name: "Removals" },
] as const;

/** Draws the changes of a run by person, with filters that the address remembers. */
export function changesByPerson(given: StoredRun, request: FastifyRequest): Html | null {
  const { id, operation_counts: counts, operations, operation_filter: asked, groups, text } = given;
  if (counts.length === 0) return null;
  return html`<section class="section" aria-labelledby="changes">
    <div class="row">
      <h2 id="changes" class="grow">Changes by person</h2>
      ${chips(given)}
    </div>
    <form class="filters" method="post" action="/runs/${id}/find" role="search" aria-label="Find in this run">
      ${csrfField(request)}
      <div class="search">
        ${icon("search")}<label class="sr" for="f-text">Find a person in this run</label
        ><input
          id="f-text"
          name="text"
          type="search"
          placeholder="Find a person in this run"
          value="${text ?? ""}"
          required
          maxlength="200"
          autocomplete="off"
        />
      </div>
      <button class="btn">Find</button>
      ${text !== null && html`<a class="btn quiet" href="/runs/${id}#changes">All people</a>`}
    </form>
    ${
      text === null &&
      html`<form class="filters" method="get" action="/runs/${id}#changes" aria-label="Filter and sort the changes">
        ${filterSelect("group", "Group", [["", "Any group"], ...groups.map((group) => [group, group] as const)], asked.group)}
        ${filterSelect("sort", "Sort by", SORTS, asked.sort)}
        ${(["operation", "ended", "show"] as const).map((name) => asked[name] !== null && html`<input type="hidden" name="${name}" value="${asked[name]}" />`)}
        <button class="btn">Apply</button>
      </form>`
    }
    ${
      operations.length === 0
        ? emptyState("No operation matches the filter.")
        : html`<div class="card flush">
            <ul class="diff">
              ${operations.map((operation) => personItem(operation, operations.length <= MAX_OPEN))}
            </ul>
            ${
              text === null
                ? pages(request, asked.group === null ? given : { page: given.page, limit: given.limit, more: given.more })
                : given.more && html`<p class="pager">These are the first ${number(operations.length)}. Enter more of the name.</p>`
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
  return html`<nav class="chips" aria-label="Filter changes">
    ${chip({}, html`All ${number(sum(() => true))}`, asked.operation === null && asked.ended === null && asked.show === null)}
    ${CHIPS.map(({ kind, name }) => {
      const n = sum((one) => one.kind === kind);
      const sign = signOf(kind);
      return (
        n > 0 &&
        chip(
          { operation: kind },
          html`<b class="${TONES[sign]} mono" aria-hidden="true">${sign}</b> ${name} ${number(n)}`,
          asked.operation === kind,
        )
      );
    })}
    ${trouble > 0 && chip({ show: "attention" }, html`${icon("alert")} Needs attention ${number(trouble)}`, asked.show !== null)}
  </nav>`;
}

function addressOf(id: string, asked: Asked): string {
  const given = Object.entries(asked).filter(([name, value]) => value !== null && !(name === "sort" && value === "leavers"));
  const query = new URLSearchParams(Object.fromEntries(given.map(([name, value]) => [name, String(value)]))).toString();
  return `/runs/${encodeURIComponent(id)}${query === "" ? "" : `?${query}`}#changes`;
}

function personItem(operation: ShownOperation, open: boolean): Html {
  const { kind, status, name, key, person_id: person, row, file, reason, code } = operation;
  const sign = signOf(kind);
  const changes = changesOf(operation);
  return html`<li>
    <details ${open && html` open`}>
      <summary>
        ${icon("right", "turn")}<b class="mono ${TONES[sign]}" aria-hidden="true">${sign}</b
        ><span class="grow"
          ><b>${data(name === "" ? key : name)}</b> <span class="soft mono small">${data(key)}</span> ${kindLabel(kind, status)}</span
        >
        ${status !== "done" && pill(operationStatusLabel(status), needsAttention(status) ? "warn" : "")}
        ${row !== null && html`<span class="soft small">row ${row}${file !== undefined && html` of ${data(fileName(file))}`}</span>`}
      </summary>
      <ul>
        ${changes.slice(0, MAX_CHANGES).map(changeItem)}
        ${changes.length > MAX_CHANGES && html`<li><span>${counted(changes.length - MAX_CHANGES, "more change")}</span></li>`}
        ${reason !== null && html`<li><span>${prose(reason)}${code !== null && html` <code>${code}</code>`}</span></li>`}
        <li><a href="/people/${person}">History of this person</a></li>
      </ul>
    </details>
  </li>`;
}

const CLASSES = { "+": "add", "~": "chg", "−": "del" } as const;

function changeItem(change: Change): Html {
  return html`<li class="${CLASSES[change.sign]}"><span>${changeHtml(change)}</span></li>`;
}

function changeHtml(change: Change): Html | null {
  switch (change.what) {
    case "field":
      return change.from === null || change.sign === "+"
        ? html`${data(change.field)}: “${data(change.to)}”`
        : html`${data(change.field)}: “${data(change.from)}” → “${data(change.to)}”`;
    case "joins":
      return html`joins ${groupPath(change.group)}`;
    case "leaves":
      return html`leaves ${groupPath(change.group)}`;
    default:
      return data(changeText(change));
  }
}
