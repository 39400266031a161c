/** Writes bench/results/tables.md and its charts. */
import { writeFileSync } from "node:fs";
import { barChart, type Bar } from "./charts.ts";
import { isMet, type Figure, type Results, type Target } from "./results.ts";

const folder = new URL("results/", import.meta.url);

/** Writes a section for each part that has figures. */
export function writePage(results: Results): void {
  const sections = Object.entries(PARTS).flatMap(([title, make]) => {
    const made = make(results);
    return made === null ? [] : [`## ${title}\n\n${made}\n`];
  });
  writeFileSync(new URL("tables.md", folder), ["# Figures\n\nWritten by `npm run bench`.\n", ...sections].join("\n"));
}

const PARTS: Record<string, (results: Results) => string | null> = {
  Targets: ({ targets, at, machine }) =>
    `Measured on ${at} (${machine}).\n\n${table(["target", "limit", "measured", ""], targets.map(targetRow))}`,
  Plans: (results) => {
    chart("performance-memory", "Peak memory of a plan, MB", memoryBars(results));
    const found = results.figures.filter(({ part }) => part === "plans" || part === "million");
    return found.length === 0
      ? null
      : `![Peak memory of a plan](performance-memory.svg)\n\n${table(["rows", "step", "seconds", "rows per second", "peak MB", "beside"], found.map(figureRow))}`;
  },
  "Plans beside csv-parse and COPY": (results) => {
    const bars = results.targets
      .filter(({ name }) => /^(First|Unchanged) plan/.test(name))
      .map(({ name, measured }): Bar => ({
        label: name.replace(/, beside.*/, ""),
        value: measured,
        shown: `${measured} times`,
        kind: "ours",
      }));
    chart("performance-plans", "Plans beside csv-parse (and COPY, for a first plan)", bars);
    return bars.length === 0 ? null : "![Plans beside csv-parse and COPY](performance-plans.svg)";
  },
  "Three sizes": listOf("places"),
  "Several workers": listOf("workers"),
  "Scope and dates": listOf("scope"),
  "Instead of a script": (results) => {
    const found = results.figures.filter(({ part }) => part === "script");
    if (found.length === 0) return null;
    const bars = found.map(({ what, ms }): Bar => ({
      label: what,
      value: ms / 1000,
      shown: `${(ms / 1000).toFixed(1)} s`,
      kind: what.startsWith("a script") ? "other" : "ours",
    }));
    chart("performance-script", "A run of 10,000 people, seconds", bars);
    return `![A run of 10,000 people](performance-script.svg)\n\n${table(
      ["run", "seconds", "beside"],
      found.map(({ what, ms, beside }) => [what, seconds(ms), beside]),
    )}`;
  },
  "Report of a run": listOf("report"),
  Start: listOf("start"),
  "Creates without an id in the answer": listOf("creates"),
  "Reading a file": listOf("reading"),
  "Reading over HTTP": listOf("pages"),
  Console: ({ figures }) => consolePages(figures.filter(({ part }) => part === "console")),
  "Pages while a run works": ({ figures }) => {
    const found = figures.filter(({ part }) => part === "busy");
    return found.length === 0
      ? null
      : table(
          ["page", "95 of 100 within", "beside"],
          found.map(({ what, ms, beside }) => [what, `${ms} ms`, beside]),
        );
  },
  "Estimates for large installations": ({ numbers }) => estimates(numbers),
};

/** Both databases side by side: a figure is named by its database and its page. */
function consolePages(figures: readonly Figure[]): string | null {
  const shown = (name: string, place: string): string => {
    const found = figures.find(({ what }) => what === `${place}: ${name}`);
    return found === undefined ? "" : `${found.ms} ms, ${found.beside}`;
  };
  const names = new Set(figures.map(({ what }) => what.slice(what.indexOf(": ") + 2)));
  const rows = [...names].map((name) => [name, shown(name, "embedded"), shown(name, "PostgreSQL")]);
  return rows.length === 0 ? null : table(["page", "embedded", "PostgreSQL"], rows);
}

function listOf(name: string): (results: Results) => string | null {
  return ({ figures }) => {
    const found = figures.filter(({ part }) => part === name);
    return found.length === 0
      ? null
      : table(
          ["what", "number", "seconds", "per second", "beside"],
          found.map((one) => [one.what, count(one.rows), seconds(one.ms), count(one.perSecond), one.beside]),
        );
  };
}

/** API hours and sizes, from measured bytes and seconds. */
function estimates(numbers: Record<string, number>): string | null {
  const rows = numbers["PostgreSQL 1000000 bytes"] === undefined ? 100_000 : 1_000_000;
  const bytes = numbers[`PostgreSQL ${rows} bytes`];
  const [first, unchanged] = ["first", "unchanged"].map((what) => numbers[`PostgreSQL ${what} ${rows} s`]);
  if (bytes === undefined || first === undefined || unchanged === undefined) return null;
  const perPerson = bytes / rows;
  const gb = (people: number): string => `${((people * perPerson) / 1e9).toFixed(1)} GB`;
  const minutes = (s: number, people: number): string => `${((s * people) / rows / 60).toFixed(1)} min`;
  const hours = (requests: number, rate: number): string => `${(requests / rate / 3600).toFixed(1)} h`;
  const [tenant, tenants, each] = [5_000_000, 500, 10_000];
  const all = tenants * each;
  return `Measured at ${count(rows)} rows on PostgreSQL: ${Math.round(perPerson)} bytes of database per person, all indexes included; first plan ${first.toFixed(1)} s, unchanged plan ${unchanged.toFixed(1)} s.

${table(
  ["", `one tenant, ${count(tenant)} people`, `${tenants} tenants, ${count(each)} people each`],
  [
    ["database, people and links", gb(tenant), gb(all)],
    ["first plans, one process", minutes(first, tenant), minutes(first, all)],
    ["unchanged plans each night, one process", minutes(unchanged, tenant), minutes(unchanged, all)],
    ["first creates at 10 requests a second for each account", hours(tenant, 10), `${hours(each, 10)} each, side by side`],
    ["first creates at 100 requests a second for each account", hours(tenant, 100), `${hours(each, 100)} each, side by side`],
    ["changes of 1 % at 10 requests a second", hours(tenant / 100, 10), `${hours(each / 100, 10)} each`],
    ["Redis, one run under way and all of them", "4 MB", `${((tenants * 4) / 1000).toFixed(1)} GB if all ran at once`],
  ],
)}`;
}

function targetRow(target: Target): string[] {
  const { name, limit, kind, measured, unit } = target;
  return [
    name,
    `${kind === "most" ? "at most" : "at least"} ${limit} ${unit}`,
    `${measured} ${unit}`,
    isMet(target) ? "met" : "**missed**",
  ];
}

function figureRow({ rows, what, ms, perSecond, peakMb, beside }: Figure): string[] {
  return [count(rows), what, seconds(ms), count(perSecond), String(peakMb), beside];
}

function memoryBars({ numbers }: Results): Bar[] {
  return Object.entries(numbers).flatMap(([name, value]) => {
    const [, place, what, rows] = /^(\w+) (first|unchanged) (\d+) MB$/.exec(name) ?? [];
    if (place === undefined) return [];
    return [
      {
        label: `${place}, ${what}, ${count(Number(rows))} rows`,
        value,
        shown: `${value} MB`,
        kind: place === "embedded" ? "other" : "ours",
      } as const,
    ];
  });
}

function chart(name: string, title: string, bars: readonly Bar[]): void {
  if (bars.length > 0) writeFileSync(new URL(`${name}.svg`, folder), barChart(title, bars));
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(ms < 10_000 ? 2 : 1);
}

function count(n: number): string {
  return n.toLocaleString("en");
}
