import type { SandboxParts } from "../parts.ts";
import type { Html } from "../../reporting/html/html.ts";
import { html } from "../../reporting/html/html.ts";
import { data, layout, table } from "./layout.ts";

const SHOWN = 100;

/** Renders the last requests, newest first, and the memberships changed by drift. */
export function recentPage({ requests, drift, state, clock }: SandboxParts): Html {
  const changes = drift.changes.slice(-SHOWN).reverse();
  return layout(
    "Requests",
    "/requests",
    html`<p class="soft">The last ${SHOWN}, newest first. The service's clock shows ${timeOf(clock.now().toISOString())}.</p>
      ${table(
        ["Time (UTC)", "Method", "Path", "Status"],
        requests
          .list()
          .slice(-SHOWN)
          .reverse()
          .map(({ at, method, path, status }) => [timeOf(at), method, html`<code>${path}</code>`, statusOf(status)]),
      )}
      ${
        changes.length > 0 &&
        html`<h2>Memberships changed by drift</h2>
          ${table(
            ["Time (UTC)", "Change", "User", "Group"],
            changes.map(({ at, action, user_id: id, group }) => [
              timeOf(at),
              action === "add" ? "added" : "removed",
              html`<a href="/users/${id}">${data(state.users.get(id)?.fields["username"] ?? id)}</a>`,
              data(group),
            ]),
          )}`
      }`,
  );
}

function timeOf(iso: string): Html {
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace("T", " ")}</time>`;
}

function statusOf(status: number | null): Html | string {
  if (status === null) return html`<span class="bad">no answer</span>`;
  return status < 400 ? String(status) : html`<span class="bad">${status}</span>`;
}
