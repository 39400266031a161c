import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { csrfIn } from "../helpers/console.ts";
import type { Console, Signed } from "./helpers.ts";

/** Sets up jobs as a browser does, for someone who is signed in. */
export function setupDriver(place: Pick<Console, "url">, me: Signed) {
  async function upload(path: string, name: string, bytes: Uint8Array | string, who = me) {
    const body = new FormData();
    body.append("csrf", csrfIn((await who.get("/account")).text));
    body.append("file", new File([bytes], name));
    const answer = await fetch(`${place.url}${path}`, {
      method: "POST",
      redirect: "manual",
      headers: { cookie: who.cookie, origin: place.url },
      body,
    });
    return { status: answer.status, text: await answer.text(), location: answer.headers.get("location") ?? "" };
  }

  /** Sends a step as the page shows it, with changes. */
  async function send(id: string, step: string, changes: Record<string, string> = {}) {
    const { text } = await me.get(`/setup/${id}/${step}`);
    return me.post(`/setup/${id}/${step}`, { ...fieldsOf(text), ...changes });
  }

  async function begin(name: string, bytes: Uint8Array | string): Promise<string> {
    const started = await upload("/setup", name, bytes);
    expect([started.status, started.location, started.status === 303 ? "" : started.text]).toEqual([
      303,
      expect.stringMatching(/^\/setup\/[^/]+\/upload$/),
      "",
    ]);
    return started.location.split("/")[2] ?? "";
  }

  /** Confirms steps as they are shown; each must lead to the next. */
  async function confirm(id: string, ...steps: string[]): Promise<void> {
    for (const step of steps) {
      const sent = await send(id, step);
      expect([step, sent.status, sent.text.match(/class="error"[^]*?<\/p>/g)]).toEqual([step, 303, null]);
    }
  }

  /** The first plan of the job whose page the last step leads to. */
  async function planOf(location: string | null): Promise<{ status: string; counts: Record<string, number> | null }> {
    expect(location).toMatch(/^\/jobs\/[^?]+$/);
    const { runs, running } = await me.json<{ runs: { id: string }[]; running: { run: string }[] }>(location ?? "");
    const path = `/runs/${running[0]?.run ?? runs[0]?.id ?? ""}`;
    let run = { status: "", counts: null as Record<string, number> | null };
    for (let left = 900; left > 0 && !["planned", "held", "failed", "completed"].includes(run.status); left -= 1) {
      await sleep(50);
      run = (await me.json<{ run?: typeof run }>(path)).run ?? run;
    }
    return run;
  }

  return { upload, send, begin, confirm, planOf };
}

/** The name of the field that asks what a status means. */
export function valueField(page: string, status: string): string {
  const name = `q.status.${status}`;
  expect(page).toContain(`name="${name}"`);
  return name;
}

/** The fields of the form of a step as the page shows them, as a browser would send them. */
export function fieldsOf(page: string): Record<string, string> {
  const form = /<form\s+method="post"\s+action="\/setup\/[^"/]+\/[a-z]+"\s+id="step-form"[\s\S]*?<\/form>/.exec(page)?.[0] ?? "";
  const fields: Record<string, string> = {};
  const decoded = (text: string): string =>
    text.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&lt;", "<").replaceAll("&amp;", "&");
  for (const [input] of form.matchAll(/<input[^>]*>/g)) {
    const [, name] = /\sname="([^"]*)"/.exec(input) ?? [];
    const [, value = ""] = /\svalue="([^"]*)"/.exec(input) ?? [];
    const choice = /type="(?:radio|checkbox)"/.test(input);
    if (name !== undefined && (!choice || /\schecked/.test(input))) fields[decoded(name)] = decoded(value);
  }
  for (const [, head = "", body = ""] of form.matchAll(/<select([^>]*)>([\s\S]*?)<\/select>/g)) {
    const [, name = ""] = /\sname="([^"]*)"/.exec(head) ?? [];
    const [, value = ""] = /<option value="([^"]*)"\s+selected/.exec(body) ?? /<option value="([^"]*)"/.exec(body) ?? [];
    fields[decoded(name)] = decoded(value);
  }
  // The browser of the tests adds its own.
  delete fields["csrf"];
  return fields;
}
