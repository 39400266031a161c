import { Agent } from "node:http";
import net from "node:net";
import { Duplex } from "node:stream";
import { currentProcess, inThisContext, runAs, runForRequest, type SimulatedProcess } from "./process.ts";
import { randomOf, type Random } from "./random.ts";
import { pass } from "./time.ts";

let latency: Random = randomOf(0, "network");
let away = false;
const servers = new Map<number, net.Server>();
let lastPort = 40_000;

/** Starts a new run. */
export function resetNetwork(seed: number): void {
  latency = randomOf(seed, "network");
  away = false;
}

/** Whether the service refuses connections. */
export function setAway(refuses: boolean): void {
  away = refuses;
}

function connectionError(code: string, syscall: string): Error {
  return Object.assign(new Error(`${syscall} ${code}`), { code, syscall, errno: -1 });
}

/** One end of a connection inside of this process. What is written arrives at the other end after a short while, in order. */
class Wire extends Duplex {
  peer: Wire | null = null;
  readonly owner: SimulatedProcess | null;
  readonly connecting = false;
  readonly remoteAddress = "127.0.0.1";
  readonly remotePort = 1;
  readonly encrypted = false;
  bytesWritten = 0;
  timeout = 0;
  /** Everything that was sent to this end before. */
  #arriving: Promise<void> = Promise.resolve();

  constructor(owner: SimulatedProcess | null) {
    super({ allowHalfOpen: false });
    this.owner = owner;
  }

  /** Delivers something at this end, after everything that was sent before. */
  arrive(what: string, deliver: () => void): void {
    const run = inThisContext(deliver);
    this.#arriving = this.#arriving.then(async () => {
      await pass(latency.int(1, latency.chance(0.05) ? 60 : 6));
      if (this.owner !== null && !this.owner.point("answer", `before ${what}`)) return;
      runAs(this.owner, () => run());
    });
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    const { owner, peer } = this;
    if (owner !== null && !owner.point("request", `before sending ${firstLine(chunk)}`)) return;
    runAs(null, () =>
      peer?.arrive(owner === null ? "receiving an answer" : "receiving a request", () => peer.destroyed || peer.push(chunk)),
    );
    this.bytesWritten += chunk.length;
    if (owner !== null && !owner.point("request", `after sending ${firstLine(chunk)}`)) return;
    done();
  }

  override _read(): void {}

  override _final(done: (error?: Error | null) => void): void {
    const { peer } = this;
    runAs(null, () => peer?.arrive("the end", () => peer.destroyed || peer.push(null)));
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.hangUp();
    done(error);
  }

  /** The other end notices it later, as a connection that was reset. */
  hangUp(): void {
    const { peer } = this;
    if (peer === null) return;
    runAs(null, () => peer.arrive("the end", () => peer.destroyed || peer.destroy(connectionError("ECONNRESET", "read"))));
  }

  setTimeout(): this {
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
  address(): object {
    return { port: 1, address: "127.0.0.1", family: "IPv4" };
  }
  destroySoon(): void {
    this.end(() => this.destroy());
  }
}

function firstLine(chunk: Buffer): string {
  const line = chunk.toString("latin1", 0, 200).split("\r\n")[0] ?? "";
  return /^(GET|PUT|POST|DELETE) \/integration\/v1(\/\w+)/.exec(line)?.slice(1, 3).join(" ") ?? "a body";
}

/** The process whose request a server gets. */
function senderOf(request: unknown): SimulatedProcess | null {
  return (request as { socket: Wire }).socket.peer?.owner ?? null;
}

/** Replaces the connections of this process: servers and clients find each other without the system. */
export function installNetwork(): void {
  const connect = (options: { port?: number | string }): Wire => {
    const owner = currentProcess();
    const client = new Wire(owner);
    const server = servers.get(Number(options.port));
    if (server === undefined || away) {
      process.nextTick(() => client.destroy(connectionError("ECONNREFUSED", "connect")));
      return client;
    }
    const other = new Wire(null);
    client.peer = other;
    other.peer = client;
    // What is on its way arrives, also after a crash; then the service sees the end of the connection.
    owner?.onEnd(() => client.hangUp());
    runAs(null, () => server.emit("connection", other));
    return client;
  };
  Object.assign(Agent.prototype, { createConnection: connect });
  Object.assign(net.Server.prototype, {
    listen(this: net.Server & { port?: number }, ...args: unknown[]) {
      this.port = lastPort += 1;
      servers.set(this.port, this);
      const listener = args.find((one) => typeof one === "function") as (() => void) | undefined;
      if (listener !== undefined) this.once("listening", listener);
      Object.defineProperty(this, "listening", { value: true, configurable: true });
      const emit = this.emit.bind(this);
      this.emit = (name: string, ...given: unknown[]) =>
        name === "request"
          ? runForRequest({ response: given[1], sender: senderOf(given[0]) }, () => emit(name, ...given))
          : emit(name, ...given);
      process.nextTick(() => this.emit("listening"));
      return this;
    },
    address(this: { port?: number }) {
      return { port: this.port, address: "127.0.0.1", family: "IPv4" };
    },
    close(this: net.Server & { port?: number }, done?: () => void) {
      servers.delete(this.port ?? 0);
      Object.defineProperty(this, "listening", { value: false, configurable: true });
      process.nextTick(() => {
        this.emit("close");
        done?.();
      });
      return this;
    },
  });
}
