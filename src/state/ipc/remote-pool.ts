import { EventEmitter } from "node:events";
import type { PoolClient, PoolResult, StatePool } from "../database/pool.ts";
import type { Connection } from "./connection.ts";

/** The pool of the process that has the state open, for a process that uses it. */
export class RemotePool extends EventEmitter implements StatePool {
  /** Read by BullMQ. */
  readonly options = { keepAlive: true };
  readonly #line: Connection;
  readonly #clients = new Map<number, RemoteClient>();
  #last = 0;

  constructor(line: Connection) {
    super();
    this.#line = line;
    this.setMaxListeners(0);
    line.on("notification", (client, message) => void this.#clients.get(client as number)?.emit("notification", message));
  }

  query(text: string, params?: readonly unknown[]): Promise<PoolResult> {
    return this.#line.ask("query", null, text, params) as Promise<PoolResult>;
  }

  async copyFrom(target: string, text: string): Promise<void> {
    await this.#line.ask("copy", target, text);
  }

  async connect(): Promise<PoolClient> {
    this.#last += 1;
    const id = this.#last;
    const client = new RemoteClient(this.#line, id, () => this.#clients.delete(id));
    this.#clients.set(id, client);
    return client;
  }

  async end(): Promise<void> {}
}

class RemoteClient extends EventEmitter implements PoolClient {
  readonly #line: Connection;
  readonly #id: number;
  readonly #forget: () => void;

  constructor(line: Connection, id: number, onRelease: () => void) {
    super();
    this.#line = line;
    this.#id = id;
    this.#forget = onRelease;
    this.setMaxListeners(0);
  }

  query(text: string, params?: readonly unknown[]): Promise<PoolResult> {
    return this.#line.ask("query", this.#id, text, params) as Promise<PoolResult>;
  }

  release(): void {
    this.#forget();
    // If the connection has ended, the other process has already released the client.
    this.#line.ask("release", this.#id).catch(() => undefined);
  }
}
