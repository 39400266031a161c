import type { EventEmitter } from "node:events";

/** What a statement answers, as `pg` shapes it. */
export interface PoolResult {
  command: "SELECT" | "INSERT" | "UPDATE" | "DELETE" | "MERGE";
  rows: never[];
  rowCount: number;
}

/** One connection of a pool: a transaction on it is nobody else's. */
export interface PoolClient extends EventEmitter {
  query(text: string, params?: readonly unknown[]): Promise<PoolResult>;
  release(destroy?: boolean): void;
}

/** What the store and BullMQ ask of `pg.Pool`, which the embedded database has as well, and COPY, which both have in their own way. */
export interface StatePool extends EventEmitter {
  /** Read by BullMQ: whether connections notice by themselves that the other side is gone. */
  readonly options: { keepAlive?: boolean | undefined };
  query(text: string, params?: readonly unknown[]): Promise<PoolResult>;
  connect(): Promise<PoolClient>;
  /** `COPY target FROM` the lines of `text`, in COPY's text format. `target`: a table and its columns. */
  copyFrom(target: string, text: string): Promise<void>;
  end(): Promise<void>;
}
