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
  const caption = t("{n, plural, one {# missing group} other {# missing groups}}", { n: groups.length + more });
  const body = table<MissingGroupOfRun>(
    caption,
    [
      { head: t("Group"), cell: ({ path }) => groupPath(path), rowHeader: true },
      { head: t("People waiting"), cell: ({ people }) => number(people), numeric: true },
      { head: t("What is known"), wide: true, cell: (group) => lines(sentences(group).map((sentence) => prose(sentence))) },
    ],
    groups,
  );
  return html`<h3>${t("Missing groups")}</h3>
    <p>
      ${t("Rules assign these groups, and the learning service does not have them. The people who wait for them keep all their memberships.")}
    </p>
    ${folded(caption, groups.length, body)}${cutNote(groups.length, groups.length + more)}`;
}

/** Draws the groups that the run created. */
export function createdGroups({ createdGroups: paths }: ReportData): Html | null {
  if (paths.length === 0) return null;
  return html`<h3>${t("New groups")}</h3>
    <ul>
      ${paths.map((path) => html`<li>${data(path)}</li>`)}
    </ul>`;
}

function sentences(group: MissingGroupOfRun): string[] {
  return group.outcome === "create" ? [t("This run creates it."), ...missingFacts(group)] : missingFacts(group);
}
