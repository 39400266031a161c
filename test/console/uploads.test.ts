import { existsSync, readdirSync, readFileSync } from "node:fs";
import { request, type ClientRequest } from "node:http";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { route } from "../../src/console/access/route.ts";
import { buildConsole } from "../../src/console/server.ts";
import { consoleParts, signedIn, SITE, type TestConsole } from "../helpers/console.ts";

let place: TestConsole;
let app: FastifyInstance;
/** Ends the handler that reads slowly. */
let release = (): void => undefined;
let handled: string[] = [];
const arrived: string[] = [];

beforeAll(async () => {
  place = await consoleParts();
  app = await buildConsole(place.parts, [
    (server) => {
      server.addHook("preParsing", async ({ url }) => void arrived.push(url));
      route(server, {
        method: "POST",
        url: "/send",
        right: "run",
        upload: { bytes: 1 << 20 },
        handler: async ({ upload }) => ({ text: upload === null ? null : readFileSync(upload.path, "utf8") }),
      });
      route(server, {
        method: "POST",
        url: "/slow",
        right: "run",
        upload: { bytes: 1 << 20 },
        handler: async ({ upload }) => {
          handled.push("began");
          await new Promise<void>((resolve) => (release = resolve));
          handled.push(readFileSync(upload?.path ?? "", "utf8"));
          return {};
        },
      });
      route(server, { method: "POST", url: "/plain", right: "run", handler: async () => ({}) });
    },
    ...place.areas,
  ]);
  await app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await app.close();
  await place.close();
});

const left = (): string[] => (existsSync(place.parts.uploads) ? readdirSync(place.parts.uploads, { recursive: true }).map(String) : []);
const events = (name: string): number => place.log().split(`"event":"${name}"`).length - 1;
const token = (csrf: string): string => `--b\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n${csrf}\r\n`;
const fileHead = '--b\r\nContent-Disposition: form-data; name="file"; filename="staff.csv"\r\nContent-Type: text/csv\r\n\r\n';
const end = "\r\n--b--\r\n";

interface Opened {
  sending: ClientRequest;
  answer: Promise<{ status: number; text: string; headers: Record<string, unknown> } | null>;
}

/** Opens a request and leaves it unfinished. `null` answer: the connection was lost. */
function open(path: string, cookie: string, headers: Record<string, string> = {}): Opened {
  const sending = request({
    port: (app.server.address() as AddressInfo).port,
    method: "POST",
    path,
    headers: { host: SITE.host, origin: SITE.origin, cookie, "content-type": "multipart/form-data; boundary=b", ...headers },
  });
  const answer = new Promise<{ status: number; text: string; headers: Record<string, unknown> } | null>((resolve) => {
    sending.on("error", () => resolve(null));
    sending.on("response", (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }));
    });
  });
  return { sending, answer };
}

test("nothing is left of a file whose connection was lost, and the log says so", async () => {
  const operator = await signedIn(place, app, "operator");
  const before = events("request_cut_off");
  for (const kibibytes of [1, 64, 600]) {
    const { sending, answer } = open("/send", operator.cookie);
    sending.write(token(await operator.csrf()) + fileHead + "Ana Sol;ana@acme.de\n".repeat((kibibytes << 10) / 20));
    await expect.poll(left).toContainEqual(expect.stringContaining("staff.csv"));
    sending.destroy();
    await answer;
    await expect.poll(left).toEqual([]);
  }
  await expect.poll(() => events("request_cut_off")).toBe(before + 3);
  expect(events("request_failed")).toBe(0);
});

test("an ordinary form whose connection was lost is no bug either", async () => {
  const operator = await signedIn(place, app, "operator");
  const before = events("request_cut_off");
  const { sending, answer } = open("/plain", operator.cookie, {
    "content-type": "application/x-www-form-urlencoded",
    "content-length": "500",
  });
  sending.write("csrf=x&a=b");
  await expect.poll(() => arrived).toContain("/plain");
  sending.destroy();
  await answer;
  await expect.poll(() => events("request_cut_off")).toBe(before + 1);
  expect(events("request_failed")).toBe(0);
});

test("a body without its end is refused, and nothing of it is left", async () => {
  const operator = await signedIn(place, app, "operator");
  for (const body of [fileHead + "a;b", fileHead, "--b\r\nnothing", "", fileHead + "a;b" + end.slice(0, 4)]) {
    const { sending, answer } = open("/send", operator.cookie);
    sending.end(token(await operator.csrf()) + body);
    expect([body, (await answer)?.status]).toEqual([body, 400]);
    await expect.poll(left).toEqual([]);
  }
  expect(events("request_failed")).toBe(0);
});

test("a file is not stored before the token of its form", async () => {
  const operator = await signedIn(place, app, "operator");
  const csrf = await operator.csrf();
  for (const [body, headers, status] of [
    [fileHead + "a;b\r\n" + token(csrf) + "--b--\r\n", {}, 403],
    [token("x.y") + fileHead + "a;b" + end, {}, 403],
    [fileHead + "a;b" + end, { "x-csrf-token": "x.y" }, 403],
    [fileHead + "x".repeat(900_000) + end, {}, 403],
    [fileHead + "a;b" + end, { "x-csrf-token": csrf }, 200],
    [token(csrf) + fileHead + "a;b" + end, {}, 200],
  ] as const) {
    const { sending, answer } = open("/send", operator.cookie, headers);
    sending.end(body);
    expect([body.slice(0, 200), (await answer)?.status]).toEqual([body.slice(0, 200), status]);
    await expect.poll(left).toEqual([]);
  }
  // Without the token, no byte is written while the rest is on its way.
  const { sending, answer } = open("/send", operator.cookie);
  sending.write(fileHead + "a;b".repeat(1000));
  await expect.poll(async () => (await Promise.race([answer, Promise.resolve(null)]))?.status).toBe(403);
  expect(left()).toEqual([]);
  sending.destroy();
});

test("a user has three unfinished uploads at most, and others are not affected", async () => {
  const operator = await signedIn(place, app, "operator");
  const other = await signedIn(place, app, "operator");
  const csrf = await operator.csrf();
  const opened: Opened[] = [];
  for (let n = 1; n <= 3; n += 1) {
    const one = open("/send", operator.cookie);
    one.sending.write(token(csrf) + fileHead + "a;b");
    opened.push(one);
    await expect.poll(() => left().filter((path) => path.endsWith("staff.csv")).length).toBe(n);
  }
  const send = async (cookie: string, own: string) => {
    const one = open("/send", cookie);
    one.sending.end(token(own) + fileHead + "a;b" + end);
    return one.answer;
  };
  expect(await send(operator.cookie, csrf)).toMatchObject({
    status: 429,
    text: expect.stringContaining("3 of your uploads have not ended yet"),
    headers: { "retry-after": "10" },
  });
  expect(await send(other.cookie, await other.csrf())).toMatchObject({ status: 200 });
  opened[0]?.sending.destroy();
  await expect.poll(async () => (await send(operator.cookie, csrf))?.status).toBe(200);
  opened[1]?.sending.end(end);
  expect(await opened[1]?.answer).toMatchObject({ status: 200, text: '{"text":"a;b"}' });
  opened[2]?.sending.destroy();
  await expect.poll(left).toEqual([]);
});

test("a handler has its file to the end, though the connection was lost meanwhile", async () => {
  const operator = await signedIn(place, app, "operator");
  handled = [];
  const { sending, answer } = open("/slow", operator.cookie);
  sending.end(token(await operator.csrf()) + fileHead + "a;b" + end);
  await expect.poll(() => handled).toEqual(["began"]);
  sending.destroy();
  await answer;
  await new Promise((resolve) => setTimeout(resolve, 50));
  release();
  await expect.poll(() => handled).toEqual(["began", "a;b"]);
  await expect.poll(left).toEqual([]);
});
