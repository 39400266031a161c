import { wantsTraces, type Environment } from "./trace-settings.ts";

export type Traces = ReturnType<(typeof import("./trace-exporter.ts"))["exportTraces"]>;

/**
 * Begins to send traces if `OTEL_EXPORTER_OTLP_ENDPOINT` or `OTEL_TRACES_EXPORTER` is set. Otherwise returns `null`, and
 * loads nothing of OpenTelemetry. The exporter itself reads the other `OTEL_*` variables.
 *
 * @throws UsageProblem for an unsupported way of sending
 */
export async function startTraces(env: Environment, about: { version: string }): Promise<Traces | null> {
  return wantsTraces(env) ? (await import("./trace-exporter.ts")).exportTraces(env, about) : null;
}
