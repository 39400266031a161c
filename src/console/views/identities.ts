import { data, html, type Html } from "../../model/html.ts";
import { unsettledWord, type UnsettledCreate } from "../../review/unsettled.ts";
import { csrfField } from "../access/csrf.ts";
import { may } from "../access/rights.ts";
import type { ActorsRequest } from "../access/route.ts";
import { command, done, facts, groupPath, jobLink, lines, nothing, personLink, prose, runLink, table, time } from "./parts.ts";

export interface ShownUnsettled extends UnsettledCreate {
  account: string;
  job: string;
  person_id: string;
}

interface Held {
  run: string;
  job: string;
  key: string;
  name: string;
  code: string | null;
  reason: string | null;
}

/** Who is who, where nobody could tell so far. */
export function drawIdentities({ unsettled, held }: { unsettled: ShownUnsettled[]; held: Held[] }, request: ActorsRequest): Html {
  const linked = Reflect.get(Object(request.query), "done") === "linked";
  return html`${linked && done("The person is linked to the account. The next run looks at this person again.")}
    <p>
      A new account is never made a second time while nobody knows whether there is one. Every run looks again; what stays is for a person.
    </p>
    <h2>New accounts that nobody knows the outcome of</h2>
    ${unsettled.length === 0 ? nothing("Every new account is settled.") : unsettled.map((create) => item(create, request))}
    ${
      held.length > 0 &&
      html`<h2>People held by the last runs</h2>
        ${table<Held>(
          "People who may have an account already",
          [
            { head: "Person", rowHeader: true, cell: (person) => personLink(person) },
            { head: "Why", wide: true, cell: ({ reason }) => prose(reason) },
            { head: "Run", cell: ({ run }) => runLink(run) },
            { head: "Job", cell: ({ job }) => jobLink(job) },
          ],
          held,
        )}
        <p class="soft">
          Compare the records in the report of the run, then stop the console and use <code>rollcall identities link</code> or
          <code>rollcall identities retry</code>.
        </p>`
    }`;
}

function item(create: ShownUnsettled, request: ActorsRequest): Html {
  const { key, username, job, reason, at, groups, candidates, others, status, commands } = create;
  return html`<section class="box" aria-label="New account of ${key}">
    <h3>${personLink({ job, key, name: null })}</h3>
    ${facts([
      ["State", unsettledWord(status)],
      ["Why it waits", prose(reason)],
      ["Username", data(username)],
      ["Sent", time(at)],
      ["Its groups", lines(groups.map(groupPath))],
      ["Accounts that fit", candidates.length === 0 ? "none was seen" : lines(candidates.map(seen))],
      ["Other new accounts", others.length > 0 && lines(others.map(seen))],
      ["On the command line", lines([command(commands.link), command(commands.retry)])],
    ])}
    ${may(request.actor, "link") ? form(create, request) : html`<p class="soft">Linking needs the role operator.</p>`}
  </section>`;
}

function seen({ user_id: user, groups }: UnsettledCreate["candidates"][number]): Html {
  return html`<code>${data(user)}</code
    >${groups.length > 0 && html`, in ${groups.map((group, i) => html`${i > 0 && ", "}${groupPath(group)}`)}`}`;
}

function form({ operation, key, candidates }: ShownUnsettled, request: ActorsRequest): Html {
  return html`<details>
    <summary>It is this account…</summary>
    <form method="post" action="/identities/link">
      ${csrfField(request)}<input type="hidden" name="operation" value="${operation}" />
      <fieldset>
        <legend>Account of ${data(key)}</legend>
        ${candidates.map(({ user_id: user }) => html`<label class="pick"><input type="radio" name="user_id" value="${user}" />${data(user)}</label>`)}
        <label class="pick"><input type="radio" name="user_id" value="" checked />another one:</label>
        <label>user_id <input name="other" autocomplete="off" maxlength="36" /></label>
        <label class="pick"><input type="checkbox" name="sure" value="yes" />I have looked in the service and am sure</label>
      </fieldset>
      <label>How do you know? <textarea name="reason" required maxlength="4000"></textarea></label>
      <button>Link</button>
    </form>
  </details>`;
}
