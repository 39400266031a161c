import { data, html, type Html } from "../../../reporting/html/html.ts";
import { unconfirmedLabel, type UnconfirmedCreate } from "../../../reporting/unconfirmed.ts";
import { may } from "../../access/rights.ts";
import type { ActorsRequest } from "../../access/route.ts";
import { blockedView } from "./blocked-people.ts";
import type { Identities, ShownUnconfirmed } from "./shapes.ts";
import { linkForm, moveForm, retryForm } from "./forms.ts";
import { command, done, facts, groupPath, lines, emptyState, personLink, prose, time } from "../parts.ts";

/** Who is who, where nobody could tell so far. */
export function identitiesView({ unsettled, held, jobs }: Identities, request: ActorsRequest): Html {
  const said = DONE[String(Reflect.get(Object(request.query), "done"))];
  return html`${said !== undefined && done(said)}
    <p>
      A new account is never made a second time while nobody knows whether there is one. Every run looks again; what stays is for a person.
    </p>
    <h2>New accounts that nobody knows the outcome of</h2>
    ${unsettled.length === 0 ? emptyState("Every new account is settled.") : unsettled.map((create) => item(create, request))}
    ${
      held.length > 0 &&
      html`<h2>People held by the last runs</h2>
        ${held.map((person) => blockedView(person, request))}`
    }
    <h2>Another key for the same person</h2>
    <p>
      When HR gives somebody a new key, the account moves to it: what is told to it from then on is what stands under the new key, and the
      old key has no account any more.
    </p>
    ${may(request.actor, "link") && jobs.length > 0 ? moveForm(jobs, request) : html`<p class="soft">Moving an account needs the role operator.</p>`}`;
}

const DONE: Readonly<Record<string, string>> = {
  linked: "The person is linked to the account. The next run looks at this person again.",
  retried: "The create counts as not having happened. The next run makes the account.",
  distinct: "They are different people. The next run makes the account.",
  moved: "The account belongs to the other key now. The next run looks at both again.",
};

function item(create: ShownUnconfirmed, request: ActorsRequest): Html {
  const { key, username, job, reason, at, groups, candidates, others, status, commands } = create;
  return html`<section class="box" aria-label="New account of ${key}">
    <h3>${personLink({ job, key, name: null })}</h3>
    ${facts([
      ["State", unconfirmedLabel(status)],
      ["Why it waits", prose(reason)],
      ["Username", data(username)],
      ["Sent", time(at)],
      ["Its groups", lines(groups.map(groupPath))],
      ["Accounts that fit", candidates.length === 0 ? "none was seen" : lines(candidates.map(seen))],
      ["Other new accounts", others.length > 0 && lines(others.map(seen))],
      ["On the command line", lines([command(commands.link), command(commands.retry)])],
    ])}
    ${may(request.actor, "link") ? html`${linkForm(create, request)} ${retryForm(create, request)}` : html`<p class="soft">Linking needs the role operator.</p>`}
  </section>`;
}

function seen({ user_id: user, groups }: UnconfirmedCreate["candidates"][number]): Html {
  return html`<code>${data(user)}</code
    >${groups.length > 0 && html`, in ${groups.map((group, i) => html`${i > 0 && ", "}${groupPath(group)}`)}`}`;
}
