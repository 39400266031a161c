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
  if (named !== "" && named !== "otlp")
    throw new UsageProblem("OTEL_TRACES_EXPORTER names an unsupported exporter. Nothing was started.", "Set it to otlp or none.");
  if (endpoint !== undefined && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ""))
    throw new UsageProblem(
      "The OTLP endpoint is not an http or https URL. Nothing was started.",
      "Set it to a URL such as `http://collector:4318`.",
    );
  const headers = (env["OTEL_EXPORTER_OTLP_TRACES_HEADERS"] ?? env["OTEL_EXPORTER_OTLP_HEADERS"] ?? "").trim();
  const insecure = isOn(env["OTEL_EXPORTER_OTLP_TRACES_INSECURE"] ?? env["OTEL_EXPORTER_OTLP_INSECURE"]);
  if (endpoint !== undefined && headers !== "" && isUnencrypted(endpoint) && !insecure)
    throw new UsageProblem(
      "OTEL_EXPORTER_OTLP_HEADERS would be sent unencrypted to the OTLP endpoint. Nothing was started.",
      "Use https, unset the headers, or set OTEL_EXPORTER_OTLP_INSECURE=true.",
    );
  const protocol = (env["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"] ?? env["OTEL_EXPORTER_OTLP_PROTOCOL"] ?? "").trim();
  if (protocol === "grpc")
    throw new UsageProblem(
      "Rollcall sends traces over HTTP, not gRPC. Nothing was started.",
      "Unset the protocol, and use the collector's HTTP port, 4318.",
    );
  return true;
}

export function isOn(value: string | undefined): boolean {
  return ["true", "1", "yes", "on"].includes(value?.trim().toLowerCase() ?? "");
}
