import { html, type Html } from "../../../reporting/html/html.ts";
import { pilotSentences } from "../../../reporting/pilot.ts";
import { banner, prose } from "../parts.ts";
import type { ShownRun } from "./run-data.ts";

/** Says that a run is a pilot, and what a run for everyone would have planned for the others. */
export function pilotBanner({ pilot }: ShownRun): Html | null {
  if (pilot === null) return null;
  const [who, ...others] = pilotSentences(pilot);
  return banner(
    "info",
    "info",
    html`<p><b>${prose(who ?? "")}</b></p>
      ${others.map((sentence) => html`<p>${sentence}</p>`)}`,
  );
}
