import got, { RequestError, TimeoutError, type Response } from "got";
import { fact } from "../domain/facts/fact.ts";
import { UsageProblem } from "../domain/problem.ts";
import { agentsFor, type ProxyEnvironment } from "../domain/proxy.ts";
import { DeliveryFault } from "./deliver.ts";

/** The agents for an address. @throws DeliveryFault where the environment names no usable proxy */
function agentsOf(address: URL, proxy: ProxyEnvironment): ReturnType<typeof agentsFor> {
  try {
    return agentsFor(address, proxy);
  } catch (error) {
    if (error instanceof UsageProblem)
      throw new DeliveryFault(fact("notice.has_no_proxy", { variable: String(error.fact.values["variable"]) }), false);
    throw error;
  }
}

/** Posts a message as Slack and others take it. Its address is a secret: no error has more of it than the host. */
export async function postWebhook(
  url: string,
  body: { text: string },
  { proxy, timeout = 10_000 }: { proxy: ProxyEnvironment; timeout?: number },
): Promise<void> {
  const address = new URL(url);
  const { host } = address;
  let status: number;
  try {
    const sent = got.stream.post(url, {
      json: body,
      agent: agentsOf(address, proxy),
      timeout: { request: timeout },
      retry: { limit: 0 },
      // The job does not name the address a redirect leads to.
      followRedirect: false,
      throwHttpErrors: false,
      headers: { "user-agent": "rollcall" },
    });
    try {
      status = await new Promise((resolve, reject) => {
        sent.once("response", (answer: Response) => resolve(answer.statusCode));
        sent.once("error", reject);
      });
    } finally {
      // Nothing reads the body of the answer, which may have no end.
      sent.destroy();
    }
  } catch (error) {
    if (error instanceof TimeoutError) throw new DeliveryFault(fact("notice.server_is_silent", { host }), true);
    const code = error instanceof RequestError ? error.code : "unknown";
    throw new DeliveryFault(fact("notice.server_is_unreachable", { host, code }), !/CERT|TLS|SSL|SIGNED|ALTNAME/.test(code));
  }
  if (status >= 200 && status < 300) return;
  if (status >= 300 && status < 400) throw new DeliveryFault(fact("notice.is_redirected", { host, status: String(status) }), false);
  throw new DeliveryFault(fact("notice.is_refused", { host, status: String(status) }), status === 408 || status === 429 || status >= 500);
}
