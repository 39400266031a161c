import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { workplace, type Workplace } from "../helpers/cli.ts";
import { until } from "../helpers/company.ts";
import { csrfIn } from "../helpers/console.ts";
import { root } from "../helpers/compose.ts";
import { freePort } from "../helpers/free-port.ts";

let place: Workplace;
beforeEach(() => {
  place = workplace();
});
const children: ChildProcess[] = [];
afterEach(async () => {
  // A failed test must not leave a process behind.
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await place.remove();
});

/** A listening console and its output. */
async function started(port: number, link: boolean): Promise<{ child: ChildProcess; printed: string; log(): string }> {
  const child = await place.start(["serve", "--port", String(port)]);
  children.push(child);
  let printed = "";
  let log = "";
  child.stdout?.on("data", (chunk: Buffer) => (printed += chunk.toString("utf8")));
  child.stderr?.on("data", (chunk: Buffer) => (log += chunk.toString("utf8")));
  await until(() => (link ? /is in \S+sign-in-link\n/ : /console is at \S+\n/).test(printed));
  return { child, printed, log: () => log };
}

test("the first start stores a link that signs in as administrator once, for its owner only, and SIGTERM ends it cleanly", async () => {
  const port = await freePort();
  const { child, printed, log } = await started(port, true);
  const file = / is in (\S+)\n/.exec(printed)?.[1] ?? "";
  expect([file, statSync(file).mode & 0o777]).toEqual([join(place.dir, ".rollcall", "sign-in-link"), 0o600]);
  expect(log()).toContain('"sign_in_link_stored"');
  const link = readFileSync(file, "utf8").trim();
  const page = await fetch(link);
  const cookie = page.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const body = new URLSearchParams({ csrf: csrfIn(await page.text()) });
  const send = () => fetch(link, { method: "POST", redirect: "manual", headers: { cookie, origin: new URL(link).origin }, body });
  const first = await send();
  expect(first.status).toBe(303);
  const session = first.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const users = await fetch(new URL("/users", link), { headers: { cookie: session } });
  expect([users.status, (await users.text()).includes("There are no users yet.")]).toEqual([200, true]);
  expect((await send()).status).toBe(410);
  // Another command works through the daemon; a second daemon cannot start.
  expect((await place.run(["users", "list", "--json"])).stdout.trim()).toBe("[]");
  expect((await place.run(["serve", "--port", String(await freePort())])).stderr).toContain("is in use by process");
  const end = once(child, "close");
  child.kill("SIGTERM");
  expect((await end)[0]).toBe(0);
  expect(printed + log()).not.toContain(new URL(link).pathname.slice(9));
  expect(existsSync(file)).toBe(false);
});

test("with --quiet the log stays, and every line of it is JSON to the end, also where there is something to warn of", async () => {
  await place.run(["users", "add", "ana", "--role", "admin", "--password-stdin"], { input: "correct horse battery\n" });
  await place.reopen();
  appendFileSync(join(place.dir, ".rollcall", "journal.jsonl"), `${"\0".repeat(40)}\n`);
  const unencrypted = ["--url", "http://rollcall.example.com", "--insecure"];
  const child = await place.start(["serve", "--port", String(await freePort()), "--quiet", ...unencrypted]);
  children.push(child);
  let printed = "";
  let log = "";
  child.stdout?.on("data", (chunk: Buffer) => (printed += chunk.toString("utf8")));
  child.stderr?.on("data", (chunk: Buffer) => (log += chunk.toString("utf8")));
  await until(() => /console is at/.test(printed));
  const end = once(child, "close");
  child.kill("SIGTERM");
  await end;
  const events = log
    .trimEnd()
    .split("\n")
    .map((line) => (JSON.parse(line) as { event: string }).event);
  expect(events).toEqual(expect.arrayContaining(["journal_damaged", "url_unencrypted", "process_stopping", "process_stopped"]));
  expect(events.slice(0, 1)).toEqual(["process_started"]);
  expect(events).toContain("process_ready");
});

test("with a user there is no link, and the user signs in with the password from standard input", async () => {
  const added = await place.run(["users", "add", "Ana", "--role", "admin", "--password-stdin"], { input: "correct horse battery\n" });
  expect([added.code, added.stdout]).toEqual([0, "ana can sign in now.\n"]);
  const port = await freePort();
  const { child, printed } = await started(port, false);
  expect(printed).toBe(`The console is at http://127.0.0.1:${port}\n`);
  const origin = `http://127.0.0.1:${port}`;
  const page = await fetch(`${origin}/sign-in`);
  const cookie = page.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const body = new URLSearchParams({ csrf: csrfIn(await page.text()), name: "ana", password: "correct horse battery", next: "/account" });
  const answer = await fetch(`${origin}/sign-in`, { method: "POST", redirect: "manual", headers: { cookie, origin }, body });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/account"]);
  const end = once(child, "close");
  child.kill("SIGINT");
  expect((await end)[0]).toBe(0);
});

test("without a token the metrics are refused behind a --url, also through a proxy that adds no header", async () => {
  await place.run(["users", "add", "ana", "--role", "admin", "--password-stdin"], { input: "correct horse battery\n" });
  await place.reopen();
  const port = await freePort();
  const child = await place.start(["serve", "--port", String(port), "--url", "https://rollcall.example.com"]);
  children.push(child);
  let printed = "";
  child.stdout?.on("data", (chunk: Buffer) => (printed += chunk.toString("utf8")));
  await until(() => /console is at/.test(printed));
  expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(403);
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
});

test("logs an example that waits for its environment as not set up, and a job with other faults as an error", async () => {
  for (const file of ["jobs/nightly.yaml", "mappings/workday.yaml"]) place.write(file, readFileSync(join(root, file)));
  place.write("jobs/broken.yaml", "name: broken\n");
  const { child, log } = await started(await freePort(), true);
  await until(() => log().includes('"process_ready"'));
  const end = once(child, "close");
  child.kill("SIGTERM");
  await end;
  const lines = log()
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { event: string; level: string; job?: string });
  expect(lines.filter(({ job }) => job === "nightly")).toMatchObject([{ event: "job_not_set_up", level: "info" }]);
  expect(lines.filter(({ level }) => level === "error")).toMatchObject([{ event: "job_unusable", job: "broken" }]);
});
