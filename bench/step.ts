/** One step in a process of its own, so that its peak of memory is its own. Prints one JSON line. */
import { createReadStream } from "node:fs";
import { parse } from "csv-parse";
import got from "got";
import { Agent } from "node:http";
import { enableCompileCache } from "node:module";
import { setFlagsFromString } from "node:v8";
import { sendLoad } from "./load.ts";
import { timed } from "./timed.ts";

const [step = "", ...args] = process.argv.slice(2);
enableCompileCache();
// As the command line does; the libraries that we are held against run as they come.
if (["read", "plan", "seed", "apply", "report"].includes(step))
  for (const flag of ["--semi-space-growth-factor=1", "--heap-growing-percent=100"]) setFlagsFromString(flag);
const begin = performance.now();
const result = await steps(step, args);
const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
const cpuMs = (userCPUTime + systemCPUTime) / 1000;
process.stdout.write(`${JSON.stringify({ step, ms: performance.now() - begin, peakMb: Math.round(maxRSS / 1024), cpuMs, ...result })}\n`);
process.exit(0);

async function steps(name: string, [dir = "", file = "", extra = ""]: string[]): Promise<Record<string, unknown>> {
  switch (name) {
    case "csv-parse":
      return timed(() => csvParseAlone(file));
    // The rest is loaded only where it is needed: it is part of a process's memory as soon as it is loaded.
    case "read":
      return (await import("./reading.ts")).readMapped(dir, file);
    case "stream-json":
      return (await import("./pages.ts")).parsePagesAlone(dir, Number(file));
    case "xlsx":
      return (await import("./reading.ts")).xlsxAlone(dir);
    case "workbook":
      return { file: await (await import("./reading.ts")).writeWorkbook(dir, Number(file)) };
    case "copy": {
      const { openBench, copyRowsAlone } = await import("./pipeline.ts");
      return openBench(dir, file, copyRowsAlone);
    }
    case "script":
      return (await import("./script.ts")).runScript(dir, file);
    case "seed-report":
    case "report": {
      const { openBench } = await import("./pipeline.ts");
      const { seedReports, timeReport } = await import("./reports.ts");
      return openBench(dir, file, async ({ session }) => {
        if (name === "report") return timeReport(session, extra);
        await seedReports(session, Number(extra));
        return {};
      });
    }
    case "plan": {
      const { openBench, planRun, withStore } = await import("./pipeline.ts");
      return openBench(dir, file, planRun, withStore);
    }
    case "seed": {
      const { openBench } = await import("./pipeline.ts");
      const { seedNight } = await import("./seed.ts");
      return openBench(dir, file, ({ session, connect }) => seedNight(session, file, extra === "" ? undefined : { url: extra, connect }));
    }
    case "apply": {
      const { openBench, goOnRun } = await import("./pipeline.ts");
      return openBench(dir, file, (wired) => goOnRun(wired, extra));
    }
    case "console": {
      const { measureConsole } = await import("./console.ts");
      return { pages: await measureConsole(dir, JSON.parse(file) as { people: number; waiting: number }) };
    }
    case "got":
      return bareGot(dir, Number(file));
    case "sandbox":
      return sandboxAlone(dir, file);
    default:
      throw new Error(`no step ${name}`);
  }
}

/** What our reading is held against: csv-parse, arrays, nothing else done with the rows. */
async function csvParseAlone(file: string): Promise<void> {
  const parser = createReadStream(file, { highWaterMark: 256 * 1024 }).pipe(parse({}));
  await new Promise<void>((resolve, reject) => {
    parser.on("readable", () => {
      while (parser.read() !== null);
    });
    parser.on("end", resolve);
    parser.on("error", reject);
  });
}

/** What `apply` is held against: a loop of PUTs with as many in flight, and nothing else. */
async function bareGot(target: string, count: number): Promise<Record<string, unknown>> {
  const { url, access, users } = await entered(target);
  const agent = { http: new Agent({ keepAlive: true, maxSockets: 32 }) };
  const client = got.extend({
    agent,
    retry: { limit: 0 },
    headers: { authorization: `Bearer ${access}` },
    prefixUrl: `${url}/integration/v1`,
  });
  let next = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: 32 }, async () => {
      while (next < count) {
        const user = users[next % users.length];
        next += 1;
        await client.put(`users/${user?.user_id ?? ""}`, { json: { user_id: user?.user_id, city: `City ${next}` } });
      }
    }),
  );
  return { ms: performance.now() - began, operations: count };
}

/** How much the sandbox itself answers: what every other figure here cannot be better than. */
async function sandboxAlone(target: string, what: string): Promise<Record<string, unknown>> {
  const { url, access, users } = await entered(target);
  const { count, ms } = await sendLoad({ url, token: access, inFlight: 32, ms: 4000 }, (n) => {
    if (what === "GET /groups") return { method: "GET", path: "/groups?_limit=100" };
    const { user_id, group_ids } = users[n % users.length] ?? { user_id: "", group_ids: [] };
    return { method: "PUT", path: `/users/${user_id}`, body: { user_id, city: `City ${n}`, group_ids } };
  });
  return { ms, operations: count };
}

/** An access token for a sandbox, and the users that it has. */
async function entered(target: string): Promise<{ url: string; access: string; users: { user_id: string; group_ids: string[] }[] }> {
  const { url, token } = JSON.parse(target) as { url: string; token: string };
  const { access_token: access } = await got
    .post(`${url}/integration/v1/oauth2/token/refresh`, { json: { refresh_token: token } })
    .json<{ access_token: string }>();
  const { users } = await got(`${url}/_sandbox/state`).json<{ users: { user_id: string; group_ids: string[] }[] }>();
  return { url, access, users };
}
