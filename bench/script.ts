/**
 * Rollcall beside what people use instead: a script of csv-parse, a loop and got, which has no state and sends everybody
 * every night, one after the other. Both against a service that takes 20 ms, without a rate limit, start included.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "csv-parse";
import got from "got";
import { writeCompany } from "./data.ts";
import { jobFolder } from "./plans.ts";
import type { Part } from "./results.ts";
import { freshToken, startSandbox } from "./tools.ts";

const PEOPLE = 10_000;
const LATENCY_MS = 20;
/** One request after the other takes the same time for each person, so that so many are enough; the time is scaled. */
const SCRIPT_PEOPLE = 1000;

const bin = fileURLToPath(new URL("../bin/rollcall.js", import.meta.url));
const stepFile = fileURLToPath(new URL("step.ts", import.meta.url));

/** Sends each row of a file as a change of its user. The script knows the accounts by the order of the file. */
export async function runScript(target: string, file: string): Promise<Record<string, unknown>> {
  const { url, token } = JSON.parse(target) as { url: string; token: string };
  const login = got.post(`${url}/integration/v1/oauth2/token/refresh`, { json: { refresh_token: token } });
  const { access_token: access } = await login.json<{ access_token: string }>();
  const ids = JSON.parse(readFileSync(`${file}.ids`, "utf8")) as string[];
  let sent = 0;
  for await (const row of createReadStream(file).pipe(parse({ columns: true })) as AsyncIterable<Record<string, string>>) {
    const id = ids[sent % ids.length] ?? "";
    const { "First Name": first_name, "Last Name": last_name, Department: department, City: city } = row;
    await got.put(`${url}/integration/v1/users/${id}`, {
      headers: { authorization: `Bearer ${access}` },
      json: { user_id: id, first_name, last_name, department, city },
    });
    sent += 1;
    if (sent === SCRIPT_PEOPLE) break;
  }
  return { operations: sent };
}

/** Measures an unchanged run and one with 1 % of changes. */
export async function measureScript(base: string, part: Part): Promise<void> {
  const sandbox = await startSandbox();
  try {
    const { url } = sandbox;
    const file = join(base, "people.csv");
    await writeCompany(file, PEOPLE);
    const dir = await jobFolder(join(base, "script"), file, url);
    const sync = async (): Promise<number> => {
      const started = performance.now();
      const child = spawn(process.execPath, [bin, "sync", "job.yaml", "--quiet"], { cwd: dir, stdio: ["ignore", "ignore", "inherit"] });
      const [code] = (await once(child, "close")) as [number];
      if (code !== 0) throw new Error(`rollcall sync ended with ${code}`);
      return performance.now() - started;
    };
    await sync();
    // The first run after our own changes reads them back.
    await sync();
    const users = ((await got(`${url}/_sandbox/state`).json()) as { users: { user_id: string }[] }).users;
    writeFileSync(`${file}.ids`, JSON.stringify(users.map(({ user_id }) => user_id)));
    await got.post(`${url}/_sandbox/faults`, { json: { path: ".", delayMs: LATENCY_MS, times: -1 } });
    const started = performance.now();
    const script = spawn(process.execPath, [stepFile, "script", JSON.stringify({ url, token: await freshToken(url) }), file], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    const [code] = (await once(script, "close")) as [number];
    if (code !== 0) throw new Error("the script failed");
    const scriptMs = (performance.now() - started) * (PEOPLE / SCRIPT_PEOPLE);
    part.add(PEOPLE, "a script without a state, any run", { ms: scriptMs, peakMb: 0 }, PEOPLE, `${PEOPLE} requests`);
    const measure = async (name: string, least: number): Promise<void> => {
      await got.delete(`${url}/_sandbox/requests`);
      const ms = await sync();
      const requests = await userRequests(url);
      const faster = scriptMs / ms;
      part.add(PEOPLE, `rollcall sync, ${name}`, { ms, peakMb: 0 }, PEOPLE, `${requests} requests, ${faster.toFixed(0)} times faster`);
      part.target(`Whole run of ${PEOPLE.toLocaleString("en")} people, ${name}, beside a script`, faster, "times", least, "least");
      Object.assign(part.numbers, { [`script ${name} s`]: ms / 1000, [`script ${name} requests`]: requests });
    };
    await measure("unchanged", 100);
    const changed = readFileSync(file, "utf8").replaceAll(/^(\d{5}00,.*),City \d+,/gm, "$1,Elsewhere,");
    writeFileSync(file, changed);
    await measure("1 % changed", 50);
    part.numbers["script s"] = scriptMs / 1000;
  } finally {
    sandbox.child.kill("SIGTERM");
  }
}

async function userRequests(url: string): Promise<number> {
  const requests = await got(`${url}/_sandbox/requests`).json<{ path: string }[]>();
  return requests.filter(({ path }) => path.includes("/users")).length;
}
