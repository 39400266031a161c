/** Requests with so many in flight over kept connections, by node:http alone, so that the load costs little itself. */
import { Agent, request } from "node:http";

export interface Load {
  url: string;
  token: string;
  inFlight: number;
  /** How long new requests are started. */
  ms: number;
}

export interface Outgoing {
  method: string;
  path: string;
  body?: object;
}

/** Sends what `next` makes until the time is over. Answers how many were answered with 200, and in how long. */
export async function sendLoad({ url, token, inFlight, ms }: Load, next: (n: number) => Outgoing): Promise<{ count: number; ms: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: inFlight });
  let count = 0;
  let started = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (performance.now() - began < ms) {
        await sendOne(agent, url, token, next(started++));
        count++;
      }
    }),
  );
  const took = performance.now() - began;
  agent.destroy();
  return { count, ms: took };
}

function sendOne(agent: Agent, url: string, token: string, { method, path, body }: Outgoing): Promise<void> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${token}`,
    ...(text === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(`${url}/integration/v1${path}`, { method, agent, headers }, (response) => {
      response.resume();
      response.on("error", reject);
      response.on("end", () => (response.statusCode === 200 ? resolve() : reject(new Error(`${method} ${path}: ${response.statusCode}`))));
    });
    outgoing.on("error", reject);
    outgoing.end(text);
  });
}
