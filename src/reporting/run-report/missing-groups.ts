import { data, html, type Html } from "../html/html.ts";
import type { MissingGroupOfRun } from "../../domain/directory.ts";
import { number } from "../labels.ts";
import { t } from "../locales/t.ts";
import { missingFacts } from "../missing-groups.ts";
import { cutNote, folded, groupPath, lines, prose, table } from "../html/parts.ts";
import type { ReportData } from "./data.ts";

/** Draws groups that rules assign and the learning service does not have. */
export function missingGroups({ missingGroups: { groups, more } }: ReportData): Html | null {
  if (groups.length === 0) return null;
  const caption = t("missing_groups.missing_groups_2", { n: groups.length + more });
  const body = table<MissingGroupOfRun>(
    caption,
    [
      { head: t("labels.group"), cell: ({ path }) => groupPath(path), rowHeader: true },
      { head: t("setup.people_waiting"), cell: ({ people }) => number(people), numeric: true },
      { head: t("report.what_known"), wide: true, cell: (group) => lines(sentences(group).map((sentence) => prose(sentence))) },
    ],
    groups,
  );
  return html`<h3>${t("setup.missing_groups")}</h3>
    <p>${t("missing_groups.rules_assign_groups")}</p>
    ${folded(caption, groups.length, body)}${cutNote(groups.length, groups.length + more)}`;
}

/** Draws the groups that the run created. */
export function createdGroups({ createdGroups: paths }: ReportData): Html | null {
  if (paths.length === 0) return null;
  return html`<h3>${t("missing_groups.new_groups")}</h3>
    <ul>
      ${paths.map((path) => html`<li>${data(path)}</li>`)}
    </ul>`;
}

function sentences(group: MissingGroupOfRun): string[] {
  return group.outcome === "create" ? [t("missing_groups.run_creates"), ...missingFacts(group)] : missingFacts(group);
}
