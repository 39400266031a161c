import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FastifyRequest } from "fastify";
import { t } from "../../reporting/locales/t.ts";
import { Refusal, unreadable } from "../answers.ts";
import type { Actor } from "../../actions/access/rights.ts";
import { dropUpload } from "./route.ts";

/** A person uploads one file, a program a few. */
const MAX_UNFINISHED_UPLOADS = 3;

/** An uploaded file. */
export interface Upload {
  /** The name that the person gave the file, reduced to characters that are safe in a file name. */
  name: string;
  /** Absolute path; readable for this user only. */
  path: string;
  /** Set by a handler that needs the file after its answer. */
  keep: boolean;
  remove(): Promise<void>;
}

/** A name without a path, control characters or a leading dot; as long as any file system takes. */
export function uploadName(given: string): string {
  const last = given.toWellFormed().normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  const safe = last.replaceAll(/[\p{C}\p{Zl}\p{Zp}<>:"|?*]/gu, "_").replace(/^[.\s]+/, "");
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(safe)?.[0].toLowerCase() ?? "";
  const stem = Array.from(safe.slice(0, safe.length - extension.length))
    .slice(0, 40)
    .join("");
  return `${stem === "" ? "file" : stem}${extension}`;
}

/**
 * Reads a multipart body: the fields become the body, as of any form, and the first file is stored in its own folder.
 * `check` throws unless the fields before the file allow one. Nothing is left of a file that does not arrive whole.
 */
export async function takeUpload(request: FastifyRequest, folder: string, bytes: number, check: () => void): Promise<void> {
  const body: Record<string, string> = {};
  request.body = body;
  try {
    for await (const part of request.parts({ limits: { files: 1, fields: 50, fieldSize: 64 << 10, fileSize: bytes } })) {
      if (part.type === "field") {
        if (typeof part.value === "string" && !part.valueTruncated) body[part.fieldname] = part.value;
        continue;
      }
      // A form whose file was left empty sends one without a name.
      if (part.filename === "" || part.filename === undefined) {
        part.file.resume();
        continue;
      }
      check();
      await store(request, folder, part.filename, part.file);
    }
    if (request.raw.destroyed && !request.raw.complete) throw unreadable();
  } catch (error) {
    await dropUpload(request);
    // The rest of the body is read and thrown away, so that the client can read the answer.
    request.raw.unpipe().resume();
    throw isOfParser(error) ? unreadable() : error;
  }
}

/** Limits the uploads of a user that have not ended. */
export class Uploading {
  readonly #running = new Map<string, number>();

  /** @throws Refusal `too_many_requests` */
  async run<T>(actor: Actor | null, take: () => Promise<T>): Promise<T> {
    const who = `${actor?.via} ${actor?.name}`;
    const running = this.#running.get(who) ?? 0;
    if (running >= MAX_UNFINISHED_UPLOADS)
      throw new Refusal(429, {
        code: "too_many_requests",
        message: t("access.your_uploads_not", { n: running }),
        next: t("access.wait_until_ended"),
        headers: { "retry-after": "10" },
      });
    this.#running.set(who, running + 1);
    try {
      return await take();
    } finally {
      const left = (this.#running.get(who) ?? 1) - 1;
      if (left === 0) this.#running.delete(who);
      else this.#running.set(who, left);
    }
  }
}

async function store(request: FastifyRequest, folder: string, given: string, content: Readable): Promise<void> {
  const own = join(folder, randomBytes(12).toString("hex"));
  const name = uploadName(given);
  request.upload = { name, path: join(own, name), keep: false, remove: () => rm(own, { recursive: true, force: true }) };
  await mkdir(own, { recursive: true, mode: 0o700 });
  await pipeline(content, createWriteStream(join(own, name), { mode: 0o600 }));
}

/** The parser of multipart bodies names no status; errors of the disk name the call that failed. */
function isOfParser(error: unknown): boolean {
  return error instanceof Error && !(error instanceof Refusal) && !("statusCode" in error) && !("syscall" in error);
}
