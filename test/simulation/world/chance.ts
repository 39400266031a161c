import { createRequire, syncBuiltinESMExports } from "node:module";
import { randomOf, type Random } from "./random.ts";

const require = createRequire(import.meta.url);

let source: Random = randomOf(0, "process");

/** Everything random in the process follows this seed from now on. */
export function resetChance(seed: number): void {
  source = randomOf(seed, "process");
}

function fill(bytes: Uint8Array): Uint8Array {
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = Math.floor(source.next() * 256);
  return bytes;
}

function uuid(): string {
  const hex = Buffer.from(fill(new Uint8Array(16))).toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

function viewOf(given: ArrayBufferView): Uint8Array {
  return new Uint8Array(given.buffer as ArrayBuffer, given.byteOffset, given.byteLength);
}

/** Replaces the random sources of this process. */
export function installChance(): void {
  Math.random = () => source.next();
  const random = {
    randomBytes: (size: number, done?: (error: null, bytes: Buffer) => void): Buffer => {
      const bytes = Buffer.from(fill(new Uint8Array(size)));
      if (done !== undefined) queueMicrotask(() => done(null, bytes));
      return bytes;
    },
    randomUUID: uuid,
    randomFillSync: (given: ArrayBufferView) => {
      fill(viewOf(given));
      return given;
    },
    randomInt: (least: number, most?: number): number =>
      most === undefined ? Math.floor(source.next() * least) : least + Math.floor(source.next() * (most - least)),
    getRandomValues: (given: ArrayBufferView) => {
      fill(viewOf(given));
      return given;
    },
  };
  const { getRandomValues, ...simple } = random;
  Object.assign(require("node:crypto") as object, simple);
  Object.defineProperties(globalThis.crypto, {
    randomUUID: { value: uuid, configurable: true },
    getRandomValues: { value: getRandomValues, configurable: true },
  });
  syncBuiltinESMExports();
}
