/** A TCP connection between two processes that can be cut, or pass nothing for a while. */
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";

export interface Wire {
  /** The address of the other end, through this wire. */
  url: string;
  /** Resets all connections and refuses new ones. */
  cut(): Promise<void>;
  /** A black hole: connections stay open, and nothing passes until `restore`. */
  silence(): Promise<void>;
  restore(): Promise<void>;
  close(): Promise<void>;
}

export async function openWire(target: string): Promise<Wire> {
  const { hostname, port: targetPort } = new URL(target);
  const sockets = new Set<Socket>();
  let silent = false;
  let server: Server | null = null;

  const carry = (client: Socket): void => {
    const other = connect(Number(targetPort), hostname);
    for (const socket of [client, other]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on("error", () => undefined);
      socket.on("close", () => [client, other].forEach((end) => end.destroy()));
      socket.on("close", () => sockets.delete(socket));
    }
    const pass = (from: Socket, to: Socket): void => void from.on("data", (chunk) => void (to.write(chunk) || wait(from, to)));
    pass(client, other);
    pass(other, client);
    if (silent) for (const socket of [client, other]) socket.pause();
  };
  const wait = (from: Socket, to: Socket): void => {
    from.pause();
    to.once("drain", () => silent || from.resume());
  };
  const listen = async (port: number): Promise<number> => {
    server = createServer(carry).listen(port, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  };
  const cut = async (): Promise<void> => {
    const closing = server;
    server = null;
    const closed = closing === null ? null : new Promise((resolve) => closing.close(resolve));
    for (const socket of sockets) socket.resetAndDestroy();
    await closed;
  };

  const port = await listen(0);
  const url = new URL(target);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href.replace(/\/$/, ""),
    cut,
    silence: async () => {
      silent = true;
      for (const socket of sockets) socket.pause();
    },
    restore: async () => {
      silent = false;
      for (const socket of sockets) socket.resume();
      if (server === null) await listen(port);
    },
    close: cut,
  };
}
