import { html, type Html } from "../../../reporting/html/html.ts";
import { counted, moment, number, runStatusLabel } from "../../../reporting/labels.ts";
import { changesIn, failuresIn } from "../../../reporting/run-counts.ts";
import type { ShownRun } from "../runs/run-data.ts";

const CHART_WIDTH = 700;
const HEIGHT = 130;
const BASE = 100;
const MAX_BAR_HEIGHT = 80;

/** The last runs as bars: what they changed, and in another colour what did not go through. */
export function runChart(runs: readonly ShownRun[]): Html {
  const most = Math.max(1, ...runs.map((run) => changesIn(run.counts) + failuresIn(run.counts)));
  const step = CHART_WIDTH / Math.max(runs.length, 7);
  return html`<svg class="chart" viewBox="0 0 ${CHART_WIDTH} ${HEIGHT}" role="img" aria-labelledby="chart-t chart-d">
    <title id="chart-t">The last ${counted(runs.length, "run")}</title>
    <desc id="chart-d">${runs.map(said).join(" ")}</desc>
    <line class="base" x1="0" y1="${BASE}" x2="${CHART_WIDTH}" y2="${BASE}" />
    ${runs.map((run, i) => bar(run, i * step, step, most))}
  </svg>`;
}

function bar(run: ShownRun, x: number, step: number, most: number): Html {
  const changes = height(changesIn(run.counts), most);
  const trouble = height(failuresIn(run.counts), most);
  const left = Math.round(x + step * 0.2);
  const wide = Math.round(step * 0.6);
  const mark = marks[run.status];
  const rect = (kind: string, y: number, tall: number): Html =>
    html`<rect class="${kind}" x="${left}" y="${y}" width="${wide}" height="${tall}" />`;
  return html`<g
    >${changes + trouble === 0 && rect("nothing", BASE - 2, 2)}${changes > 0 && rect("changes", BASE - changes, changes)}${trouble > 0 && rect("trouble", BASE - changes - trouble, trouble)}${mark !== undefined && html`<text x="${left}" y="${BASE - changes - trouble - 5}">${mark}</text>`}<text
      x="${left}"
      y="${BASE + 15}"
      >${run.started_at.slice(8, 10)}.${run.started_at.slice(5, 7)}.</text
    ></g
  >`;
}

/** Colour alone tells nobody who does not see it. */
const marks: Readonly<Record<string, string>> = {
  held: "held",
  failed: "failed",
  interrupted: "stopped",
  planned: "plan",
  cancelled: "cancelled",
};

function height(n: number, most: number): number {
  return n === 0 ? 0 : Math.max(2, Math.round((n / most) * MAX_BAR_HEIGHT));
}

function said(run: ShownRun): string {
  return `${moment(run.started_at)}: ${runStatusLabel(run.status)}, ${counted(changesIn(run.counts), "change")}, ${number(failuresIn(run.counts))} failed or unconfirmed.`;
}
