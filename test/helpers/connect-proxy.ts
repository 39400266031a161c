/** A real HTTP proxy on this machine, and names that only it can reach: behind it they are servers of the test. */
import { once } from "node:events";
import { createServer, request as send } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from "node:tls";
import { onTestFinished } from "vitest";

/** What the proxy does with the next tunnels. */
type Mood = "works" | "refuses" | "cuts the handshake";

export interface ConnectProxy {
  /** With a user and a password. */
  url: string;
  password: string;
  /** What it was asked, first to last: `CONNECT lms.example:443`, `GET http://lms.example/…`. */
  asked: string[];
  /** The credentials that came with each. */
  shown: (string | undefined)[];
  mood: Mood;
  /** Makes a name lead to a port of this machine. `tls`: TLS ends on the way, as at a gateway. */
  lead(name: string, to: string, tls?: boolean): Promise<void>;
}

/** Makes this process trust the certificate of the names behind the proxy. */
export function trustTestCertificate(): void {
  setDefaultCACertificates([...getCACertificates("default"), TEST_CERTIFICATE]);
}

export async function connectProxy(): Promise<ConnectProxy> {
  const password = "s3cret-of-the-proxy";
  const ports = new Map<string, number>();
  const sockets = new Set<Socket>();
  const proxy: ConnectProxy = {
    url: "",
    password,
    asked: [],
    shown: [],
    mood: "works",
    lead: async (name, to, tls = true) => {
      const port = Number(new URL(to).port);
      ports.set(name, tls ? await tlsBefore(port, sockets) : port);
    },
  };
  const server = createServer((request, response) => {
    proxy.asked.push(`${request.method} ${request.url}`);
    proxy.shown.push(request.headers["proxy-authorization"]);
    const { hostname, pathname, search } = new URL(request.url ?? "");
    const { "proxy-authorization": _own, ...headers } = request.headers;
    const onwards = send(
      { host: "127.0.0.1", port: ports.get(hostname), method: request.method, path: pathname + search, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    onwards.on("error", () => response.writeHead(502).end());
    request.pipe(onwards);
  });
  server.on("connect", (request, socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    proxy.asked.push(`CONNECT ${request.url}`);
    proxy.shown.push(request.headers["proxy-authorization"]);
    const port = ports.get((request.url ?? "").split(":")[0] ?? "");
    if (proxy.mood === "refuses" || port === undefined) {
      socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
      return;
    }
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    if (proxy.mood === "cuts the handshake") socket.destroy();
    else join(socket, connect(port, "127.0.0.1"), sockets);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  proxy.url = `http://corporate:${password}@127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;
}

/** A server that takes TLS off, before one that speaks plain HTTP. @returns its port */
async function tlsBefore(port: number, sockets: Set<Socket>): Promise<number> {
  const server = createTlsServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }, (socket) => join(socket, connect(port, "127.0.0.1"), sockets));
  server.on("tlsClientError", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

function join(one: Socket, other: Socket, sockets: Set<Socket>): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    sockets.add(from);
    from.on("error", () => to.destroy());
    from.on("close", () => to.destroy());
    from.pipe(to);
  }
}

/** For the names lms, idp, hooks and collector below .example; of no use to anybody else. */
const TEST_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIB2zCCAYCgAwIBAgIURYjt5XJxiu38Z5kGO/36x5kNhIQwCgYIKoZIzj0EAwIw
HTEbMBkGA1UEAwwSQSB0ZXN0IG9mIFJvbGxjYWxsMCAXDTI2MTEyMzAwMjYwN1oY
DzIxMjYxMDMwMDAyNjA3WjAdMRswGQYDVQQDDBJBIHRlc3Qgb2YgUm9sbGNhbGww
WTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATePn4UwjiovyFfWWXE3X1PqXm5ISCM
HRAupPXvMQ+Ki3QZBk26C/FpXF60luIVtZP8mohZ1chTjWdGQ97f+j++o4GbMIGY
MB0GA1UdDgQWBBSXr9F7JPVRwxSojuRM5A9oddbnTDAfBgNVHSMEGDAWgBSXr9F7
JPVRwxSojuRM5A9oddbnTDBFBgNVHREEPjA8ggtsbXMuZXhhbXBsZYILaWRwLmV4
YW1wbGWCDWhvb2tzLmV4YW1wbGWCEWNvbGxlY3Rvci5leGFtcGxlMA8GA1UdEwEB
/wQFMAMBAf8wCgYIKoZIzj0EAwIDSQAwRgIhAO0OCmPPlVAC/4Qqm2lyUzfDKOa0
7EVMMciHHnipftEeAiEAtkVOK4cFpCIgkaUuNwW8gkMEP23Y6Uc9aaFKuQ4cA6g=
-----END CERTIFICATE-----
`;

const TEST_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgec8sUPu3R7VNu71Q
p9WCwoKjqeNrjvMs+td5K6kgdZChRANCAATePn4UwjiovyFfWWXE3X1PqXm5ISCM
HRAupPXvMQ+Ki3QZBk26C/FpXF60luIVtZP8mohZ1chTjWdGQ97f+j++
-----END PRIVATE KEY-----
`;
