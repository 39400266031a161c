import { createRequire, syncBuiltinESMExports } from "node:module";
import { Readable, Writable } from "node:stream";
import { currentProcess, operation, ProcessEnded, type SimulatedProcess } from "./process.ts";
import { randomOf, type Random } from "./random.ts";
import { pass } from "./time.ts";

const require = createRequire(import.meta.url);
const fs = require("node:fs") as Record<string, (...args: unknown[]) => unknown>;
const real = { ...fs };

let disk: Random = randomOf(0, "disk");
/** The bytes of each file that are certainly on the disk. */
const synced = new Map<string, number>();

/** Starts a new run. */
export function resetFiles(seed: number): void {
  disk = randomOf(seed, "disk");
  synced.clear();
}

/** The bytes of a file that a power cut leaves at least. */
export function syncedBytes(path: string): number {
  return synced.get(path) ?? 0;
}

const CHANGES = /^(write|append|rename|rm|unlink|truncate|mkdir|link|copyFile|cp|chmod|utimes|symlink)/;

/** What a point is called: the file's name, without the random parts. */
function named(name: string, path: unknown): string {
  const file = typeof path === "string" ? (path.split("/").at(-1) ?? "") : "";
  return `${name} ${file.replace(/[0-9a-f]{24}/, "…")}`.trim();
}

/** A file that a simulated process has open. Everything on it happens at once, or after a short while of virtual time. */
class Handle {
  readonly fd: number;
  readonly #path: string;
  readonly #owner: SimulatedProcess | null;
  #open = true;

  constructor(path: string, flags: unknown, mode: unknown) {
    this.#path = path;
    this.fd = real["openSync"]?.(path, flags, mode) as number;
    this.#owner = currentProcess();
    this.#owner?.onEnd(() => this.#release());
  }

  #release(): void {
    if (!this.#open) return;
    this.#open = false;
    real["closeSync"]?.(this.fd);
  }

  #do<T>(what: string, work: () => T): Promise<T> {
    return operation("file", named(what, this.#path), async () => {
      if (disk.chance(0.3)) await pass(disk.int(1, 4));
      // It may have crashed meanwhile, and its handle is closed.
      return this.#open ? work() : (undefined as T);
    });
  }

  #write(data: unknown): void {
    const bytes = typeof data === "string" ? Buffer.from(data) : (data as Buffer);
    real["writeSync"]?.(this.fd, bytes);
  }

  appendFile(data: unknown): Promise<void> {
    return this.#do("append to", () => this.#write(data));
  }
  writeFile(data: unknown): Promise<void> {
    return this.#do("write", () => this.#write(data));
  }
  write(data: unknown, ...place: unknown[]): Promise<{ bytesWritten: number; buffer: unknown }> {
    return this.#do("write", () => {
      const at =
        typeof data === "string" && typeof place[0] === "number"
          ? [Buffer.from(data), 0, Buffer.byteLength(data), place[0]]
          : [data, ...place];
      return { bytesWritten: real["writeSync"]?.(this.fd, ...at) as number, buffer: data };
    });
  }
  read(given: unknown, ...place: unknown[]): Promise<{ bytesRead: number; buffer: unknown }> {
    const options = given as { buffer?: unknown; offset?: number; length?: number; position?: number };
    const args =
      Buffer.isBuffer(given) || given instanceof Uint8Array
        ? [given, ...place]
        : [options.buffer, options.offset, options.length, options.position];
    return this.#do("read", () => ({ bytesRead: real["readSync"]?.(this.fd, ...args) as number, buffer: args[0] }));
  }
  readFile(options?: unknown): Promise<unknown> {
    return this.#do("read", () => real["readFileSync"]?.(this.fd, options));
  }
  truncate(length = 0): Promise<void> {
    return this.#do("truncate", () => void real["ftruncateSync"]?.(this.fd, length));
  }
  stat(): Promise<unknown> {
    return this.#do("stat", () => real["fstatSync"]?.(this.fd));
  }
  datasync(): Promise<void> {
    return this.sync();
  }
  sync(): Promise<void> {
    return this.#do("sync", () => {
      const stats = real["fstatSync"]?.(this.fd) as { size: number } | undefined;
      synced.set(this.#path, stats?.size ?? 0);
    });
  }
  chmod(): Promise<void> {
    return Promise.resolve();
  }
  close(): Promise<void> {
    return this.#do("close", () => this.#release());
  }
  createReadStream(options?: unknown): unknown {
    return fs["createReadStream"]?.(this.#path, options);
  }
  async *readableWebStream(): AsyncGenerator<never> {}
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

/**
 * Replaces file access: asynchronous calls become synchronous ones, so that their order is always the same, and nothing
 * waits for the disk. A process that has ended changes no file.
 */
export function installFiles(): void {
  const promises = require("node:fs/promises") as Record<string, unknown>;
  for (const name of Object.keys(promises)) {
    const sync = real[`${name}Sync`];
    if (sync === undefined || name === "constants") continue;
    promises[name] = (...args: unknown[]) =>
      CHANGES.test(name)
        ? operation("file", named(name, args[0]), () => moved(name, args, sync(...args)))
        : operation("file", named(name, args[0]), () => sync(...args));
  }
  promises["open"] = (path: string, flags: unknown = "r", mode?: unknown) =>
    operation("file", named("open", path), () => new Handle(path, flags, mode));
  for (const [name, call] of Object.entries(real)) {
    if (!name.endsWith("Sync") || !CHANGES.test(name)) continue;
    fs[name] = (...args: unknown[]) => {
      const process = currentProcess();
      if (process !== null && !process.point("file", `before ${named(name, args[0])}`)) throw new ProcessEnded();
      const result = call(...args);
      if (process !== null && !process.point("file", `after ${named(name, args[0])}`)) throw new ProcessEnded();
      return result;
    };
  }
  fs["fsyncSync"] = () => undefined;
  fs["fdatasyncSync"] = () => undefined;
  fs["createReadStream"] = (path: unknown, given?: unknown) => {
    const options = given as { start?: number; end?: number } | undefined;
    const all = real["readFileSync"]?.(path) as Buffer;
    const part = all.subarray(options?.start ?? 0, options?.end === undefined ? all.length : options.end + 1);
    const stream = Readable.from(part.length === 0 ? [] : [part], { objectMode: false });
    return Object.assign(stream, { close: () => stream.destroy(), bytesRead: part.length, path });
  };
  fs["createWriteStream"] = (path: unknown, given?: unknown) => {
    const options = given as { flags?: string; mode?: number } | undefined;
    const fd = real["openSync"]?.(path, options?.flags ?? "w", options?.mode) as number;
    const stream = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        real["writeSync"]?.(fd, chunk);
        done();
      },
      final: (done) => {
        real["closeSync"]?.(fd);
        done();
      },
    });
    return Object.assign(stream, { path, bytesWritten: 0 });
  };
  syncBuiltinESMExports();
}

/** A renamed file keeps what is on the disk. */
function moved<T>(name: string, [from, to]: unknown[], result: T): T {
  if (name === "rename" && typeof from === "string" && typeof to === "string") {
    synced.set(to, synced.get(from) ?? 0);
    synced.delete(from);
  }
  return result;
}
