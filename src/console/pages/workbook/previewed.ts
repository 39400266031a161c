import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { ShownImport } from "../../../actions/review/workbook.ts";
import { t } from "../../../reporting/locales/t.ts";
import { field } from "../../access/form.ts";
import type { Upload } from "../../access/upload.ts";
import { unusable } from "../../answers.ts";
import type { ActionPage } from "../actions.ts";
import { importedView } from "./view.ts";

/** How long the workbook of a preview can be applied, in ms. */
const RETENTION_MS = 30 * 60_000;

interface Previewed {
  token: string;
  upload: Upload;
  timer: NodeJS.Timeout;
}

/** Shows what a workbook decides. That of a preview is stored for a while, so that a button applies it. */
export function workbookPage(app: FastifyInstance): ActionPage<ShownImport> {
  const previewed = new PreviewedWorkbooks();
  app.addHook("onClose", async () => previewed.close());
  return {
    file(request) {
      const token = field(request, "workbook");
      if (token === "") return null;
      const found = previewed.find(request.actor.name, token);
      if (found === undefined) throw unusable(t("review.preview_is_over"), t("review.upload_workbook_again"));
      return found;
    },
    async next({ json }, request) {
      const { actor, upload } = request;
      if (!json.dry_run) await previewed.drop(actor.name);
      // The button applies all jobs.
      const decides = json.dry_run && field(request, "job") === "" && json.decided.length + json.waiting.length > 0;
      const token = decides && upload !== null ? await previewed.keep(actor.name, upload) : null;
      return {
        title: json.dry_run ? t("review.what_workbook_would") : t("review.what_workbook_decided"),
        content: importedView(json, token, request),
      };
    },
  };
}

/** The uploaded workbooks whose decisions were only shown, at most one for each user. */
class PreviewedWorkbooks {
  readonly #of = new Map<string, Previewed>();

  /** Keeps an upload until its user applies it, previews another one, or the time is over. @returns its token */
  async keep(user: string, upload: Upload): Promise<string> {
    const before = this.#of.get(user);
    upload.keep = true;
    const token = randomBytes(16).toString("base64url");
    const timer = setTimeout(() => void this.drop(user, token), RETENTION_MS).unref();
    this.#of.set(user, { token, upload, timer });
    if (before !== undefined) await end(before);
    return token;
  }

  /** Returns the workbook that the user previewed under this token. */
  find(user: string, token: string): Upload | undefined {
    const found = this.#of.get(user);
    return found !== undefined && found.token === token ? found.upload : undefined;
  }

  /** Deletes the workbook of a user. @param only only if it still has this token */
  async drop(user: string, only?: string): Promise<void> {
    const found = this.#of.get(user);
    if (found === undefined || (only !== undefined && found.token !== only)) return;
    this.#of.delete(user);
    await end(found);
  }

  async close(): Promise<void> {
    for (const user of this.#of.keys()) await this.drop(user);
  }
}

function end({ timer, upload }: Previewed): Promise<void> {
  clearTimeout(timer);
  return upload.remove();
}
