/** One step in a process of its own, so that its peak of memory is its own. Prints one JSON line. */
import { createReadStream } from "node:fs";
import { parse } from "csv-parse";
import got from "got";
import { Agent } from "node:http";
import { goOnRun, openBench, planRun } from "./pipeline.ts";

const [step = "", ...args] = process.argv.slice(2);
const begin = performance.now();
const result = await steps(step, args);
const peak = process.resourceUsage().maxRSS / 1024;
process.stdout.write(`${JSON.stringify({ step, ms: performance.now() - begin, peakMb: Math.round(peak), ...result })}\n`);
process.exit(0);

async function steps(name: string, [dir = "", file = "", extra = ""]: string[]): Promise<Record<string, unknown>> {
  switch (name) {
    case "csv-parse":
      return { ms: await csvParseAlone(file) };
    case "plan":
      return openBench(dir, file, planRun);
    case "apply":
      return openBench(dir, file, (wired) => goOnRun(wired, extra));
    case "got":
      return bareGot(dir, Number(file));
    default:
      throw new Error(`no step ${name}`);
  }
}

/** What our reading is held against: csv-parse, arrays, nothing else done with the rows. */
async function csvParseAlone(file: string): Promise<number> {
  const started = performance.now();
  const parser = createReadStream(file, { highWaterMark: 256 * 1024 }).pipe(parse({}));
  await new Promise<void>((resolve, reject) => {
    parser.on("readable", () => {
      while (parser.read() !== null);
    });
    parser.on("end", resolve);
    parser.on("error", reject);
  });
  return performance.now() - started;
}

/** What `apply` is held against: a loop of PUTs with as many in flight, and nothing else. */
async function bareGot(target: string, count: number): Promise<Record<string, unknown>> {
  const { url, token } = JSON.parse(target) as { url: string; token: string };
  const agent = { http: new Agent({ keepAlive: true, maxSockets: 32 }) };
  const access = await got
    .post(`${url}/integration/v1/oauth2/token/refresh`, { json: { refresh_token: token } })
    .json<{ access_token: string }>();
  const client = got.extend({
    agent,
    retry: { limit: 0 },
    headers: { authorization: `Bearer ${access.access_token}` },
    prefixUrl: `${url}/integration/v1`,
  });
  const { users } = await got(`${url}/_sandbox/state`).json<{ users: { user_id: string }[] }>();
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
