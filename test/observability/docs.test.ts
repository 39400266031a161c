import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { SPAN_ATTRIBUTES } from "../../src/domain/telemetry/span-attributes.ts";
import { EVENTS } from "../../src/observability/event-log.ts";
import { createInstruments } from "../../src/observability/instruments.ts";

const page = readFileSync(fileURLToPath(new URL("../../docs/observability.md", import.meta.url)), "utf8");
const [, metrics = "", log = ""] = /## Metrics\n([\s\S]*?)\n## The log\n([\s\S]*?)\n## Traces/.exec(page) ?? [];

test("docs/observability.md has every metric with its labels, and none that is not there", async () => {
  const { registry, shared, own } = createInstruments();
  expect(Object.keys({ ...shared, ...own })).toHaveLength(
    registry.getMetricsAsArray().filter(({ name }) => name.startsWith("rollcall_")).length,
  );
  const measured = registry
    .getMetricsAsArray()
    .filter(({ name }) => name.startsWith("rollcall_"))
    .map((metric) => {
      const labels = (metric as unknown as { labelNames: string[] }).labelNames;
      return metric.name + (labels.length === 0 ? "" : `{${labels.join(",")}}`);
    });
  const documented = [...metrics.matchAll(/^\| `(rollcall_[^`]+)`/gm)].map((match) => match[1] ?? "");
  expect(documented.toSorted()).toEqual(measured.toSorted());
});

test("docs/observability.md has every event of the log with its facts, and none that is not there", () => {
  const rows = [...log.matchAll(/^\| ((?:`\w+`(?:, )?)+) \| ([^|]*)\|([^|]*)\|/gm)];
  const names = (text = ""): string[] => [...text.replaceAll(/\([^)]*\)/g, "").matchAll(/`(\w+)`/g)].map((match) => match[1] ?? "");
  const documented = new Map(rows.flatMap((row) => names(row[1]).map((name) => [name, { level: row[2] ?? "", facts: names(row[3]) }])));
  const told = Object.entries(EVENTS).map(([name, { facts }]) => [name, Object.keys(facts)] as const);
  const steps = Object.entries(SPAN_ATTRIBUTES).flatMap(([name, { begin, end }]) =>
    ["began", "ended", "failed"].map((phase) => [`${name}_${phase}`, [...Object.keys(begin), ...Object.keys(end), "ms"]] as const),
  );
  expect([...documented.keys()].toSorted()).toEqual([...told, ...steps].map(([name]) => name).toSorted());
  for (const [name, facts] of [...told, ...steps]) expect({ name, facts: documented.get(name)?.facts }).toEqual({ name, facts });
  for (const [name, { level }] of Object.entries(EVENTS))
    expect({ name, level: documented.get(name)?.level }).toEqual({ name, level: expect.stringContaining(level) });
});

test("no name of a fact could be about a person", () => {
  const facts = [
    ...Object.values(EVENTS).map((event) => event.facts),
    ...Object.values(SPAN_ATTRIBUTES).flatMap(({ begin, end }) => [begin, end]),
  ];
  const names = new Set(facts.flatMap((one) => Object.keys(one)));
  expect([...names].filter((name) => /name|mail|user|person|group|file|key|token|address/.test(name))).toEqual([]);
});

test("docs/alerts.yaml names metrics that exist with labels that they have, and alerts on what an operator must hear of", () => {
  const { registry } = createInstruments();
  const labels = new Map(
    registry.getMetricsAsArray().flatMap((metric) => {
      const names = (metric as unknown as { labelNames: string[] }).labelNames;
      return metric.type === ("histogram" as never) || metric.name.endsWith("_seconds")
        ? ["", "_count", "_sum", "_bucket"].map((suffix) => [metric.name + suffix, names] as const)
        : [[metric.name, names] as const];
    }),
  );
  const file = readFileSync(fileURLToPath(new URL("../../docs/alerts.yaml", import.meta.url)), "utf8");
  const rules = (parse(file) as { groups: { rules: { alert: string; expr: string; annotations: object }[] }[] }).groups.flatMap(
    (group) => group.rules,
  );
  // It is about Prometheus's own metric, with the job_name of the documented scrape configuration.
  const [notScraped, ...own] = rules;
  expect(notScraped?.expr).toMatch(/^up\{job=~"\(\.\+\/\)\?rollcall"\} == 0 or absent\(/);
  for (const name of ["observability.md", "operations.md"])
    expect(readFileSync(fileURLToPath(new URL(`../../docs/${name}`, import.meta.url)), "utf8")).toContain("job_name: rollcall");
  for (const { alert, expr, annotations } of own) {
    const used = [...expr.matchAll(/\b(rollcall_\w+)(?:\{([^}]*)\})?/g)];
    expect(used.length, `of ${alert}`).toBeGreaterThan(0);
    for (const [, name = "", matchers = ""] of used) {
      expect([...labels.keys()], `of ${alert}`).toContain(name);
      for (const [, label = ""] of matchers.matchAll(/(\w+)\s*=~?/g)) expect(labels.get(name), `of ${alert}`).toContain(label);
    }
    for (const [, by = ""] of expr.matchAll(/by \(([^)]*)\)/g))
      for (const label of by.split(", "))
        expect(["instance", ...used.flatMap(([, name = ""]) => labels.get(name) ?? [])], `of ${alert}`).toContain(label);
    expect(annotations).toMatchObject({ summary: expect.any(String), action: expect.any(String) });
  }
  const all = rules.map(({ expr }) => expr).join(" ");
  for (const watched of [
    "missed_runs_total",
    "runs_open",
    "runs_stalled",
    'result="failed"',
    'result="uncertain"',
    'outcome="rejected"',
    'outcome="blocked"',
    "leavers_overdue",
    "source_overdue",
    "disk_free",
    "request_duration",
    "database_up",
  ])
    expect(all).toContain(watched);
});

test("each scrape configuration of the documentation keeps the label `job` of the metrics, which alerts.yaml goes by", () => {
  const operations = readFileSync(fileURLToPath(new URL("../../docs/operations.md", import.meta.url)), "utf8");
  const scrapes = [page, operations].flatMap((text) => [...text.matchAll(/```yaml\n(scrape_configs:[\s\S]*?)```/g)]);
  const settings = scrapes.flatMap(([, text = ""]) => (parse(text) as { scrape_configs: object[] }).scrape_configs);
  expect(settings).toHaveLength(2);
  for (const one of settings) expect(one).toMatchObject({ honor_labels: true });
  expect(/podMetricsEndpoints:\n(.*)/.exec(operations)?.[1]).toContain("honorLabels: true");
});
