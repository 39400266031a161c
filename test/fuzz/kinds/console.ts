import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { consoleFor, signIn, type Signed } from "../../console/helpers.ts";
import { csrfIn } from "../../helpers/console.ts";
import type { Kind, Place } from "../case.ts";
import { exported } from "../corpus.ts";
import { judgeMessage, messagesIn } from "../judge.ts";
import { edits, fraction, hostileTexts, hostileValue, mutatedBytes, mutatedZips, edited } from "../mutate.ts";

const page = readFileSync(fileURLToPath(new URL("../../../docs/reference/api.md", import.meta.url)), "utf8");
/** Every request of the documentation. */
const routes = [...page.matchAll(/^\|`(GET|POST) (\/[^`]*)`\|/gm)].map(([, method = "GET", path = "/"]) => ({ method, path }));
/** Names of parameters and fields there. */
const documented = [...new Set([...page.matchAll(/[?`,; ](\w+)=|"(\w+)"/g)].map(([, a, b]) => a ?? b ?? ""))].sort();

/** A text, or a place in the list of texts that the console answered with: ids, names and keys that exist. */
type Text = string | number;

interface Input {
  route: number;
  /** Asks for the page instead of the JSON. */
  asPage: boolean;
  params: Text[];
  query: [name: number, value: Text][];
  body: {
    as: "json" | "form" | "file" | "raw";
    fields: [name: number, value: unknown][];
    edits: Parameters<typeof edited>[1];
    bytes: string;
  };
}

const text: fc.Arbitrary<Text> = fc.oneof(
  { weight: 2, arbitrary: fraction },
  { weight: 2, arbitrary: fc.constantFrom(...hostileTexts) },
  fc.string({ maxLength: 20 }),
);
const uploads = fc.oneof(
  mutatedBytes([exported("hris-demo-50.csv"), exported("ragged-7.csv")]),
  mutatedZips([exported("date-1904.xlsx"), exported("hidden-sheets.xlsx")]),
  mutatedBytes(['{"removals":["R-aaaaaa1"],"reason":"x"}', "csrf=x&removals=R-aaaaaa1&reason=x"].map((body) => Buffer.from(body))),
);

export const kind: Kind<Input> = {
  name: "console",
  perPlace: 1500,
  input: fc.record({
    route: fraction,
    asPage: fc.boolean(),
    params: fc.array(text, { minLength: 2, maxLength: 2 }),
    query: fc.array(fc.tuple(fraction, text), { maxLength: 3 }),
    body: fc.record({
      as: fc.constantFrom("json" as const, "json" as const, "form" as const, "file" as const, "raw" as const),
      fields: fc.array(fc.tuple(fraction, fc.oneof(fraction, hostileValue)), { maxLength: 5 }),
      edits: fc.oneof(fc.constant([]), edits),
      bytes: uploads.map((bytes) => bytes.toString("base64")),
    }),
  }),
  open: openConsole,
};

async function openConsole(): Promise<Place<Input>> {
  // Each request comes from another address, because the console limits requests per address.
  const place = await consoleFor({ env: { ROLLCALL_TRUST_PROXY: "127.0.0.1" } });
  let requests = 0;
  const known = { texts: [] as string[], names: documented };
  let user: Signed & { csrf: string } = await newAdmin();

  async function newAdmin() {
    const admin = await signIn(place.state, place.url, "admin");
    return { ...admin, csrf: csrfIn((await admin.get("/account")).text) };
  }

  async function send(
    method: string,
    path: string,
    body?: { type?: string; content: string | FormData | Uint8Array<ArrayBuffer> },
  ): Promise<Response> {
    requests += 1;
    return fetch(`${place.url}${path}`, {
      method,
      redirect: "manual",
      signal: AbortSignal.timeout(30_000),
      headers: {
        cookie: user.cookie,
        origin: place.url,
        "x-csrf-token": user.csrf,
        "x-forwarded-for": `10.${requests >> 16}.${(requests >> 8) & 255}.${requests & 255}`,
        ...(body?.type === undefined ? {} : { "content-type": body.type }),
      },
      ...(body === undefined ? {} : { body: body.content }),
    });
  }

  for (const { method, path } of routes) {
    if (method !== "GET" || path.includes(":") || path.endsWith("/live")) continue;
    const answer = await send("GET", `/api/v1${path}`);
    if (answer.headers.get("content-type")?.startsWith("application/json") === true) known.texts.push(...textsIn(await answer.json()));
    const names = [...(await (await send("GET", path)).text()).matchAll(/ name="([^"]+)"/g)].map(([, name = ""]) => name);
    known.names = [...new Set([...known.names, ...names])];
  }
  known.texts = [...new Set(known.texts)].filter((one) => one.length < 200);
  const textOf = (value: Text): string => (typeof value === "string" ? value : pick(known.texts, value));
  const valueOf = (value: unknown): unknown => (typeof value === "number" && value < 1 && value > 0 ? pick(known.texts, value) : value);

  return {
    run: async ({ route, asPage, params, query, body }) => {
      const { method, path } = pick(routes, route);
      let nth = 0;
      const filled = path.replaceAll(/:\w+/g, () => encode(textOf(params[nth++] ?? "")));
      const search = query.map(([name, value]) => `${encode(pick(known.names, name))}=${encode(textOf(value))}`).join("&");
      const url = `${asPage ? "" : "/api/v1"}${filled}${search === "" ? "" : `?${search}`}`;
      const fields = Object.fromEntries(body.fields.map(([name, value]) => [pick(known.names, name), valueOf(value)]));
      const answer = await send(method, url, method === "GET" ? undefined : bodyOf(body, edited(fields, body.edits)));
      if (answer.headers.get("content-type")?.startsWith("text/event-stream") === true) await answer.body?.cancel();
      else await judgeAnswer(answer, `${method} ${path}`);
      if (answer.status === 401 || (answer.headers.get("location") ?? "").startsWith("/sign-in")) user = await newAdmin();
      return `${method} ${answer.status}`;
    },
    close: place.close,
  };
}

async function judgeAnswer(answer: Response, what: string): Promise<void> {
  const content = await answer.text();
  const isJson = answer.headers.get("content-type")?.startsWith("application/json") === true;
  if (answer.status >= 500 && (answer.status !== 503 || !isJson))
    throw new Error(`${what} answered ${answer.status}: ${content.slice(0, 2000)}`);
  if (isJson && answer.status >= 400)
    for (const message of messagesIn(JSON.parse(content))) judgeMessage(message, `the refusal of ${what}`);
}

function bodyOf({ as, bytes }: Input["body"], fields: unknown): { type?: string; content: string | FormData | Uint8Array<ArrayBuffer> } {
  const file = new Uint8Array(Buffer.from(bytes, "base64"));
  if (as === "raw") return { type: "application/json", content: file };
  if (as === "json") return { type: "application/json", content: JSON.stringify(fields) ?? "" };
  const flat = Object.entries(typeof fields === "object" && fields !== null ? fields : {}).map(([name, value]): [string, string] => [
    name.toWellFormed(),
    (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).toWellFormed(),
  ]);
  if (as === "form") return { type: "application/x-www-form-urlencoded", content: new URLSearchParams(flat).toString() };
  const form = new FormData();
  for (const [name, value] of flat) form.append(name, value);
  form.append("file", new Blob([file]), flat[0]?.[1].slice(0, 300) ?? "hr.csv");
  return { content: form };
}

function pick<T>(list: readonly T[], place: number): T {
  const found = list[Math.floor(place * list.length)];
  if (found === undefined) throw new Error("there is nothing to choose from");
  return found;
}

const encode = (given: string): string => encodeURIComponent(given.toWellFormed());

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
