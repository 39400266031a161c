import type { Download } from "./methods.ts";
import type { Streamed } from "./transport.ts";

type Head = Pick<Streamed, "headers">;

/** An answer whose body is a file, as its headers describe it. */
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

/** Of a compressed answer the header counts other bytes than those that the reader gets. */
function lengthOf(head: Head): number | null {
  const header = headerOf(head, "content-length");
  return header === null || headerOf(head, "content-encoding") !== null ? null : Number(header);
}

/** The name in a `Content-Disposition`, RFC 6266: the encoded one, else the plain one. */
function fileName(disposition: string): string {
  const encoded = /filename\*\s*=\s*UTF-8'[^']*'([^;]+)/i.exec(disposition)?.[1];
  if (encoded !== undefined) {
    try {
      return decodeURIComponent(encoded.trim());
    } catch {
      // Badly encoded: the plain one, if there is one.
    }
  }
  const [, quoted, bare] = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(disposition) ?? [];
  return (quoted?.replaceAll(/\\(.)/g, "$1") ?? bare ?? "").trim();
}

/** So much of an error is read at most. */
const SHORT = 64 * 1024;

/** The beginning of an error's body; the rest is left unread. */
export async function readShort(stream: AsyncIterable<unknown>): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of stream) {
    parts.push(part as Buffer);
    length += (part as Buffer).length;
    if (length > SHORT) break;
  }
  return Buffer.concat(parts).toString("utf8");
}
