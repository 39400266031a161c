import type { Download } from "./methods.ts";
import type { Streamed } from "./http/transport.ts";

type Head = Pick<Streamed, "headers">;

/** Returns a file answer with its type, name and length from the headers. */
export function downloadOf({ stream, headers }: Streamed): Download {
  return {
    stream,
    contentType: headerOf({ headers }, "content-type"),
    name: fileName(headerOf({ headers }, "content-disposition") ?? ""),
    length: lengthOf({ headers }),
  };
}

export function headerOf({ headers }: Head, name: string): string | null {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

/** `null` for a compressed answer: its `Content-Length` counts the compressed bytes. */
function lengthOf(head: Head): number | null {
  const header = headerOf(head, "content-length");
  return header === null || headerOf(head, "content-encoding") !== null ? null : Number(header);
}

/** Returns the file name of a `Content-Disposition` (RFC 6266): the encoded one, else the plain one. */
function fileName(disposition: string): string {
  const encoded = /filename\*\s*=\s*UTF-8'[^']*'([^;]+)/i.exec(disposition)?.[1];
  if (encoded !== undefined) {
    try {
      return decodeURIComponent(encoded.trim());
    } catch {
      // Badly encoded: use the plain name.
    }
  }
  const [, quoted, bare] = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(disposition) ?? [];
  return (quoted?.replaceAll(/\\(.)/g, "$1") ?? bare ?? "").trim();
}

/** Longer error bodies are cut. */
const MAX_ERROR_BYTES = 64 * 1024;

/** Returns the start of an error body; the rest is not read. */
export async function readShort(stream: AsyncIterable<unknown>): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of stream) {
    parts.push(part as Buffer);
    length += (part as Buffer).length;
    if (length > MAX_ERROR_BYTES) break;
  }
  return Buffer.concat(parts).toString("utf8");
}
