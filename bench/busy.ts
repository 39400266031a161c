/**
 * The overview and the review while a run works: 100,000 people, 20,000 changes and 2,000 pending removals. Embedded, one
 * process does everything; on PostgreSQL and Redis the console is a process of its own.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { csrfIn } from "../test/helpers/console.ts";
import { freePort } from "../test/helpers/free-port.ts";
import { postgres, redis } from "../test/helpers/servers.ts";
import { departments, DEPARTMENT, POSITION, writeCompany, type Change } from "./data.ts";
import { jobFolder, key } from "./plans.ts";
import type { Part } from "./results.ts";
import { startSandbox, stepBeside } from "./tools.ts";

const bin = fileURLToPath(new URL("../bin/rollcall.js", import.meta.url));
const PEOPLE = 100_000;
const MOVED = 2000;
const CHANGED = 20_000;
/** Changes are all over the file, as those of a company are. */
const EVERY = 4;
const PAUSE_MS = 150;
const PAGES = ["/", "/review"];
/** The console counts requests by address. */
const ADDRESSES = 40;

const move: Change = (i, cells) => {
  if (i < MOVED) cells[DEPARTMENT] = departments[(i + 1) % departments.length] ?? "";
};
const moveAndChange: Change = (i, cells) => {
  move(i, cells);
  if (i >= MOVED && i < MOVED + EVERY * CHANGED && i % EVERY === 0) cells[POSITION] = `Other ${cells[POSITION]}`;
};

export async function measureBusy(base: string, part: Part): Promise<void> {
  const [database, queue] = await Promise.all([postgres(true), redis()]);
  try {
    await measureIn(part, join(base, "busy embedded"), "embedded", {}, ["scheduler,worker,console"]);
    const servers = { ...key, DATABASE_URL: await database.database(), REDIS_URL: queue.url };
    await measureIn(part, join(base, "busy servers"), "PostgreSQL and Redis", servers, ["console", "scheduler", "worker"]);
  } finally {
    await Promise.all([database.close(), queue.close()]);
  }
}

async function measureIn(part: Part, dir: string, place: string, env: Record<string, string>, roles: readonly string[]): Promise<void> {
  const sandbox = await startSandbox("people", String(PEOPLE));
  const processes: ChildProcess[] = [];
  try {
    const file = join(dir, "company.csv");
    await jobFolder(dir, file, sandbox.url);
    await writeCompany(file, PEOPLE);
    await stepBeside(env, ["seed", dir, file, sandbox.url]);
    const token = await createToken(dir, env);
    const started = await Promise.all(roles.map((role) => serve(dir, role, env, processes)));
    const api = client(started[0] ?? "", token);
    await writeCompany(file, PEOPLE, move);
    await api.run(() => undefined);
    await writeCompany(file, PEOPLE, moveAndChange);
    const visits: Visit[] = [];
    let phase = "planning";
    const stop = new AbortController();
    const visitor = visit(started[0] ?? "", visits, () => phase, stop.signal);
    const run = api.run((status) => void (phase = status === "running" ? "applying" : "planning")).finally(() => stop.abort());
    const [{ counts }] = await Promise.all([run, visitor]);
    if (counts["updates"] !== CHANGED || (counts["removals_pending"] ?? 0) < MOVED)
      throw new Error(`another run: ${JSON.stringify(counts)}`);
    report(part, place, visits);
  } finally {
    for (const child of processes) child.kill("SIGKILL");
    sandbox.child.kill("SIGTERM");
  }
}

interface Visit {
  page: string;
  phase: string;
  ms: number;
}

function report(part: Part, place: string, visits: readonly Visit[]): void {
  for (const phase of ["planning", "applying"]) {
    const mine = visits.filter((one) => one.phase === phase);
    if (mine.length === 0) throw new Error(`no page was asked for while ${phase}`);
    for (const page of PAGES) {
      const times = mine.filter((one) => one.page === page).map(({ ms }) => ms);
      const beside = `${times.length} visits, slowest ${Math.max(...times).toFixed(0)} ms`;
      part.add(PEOPLE, `${page === "/" ? "overview" : "review"} while ${phase}, ${place}`, { ms: p95(times), peakMb: 0 }, 1, beside);
    }
    const worst = Math.max(...PAGES.map((page) => p95(mine.filter((one) => one.page === page).map(({ ms }) => ms))));
    const slowest = Math.max(...mine.map(({ ms }) => ms));
    if (place === "embedded" && phase === "planning")
      part.target("Longest wait for a page while planning, embedded", slowest / 1000, "s", 1);
    else part.target(`Overview and review while ${phase}, 95 of 100, ${place}`, worst / 1000, "s", 0.2);
  }
}

function p95(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? NaN;
}

async function visit(link: string, visits: Visit[], phase: () => string, stop: AbortSignal): Promise<void> {
  const cookie = await signIn(link);
  for (let n = 0; !stop.aborted; n += 1) {
    const page = PAGES[n % PAGES.length] ?? "/";
    const begun = performance.now();
    const during = phase();
    await get(new URL(page, link), { cookie }, `127.0.0.${2 + (n % ADDRESSES)}`);
    visits.push({ page, phase: during, ms: performance.now() - begun });
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

const agent = new Agent({ keepAlive: true });

function get(url: URL, headers: Record<string, string>, localAddress: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers, agent, localAddress }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (chunk: string) => (text += chunk));
      answer.on("end", () =>
        answer.statusCode === 200 ? resolve(text) : reject(new Error(`${url.pathname}: ${answer.statusCode} ${text.slice(0, 500)}`)),
      );
    });
    sent.on("error", reject);
    sent.end();
  });
}

/** Sends the form of a sign-in link. @returns the cookie of the session */
async function signIn(link: string): Promise<string> {
  const form = await fetch(link);
  const csrf = csrfIn(await form.text());
  const answer = await fetch(link, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: cookiesIn(form), origin: new URL(link).origin },
    body: new URLSearchParams({ csrf }),
  });
  if (answer.status !== 303) throw new Error(`the link gave no session: ${answer.status}`);
  return cookiesIn(answer);
}

function cookiesIn(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

async function createToken(dir: string, env: Record<string, string>): Promise<string> {
  const args = ["tokens", "create", "bench", "--role", "operator", "--expires", "1d", "--json", "--state", join(dir, "state")];
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: dir,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return (JSON.parse(await printed(child)) as { token: string }).token;
}

async function printed(child: ChildProcess): Promise<string> {
  let text = "";
  for await (const chunk of child.stdout ?? []) text += String(chunk);
  return text;
}

/** Starts one process of the daemon. @returns the sign-in link of a console, as soon as it answers */
async function serve(dir: string, roles: string, env: Record<string, string>, processes: ChildProcess[]): Promise<string> {
  const isConsole = roles.includes("console");
  const port = String(await freePort());
  const args = ["serve", "--roles", roles, "--port", port, "--jobs", dir, "--state", join(dir, isConsole ? "state" : roles)];
  const given = { ...process.env, ...env, ...(isConsole ? {} : { ROLLCALL_HEALTH_PORT: String(await freePort()) }) };
  const child = spawn(process.execPath, [bin, ...args, ...(isConsole ? ["--link"] : []), "--json", "--quiet"], {
    cwd: dir,
    env: given,
    stdio: ["ignore", "pipe", "ignore"],
  });
  processes.push(child);
  let text = "";
  for await (const chunk of child.stdout) {
    text += String(chunk);
    if (text.trimEnd().endsWith("}")) break;
  }
  const { url, link } = JSON.parse(text) as { url: string; link?: string };
  return link ?? url;
}

/** Requests runs, and follows them. */
function client(link: string, token: string): { run(seen: (status: string) => void): Promise<{ counts: Record<string, number> }> } {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const ask = async (path: string, body?: string): Promise<Record<string, unknown>> => {
    const answer = await fetch(new URL(`/api/v1${path}`, link), { headers, ...(body === undefined ? {} : { method: "POST", body }) });
    const found = (await answer.json()) as Record<string, unknown>;
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(found)}`);
    return found;
  };
  return {
    run: async (seen) => {
      const { run } = await ask("/jobs/bench/run", "{}");
      for (;;) {
        // The list, because the page of a run counts its changes.
        const { runs } = (await ask("/runs?job=bench")) as { runs: { id: string; status: string; counts: Record<string, number> }[] };
        const { status, counts } = runs.find(({ id }) => id === run) ?? { status: "reading", counts: {} };
        seen(status);
        if (status === "completed") return { counts };
        if (status !== "reading" && status !== "planned" && status !== "running") throw new Error(`the run is ${status}`);
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    },
  };
}
