/**
 * The console with 5,000 removals that wait in a company of 100,000: server time of the pages that every visit begins
 * with, beside a page of the same size that is made of nothing, and what a browser has to load for them.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { HealthRecords } from "../src/daemon/health.ts";
import { Jobs } from "../src/daemon/jobs.ts";
import { Services } from "../src/daemon/services.ts";
import { createSetups } from "../src/daemon/setups.ts";
import { createWork } from "../src/daemon/work.ts";
import { addUser } from "../src/actions/access/accounts.ts";
import { route } from "../src/console/access/route.ts";
import { newSecret, secretHash } from "../src/actions/access/secrets.ts";
import { cookieName } from "../src/console/access/sessions.ts";
import { AREAS } from "../src/console/pages/all.ts";
import { buildConsole, type Area } from "../src/console/server.ts";
import { insertSession } from "../src/store/console/sessions.ts";
import { prepareQueues } from "../src/queue/backend.ts";
import { openServerState } from "../src/state/server-state.ts";
import { openState, type State } from "../src/state/state.ts";
import { seedConsole } from "./console-data.ts";
import { visits } from "./console-pages.ts";
import { job, mapping } from "./data.ts";
import { testCall } from "../test/helpers/io.ts";

export interface PageFigures {
  page: string;
  /** Of the page itself and of all that it loads, as they go over the line, in bytes. */
  bytes: number;
  weight: number;
  /** The first time, before anything is remembered, in ms. */
  first: number;
  /** From the request's arrival to the answer's end, as the server counts, in ms. */
  server: number;
  least: number;
  /** As whoever asks sees it, in ms. */
  whole: number;
}

const TIMES = 25;
/** Visits before those that count: the functions of a new process are compiled while it works. */
const WARM_UP = 10;
const PORT_HOST = "127.0.0.1";

/** Seeds a state below `dir`, or the database at `DATABASE_URL`, and measures. */
export async function measureConsole(dir: string, size: { people: number; waiting: number }): Promise<PageFigures[]> {
  const url = process.env["DATABASE_URL"];
  mkdirSync(join(dir, "jobs"), { recursive: true });
  writeFileSync(join(dir, "jobs", "mapping.yaml"), mapping);
  writeFileSync(join(dir, "jobs", "bench.yaml"), job("http://127.0.0.1:9", "none", join(dir, "employees.csv")));
  const io = testCall(dir);
  const state = await (url === undefined
    ? openState(join(dir, "state"), { stays: true })
    : openServerState({ url, redis: null, dir: join(dir, "state") }));
  await prepareQueues(state);
  await seedConsole(state.db, size);
  const elapsed: number[] = [];
  let filler = "";
  const still: Area = (app) => {
    app.addHook("onResponse", async (_request, reply) => void elapsed.push(reply.elapsedTime));
    route(app, { method: "GET", url: "/bench", right: "look", handler: async (_request, reply) => reply.type("text/html").send(filler) });
  };
  const folder = join(dir, "jobs");
  const uploads = join(dir, "uploads");
  const jobs = new Jobs(io, folder);
  const services = new Services();
  const work = await createWork(io, { state, jobs, services, health: new HealthRecords(), uploads });
  const setups = createSetups(io, { state, jobs, services, folder, uploads });
  const address = "http://127.0.0.1:8423";
  const settings = {
    session: { idle: 3_600_000, longest: 43_200_000 },
    oidc: null,
    loopback: true,
    owner: "bench",
    trustProxy: [],
    language: "en" as const,
    timeZone: "UTC",
  };
  const parts = { state, work, setups, url: address, now: () => new Date(), settings, uploads, queues: async () => [] };
  const app = await buildConsole(parts, [still, ...AREAS]);
  await app.listen({ host: PORT_HOST, port: 0 });
  const cookie = `${cookieName(address)}=${await administrator(state)}`;
  const port = (app.server.address() as AddressInfo).port;
  try {
    const one = await state.db.selectFrom("removal").select(["id", "cause"]).orderBy("id").limit(1).executeTakeFirstOrThrow();
    const figures: PageFigures[] = [];
    const measure = async (page: string, path: string, form?: string): Promise<PageFigures> => {
      // From an address of its own: an address may ask for only so much in a minute.
      const ask = asker(port, cookie, `127.0.0.${figures.length + 2}`);
      const begun = performance.now();
      const { text } = await ask(path, form);
      const first = performance.now() - begun;
      for (let i = 0; i < WARM_UP; i += 1) await ask(path, form);
      elapsed.length = 0;
      const whole: number[] = [];
      for (let i = 0; i < TIMES; i += 1) {
        const at = performance.now();
        await ask(path, form);
        whole.push(performance.now() - at);
      }
      const server = [...elapsed];
      const bytes = Buffer.byteLength(text);
      const weight = bytes + (await loaded(text, ask));
      const found = { page, bytes, weight, first, server: median(server), least: Math.min(...server), whole: median(whole) };
      figures.push(found);
      return found;
    };
    const overview = await measure("overview", "/");
    filler = "x".repeat(overview.bytes);
    await measure("nothing, of the overview's size", "/bench");
    const review = await measure("review", "/review");
    filler = "x".repeat(review.bytes);
    await measure("nothing, of the review's size", "/bench");
    const account = (await asker(port, cookie, "127.0.0.1")("/account")).text;
    const [, csrf = ""] = /name="csrf" value="([^"]+)"/.exec(account) ?? [];
    for (const [page, [path, text]] of Object.entries(visits(one)))
      await measure(page, path, text === null ? undefined : new URLSearchParams({ text, csrf }).toString());
    return figures;
  } finally {
    await app.close();
    await work.close();
    await state.close();
  }
}

async function administrator(state: State): Promise<string> {
  const now = new Date();
  await addUser(
    { state, by: "bench", now },
    { name: "ana", display: "Ana", email: null, role: "admin", password: "correct horse battery" },
  );
  const id = newSecret();
  await insertSession(state.db, {
    id_hash: secretHash(id),
    user_name: "ana",
    role: "admin",
    via: "password",
    csrf: newSecret(),
    created_at: now,
    seen_at: now,
    expires_at: new Date(now.getTime() + 3_600_000),
    revoked_at: null,
  });
  return id;
}

type Ask = (path: string, form?: string) => Promise<{ text: string }>;

function asker(port: number, cookie: string, localAddress: string): Ask {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { cookie, host: "127.0.0.1:8423", origin: "http://127.0.0.1:8423", "content-type": "application/x-www-form-urlencoded" };
  return (path, form) =>
    new Promise((resolve, reject) => {
      const method = form === undefined ? "GET" : "POST";
      const sent = request({ host: PORT_HOST, port, path, agent, headers, localAddress, method }, (answer) => {
        let text = "";
        answer.setEncoding("utf8");
        answer.on("data", (part: string) => (text += part));
        answer.on("end", () => {
          // Who is found alone is shown at once.
          if (answer.statusCode === 200 || answer.statusCode === 303) resolve({ text });
          else reject(new Error(`${path} was answered with ${answer.statusCode}: ${text.slice(0, 2000)}`));
        });
      });
      sent.on("error", reject);
      sent.end(form);
    });
}

/** The bytes of everything that a page names. */
async function loaded(page: string, ask: Ask): Promise<number> {
  const names = new Set([...page.matchAll(/(?:src|href)="(\/assets\/[^"#]+)/g)].map((match) => match[1] ?? ""));
  let bytes = 0;
  for (const name of names) bytes += Buffer.byteLength((await ask(name)).text);
  return bytes;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
