/** Draws the forms of actions: their fields follow from the schema, and pages choose the words and the place. */
import { z } from "zod";
import { ACTIONS } from "../../actions/all.ts";
import type { Action } from "../../actions/action.ts";
import { may, ROLES } from "../../actions/access/rights.ts";
import { NAME_RULE } from "../../actions/access/names.ts";
import { passwordRule, PASSWORD_LENGTHS } from "../../actions/access/passwords.ts";
import { html, Html, type HtmlValue } from "../../reporting/html/html.ts";
import { icon } from "../../reporting/html/icon.ts";
import { roleLabel } from "../../reporting/labels.ts";
import { t, tHtml } from "../../reporting/locales/t.ts";
import { csrfField } from "../access/csrf.ts";
import { field as sentField } from "../access/form.ts";
import type { ActorsRequest } from "../access/route.ts";
import { command } from "./parts.ts";

/** A form that came back with an error at one of its fields. */
export interface RefusedForm {
  /** The address of the action. */
  url: string;
  field: string;
  message: string;
}

/** How a field is asked for, where its name does not say it. */
interface AskedField {
  label?: HtmlValue;
  hint?: HtmlValue;
  /** Said where it is missing. */
  missing?: string;
  value?: string | number;
  example?: string;
  /** A choice in place of a text. */
  choices?: readonly (readonly [value: string, words: string])[];
  /** The label is for screen readers, as in a table whose head says the same. */
  labelled?: "elsewhere";
  type?: string;
  required?: true;
  /** More attributes of the element. */
  more?: Html;
}

export interface FormParts {
  /** The fields that the page knows: those of the address, and hidden ones. They are not asked for. */
  given?: Readonly<Record<string, string | readonly string[]>>;
  /** Above the fields. */
  text?: HtmlValue;
  /** The fields in their order. Those that are required and not named here follow. */
  fields?: Readonly<Record<string, AskedField | Html>>;
  /** The word of the button, or the buttons. */
  button: HtmlValue;
  /** The name of the button for screen readers, if its word is not enough. */
  label?: string;
  tone?: "primary" | "danger" | "quiet" | "btn";
  kind?: string;
  /** A summary that the form is behind, so that it is not sent by accident. */
  fold?: HtmlValue;
  /** In a table, the short summary has a name that says whom it is about. */
  foldLabel?: string;
  refused?: RefusedForm | null;
}

/** Draws the form of the action at an address such as `/runs/:id/cancel`; `null` for readers who may not send it. */
export function actionForm(request: ActorsRequest, url: string, parts: FormParts): Html | null {
  const action = ACTIONS.find((one) => one.url === url);
  if (action === undefined) throw new Error(`no action has the address ${url}`);
  if (!may(request.actor, action.right)) return null;
  const { given = {}, text, button, label, tone, kind = "act", fold, foldLabel, refused = null } = parts;
  const back = refused?.url === url ? refused : null;
  const address = url.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(given[name])));
  const hidden = Object.entries(given).filter(([name]) => !url.includes(`:${name}`));
  const id = [url.split("/").at(-1), ...Object.values(given).map((value) => encodeURIComponent(String(value)))].join("-");
  const draw = ([name, asked]: readonly [string, AskedField | Html]): Html =>
    asked instanceof Html ? asked : fieldHtml({ request, back, name, id: `${id}-${name}`, schema: action.fields[name], asked });
  const drawn = html`<form
    method="post"
    action="${address}"
    ${kind !== "" && html` class="${kind}"`}
    ${action.upload !== undefined && html` enctype="multipart/form-data"`}
  >
    ${csrfField(request)}${hidden.map(([name, values]) => [values].flat().map((value) => hiddenField(name, value)))}${text}
    ${askedFields(action, parts).map(draw)} ${typeof button === "string" ? buttonHtml(button, label, tone) : button}
  </form>`;
  if (fold === undefined) return drawn;
  return html`<details ${back !== null && html` open`}>
    <summary ${foldLabel !== undefined && html` class="nowrap" aria-label="${foldLabel}"`}>${fold}</summary>
    ${drawn}
  </details>`;
}

/** Returns the fields to ask for: those that the page names, then all others that the action needs. */
function askedFields(action: Action, { given = {}, fields = {} }: FormParts): (readonly [string, AskedField | Html])[] {
  const isNeeded = (name: string): boolean =>
    !z.safeParse(action.fields[name] ?? z.any(), undefined).success || (action.reasonInForms === true && name === "reason");
  const left = Object.keys(action.fields).filter((name) => isNeeded(name) && !Object.hasOwn(fields, name) && !Object.hasOwn(given, name));
  const { confirm } = action;
  const confirming = { label: tHtml("runs.enter_id_run_confirm", { id: command(String(given["id"])) }), missing: t("runs.enter_id_run") };
  const need = (asked: AskedField | Html): AskedField | Html => (asked instanceof Html ? asked : { ...asked, required: true });
  return [
    ...Object.entries(fields).map(([name, asked]) => [name, isNeeded(name) ? need(asked) : asked] as const),
    ...left.map((name) => [name, need({})] as const),
    ...(confirm === undefined ? [] : [[confirm, need(confirming)] as const]),
  ];
}

function buttonHtml(words: string, label: string | undefined, tone: FormParts["tone"]): Html {
  const kind = tone === undefined ? null : tone === "quiet" || tone === "btn" ? tone : `btn ${tone}`;
  return html`<button ${kind !== null && html` class="${kind}"`} ${label !== undefined && html` aria-label="${label}"`}>${words}</button>`;
}

function hiddenField(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}" />`;
}

/** Fields that mean the same in each form. */
function usual(name: string): AskedField {
  switch (name) {
    case "reason":
      return { label: t("labels.reason"), missing: t("runs.enter_reason_shown") };
    case "role":
      return { label: t("users.role"), choices: ROLES.map((role) => [role, roleLabel(role)] as const) };
    case "name":
      return {
        label: t("access.user_name"),
        hint: t(NAME_RULE),
        more: html` autocapitalize="none" spellcheck="false" maxlength="64"`,
      };
    case "password":
      return {
        type: "password",
        hint: passwordRule(),
        more: html` autocomplete="new-password" minlength="${PASSWORD_LENGTHS.min}" maxlength="256"`,
      };
    case "file":
      return { type: "file", more: html` required` };
    default:
      return {};
  }
}

interface DrawnField {
  request: ActorsRequest;
  back: RefusedForm | null;
  name: string;
  id: string;
  schema: z.core.$ZodType | undefined;
  asked: AskedField;
}

function fieldHtml({ request, back, name, id, schema, asked }: DrawnField): Html {
  const { label, hint, missing, value, example, choices, labelled, type, more, required } = { ...usual(name), ...asked };
  const current = back === null ? value : sentField(request, name);
  if (schema !== undefined && z.safeParse(schema, true).success)
    return html`<label class="pick"><input type="checkbox" name="${name}" value="yes" ${more} />${label}</label>
      ${hint !== undefined && html`<p class="soft">${hint}</p>`}`;
  const wrong = back?.field === name;
  const described = [hint !== undefined && hint !== false && `${id}-h`, missing !== undefined && `${id}-e`]
    .filter((one) => one !== false)
    .join(" ");
  const attributes = html`id="${id}" name="${name}" ${required && html` required`}
  ${described !== "" && html` aria-describedby="${described}"`} ${wrong && html` aria-invalid="true" autofocus`}`;
  const element =
    choices === undefined
      ? html`<input
          ${attributes}
          ${type !== undefined && html` type="${type}"`}
          ${more ?? html` maxlength="4000"`}
          ${type !== "password" && type !== "file" && html` autocomplete="off"`}
          ${current !== undefined && html` value="${current}"`}
          ${example !== undefined && html` placeholder="${example}"`}
        />`
      : html`<select ${attributes}>
          ${choices.map(([one, words]) => html`<option value="${one}" ${one === current && html` selected`}>${words}</option>`)}
        </select>`;
  return html`<div class="field">
    <label for="${id}" ${labelled !== undefined && html` class="sr"`}>${label}</label>${element}
    ${hint !== undefined && hint !== false && html`<p class="hint" id="${id}-h">${hint}</p>`}
    ${missing !== undefined && html`<p class="error ${!wrong && "late"}" id="${id}-e">${wrong && icon("alert")}${wrong ? back.message : missing}</p>`}
  </div>`;
}
