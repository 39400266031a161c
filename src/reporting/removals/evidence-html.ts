/** How reports and console pages draw the evidence of a removal. */
import { data, html, type Html } from "../html/html.ts";
import { hasChanged, type StoredEvidence } from "./evidence.ts";

type EvidenceCell = StoredEvidence["cells"][number];

/** Draws a deciding cell before and now. */
export function change(cell: EvidenceCell): Html {
  const { column, before, now } = cell;
  if (before !== now) return html`${data(column)}: ${value(before)} → ${value(now)}`;
  const changed = hasChanged(cell);
  // Evidence of earlier versions does not say whether a hidden value changed.
  if (changed === null) return html`${data(column)}: ${value(now)}`;
  return html`${data(column)}: ${value(now)} (${changed ? "changed" : "as before"})`;
}

function value(text: string | null): Html {
  if (text === null) return html`<i>nothing</i>`;
  return text.trim() === "" ? html`<i>blank</i>` : html`“${data(text)}”`;
}
