import { data, html, type Html } from "../../../reporting/html/html.ts";
import { possibleActorsText, type ShownApproval } from "../../../reporting/removals/evidence.ts";
import { causeLabel, counted } from "../../../reporting/labels.ts";
import { may } from "../../access/rights.ts";
import type { ActorsRequest } from "../../access/route.ts";
import type { CauseLine } from "./cause-book.ts";
import type { ShownRemoval } from "./removal-data.ts";
import { decideForm, keyHelp } from "./decide-form.ts";
import { change, command, days, facts, groupPath, jobLink, lines, pages, personLink, prose, rule, tag } from "../parts.ts";

export interface CauseData {
  cause: CauseLine;
  removals: ShownRemoval[];
  page: number;
  limit: number;
  all: number;
  reviewers: string[];
}

/** One cause with its people: they can be decided at once, some of them, or one by one. */
export function causeView(given: CauseData, request: ActorsRequest, now: Date): Html {
  const { cause, removals, all, reviewers } = given;
  const deciding = may(request.actor, "decide");
  const list = html`<h2>${counted(all, "person", "people")}</h2>
    ${
      deciding &&
      html`<p class="buttons">
        <button type="button" class="quiet" data-tick="all" hidden>Tick all on this page</button>
        <button type="button" class="quiet" data-tick="none" hidden>Tick none</button>
      </p>`
    }
    <ul class="list">
      ${removals.map((removal) => item(removal, deciding, now))}
    </ul>
    ${pages(request, given)}`;
  // Outside of the form: its dialog has a form of its own.
  return html`${about(cause)}${keyHelp()}
  ${
    deciding
      ? decideForm({ request, subject: list, whole: { cause: `${cause.id}@${cause.evidence}`, people: cause.people }, reviewers })
      : html`${list}
          <p class="soft">Deciding needs the role reviewer.</p>`
  }`;
}

function about(cause: CauseLine): Html {
  const { gains, formerly, rules, alias, last_groups } = cause;
  return html`<p>${tag(causeLabel(cause.kind))} ${prose(cause.text)}</p>
    ${facts([
      ["Group", groupPath(cause.group)],
      ["They gain", lines(gains.map(({ group, people }) => html`${groupPath(group)} (${people})`))],
      ["Rule that gave it", lines(formerly.map(rule))],
      [
        "Rule now",
        rules.length === 0 ? "no rule gives this group to anyone" : lines(rules.map(({ rule: name, at }) => rule({ rule: name, at }))),
      ],
      ["Job", jobLink(cause.job)],
      ["Cause", command(cause.id)],
    ])}
    ${last_groups > 0 && html`<p class="warn">${counted(last_groups, "person", "people")} would be left without any group, which the learning service cannot express.</p>`}
    ${alias !== null && snippet(alias)}`;
}

function snippet({ file, yaml }: NonNullable<CauseLine["alias"]>): Html {
  return html`<details>
    <summary>Only the name changed? Keep the group with a rule for the new name</summary>
    <p>At the end of <code>groups.rules</code> in ${data(file)}:</p>
    <pre id="alias" tabindex="0" aria-label="Lines for the mapping">${yaml}</pre>
    <button type="button" class="quiet" data-copy="alias" hidden>Copy</button>
    <p>The next run then finds that the group is given again, and these removals end by themselves.</p>
  </details>`;
}

function item(removal: ShownRemoval, deciding: boolean, now: Date): Html {
  const { id, job, person, evidence, since, assigned_to: to, approvals } = removal;
  const changed = evidence.cells.filter(({ before, now: after }) => before !== after);
  const name = html`${data(person.name)}${person.name !== person.key && html` <span class="soft">${data(person.key)}</span>`}`;
  return html`<li data-row class="person">
    <div>
      ${
        deciding
          ? html`<label class="pick"
              ><input type="checkbox" name="removals" value="${id}@${removal.evidence_digest.slice(0, 16)}" data-pick />${name}</label
            >`
          : personLink({ job, ...person })
      }
    </div>
    <div>
      ${lines((changed.length > 0 ? changed : evidence.cells).map(change))}
      <span class="soft">row ${evidence.row}, pending ${days(since, now)}</span>${
        evidence.lastGroup && html` <strong class="warn">last group</strong>`
      }${to !== null && html` ${tag(html`for ${data(to)}`)}`}${approvals.length > 0 && html` ${tag(html`approved by ${data(approvals.map(approvedBy).join("; "))}, another reviewer is needed`)}`}
    </div>
    <div><a href="/review/removals/${id}" aria-label="Evidence of ${person.name}">Evidence</a></div>
  </li>`;
}

function approvedBy(approval: ShownApproval): string {
  const others = possibleActorsText(approval);
  return others === null ? approval.by : `${approval.by} (${others})`;
}
