import { fact } from "../domain/facts/fact.ts";
import { isUnencrypted } from "../domain/loopback.ts";
import { UsageProblem } from "../domain/problem.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns whether the environment asks for traces.
 * @throws UsageProblem for an unsupported way of sending
 */
export function wantsTraces(env: Environment): boolean {
  if (isOn(env["OTEL_SDK_DISABLED"])) return false;
  const named = env["OTEL_TRACES_EXPORTER"]?.trim() ?? "";
  const endpoint = [env["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"], env["OTEL_EXPORTER_OTLP_ENDPOINT"]].find(
    (one) => (one?.trim() ?? "") !== "",
  );
  if (named === "none" || (named === "" && endpoint === undefined)) return false;
  // `console` would mix with what commands print for machines.
  if (named !== "" && named !== "otlp") throw new UsageProblem(fact("traces.have_unknown_exporter", {}), fact("advice.set_exporter", {}));
  if (endpoint !== undefined && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ""))
    throw new UsageProblem(fact("traces.have_no_http_endpoint", {}), fact("advice.set_endpoint", {}));
  const headers = (env["OTEL_EXPORTER_OTLP_TRACES_HEADERS"] ?? env["OTEL_EXPORTER_OTLP_HEADERS"] ?? "").trim();
  const insecure = isOn(env["OTEL_EXPORTER_OTLP_TRACES_INSECURE"] ?? env["OTEL_EXPORTER_OTLP_INSECURE"]);
  if (endpoint !== undefined && headers !== "" && isUnencrypted(endpoint) && !insecure)
    throw new UsageProblem(fact("traces.send_headers_unencrypted", {}), fact("advice.encrypt_traces", {}));
  const protocol = (env["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"] ?? env["OTEL_EXPORTER_OTLP_PROTOCOL"] ?? "").trim();
  if (protocol === "grpc") throw new UsageProblem(fact("traces.use_grpc", {}), fact("advice.use_http_port", {}));
  return true;
}

export function isOn(value: string | undefined): boolean {
  return ["true", "1", "yes", "on"].includes(value?.trim().toLowerCase() ?? "");
}
