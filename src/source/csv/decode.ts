import { isAscii, isUtf8 } from "node:buffer";
import iconv from "iconv-lite";
import { completeUtf8, validUtf8, wideWithoutMark } from "../guard.ts";

/** Converts the bytes of a file to UTF-8, chunk by chunk. */
export interface Decoder {
  encoding: string;
  /** @throws Undecodable */
  push(chunk: Buffer): Buffer;
  /** @throws Undecodable if the file ends within a character */
  end(): Buffer;
  /** Returns whether a file read in another encoding is in fact UTF-8 (and not plain ASCII); call it at the end. */
  isUtf8?(): boolean;
}

/** Bytes that are invalid in the encoding; `before` is the text up to there. */
export class Undecodable extends Error {
  readonly before: Buffer;
  readonly atEnd: boolean;
  constructor(before: Buffer, atEnd: boolean) {
    super("undecodable bytes");
    this.before = before;
    this.atEnd = atEnd;
  }
}

/** Detects the encoding: a byte order mark wins over the job, the job over a guess. */
export function detect(head: Buffer, given: string | null): { encoding: string; mark: number } {
  if (head.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) return { encoding: "utf-8", mark: 3 };
  if (head.subarray(0, 4).equals(Buffer.from([0xff, 0xfe, 0, 0]))) return { encoding: "utf-32le", mark: 4 };
  if (head.subarray(0, 4).equals(Buffer.from([0, 0, 0xfe, 0xff]))) return { encoding: "utf-32be", mark: 4 };
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: "utf-16le", mark: 2 };
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: "utf-16be", mark: 2 };
  if (given !== null) return { encoding: canonical(given), mark: 0 };
  return { encoding: wideWithoutMark(head) ?? "utf-8", mark: 0 };
}

/** Returns whether text in the encoding contains NUL bytes. */
export function isWide(encoding: string): boolean {
  return /^utf-?(16|32)/.test(encoding);
}

export function decoderFor(encoding: string): Decoder {
  if (encoding === "utf-8") return utf8();
  if (encoding.startsWith("utf-16")) return utf16(encoding);
  return other(encoding);
}

function canonical(given: string): string {
  const name = given.trim().toLowerCase();
  if (/^utf-?8$/.test(name)) return "utf-8";
  if (/^utf-?16-?(le)?$/.test(name)) return "utf-16le";
  if (/^utf-?16-?be$/.test(name)) return "utf-16be";
  return name;
}

/** Validates only: the bytes are UTF-8 already. */
function utf8(): Decoder {
  let rest = Buffer.alloc(0);
  return {
    encoding: "utf-8",
    push(chunk) {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const length = completeUtf8(bytes);
      const whole = bytes.subarray(0, length);
      if (!isUtf8(whole)) throw new Undecodable(bytes.subarray(0, validUtf8(bytes)), false);
      rest = Buffer.from(bytes.subarray(length));
      return whole;
    },
    end() {
      if (rest.length > 0) throw new Undecodable(Buffer.alloc(0), true);
      return rest;
    },
  };
}

function utf16(encoding: string): Decoder {
  const strict = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  const lenient = new TextDecoder(encoding, { ignoreBOM: true });
  const highByte = encoding === "utf-16le" ? 1 : 2;
  let rest = Buffer.alloc(0);
  return {
    encoding,
    push(chunk) {
      const bytes = Buffer.concat([rest, chunk]);
      let length = bytes.length - (bytes.length % 2);
      // Keep the first half of a surrogate pair until the second arrives.
      const high = length === 0 ? 0 : (bytes[length - (highByte === 1 ? 1 : 2)] ?? 0);
      if (high >= 0xd8 && high <= 0xdb) length -= 2;
      const whole = bytes.subarray(0, length);
      rest = Buffer.from(bytes.subarray(length));
      try {
        return Buffer.from(strict.decode(whole));
      } catch {
        throw new Undecodable(Buffer.from(upToReplacement(lenient.decode(whole))), false);
      }
    },
    end() {
      if (rest.length > 0) throw new Undecodable(Buffer.alloc(0), true);
      return rest;
    },
  };
}

function other(encoding: string): Decoder {
  const decoder = iconv.getDecoder(encoding);
  const detector = isWide(encoding) ? undefined : new Utf8Detector();
  const checked = (text: string, atEnd: boolean): Buffer => {
    if (text.includes("\uFFFD")) throw new Undecodable(Buffer.from(upToReplacement(text)), atEnd);
    return Buffer.from(text);
  };
  return {
    encoding,
    push(chunk) {
      detector?.push(chunk);
      return checked(decoder.write(chunk), false);
    },
    end: () => checked(decoder.end() ?? "", true),
    isUtf8: () => detector?.confirmed() ?? false,
  };
}

/** Detects UTF-8 with non-ASCII characters, which text in another encoding hardly ever matches by chance. */
class Utf8Detector {
  #possible = true;
  #beyondAscii = false;
  #rest = Buffer.alloc(0);

  push(chunk: Buffer): void {
    if (!this.#possible || (this.#rest.length === 0 && isAscii(chunk))) return;
    this.#beyondAscii = true;
    const bytes = Buffer.concat([this.#rest, chunk]);
    const length = completeUtf8(bytes);
    this.#possible = isUtf8(bytes.subarray(0, length));
    this.#rest = Buffer.from(bytes.subarray(length));
  }

  confirmed(): boolean {
    return this.#possible && this.#beyondAscii && this.#rest.length === 0;
  }
}

function upToReplacement(text: string): string {
  const at = text.indexOf("\uFFFD");
  return at < 0 ? text : text.slice(0, at);
}
