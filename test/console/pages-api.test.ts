import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AREAS } from "../../src/console/pages/all.ts";
import { buildConsole } from "../../src/console/server.ts";
import { appendAudit } from "../../src/store/audit/audit.ts";
import { findRemoval, listRemovals } from "../../src/store/review/removals.ts";
import { personId } from "../../src/store/people/people-pages.ts";
import { consoleParts } from "../helpers/console.ts";
import { consoleFor, type Console, type Signed } from "./helpers.ts";

const doc = readFileSync(fileURLToPath(new URL("../../docs/reference/api.md", import.meta.url)), "utf8");

let place: Console;
let admin: Signed;

beforeAll(async () => {
  place = await consoleFor();
  admin = await place.signIn("admin");
});
afterAll(() => place.close());

/** Pages that are about signing in or only lead on, which machines have no use for. */
const pagesOnly = /^\/(sign-out|review\/done|$)/;

async function routes() {
  const parts = await consoleParts();
  const app = await buildConsole(parts.parts, AREAS);
  const known = parts.routes(app);
  await app.close();
  await parts.close();
  return known;
}

test("everything that the pages do is there for machines too, with the same right, and documented", async () => {
  const known = await routes();
  const rightOf = new Map(known.map(({ method, url, right }) => [`${method} ${url}`, right]));
  const api = known.filter(({ url }) => url.startsWith("/api/"));
  for (const { method, url, right } of known.filter(
    (one) => one.right !== "anyone" && !one.url.startsWith("/api/") && !pagesOnly.test(one.url),
  )) {
    expect(rightOf.get(`${method} /api/v1${url}`), `${method} ${url}`).toBe(right);
  }
  expect(rightOf.get("GET /api/v1/overview")).toBe(rightOf.get("GET /"));
  const documented = new Set(
    [...doc.matchAll(/^\|`(GET|POST) (\/[^`]*)`\|([a-z ]+)\|/gm)].map(([, method, url]) => `${method ?? ""} /api/v1${url ?? ""}`),
  );
  expect([...documented].sort()).toEqual(api.map(({ method, url }) => `${method} ${url}`).sort());
});

test("the documentation names the right that each needs", async () => {
  const rights = new Map((await routes()).map(({ method, url, right }) => [`${method} ${url}`, right]));
  for (const [, method, url, right] of doc.matchAll(/^\|`(GET|POST) (\/[^`]*)`\|([a-z ]+)\|/gm)) {
    expect(rights.get(`${method ?? ""} /api/v1${url ?? ""}`), `${method ?? ""} ${url ?? ""}`).toBe(right);
  }
});

/** Every text of an answer that a page must show as well. */
function texts(value: unknown, wanted: ReadonlySet<string>): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => texts(one, wanted));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => (wanted.has(name) && typeof part === "string" ? [part] : texts(part, wanted)));
}

const escaped = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;")
    .replaceAll("\u202e", "\ufffd");

test("page and machine say the same, and no page lets a name be more than text", async () => {
  await place.token("viewer");
  const { causes } = await admin.json<{ causes: { id: string }[] }>("/review");
  const cause = causes[0]?.id ?? "";
  const { removals } = await admin.json<{ removals: { id: string; person_id: string }[] }>(`/review/causes/${cause}`);
  const [removal] = removals;
  const wanted: Record<string, readonly string[]> = {
    "/": ["job"],
    "/review": ["question"],
    [`/review/causes/${cause}`]: ["question", "text", "name"],
    [`/review/removals/${removal?.id ?? ""}`]: ["name", "username", "why"],
    [`/review?person=${removal?.person_id ?? ""}`]: ["question"],
    "/review/approved": [],
    "/runs": ["id"],
    [`/runs/${place.run}`]: ["key"],
    [`/runs/${place.run}/rejects`]: ["message"],
    [`/people/${removal?.person_id ?? ""}`]: ["key", "username"],
    "/exceptions": [],
    "/missing-groups": [],
    "/identities": ["key"],
    "/jobs": ["name"],
    "/jobs/nightly": ["id"],
    "/audit": ["actor"],
    "/status": ["directory"],
    "/users": ["name", "user"],
    "/tokens": ["id", "name"],
    "/account": ["name"],
  };
  for (const [path, names] of Object.entries(wanted)) {
    const page = await admin.get(path);
    const answer = await admin.json<unknown>(path === "/" ? "/overview" : path);
    expect(page.status, `page ${path}`).toBe(200);
    const said = texts(answer, new Set(names));
    if (names.length > 0 && !["/identities", `/runs/${place.run}/rejects`].includes(path))
      expect(said.length, `page ${path}`).toBeGreaterThan(0);
    for (const text of said) expect(page.text, `${path}: ${text}`).toContain(escaped(text));
    expect(page.text, `page ${path}`).not.toMatch(/<script>alert|\u202e|style="|onclick|javascript:/);
    // Forms that lead elsewhere, and elements of one name, are what readers of the page stumble over.
    const ids = [...page.text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size, `page ${path}`).toBe(ids.length);
    expect(nestedForms(page.text), `page ${path}`).toBe(false);
  }
});

function nestedForms(page: string): boolean {
  let open = 0;
  for (const [, end] of page.matchAll(/<(\/?)form[\s>]/g)) {
    open += end === "/" ? -1 : 1;
    if (open > 1) return true;
  }
  return open !== 0;
}

test("a machine with a token decides as a person does, with the evidence that it has seen", async () => {
  const token = await place.token("reviewer");
  const call = async (path: string, body?: object) => {
    const answer = await fetch(`${place.url}/api/v1${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const { body } = await call("/review?kind=moved");
  const [cause] = body["causes"] as { id: string; evidence: string }[];
  const people = (await call(`/review/causes/${cause?.id ?? ""}`)).body["removals"] as { id: string; evidence_digest: string }[];
  const id = people[0]?.id ?? "";
  expect(await call("/review/decide", { verdict: "approved", reason: "x", removals: [{ id }] })).toMatchObject({ status: 400 });
  expect(
    await call("/review/decide", { verdict: "approved", reason: "", causes: [{ id: cause?.id, evidence: cause?.evidence }] }),
  ).toMatchObject({
    status: 400,
    body: { code: "request_unusable" },
  });
  expect(await call("/jobs/nightly/run", {})).toMatchObject({ status: 403, body: { code: "not_allowed" } });
  const commented = await call("/review/comment", { removals: [id], reason: "Seen by the machine" });
  expect(commented).toMatchObject({ status: 200, body: { what: "commented" } });
  const decided = await call("/review/decide", {
    verdict: "rejected",
    reason: "Kept by rule",
    causes: [{ id: cause?.id, evidence: cause?.evidence }],
  });
  expect(decided).toMatchObject({ status: 200, body: { what: "rejected", refused: [] } });
  expect(await findRemoval(place.state.db, id)).toMatchObject({ status: "rejected", decided_how: "token", keep_until: null });
  const kept = (await call("/exceptions")).body["exceptions"] as { id: string }[];
  expect(await call(`/exceptions/${kept[0]?.id ?? ""}/end`, { reason: "No longer" })).toMatchObject({ status: 200 });
  const found = await call("/people/search", { text: "Ana7" });
  expect((found.body["people"] as { name: string }[])[0]?.name).toBe("Ana7 García");
});

test("the trail and the page of a person leave out a person with the same key in another account", async () => {
  const [removal] = await listRemovals(place.state.db, { status: ["pending"] });
  if (removal === undefined) throw new Error("no removal");
  const { account, job, key } = removal;
  for (const [actor, of] of [
    ["from here", account],
    ["from elsewhere", "https://other.example"],
  ] as const)
    await appendAudit(place.state, { actor, action: "identity_linked", detail: { account: of, key } }, new Date());
  const id = personId(job, key);
  const trail = await admin.json<{ entries: { actor: string }[] }>(`/audit?person=${id}`);
  expect(trail.entries.map(({ actor }) => actor)).toEqual(["from here"]);
  const { timeline } = await admin.json<{ timeline: { events: { actor: string | null }[] } }>(`/people/${id}`);
  expect(timeline.events.flatMap(({ actor }) => actor ?? [])).toEqual(["from here"]);
});
