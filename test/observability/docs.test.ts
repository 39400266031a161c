import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { SPAN_ATTRIBUTES } from "../../src/domain/telemetry/span-attributes.ts";
import { EVENTS } from "../../src/observability/event-log.ts";
import { createInstruments } from "../../src/observability/instruments.ts";

const read = (name: string): string => readFileSync(fileURLToPath(new URL(`../../docs/${name}`, import.meta.url)), "utf8");
const page = read("reference/metrics.md");
const [, metrics = "", log = ""] = /## Metrics\n([\s\S]*?)\n## Missed[\s\S]*\n## Log\n([\s\S]*?)\n## Traces/.exec(page) ?? [];

test("docs/reference/metrics.md has every metric with its labels, and none that is not there", async () => {
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

test("docs/reference/metrics.md has every event of the log with its level and facts, and none that is not there", () => {
  const events = (text: string): [name: string, facts: string[]][] =>
    [...text.matchAll(/`(\w+)(?:\{([\w,]+)\})?`/g)].map(([, name = "", facts]) => [name, facts?.split(",") ?? []]);
  const rows = (section: string): string[] => [...section.matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell = ""]) => cell);
  const [steps = "", errors = "", warnings = "", others = ""] = log.split(/^\| (?:error|warn) \|.*$|^(?=info: )/m);
  const [infos = "", debugs = ""] = others.split("debug: ");
  const documented = new Map<string, { level: string; facts: string[] }>();
  const levels = Object.entries({ error: rows(errors).join(), warn: rows(warnings).join(), info: infos, debug: debugs });
  for (const [level, text] of levels)
    for (const [name, facts] of events(text.replaceAll(/\([^)]*\)/g, ""))) {
      expect([...documented.keys()]).not.toContain(name);
      documented.set(name, { level, facts });
    }
  const declared = Object.entries(EVENTS).map(([name, { level, facts }]) => [name, { level, facts: Object.keys(facts) }] as const);
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(declared));

  const stepRows = [...steps.matchAll(/^\| `(\w+)` \| (\w+) \| ([^|]*)\|/gm)].map(([, name = "", level = "", facts = ""]) => ({
    name,
    level,
    facts: events(facts.replaceAll(/\([^)]*\)/g, "")).map(([fact]) => fact),
  }));
  const spans = Object.entries(SPAN_ATTRIBUTES).map(([name, { begin, end }]) => ({
    name,
    level: expect.stringMatching(/^(info|debug|trace)$/) as string,
    facts: [...Object.keys(begin), ...Object.keys(end)],
  }));
  expect(stepRows).toEqual(spans);
  expect(steps).toContain("`…_began`, `…_ended`, `…_failed`");
});

test("no name of a fact could be about a person", () => {
  const facts = [
    ...Object.values(EVENTS).map((event) => event.facts),
    ...Object.values(SPAN_ATTRIBUTES).flatMap(({ begin, end }) => [begin, end]),
  ];
  const names = new Set(facts.flatMap((one) => Object.keys(one)));
  expect([...names].filter((name) => /name|mail|user|person|group|file|key|token|address/.test(name))).toEqual([]);
});

test("docs/reference/alerts.yaml names metrics that exist with labels that they have, and alerts on what an operator must hear of", () => {
  const { registry } = createInstruments();
  const labels = new Map(
    registry.getMetricsAsArray().flatMap((metric) => {
      const names = (metric as unknown as { labelNames: string[] }).labelNames;
      return metric.type === ("histogram" as never) || metric.name.endsWith("_seconds")
        ? ["", "_count", "_sum", "_bucket"].map((suffix) => [metric.name + suffix, names] as const)
        : [[metric.name, names] as const];
    }),
  );
  const file = read("reference/alerts.yaml");
  const rules = (parse(file) as { groups: { rules: { alert: string; expr: string; annotations: object }[] }[] }).groups.flatMap(
    (group) => group.rules,
  );
  // It is about Prometheus's own metric, with the job_name of the documented scrape configuration.
  const [notScraped, ...own] = rules;
  expect(notScraped?.expr).toMatch(/^up\{job=~"\(\.\+\/\)\?rollcall"\} == 0 or absent\(/);
  expect(page).toContain("job_name: rollcall");
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
  const guide = [...read("guides/alerts-and-emergencies.md").matchAll(/^\| (`Rollcall[^|]*)\|/gm)].map(([, cell = ""]) => cell).join();
  const explained = new Set([...guide.matchAll(/`(\w+)`/g)].map(([, name]) => name));
  expect([...explained].toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
});

test("each scrape configuration of the documentation keeps the label `job` of the metrics, which alerts.yaml goes by", () => {
  const scrapes = [...page.matchAll(/```yaml\n(scrape_configs:[\s\S]*?)```/g)];
  const settings = scrapes.flatMap(([, text = ""]) => (parse(text) as { scrape_configs: object[] }).scrape_configs);
  expect(settings).toHaveLength(1);
  for (const one of settings) expect(one).toMatchObject({ honor_labels: true });
  // The comment for Docker Compose is a setting, too.
  expect(parse(/# (dns_sd_configs: .*)/.exec(page)?.[1] ?? "")).toMatchObject({ dns_sd_configs: [{ port: 9464 }, { port: 8423 }] });
  expect(/podMetricsEndpoints:\n(.*)/.exec(read("reference/kubernetes-deployments.yaml"))?.[1]).toContain("honorLabels: true");
});
