/** Small bar charts as SVG, readable in a light and in a dark page. */

export interface Bar {
  label: string;
  value: number;
  /** The figure as text. */
  shown: string;
  /** Ours, or what it is compared with. */
  kind: "ours" | "other";
}

const WIDTH = 720;
const LABEL = 250;
const ROW = 26;
const TOP = 40;

/** Draws horizontal bars from zero. @param limit a line at this value */
export function barChart(title: string, bars: readonly Bar[], limit?: { value: number; label: string }): string {
  const most = Math.max(...bars.map(({ value }) => value), limit?.value ?? 0) || 1;
  const scale = (WIDTH - LABEL - 110) / most;
  const height = TOP + bars.length * ROW + (limit === undefined ? 10 : 30);
  const rows = bars.map(({ label, value, shown, kind }, n) => {
    const y = TOP + n * ROW;
    const width = Math.max(1, value * scale).toFixed(1);
    return `<text x="${LABEL - 10}" y="${y + 14}" text-anchor="end">${escaped(label)}</text><rect class="${kind}" x="${LABEL}" y="${y}" width="${width}" height="18" rx="2"/><text x="${(LABEL + value * scale + 8).toFixed(1)}" y="${y + 14}">${escaped(shown)}</text>`;
  });
  const bottom = TOP + bars.length * ROW;
  const x = LABEL + (limit?.value ?? 0) * scale;
  const line =
    limit === undefined
      ? ""
      : `<path d="M${x.toFixed(1)} ${TOP - 6}V${bottom}" class="limit"/><text x="${x.toFixed(1)}" y="${bottom + 16}" text-anchor="middle">${escaped(limit.label)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(title)}">
<style>text{font:13px system-ui,sans-serif;fill:#57606a}.title{font-weight:600;fill:#24292f}.ours{fill:#2f6f4f}.other{fill:#9aa4ae}.limit{stroke:#b35900;stroke-width:2;stroke-dasharray:4 3}@media(prefers-color-scheme:dark){text{fill:#aab4bf}.title{fill:#e6edf3}.ours{fill:#5fb58a}.other{fill:#66707a}}</style>
<text x="0" y="18" class="title">${escaped(title)}</text>
${rows.join("\n")}
${line}
</svg>
`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
