import { randomBytes } from "node:crypto";
import type { Upload } from "../../access/upload.ts";

/** How long the workbook of a preview can be applied, in ms. */
const RETENTION_MS = 30 * 60_000;

interface Previewed {
  token: string;
  upload: Upload;
  timer: NodeJS.Timeout;
}

/** The uploaded workbooks whose decisions were only shown, at most one for each user. */
export class PreviewedWorkbooks {
  readonly #of = new Map<string, Previewed>();

  /** Keeps an upload until its user applies it, previews another one, or the time is over. @returns its token */
  async keep(user: string, upload: Upload): Promise<string> {
    await this.drop(user);
    upload.keep = true;
    const timer = setTimeout(() => void this.drop(user), RETENTION_MS).unref();
    const token = randomBytes(16).toString("base64url");
    this.#of.set(user, { token, upload, timer });
    return token;
  }

  /** Returns the path of the workbook that the user previewed under this token. */
  find(user: string, token: string): string | undefined {
    const found = this.#of.get(user);
    return found !== undefined && found.token === token ? found.upload.path : undefined;
  }

  /** Deletes the workbook of a user. */
  async drop(user: string): Promise<void> {
    const found = this.#of.get(user);
    if (found === undefined) return;
    this.#of.delete(user);
    clearTimeout(found.timer);
    await found.upload.remove();
  }

  async close(): Promise<void> {
    for (const user of this.#of.keys()) await this.drop(user);
  }
}
