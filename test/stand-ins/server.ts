import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A request as a stand-in for an HR system receives it. */
export interface Received {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Reply {
  status?: number;
  headers?: Record<string, string | string[]>;
  /** Objects are sent as JSON. */
  body?: unknown;
}

export interface StandIn {
  url: string;
  requests: Received[];
}

/** Starts a server on this machine. `answer` may also write the answer itself, and then returns nothing. */
export async function standIn(answer: (request: Received, response: ServerResponse) => Reply | undefined): Promise<StandIn> {
  const requests: Received[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const url = new URL(request.url ?? "/", "http://here");
      const received = {
        method: request.method ?? "",
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body: Buffer.concat(parts).toString("utf8"),
      };
      requests.push(received);
      const reply = answer(received, response);
      if (reply === undefined) return;
      const isText = typeof reply.body === "string" || Buffer.isBuffer(reply.body) || reply.body === undefined;
      const type = isText ? {} : { "content-type": "application/json" };
      response.writeHead(reply.status ?? 200, { ...type, ...reply.headers });
      response.end(isText ? reply.body : JSON.stringify(reply.body));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}
