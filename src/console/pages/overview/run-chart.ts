import { date, dayOfMonth } from "../../../reporting/locales/formats.ts";
import { t, type Message } from "../../../reporting/locales/t.ts";
import { html, type Html } from "../../../reporting/html/html.ts";
import { moment, number, runStatusLabel } from "../../../reporting/labels.ts";
import { countOf, failuresIn, type Counts } from "../../../reporting/run-counts.ts";
import type { ShownRun } from "../../../reporting/shown-run.ts";

/** Horizontal places are percentages and vertical ones pixels, so that text keeps its size at any width. */
const TOP = 16;
const BASE = 176;
const AXIS_PERCENT = 6;
const MIN_COLUMNS = 7;
const STEPS = 4;

/** The parts of a bar, from the bottom up. */
export const CHANGE_PARTS: readonly {
  name: Message;
  counted: "overview.changed_2" | "overview.new_returning_2" | "overview.left" | "overview.failed_unconfirmed_2";
  tone: string;
  count: (counts: Counts) => number;
}[] = [
  { name: "overview.changed", counted: "overview.changed_2", tone: "c-changed", count: (counts) => countOf(counts, "updates") },
  {
    name: "overview.new_returning",
    counted: "overview.new_returning_2",
    tone: "c-new",
    count: (counts) => countOf(counts, "creates") + countOf(counts, "reactivations"),
  },
  {
    name: "overview.left_chart",
    counted: "overview.left",
    tone: "c-left",
    count: (counts) => countOf(counts, "deactivations") + countOf(counts, "absent_deactivated"),
  },
  { name: "overview.failed_unconfirmed", counted: "overview.failed_unconfirmed_2", tone: "c-failed", count: failuresIn },
];

/** Runs that changed nothing because they did not get that far. */
const UNAPPLIED = ["held", "failed", "interrupted", "planned", "cancelled"];

/** Draws a stacked bar for each run, oldest first; each links to its run. */
export function runChart(runs: readonly ShownRun[]): Html {
  const totals = runs.map(({ counts, status }) => (UNAPPLIED.includes(status) ? 0 : total(counts)));
  const step = niceStep(Math.max(1, ...totals) / STEPS);
  const scale = (BASE - TOP) / (step * STEPS);
  const width = (100 - AXIS_PERCENT) / Math.max(runs.length, MIN_COLUMNS);
  return html`<ul class="legend" aria-label="${t("overview.legend")}">
      ${[...CHANGE_PARTS, { name: "overview.not_applied", tone: "c-hold" } as const].map(({ name, tone }) => html`<li><span class="dot ${tone}"></span><span>${t(name)}</span></li>`)}
    </ul>
    <svg class="chart" role="group" aria-label="${t("overview.changes_each_last", { n: runs.length })}">
      ${Array.from({ length: STEPS + 1 }, (_, i) => gridLine(i * step, BASE - i * step * scale))}
      ${runs.map((run, i) => bar(run, { left: AXIS_PERCENT + i * width, width, scale }, labelOf(run, runs[i - 1])))}
    </svg>`;
}

function gridLine(value: number, y: number): Html {
  return html`<line x1="0" x2="100%" y1="${y}" y2="${y}" /><text x="0" y="${y - 4}">${number(value)}</text>`;
}

/** Names a bar by the day of the month; a further run of the same day has none. */
function labelOf({ started_at: at }: ShownRun, before: ShownRun | undefined): string {
  return before !== undefined && date(before.started_at) === date(at) ? "" : dayOfMonth(at);
}

function bar(run: ShownRun, at: { left: number; width: number; scale: number }, label: string): Html {
  const x = percent(at.left + at.width * 0.16);
  const width = percent(at.width * 0.68);
  const rect = (tone: string, y: number, height: number): Html =>
    html`<rect class="${tone}" x="${x}" width="${width}" y="${y}" height="${height}" rx="1" />`;
  const drawn: Html[] = [];
  let y = BASE;
  if (UNAPPLIED.includes(run.status)) drawn.push(rect("c-hold", TOP + (BASE - TOP) / 2, (BASE - TOP) / 2));
  else
    for (const { tone, count } of CHANGE_PARTS) {
      const n = count(run.counts);
      if (n === 0) continue;
      const height = Math.max(2, Math.round(n * at.scale));
      y -= height;
      drawn.push(rect(tone, y, height - 1));
    }
  return html`<a href="/runs/${encodeURIComponent(run.id)}"
    ><title>${inWords(run)}</title
    ><rect class="hit" x="${percent(at.left)}" width="${percent(at.width)}" y="4" height="198" rx="3" />${drawn}<text
      class="mid"
      x="${percent(at.left + at.width / 2)}"
      y="193"
      >${label}</text
    ></a
  >`;
}

function inWords({ started_at: at, job, status, counts }: ShownRun): string {
  const result = UNAPPLIED.includes(status)
    ? runStatusLabel(status)
    : CHANGE_PARTS.map(({ counted, count }) => t(counted, { n: count(counts) })).join(", ");
  return t("history.name_value", { name: `${moment(at)}, ${job}`, value: result });
}

const total = (counts: Counts): number => CHANGE_PARTS.reduce((sum, { count }) => sum + count(counts), 0);

const percent = (n: number): string => `${n.toFixed(2)}%`;

/** Returns the smallest of 1, 2, 5, 10, 20, 50 … that is not below `least`. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((n) => n * power).find((n) => n >= least && n >= 1) ?? 1;
}
