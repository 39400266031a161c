import { html, type Html, type HtmlValue } from "../../../reporting/html/html.ts";
import { t } from "../../../reporting/locales/t.ts";
import { csrfField } from "../../access/csrf.ts";
import { field as fieldOf } from "../../access/form.ts";
import type { ActorsRequest } from "../../access/route.ts";
import { icon } from "../../../reporting/html/icon.ts";

/** A form of the run that came back with an error at one of its fields. */
export interface RefusedForm {
  action: string;
  field: string;
  message: string;
}

/** The run and the request that its forms are drawn for. */
export interface FormContext {
  request: ActorsRequest;
  id: string;
  refused: RefusedForm | null;
}

/** Returns whether a form came back with an error. */
export function cameBack({ refused }: FormContext, action: string): boolean {
  return refused?.action === action;
}

/** Draws a form that does something with the run. */
export function runForm({ request, id }: FormContext, action: string, content: HtmlValue, kind = "card stack"): Html {
  return html`<form method="post" action="/runs/${id}/${action}" class="${kind}">${csrfField(request)}${content}</form>`;
}

/** Draws the field for the required reason of an action. */
export function reasonField(context: FormContext, action: string, example?: string): Html {
  return textField(context, action, {
    name: "reason",
    label: t("labels.reason"),
    missing: t("runs.enter_reason_shown"),
    example,
  });
}

interface TextField {
  name: string;
  label: HtmlValue;
  missing: string;
  example?: string | undefined;
}

/** Draws a required text field with its error below. */
export function textField(context: FormContext, action: string, { name, label, missing, example }: TextField): Html {
  const id = `${action}-${name}`;
  const back = cameBack(context, action);
  const wrong = back && context.refused?.field === name;
  return html`<div class="field">
    <label for="${id}">${label}</label
    ><input
      id="${id}"
      name="${name}"
      required
      maxlength="4000"
      autocomplete="off"
      aria-describedby="${id}-e"
      ${back && html` value="${fieldOf(context.request, name)}"`}
      ${wrong && html` aria-invalid="true" autofocus`}
      ${example !== undefined && html` placeholder="${example}"`}
    />
    <p class="error ${!wrong && "late"}" id="${id}-e">${wrong && icon("alert")}${wrong ? context.refused?.message : missing}</p>
  </div>`;
}
