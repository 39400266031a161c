import { createWriteStream } from "node:fs";
import type { ClientRequest, IncomingHttpHeaders } from "node:http";
import { Transform, Writable, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import got, { RequestError, TimeoutError, type Response } from "got";
import { fact, type Fact } from "../../domain/facts/fact.ts";
import type { HttpSettings } from "../../domain/http/source-settings.ts";
import { isPrivate, isLinkLocal, refusingLookup } from "../../domain/http/private-addresses.ts";
import { KeyFileError, readKeyFile } from "../key-file.ts";
import { isUnencrypted } from "../../domain/loopback.ts";
import { agentsFor, proxyFor } from "../../domain/proxy.ts";
import { unusable } from "../unusable.ts";
import type { HttpAccess } from "./access.ts";
import { shown } from "./shown.ts";

type InterruptionCode = "source_unreachable" | "source_timeout" | "source_cut_off";

/** A failed exchange after which another attempt may help. */
export class Interrupted extends Error {
  readonly code: InterruptionCode;
  readonly what: Fact;

  constructor(code: InterruptionCode, what: Fact) {
    super(code);
    this.code = code;
    this.what = what;
  }
}

export interface HttpRequest {
  url: URL;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
}

interface Head {
  status: number;
  headers: IncomingHttpHeaders;
}

export interface Wire {
  /** Sends one request, and writes the body of its answer, unpacked, to a file. Returns the bytes of the body. */
  download(request: HttpRequest, path: string, limits: { maxBytes: number; ms: number }): Promise<Head & { bytes: number }>;
  /** Sends one request, and returns its body as text. */
  text(request: HttpRequest, limits: { maxBytes: number; ms: number }): Promise<Head & { text: string }>;
}

const TCP_PROBE_AFTER_MS = 60_000;

class TooLarge extends Error {}

/**
 * Sends requests without retries and redirects. Refuses plain http, and addresses of private networks unless the job
 * allows them; the metadata services of clouds always.
 * @throws Interrupted, or FileProblem where no other attempt helps
 */
export async function createWire(settings: HttpSettings, access: HttpAccess): Promise<Wire> {
  const tls = await readTls(settings);
  const isRefused = settings.privateNetwork ? isLinkLocal : isPrivate;

  async function exchange<T>(request: HttpRequest, ms: number, read: (body: Readable, head: Head) => Promise<T>): Promise<Head & T> {
    const { url } = request;
    if (isUnencrypted(url.href)) throw insecure(url);
    if (isRefused(url.hostname === "localhost" ? "127.0.0.1" : url.hostname)) throw refusedAddress(url);
    let refused = false;
    const lookup = refusingLookup((address) => {
      const found = isRefused(address);
      refused ||= found;
      return found;
    });
    const { firstByte } = settings.timeout;
    const stream = got.stream(url, {
      method: request.method as "GET",
      headers: { "user-agent": "rollcall", "accept-encoding": "gzip", ...request.headers },
      ...(request.body === null ? {} : { body: request.body }),
      ...(access.stop === undefined ? {} : { signal: access.stop }),
      agent: agentsFor(url, access.env, { keepAlive: false }),
      // A proxy resolves the name itself.
      ...(proxyFor(url, access.env) === null ? { dnsLookup: lookup } : {}),
      https: tls,
      retry: { limit: 0 },
      followRedirect: false,
      throwHttpErrors: false,
      // Unpacked here, so that the limit counts unpacked bytes and a cut-off stream is an error.
      decompress: false,
      timeout: { connect: 30_000, secureConnect: 30_000, response: firstByte, socket: firstByte, request: ms },
    });
    // Without probes, a NAT gateway or a firewall forgets the connection while a report is computed.
    stream.once("request", (sent: ClientRequest) => sent.setSocketKeepAlive(true, TCP_PROBE_AFTER_MS));
    try {
      const head = await new Promise<Head>((resolve, reject) => {
        stream.once("response", (response: Response) => resolve({ status: response.statusCode, headers: response.headers }));
        stream.once("error", reject);
      });
      return { ...head, ...(await read(stream, head)) };
    } catch (error) {
      if (refused) throw refusedAddress(url);
      throw explained(error, url, ms);
    } finally {
      stream.destroy();
    }
  }

  return {
    download: (request, path, { maxBytes, ms }) =>
      exchange(request, ms, async (body, { headers }) => {
        const counted = counter(maxBytes);
        await pipeline([body, ...unpackers(headers), counted.stream, createWriteStream(path, { mode: 0o600 })]);
        return { bytes: counted.bytes() };
      }),
    text: (request, { maxBytes, ms }) =>
      exchange(request, ms, async (body, { headers }) => {
        const counted = counter(maxBytes);
        const parts: Buffer[] = [];
        const sink = new Writable({
          write(chunk: Buffer, _, done) {
            parts.push(chunk);
            done();
          },
        });
        await pipeline([body, ...unpackers(headers), counted.stream, sink]);
        return { text: Buffer.concat(parts).toString("utf8") };
      }),
  };
}

function counter(maxBytes: number): { stream: Transform; bytes(): number } {
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) done(new TooLarge());
      else done(null, chunk);
    },
  });
  return { stream, bytes: () => bytes };
}

function unpackers(headers: IncomingHttpHeaders): Transform[] {
  const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? "";
  if (encoding === "" || encoding === "identity") return [];
  if (encoding === "gzip" || encoding === "x-gzip") return [createGunzip()];
  if (encoding === "br") return [createBrotliDecompress()];
  if (encoding === "deflate") return [createInflate()];
  throw new Interrupted("source_cut_off", fact("http.encoding_unknown", {}));
}

const UNTRUSTED = /CERT|SELF_SIGNED|ISSUER|ALTNAME|LEAF_SIGNATURE|SSL|TLS|EPROTO/;

function explained(error: unknown, url: URL, ms: number): unknown {
  if (error instanceof TooLarge) return error;
  if (error instanceof TimeoutError) {
    const whole = error.event === "request";
    const what = whole ? fact("http.incomplete_after", { seconds: Math.round(ms / 1000) }) : fact("http.silent", { phase: error.event });
    return new Interrupted("source_timeout", what);
  }
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (UNTRUSTED.test(code)) {
    return unusable(
      "source_certificate",
      shown(url),
      fact("http.insecure_connection", { error: code }),
      fact("http.check_certificates", {}),
    );
  }
  if (
    code.startsWith("Z_") ||
    code.startsWith("ERR_BROTLI") ||
    code === "ERR_STREAM_PREMATURE_CLOSE" ||
    code === "ERR_READING_RESPONSE_STREAM"
  )
    return new Interrupted("source_cut_off", fact("http.cut_off", {}));
  if (error instanceof RequestError && error.response !== undefined) return new Interrupted("source_cut_off", fact("http.cut_off", {}));
  if (error instanceof RequestError) return new Interrupted("source_unreachable", fact("http.unreachable", { error: code }));
  return error;
}

/** Returns whether an answer was larger than allowed. */
export function isTooLarge(error: unknown): boolean {
  return error instanceof TooLarge;
}

function insecure(url: URL): Error {
  return unusable("source_address", shown(url), fact("http.unencrypted", {}), fact("http.use_https", {}));
}

function refusedAddress(url: URL): Error {
  return unusable("source_address", shown(url), fact("http.private_host", {}), fact("http.check_host", {}));
}

async function readTls({ tls }: HttpSettings): Promise<Record<string, string | Buffer>> {
  if (tls === null) return {};
  const files = { certificate: tls.certificate, key: tls.key, certificateAuthority: tls.ca };
  const read: Record<string, string | Buffer> = tls.passphrase === null ? {} : { passphrase: tls.passphrase };
  for (const [name, path] of Object.entries(files)) {
    if (path === null) continue;
    read[name] = await readKeyFile(path).catch((error: unknown) => {
      if (!(error instanceof KeyFileError)) throw error;
      throw unusable("source_key", path, fact("http.file_unreadable", { reason: error.why }), fact("http.check_tls", {}));
    });
  }
  return read;
}
