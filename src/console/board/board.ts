import { t } from "../../reporting/locales/t.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Queue } from "bullmq";
import pTimeout from "p-timeout";
import { emitQueueError } from "../../domain/telemetry/events.ts";
import { html } from "../../reporting/html/html.ts";
import { Refusal, notFound } from "../answers.ts";
import { route, type ActorsRequest } from "../access/route.ts";
import { goOn } from "../layout.ts";
import { pageOnly } from "../pages/page-route.ts";
import type { Board } from "./library.ts";

/** Where the page is. */
export const BOARD = "/queues";
/** The library's page, in a frame of ours, so that its styles and the console's do not meet. */
const FRAME = `${BOARD}/board`;
const RIGHT = "look into queues";

/** A queue without an answer for this time, in ms, cannot be shown. */
const ANSWER_TIMEOUT_MS = 5000;

/** The console's policy, except that the page may name its base, so that the library's script finds its files. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "base-uri 'self'",
].join(";");

/**
 * Adds the page of the queues: bull-board, read-only, in a frame. It is loaded, and the queues are opened, at the first request.
 * @param queues the queues that exist now
 */
export function addBoard(app: FastifyInstance, queues: () => Promise<readonly Queue[]>): void {
  let board: Promise<Board> | null = null;
  const load = (): Promise<Board> => {
    board ??= import("./library.ts").then(({ makeBoard }) => makeBoard(FRAME));
    return board;
  };
  const handler = async (request: ActorsRequest, reply: FastifyReply): Promise<unknown> => {
    const path = (request.url.split("?")[0] ?? "").slice(FRAME.length);
    const page = await load();
    const answer = await inTime(async () => {
      if (path.startsWith("/api/")) page.show(await queues());
      return page.answer(path, { ...Object(request.query) } as Record<string, unknown>);
    });
    if (answer === null) throw notFound();
    if (answer.lasting === true) reply.header("cache-control", "private, max-age=31536000, immutable");
    const opened = request.headers["sec-fetch-dest"] === "document";
    if (opened && answer.type.startsWith("text/html")) return goOn(reply, BOARD);
    reply.header("content-security-policy", POLICY).header("x-frame-options", "SAMEORIGIN");
    return reply.code(answer.status).type(answer.type).send(answer.body);
  };
  for (const url of [FRAME, `${FRAME}/*`]) route(app, { method: "GET", url, right: RIGHT, handler });
  pageOnly(app, {
    url: BOARD,
    right: RIGHT,
    load: async () => null,
    draw: () => ({
      title: t("Queues"),
      lead: t("Operations and steps of runs that are under way. Nothing can be changed here."),
      crumbs: [["/status", t("Connection")]],
      content: html`<noscript
          ><p class="banner">${t("This list needs JavaScript. The page of each run shows its progress without it.")}</p></noscript
        >
        <iframe class="board" src="${FRAME}/" title="${t("Contents of the queues")}"></iframe>`,
    }),
  });
}

async function inTime<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await pTimeout(work(), { milliseconds: ANSWER_TIMEOUT_MS });
  } catch (error) {
    emitQueueError(error);
    throw new Refusal(503, {
      code: "queues_unreachable",
      message: t("The queues do not answer at this moment. Nothing was changed."),
      next: t("Try again. Runs continue as soon as the queues answer."),
    });
  }
}
