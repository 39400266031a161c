import { randomBytes } from "node:crypto";
import type { Agent as HttpAgent } from "node:http";
import { trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import * as resources from "@opentelemetry/resources";
import * as sdk from "@opentelemetry/sdk-trace";
import pTimeout from "p-timeout";
import { agentsFor, proxyFor } from "../domain/proxy.ts";
import { activeContext, RUN_OF_TRACE, traceIdsOf } from "../domain/telemetry/span.ts";
import { telemetry } from "../domain/telemetry/telemetry.ts";
import { isOn, type Environment } from "./trace-settings.ts";

/** How long a process that ends waits for the collector, in ms. */
const EXPORT_TIMEOUT_MS = 5000;

/** Begins to send traces. @returns `stop`, which sends the rest and ends */
export function exportTraces(env: Environment, about: { version: string }): { stop(): Promise<void> } {
  const resource = resources
    .resourceFromAttributes({ "service.name": "rollcall", "service.version": about.version })
    .merge(resources.detectResources({ detectors: [resources.envDetector] }));
  const ratio = ratioOf(env);
  const sampler: sdk.Sampler = ratio === null ? new sdk.AlwaysOnSampler() : new sdk.TraceIdRatioBasedSampler(ratio);
  const provider = new sdk.TracerProvider({
    resource,
    idGenerator: new IdsOfRuns(),
    // A run's trace id decides, so that all processes decide alike.
    sampler: new sdk.ParentBasedSampler({ root: sampler, remoteParentSampled: sampler }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter(destinationOf(env)) })],
  });
  const asked = isOn(env["ROLLCALL_TRACEPARENT"]);
  const ofCall = telemetry();
  ofCall.tracer = provider.getTracer("rollcall");
  if (asked) ofCall.addHeaders = addTraceParent;
  return {
    stop: async () => {
      ofCall.tracer = null;
      ofCall.addHeaders = null;
      // A collector that is gone must not keep a process from ending well.
      await pTimeout(provider.shutdown(), { milliseconds: EXPORT_TIMEOUT_MS }).catch(() => undefined);
    },
  };
}

/** Names the span that sends a request, as W3C Trace Context has it. */
function addTraceParent(headers: Record<string, string>): void {
  const span = trace.getSpanContext(activeContext());
  if (span === undefined) return;
  headers["traceparent"] = `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, "0")}`;
}

interface Destination {
  url?: string;
  headers?: Record<string, string>;
  httpAgentOptions?: (protocol: string) => HttpAgent;
}

/** Where the spans go, by the environment of the call. The exporter would read that of the process. */
function destinationOf(env: Environment): Destination {
  const own = env["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"]?.trim() ?? "";
  const base = env["OTEL_EXPORTER_OTLP_ENDPOINT"]?.trim() ?? "";
  const url = own !== "" ? own : base === "" ? "" : `${base.replace(/\/$/, "")}/v1/traces`;
  const headers = env["OTEL_EXPORTER_OTLP_TRACES_HEADERS"] ?? env["OTEL_EXPORTER_OTLP_HEADERS"] ?? "";
  const pairs = headers.split(",").map((pair) => pair.trim().split(/=(.*)/s));
  const named = pairs.flatMap(([name = "", value = ""]) => (name === "" ? [] : [[name.trim(), decoded(value.trim())] as const]));
  return {
    ...(url === "" ? {} : { url, ...proxied(new URL(url), env) }),
    ...(named.length === 0 ? {} : { headers: Object.fromEntries(named) }),
  };
}

/** Without a proxy the exporter makes its own agent, which knows its certificates. */
function proxied(url: URL, env: Environment): Pick<Destination, "httpAgentOptions"> {
  if (proxyFor(url, env) === null) return {};
  const agents = agentsFor(url, env, { keepAlive: true });
  return { httpAgentOptions: (protocol) => (protocol === "https:" ? agents.https : agents.http) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Which share of the runs is traced; `null`: all. */
function ratioOf(env: Environment): number | null {
  const sampler = env["OTEL_TRACES_SAMPLER"]?.trim() ?? "";
  if (sampler === "always_off" || sampler === "parentbased_always_off") return 0;
  if (sampler !== "traceidratio" && sampler !== "parentbased_traceidratio") return null;
  const ratio = Number(env["OTEL_TRACES_SAMPLER_ARG"] ?? "1");
  return Number.isFinite(ratio) && ratio >= 0 && ratio <= 1 ? ratio : null;
}

/** The first span of a run has the ids that follow from the run's own; all others are random. */
class IdsOfRuns implements sdk.IdGenerator {
  generateTraceId(): string {
    return this.#ofRun()?.traceId ?? randomBytes(16).toString("hex");
  }

  generateSpanId(): string {
    return this.#ofRun()?.spanId ?? randomBytes(8).toString("hex");
  }

  #ofRun(): { traceId: string; spanId: string } | null {
    const run = activeContext().getValue(RUN_OF_TRACE);
    return typeof run === "string" ? traceIdsOf(run) : null;
  }
}
