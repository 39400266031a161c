import type { EventEmitter } from "node:events";

/** The result of a statement, in the shape of `pg`. */
export interface PoolResult {
  command: "SELECT" | "INSERT" | "UPDATE" | "DELETE" | "MERGE";
  rows: never[];
  rowCount: number;
}

/** One connection of a pool; it never shares a transaction. */
export interface PoolClient extends EventEmitter {
  query(text: string, params?: readonly unknown[]): Promise<PoolResult>;
  release(destroy?: boolean): void;
}

/** The part of `pg.Pool` that the store and BullMQ need and the embedded database also has; and COPY, which both implement differently. */
export interface StatePool extends EventEmitter {
  /** Read by BullMQ: whether connections detect that the other side is gone. */
  readonly options: { keepAlive?: boolean | undefined };
  query(text: string, params?: readonly unknown[]): Promise<PoolResult>;
  connect(): Promise<PoolClient>;
  /** Runs `COPY target FROM` with the lines of `text`, in COPY's text format. `target`: a table and its columns. */
  copyFrom(target: string, text: string): Promise<void>;
  end(): Promise<void>;
}
