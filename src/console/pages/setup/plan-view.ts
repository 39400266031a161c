import { basename, dirname } from "node:path";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import type { PlanView, PreviewView } from "../../../setup/browser/types.ts";
import { banner, facts, more, personValue, pill, table } from "../parts.ts";
import { rejectText, roleName, stepName } from "./labels.ts";
import { field, stepForm, textInput, type StepContext } from "./parts.ts";
import { number } from "../../../reporting/locales/formats.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";

type Person = PreviewView["people"][number];

/** Reasons that come from the choice of the key or the username. */
const KEY_CODES: readonly string[] = ["missing_key", "key_too_long", "conflicting_rows", "shared_username"];

/** Five people as they would be sent, and the rows that would be rejected. */
export function previewStep(context: StepContext, view: PreviewView): Html {
  const { rows, active, left, unknown, repeated, rejected: refused, rejects } = view;
  const some = (n: number): string | null => (n === 0 ? null : number(n));
  const usable = active + left + unknown;
  return html`${mostlyRejected(context, view)}
  ${facts([
    [t("setup.rows_2"), number(rows)],
    [t("setup.active_people"), number(active)],
    [t("setup.people_who_left"), some(left)],
    [t("setup.unknown_whether_active"), some(unknown)],
    [t("setup.rows_repeat_another"), some(repeated)],
    [t("overview.rejected_rows"), some(refused)],
  ])}
  ${usable > 0 && peopleSent(view, usable)} ${rejects.length > 0 && rejected(rejects)}
  ${stepForm(context, null, html`<button class="btn ${usable > 0 && "primary"}">${t("setup.right_continue")}</button>`)}`;
}

/** Warns if one reason rejects most rows: an answer is then more likely to be wrong than the file. */
function mostlyRejected({ setup }: StepContext, { rows, rejected: refused, rejects: [first] }: PreviewView): Html | null {
  if (first === undefined || first.rows <= rows / 2) return null;
  const step = KEY_CODES.includes(first.code) ? "key" : "columns";
  return banner(
    "bad",
    "alert",
    html`<p><b>${t("setup.refused_rows_rows", { refused, rows })}</b></p>
      <p>
        ${tHtml("setup.reason_column_check", {
          reason: rejectText(first.code),
          column: data(first.column),
          step: stepName(step),
          link: (inside) => html`<a href="/setup/${setup.id}/${step}">${inside}</a>`,
        })}
      </p>`,
  );
}

function peopleSent({ rows, people }: PreviewView, usable: number): Html {
  return html`<p class="soft">${t("setup.usable_rows_rows", { usable, rows })}</p>
    ${table<Person>(
      t("setup.people_would_sent"),
      [
        { head: t("labels.person"), rowHeader: true, cell: ({ name, key }) => html`${data(name === "" ? key : name)}` },
        { head: t("operation.account"), cell: (person) => accountPill(person.active) },
        {
          head: t("setup.fields"),
          wide: true,
          cell: ({ fields }) =>
            html`<ul>
              ${fields.map(({ field: name, value }) => html`<li><span class="soft">${roleName(name)}</span> ${personValue(value)}</li>`)}
            </ul>`,
        },
        {
          head: t("identities.groups"),
          wide: true,
          cell: ({ groups }) =>
            html`<ul>
              ${groups.map((group) => html`<li>${data(group)}</li>`)}
            </ul>`,
        },
      ],
      people,
    )}`;
}

function accountPill(active: Person["active"]): Html {
  if (active === false) return pill(t("labels.deactivated"));
  return active === "unknown" ? pill(t("setup.stays"), "warn") : pill(t("setup.active_account"), "good", "check");
}

function rejected(rejects: PreviewView["rejects"]): Html {
  return html`<div class="section">
    ${table<PreviewView["rejects"][number]>(
      t("setup.rows_would_rejected"),
      [
        { head: t("setup.why"), rowHeader: true, cell: ({ code }) => rejectText(code) },
        { head: t("workbook.column"), cell: ({ column }) => data(column) },
        { head: t("setup.rows_2"), numeric: true, cell: ({ rows }) => number(rows) },
        { head: t("setup.example_row"), cell: ({ first }) => first.join(", ") },
      ],
      rejects.slice(0, 20),
    )}
  </div>`;
}

/** Returns the name of a downloaded file: both files have the name of the job, in different folders. */
export function downloadName(path: string): string {
  return `${basename(dirname(path))}-${basename(path)}`;
}

/** Both files, where they belong, and the first plan. */
export function planStep(context: StepContext, view: PlanView): Html {
  const { setup } = context;
  const { writable, written, paths } = view;
  const files = [["mapping", paths.mapping, view.mapping] as const, ["job", paths.job, view.job] as const];
  const download = (kind: string, path: string): Html =>
    html`<a href="/setup/${setup.id}/files/${kind}">${t("setup.download")} <code>${data(downloadName(path))}</code></a>
      <span class="soft">${tHtml("setup.save_path", { path: html`<code>${data(path)}</code>` })}</span>`;
  return html`<p class="soft">${writable && !written ? t("setup.rollcall_writes_two") : t("setup.rollcall_plans_your")}</p>
    ${
      !writable &&
      !written &&
      banner(
        "warn",
        "info",
        html`<p>${t("setup.server_cannot_write")}</p>
          <ul>
            ${files.map(([kind, path]) => html`<li>${download(kind, path)}</li>`)}
          </ul>`,
      )
    }
    ${files.map(([kind, path, text]) =>
      more(
        html`<code>${data(path)}</code>`,
        html`<div>
          <p>${download(kind, path)}</p>
          <pre tabindex="0" aria-label="${path}"><code>${text}</code></pre>
        </div>`,
      ),
    )}
    ${stepForm(
      context,
      html`${field(
          context,
          "file",
          t("setup.where_later_runs"),
          textInput(context, "file", view.file, null, true),
          t("setup.path_below_folder"),
        )}
        <p>
          <label class="pick"
            ><input type="checkbox" name="complete" value="yes" ${context.typed("complete", "") === "yes" && html` checked`} />
            ${t("setup.sample_full_export")}</label
          >
        </p>`,
      html`<button class="btn primary">${writable && !written ? t("setup.write_files_make") : t("setup.make_first_plan")}</button>`,
    )}`;
}
