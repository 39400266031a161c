import { basename, dirname } from "node:path";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import type { PlanView, PreviewView } from "../../../setup/types.ts";
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
    [t("Rows"), number(rows)],
    [t("Active people"), number(active)],
    [t("People who have left"), some(left)],
    [t("Unknown whether active: no account"), some(unknown)],
    [t("Rows that repeat another one"), some(repeated)],
    [t("Rejected rows"), some(refused)],
  ])}
  ${usable > 0 && peopleSent(view, usable)} ${rejects.length > 0 && rejected(rejects)}
  ${stepForm(context, null, html`<button class="btn ${usable > 0 && "primary"}">${t("This is right: continue")}</button>`)}`;
}

/** Warns if one reason rejects most rows: an answer is then more likely to be wrong than the file. */
function mostlyRejected({ setup }: StepContext, { rows, rejected: refused, rejects: [first] }: PreviewView): Html | null {
  if (first === undefined || first.rows <= rows / 2) return null;
  const step = KEY_CODES.includes(first.code) ? "key" : "columns";
  return banner(
    "bad",
    "alert",
    html`<p><b>${t("{refused} of {rows} rows would be rejected.", { refused, rows })}</b></p>
      <p>
        ${tHtml("{reason}: {column}. Check your answer in the step <link>{step}</link>.", {
          reason: rejectText(first.code),
          column: data(first.column),
          step: stepName(step),
          link: (inside) => html`<a href="/setup/${setup.id}/${step}">${inside}</a>`,
        })}
      </p>`,
  );
}

function peopleSent({ rows, people }: PreviewView, usable: number): Html {
  return html`<p class="soft">${t("{usable} of {rows} rows can be used. These people would be sent like this:", { usable, rows })}</p>
    ${table<Person>(
      t("People as they would be sent"),
      [
        { head: t("Person"), rowHeader: true, cell: ({ name, key }) => html`${data(name === "" ? key : name)}` },
        { head: t("Account"), cell: (person) => accountPill(person.active) },
        {
          head: t("Fields"),
          wide: true,
          cell: ({ fields }) =>
            html`<ul>
              ${fields.map(({ field: name, value }) => html`<li><span class="soft">${roleName(name)}</span> ${personValue(value)}</li>`)}
            </ul>`,
        },
        {
          head: t("Groups"),
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
  if (active === false) return pill(t("Deactivated"));
  return active === "unknown" ? pill(t("Stays as it is"), "warn") : pill(t("Active|account"), "good", "check");
}

function rejected(rejects: PreviewView["rejects"]): Html {
  return html`<div class="section">
    ${table<PreviewView["rejects"][number]>(
      t("Rows that would be rejected"),
      [
        { head: t("Why"), rowHeader: true, cell: ({ code }) => rejectText(code) },
        { head: t("Column"), cell: ({ column }) => data(column) },
        { head: t("Rows"), numeric: true, cell: ({ rows }) => number(rows) },
        { head: t("For example row"), cell: ({ first }) => first.join(", ") },
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
    html`<a href="/setup/${setup.id}/files/${kind}">${t("Download")} <code>${data(downloadName(path))}</code></a>
      <span class="soft">${tHtml("Save it as {path}.", { path: html`<code>${data(path)}</code>` })}</span>`;
  return html`<p class="soft">
      ${
        writable && !written
          ? t(
              "Rollcall writes these two files, and plans with your sample what a run would change. Nothing is sent: you then apply the plan, or go back.",
            )
          : t("Rollcall plans with your sample what a run would change. Nothing is sent: you then apply the plan, or go back.")
      }
    </p>
    ${
      !writable &&
      !written &&
      banner(
        "warn",
        "info",
        html`<p>
            ${t("This server cannot write to the jobs folder. Download both files, save each unchanged at its place, and then make the plan.")}
          </p>
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
          t("Where later runs find the export"),
          textInput(context, "file", view.file, null, true),
          t(
            "A path below the folder of Rollcall. The HR system must write its export there. * matches any text, such as a date; the last file by name is read.",
          ),
        )}
        <p>
          <label class="pick"
            ><input type="checkbox" name="complete" value="yes" ${context.typed("complete", "") === "yes" && html` checked`} />
            ${t("The sample is the full export: people who are missing from it count as absent")}</label
          >
        </p>`,
      html`<button class="btn primary">
        ${writable && !written ? t("Write the files and make the first plan") : t("Make the first plan")}
      </button>`,
    )}`;
}
