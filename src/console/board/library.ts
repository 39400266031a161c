import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { createBullBoard } from "@bull-board/api";
import { BullMQAdapter } from "@bull-board/api/bullMQAdapter";
import type { AppControllerRoute, BullBoardQueues, IServerAdapter, UIConfig } from "@bull-board/api/typings/app";
import type { Queue } from "bullmq";
import type { ReaderLanguage } from "../../domain/languages.ts";
import { currentReader } from "../../reporting/locales/reader.ts";
import { t } from "../../reporting/locales/t.ts";

/** A handler of the library below the page's address. */
interface BoardAnswer {
  status: number;
  type: string;
  body: string | Buffer;
  /** The name contains the digest of the content, so that browsers may cache it. */
  lasting?: true;
}

/** The library's page over some queues, without any way to change them. */
export interface Board {
  /** These are the queues from now on. */
  show(queues: readonly Queue[]): void;
  /** @param path what follows the page's own address, such as `/api/queues`; `null`: there is nothing */
  answer(path: string, query: Record<string, unknown>): Promise<BoardAnswer | null>;
}

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
};

/** The library's colours and texts, without its requests to other hosts and its facts about the server. */
const SHOWN: UIConfig = {
  hideDocsLink: true,
  hideRedisDetails: true,
  // It would have to list all connections of the server at each look, which servers for several seldom allow.
  showWorkers: false,
  showMetrics: false,
};

/** The library's own translations. */
const LOCALES: Readonly<Record<ReaderLanguage, string>> = { en: "en-GB", es: "es-ES", de: "de-DE", fr: "fr-FR" };

const GERMAN_TEXTS = "locales/de-DE/messages.json";

/** Corrects the library's German texts, which say "0 Job". */
const withGermanPlural = (texts: string): string =>
  texts.replace('"JOBS_COUNT_other": "{{count}} Job"', '"JOBS_COUNT_other": "{{count}} Jobs"');

/** A page of the library, filled by its script. */
const PAGES = [/^\/?$/, /^\/job-schedulers$/, /^\/queue\/[^/]+(?:\/[^/]+)?$/];

/**
 * Makes the page at `base`. The library's writing routes are left out, and each queue is read-only: removing or adding
 * a job by hand would be a way around an approval.
 */
export function makeBoard(base: string): Board {
  const found = partsOf();
  const reads = found.routes
    .filter(({ method }) => method === "get")
    .flatMap((route) => [route.route].flat().map((url) => ({ url, route })));
  const files = new Set(readdirSync(found.files, { recursive: true, encoding: "utf8" }).map((name) => name.replaceAll("\\", "/")));
  const template = readFileSync(join(found.views, "index.ejs"), "utf8");
  const adapters = new WeakMap<Queue, BullMQAdapter>();
  const adapterOf = (queue: Queue): BullMQAdapter => {
    const adapter = adapters.get(queue) ?? new BullMQAdapter(queue, { readOnlyMode: true });
    adapters.set(queue, adapter);
    return adapter;
  };
  return {
    show: (queues) => {
      found.queues.clear();
      for (const queue of queues) found.queues.set(queue.name, adapterOf(queue));
    },
    answer: async (path, query) => {
      if (PAGES.some((pattern) => pattern.test(path)))
        return { status: 200, type: "text/html; charset=utf-8", body: pageOf(base, template, found.config) };
      const file = path.startsWith("/static/") ? path.slice("/static/".length) : "";
      const type = TYPES[extname(file)];
      // Only names that are there: no path of a request ever reaches the disk.
      if (files.has(file) && type !== undefined) {
        const body = await readFile(join(found.files, file));
        const answer = { status: 200, type, body: file === GERMAN_TEXTS ? withGermanPlural(body.toString()) : body };
        return /\.[0-9a-f]{8,}\.(?:js|css)$/.test(file) ? { ...answer, lasting: true } : answer;
      }
      for (const { url, route } of reads) {
        const params = paramsOf(url, path);
        if (params === null) continue;
        const { status = 200, body } = await route.handler({
          queues: found.queues,
          uiConfig: found.config,
          query,
          params,
          body: {},
          headers: {},
        });
        return { status, type: "application/json; charset=utf-8", body: JSON.stringify(body, withoutMessages) };
      }
      return null;
    },
  };
}

interface Parts {
  routes: AppControllerRoute[];
  queues: BullBoardQueues;
  config: UIConfig;
  views: string;
  files: string;
}

/** The server adapter that the library expects; the server is ours. */
function partsOf(): Parts {
  const parts: Parts = { routes: [], queues: new Map(), config: {}, views: "", files: "" };
  const keep = <Name extends keyof Parts>(name: Name, value: Parts[Name]): IServerAdapter => {
    parts[name] = value;
    return adapter;
  };
  const adapter: IServerAdapter = {
    setQueues: (queues) => keep("queues", queues),
    setViewsPath: (path) => keep("views", path),
    setStaticPath: (_route, path) => keep("files", path),
    setEntryRoute: () => adapter,
    setErrorHandler: () => adapter,
    setApiRoutes: (routes) => keep("routes", routes),
    setUIConfig: (config) => keep("config", config),
  };
  createBullBoard({ queues: [], serverAdapter: adapter, options: { uiConfig: SHOWN } });
  return parts;
}

/** The frame that the library's script fills, with its scripts and styles, and without the fonts that it loads from elsewhere. */
function pageOf(base: string, template: string, config: UIConfig): string {
  const named = [...template.matchAll(/(?:src|href)="(static\/[\w./-]+\.(?:js|css))"/g)].map((match) => match[1] ?? "");
  const styles = named.filter((name) => name.endsWith(".css")).map((name) => `<link rel="stylesheet" href="${name}">`);
  const scripts = named.filter((name) => name.endsWith(".js")).map((name) => `<script defer src="${name}"></script>`);
  const { language } = currentReader();
  const texts: UIConfig = {
    boardTitle: t("Queues"),
    locale: { lng: LOCALES[language] },
  };
  const settings = JSON.stringify({ ...config, ...texts }).replaceAll("<", String.raw`\u003c`);
  return `<!doctype html><html lang="${language}" dir="ltr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<base href="${base}/"><title>${t("Queues")} – Rollcall</title><link rel="icon" href="data:,">${styles.join("")}</head>
<body class="preload"><script id="__UI_CONFIG__" type="application/json">${settings}</script><div id="root"></div>${scripts.join("")}</body></html>`;
}

/** `/api/queues/:queueName` over `/api/queues/steps`: returns the values of the named parts. */
function paramsOf(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split("/");
  const given = path.split("/");
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [i, part] of wanted.entries()) {
    const text = given[i] ?? "";
    if (part.startsWith(":")) params[part.slice(1)] = decodeURIComponent(text);
    else if (part !== text) return null;
  }
  return params;
}

/** Replaces an error's message, which may contain personal data. */
function withoutMessages(name: string, value: unknown): unknown {
  if (name === "stacktrace") return [];
  return name === "failedReason" && typeof value === "string" && value !== "" ? "See the log." : value;
}
