import got, { RequestError, TimeoutError } from "got";
import { DeliveryFault } from "./deliver.ts";

/** Posts a message as Slack and others take it. Its address is a secret: no error has more of it than the host. */
export async function postWebhook(url: string, body: { text: string }, timeout = 10_000): Promise<void> {
  const { host } = new URL(url);
  let status: number;
  try {
    const answer = await got.post(url, {
      json: body,
      timeout: { request: timeout },
      retry: { limit: 0 },
      // Wherever it would lead, nobody has named that place in the job.
      followRedirect: false,
      throwHttpErrors: false,
      headers: { "user-agent": "rollcall" },
    });
    status = answer.statusCode;
  } catch (error) {
    if (error instanceof TimeoutError) throw new DeliveryFault(`${host} did not answer within ${timeout / 1000} s`, true);
    const code = error instanceof RequestError ? error.code : "unknown";
    throw new DeliveryFault(`${host} cannot be reached (${code})`, !/CERT|TLS|SSL|SIGNED|ALTNAME/.test(code));
  }
  if (status >= 200 && status < 300) return;
  if (status >= 300 && status < 400) throw new DeliveryFault(`${host} answered with a redirect (${status}), which is not followed`, false);
  throw new DeliveryFault(`${host} answered ${status}`, status === 408 || status === 429 || status >= 500);
}
