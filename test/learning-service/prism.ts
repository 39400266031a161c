import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, request as sendRequest, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

/** What went through the proxy, and what Prism had against it. */
export interface Judged {
  method: string;
  /** With the query. */
  path: string;
  status: number;
  /** Of a list, in either shape. */
  items: number | null;
  /** Such as `request body: must NOT have additional properties`. */
  violations: string[];
}

export interface Prism {
  url: string;
  judged: Judged[];
  close(): Promise<void>;
}

/**
 * Prism as a proxy before `upstream` that holds requests and answers against docs/reference/openapi.yaml, and before Prism a
 * listener that keeps its findings: with `--errors` Prism answers a violation with a problem of its own, else it may
 * still name some in the header `sl-violations`.
 */
export async function startPrism(upstream: string): Promise<Prism> {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const cli = `${root}/node_modules/@stoplight/prism-cli/dist/index.js`;
  const args = [cli, "proxy", "--errors", "--port", String(await freePort()), `${root}/docs/reference/openapi.yaml`, upstream];
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env["PATH"] ?? "", NO_COLOR: "1" },
  });
  let log = "";
  const prismUrl = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      log += chunk.toString();
      const found = /Prism is listening on (http:\/\/\S+?:\d+)/.exec(log)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("error", reject);
    child.once("exit", () => reject(new Error(`prism ended: ${log}`)));
  });

  const judged: Judged[] = [];
  const listener = createServer((request, response) => {
    void forward(prismUrl, request).then(({ head, body }) => {
      const status = head.statusCode ?? 0;
      const violations = [...violationsOf(head.headers["sl-violations"]), ...problemsOf(head.headers["content-type"], body)];
      judged.push({
        method: request.method ?? "",
        path: request.url ?? "",
        status,
        items: itemsIn(head.headers["content-type"], body),
        violations: [...new Set(violations)],
      });
      response.writeHead(status, head.headers).end(body);
    });
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  return {
    url: urlOf(listener.address()),
    judged,
    async close() {
      listener.closeAllConnections();
      listener.close();
      child.removeAllListeners("exit");
      const ended = once(child, "exit");
      child.kill();
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

function urlOf(address: AddressInfo | string | null): string {
  return typeof address === "object" && address !== null ? `http://127.0.0.1:${address.port}` : "";
}

async function forward(to: string, request: IncomingMessage): Promise<{ head: IncomingMessage; body: Buffer }> {
  const body = await buffer(request);
  const outgoing = sendRequest(to + (request.url ?? ""), { method: request.method ?? "GET", headers: request.headers });
  outgoing.end(body);
  const [head] = (await once(outgoing, "response")) as [IncomingMessage];
  return { head, body: await buffer(head) };
}

function itemsIn(contentType: string | undefined, body: Buffer): number | null {
  if (contentType?.startsWith("application/json") !== true) return null;
  const value: unknown = JSON.parse(body.toString());
  const list: unknown = typeof value === "object" && value !== null && "response" in value ? value.response : value;
  return Array.isArray(list) ? list.length : null;
}

interface Violation {
  location: string[];
  message: string;
}

function inWords(violations: readonly Violation[]): string[] {
  return violations.map(({ location, message }) => `${location.join(".")}: ${message}`);
}

function violationsOf(header: string | string[] | undefined): string[] {
  return typeof header === "string" ? inWords(JSON.parse(header) as Violation[]) : [];
}

/** Violations in a problem that Prism answers itself; a problem without a list of them counts as one. */
function problemsOf(contentType: string | undefined, body: Buffer): string[] {
  if (contentType?.startsWith("application/problem+json") !== true) return [];
  const { type, title, validation } = JSON.parse(body.toString()) as { type: string; title: string; validation?: Violation[] };
  return validation === undefined ? [`${type}: ${title}`] : inWords(validation);
}
