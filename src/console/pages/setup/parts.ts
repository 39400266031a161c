import { data, html, type Html, type HtmlValue } from "../../../reporting/html/html.ts";
import type { Confidence, FieldError, SetupView } from "../../../setup/browser/types.ts";
import { csrfField } from "../../access/csrf.ts";
import type { ActorsRequest } from "../../access/route.ts";
import { icon } from "../../../reporting/html/icon.ts";
import { pill } from "../parts.ts";
import { errorText } from "./labels.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";

/** The context of the parts of a step. */
export interface StepContext {
  request: ActorsRequest;
  setup: SetupView;
  /** Returns the typed text if the form comes back, otherwise the fallback. */
  typed(name: string, fallback: string): string;
}

/** The id of a field in the page: names contain values of the file. */
export function idOf(name: string): string {
  return /^[\w-]+$/.test(name) ? `s-${name}` : `s-${Buffer.from(name).toString("hex")}`;
}

function errorOf({ setup }: Pick<StepContext, "setup">, name: string): FieldError | undefined {
  return setup.errors.find((error) => error.field === name);
}

/** The attributes of a control: its id, its name and its error. */
export function control(context: Pick<StepContext, "setup">, name: string, hint = false): Html {
  const wrong = errorOf(context, name) !== undefined;
  const id = idOf(name);
  const described = [...(wrong ? [`${id}-e`] : []), ...(hint ? [`${id}-h`] : [])].join(" ");
  return html` id="${id}" name="${name}"${wrong && html` aria-invalid="true"`}${described !== "" && html` aria-describedby="${described}"`}`;
}

/** A control with its label, hint and error. */
export function field(context: Pick<StepContext, "setup">, name: string, label: HtmlValue, input: Html, hint?: HtmlValue): Html {
  return html`<div class="field">
    <label for="${idOf(name)}">${label}</label>${input}${hint !== undefined && html`<p class="hint" id="${idOf(name)}-h">${hint}</p>`}
    ${errorLine(context, name)}
  </div>`;
}

/** Draws the error of a field. */
export function errorLine(context: Pick<StepContext, "setup">, name: string): Html | null {
  const error = errorOf(context, name);
  return error === undefined ? null : html`<p class="error" id="${idOf(name)}-e">${icon("alert")}${errorText(error)}</p>`;
}

/** A choice of one of many, with the typed one if the form comes back. */
export function select(
  context: StepContext,
  name: string,
  all: readonly (readonly [value: string, label: HtmlValue])[],
  chosen: string,
): Html {
  return html`<select ${control(context, name)}>
    ${options(all, context.typed(name, chosen))}
  </select>`;
}

function options(all: readonly (readonly [value: string, label: HtmlValue])[], chosen: string): Html {
  return html`${all.map(([value, label]) => html`<option value="${value}" ${value === chosen && html` selected`}>${label}</option>`)}`;
}

export function textInput(context: StepContext, name: string, value: string, more: HtmlValue = null, hint = false): Html {
  return html`<input
    ${control(context, name, hint)}
    value="${context.typed(name, value)}"
    autocomplete="off"
    spellcheck="false"
    ${more}
  />`;
}

/** The form of a step, with its buttons. */
export function stepForm({ request, setup }: StepContext, content: HtmlValue, buttons?: HtmlValue): Html {
  const { id, view } = setup;
  return html`<form method="post" action="/setup/${id}/${view.step}" id="step-form" class="section" novalidate>
    ${csrfField(request)}<input type="hidden" name="version" value="${setup.version}" />
    ${content}
    <p class="row section">${buttons ?? html`<button class="btn primary">${t("setup.save_continue")}</button>`}</p>
  </form>`;
}

/** Says how sure an answer is. */
export function confidencePill(confidence: Confidence): Html | null {
  if (confidence === "certain") return pill(t("setup.certain"), "good", "check");
  if (confidence === "likely") return pill(t("setup.likely"), "info");
  return confidence === "chosen" ? pill(t("setup.your_choice"), "info") : null;
}

/** Quotes a value of the file. */
export function quote(text: string): Html {
  return tHtml("history.text", { text: data(text) });
}
