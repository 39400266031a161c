import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { FastifyRequest } from "fastify";

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

/** Reads a multipart body: the fields become the body, as of any form, and the first file is stored in its own folder. */
export async function takeUpload(request: FastifyRequest, folder: string, bytes: number): Promise<void> {
  const body: Record<string, string> = {};
  request.body = body;
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
    const own = join(folder, randomBytes(12).toString("hex"));
    const name = uploadName(part.filename);
    request.upload = { name, path: join(own, name), keep: false, remove: () => rm(own, { recursive: true, force: true }) };
    await mkdir(own, { recursive: true, mode: 0o700 });
    await pipeline(part.file, createWriteStream(join(own, name), { mode: 0o600 }));
  }
}
