import type { FastifyRequest } from "fastify";
import { html, type Html, type HtmlValue } from "../../../reporting/html/html.ts";
import { csrfField } from "../../access/csrf.ts";

export interface DecideForm {
  request: FastifyRequest;
  /** What can be ticked, or hidden fields that name what the form is about. */
  subject: HtmlValue;
  /** Everything of a cause at once: its id and evidence, and how many that are. */
  whole: { cause: string; people: number } | null;
  reviewers: readonly string[];
}

/** Where something is decided, handed over or said. The evidence that was seen goes along with it. */
export function decideForm({ request, subject, whole, reviewers }: DecideForm): Html {
  return html`<form method="post" action="/review/decide" data-decide="yes" class="show">
    <button disabled hidden>Enter decides nothing</button>
    ${csrfField(request)}${subject}
    <section class="act" aria-labelledby="decide-h">
      <h2 id="decide-h">Decide</h2>
      <p id="said" role="status" class="soft"></p>
      ${whole !== null && scope(whole)}
      <label>Reason or comment <textarea name="reason" required maxlength="4000"></textarea></label>
      <label>Keep until (for a rejection; left empty: until the evidence changes) <input type="date" name="until" /></label>
      <div class="buttons">
        <button name="verdict" value="approved">Approve the removal</button>
        <button name="verdict" value="rejected" class="quiet">Reject: keep the membership</button>
      </div>
      <details>
        <summary>Hand over, or comment only</summary>
        <label>Hand over to <input name="to" list="reviewers" autocomplete="off" maxlength="64" /></label>
        <datalist id="reviewers">${reviewers.map((name) => html`<option value="${name}"></option>`)}</datalist>
        <div class="buttons">
          <button class="quiet" formaction="/review/hand-over">Hand over</button>
          <button class="quiet" formaction="/review/comment">Comment only</button>
        </div>
      </details>
    </section>
  </form>`;
}

function scope({ cause, people }: { cause: string; people: number }): Html {
  return html`<input type="hidden" name="cause" value="${cause}" />
    <fieldset>
      <legend>What the decision is about</legend>
      <label class="pick"><input type="radio" name="scope" value="ticked" ${people > 1 && html` checked`} />Those that are ticked</label>
      <label class="pick"
        ><input
          type="radio"
          name="scope"
          value="all"
          ${people === 1 && html` checked`}
        />${people === 1 ? "The one of this cause" : `All ${people.toLocaleString("en")} of this cause`}</label
      >
    </fieldset>
    <p id="ticked" class="soft" aria-live="polite"></p>`;
}

/** Takes approvals back while nothing has been sent. */
export function undoForm(request: FastifyRequest, subject: HtmlValue, words: string): Html {
  return html`<form method="post" action="/review/undo" class="act">
    ${csrfField(request)}${subject}
    <label>Why it is taken back <input name="reason" required maxlength="4000" autocomplete="off" /></label>
    <button class="quiet">${words}</button>
  </form>`;
}

/** What each key does, and the switch that turns them off. */
export function keyHelp(): Html {
  const keys: readonly (readonly [string, string])[] = [
    ["j", "next"],
    ["k", "previous"],
    ["x", "tick or untick"],
    ["o", "open"],
    ["a", "approve: goes to the reason, then to the button"],
    ["r", "reject: the same"],
    ["/", "search"],
    ["?", "this help"],
  ];
  return html`<button type="button" id="open-keys" class="quiet" hidden>Keyboard</button>
    <dialog id="keys" aria-labelledby="keys-h">
      <h2 id="keys-h">Keyboard</h2>
      <dl class="facts">
        ${keys.map(
          ([key, what]) =>
            html`<dt><kbd>${key}</kbd></dt>
              <dd>${what}</dd>`,
        )}
      </dl>
      <label class="pick"><input type="checkbox" id="keys-on" />Single keys do this</label>
      <form method="dialog"><button class="quiet">Close</button></form>
    </dialog>`;
}
