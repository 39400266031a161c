import { fact } from "../../src/domain/facts/fact.ts";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { IntlMessageFormat } from "intl-messageformat";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { listRemovals } from "../../src/store/review/removals.ts";
import type { Console, Signed } from "./helpers.ts";
import { filled, rowsWithSheetJs } from "../review/edit-workbook.ts";
import { fieldsOf, valueField } from "./setup-form.ts";

/** Draws letters as full-width letters, so that everything else on a page is a text that no catalogue has. */
const disguised = (text: string): string =>
  text.replaceAll(/[A-Za-z]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0));

type Element = ReturnType<IntlMessageFormat["getAst"]>[number];

/** Returns the parts of a message that are words; the rest of it is syntax. */
function words(elements: readonly Element[]): { start: number; end: number }[] {
  return elements.flatMap((element) => {
    if ("options" in element) return Object.values(element.options).flatMap(({ value }) => words(value));
    if ("children" in element) return words(element.children);
    return String(element.type) === "0" && element.location !== undefined
      ? [{ start: element.location.start.offset, end: element.location.end.offset }]
      : [];
  });
}

function disguisedMessage(text: string): string {
  return words(new IntlMessageFormat(text, "de", undefined, { captureLocation: true }).getAst()).reduceRight(
    (made, { start, end }) => made.slice(0, start) + disguised(made.slice(start, end)) + made.slice(end),
    text,
  );
}

/** Modules of their own: the catalogues of the other tests stay as they are. */
async function load() {
  vi.resetModules();
  return {
    ...(await import("../../src/reporting/locales/t.ts")),
    ...(await import("../../src/console/server.ts")),
    ...(await import("../../src/store/identities/intents.ts")),
    ...(await import("../helpers/open-intent.ts")),
    ...(await import("../helpers/console.ts")),
    ...(await import("./helpers.ts")),
  };
}

let modules: Awaited<ReturnType<typeof load>>;
let place: Console;
let admin: Signed;

beforeAll(async () => {
  modules = await load();
  const { textsIn, consoleFor } = modules;
  const german = textsIn("de");
  Object.assign(german, Object.fromEntries(Object.entries(german).map(([key, text]) => [key, disguisedMessage(text)])));
  place = await consoleFor();
  admin = await place.signIn("admin");
  await populate();
});
afterAll(async () => {
  await place?.close();
  vi.resetModules();
});

const stranger = "3f0e6f0e-5d1c-4a55-9f0a-6f3e0c7b1d11";

/** Writes what a console in use has: decisions, an unconfirmed account, an emergency stop, a broken job. */
async function populate(): Promise<void> {
  const { state } = place;
  const { leaveUnlinked, noteEvidence, openIntent } = modules;
  const { causes } = await admin.json<{ causes: { id: string; evidence: string; kind: string }[] }>("/review");
  const decide = (kind: string, verdict: string, more: Record<string, string> = {}) => {
    const { id, evidence } = causes.find((cause) => cause.kind === kind) ?? { id: "", evidence: "" };
    return admin.post("/review/decide", { verdict, reason: "xx", scope: "all", cause: `${id}@${evidence}`, ...more });
  };
  await decide("moved", "rejected", { until: "2099-01-31" });
  await decide("added_by_hand", "approved");
  const intent = { account: "acme", job: "nightly", username: "new@acme.example", digest: "d", groups: [], named: [] };
  await openIntent(state, { ...intent, operation: "r-1", key: "0500" }, new Date());
  await leaveUnlinked(state, "r-1", fact("unconfirmed.earlier_create", {}), new Date());
  await noteEvidence(state.db, "r-1", { reason: fact("unconfirmed.earlier_create", {}), candidates: [stranger], others: [] });
  await admin.post("/tokens/create", { name: "reporting", role: "viewer", days: "30" });
  writeFileSync(join(place.dir, "jobs", "broken.yaml"), "name: broken\nsorce: {}\n");
  place.clock.step(3100);
  await admin.post("/audit/verify", {});
  await admin.post("/emergency-stop", { account: "acme", reason: "xx" });
}

async function upload(path: string, name: string, content: string): Promise<string> {
  const body = new FormData();
  body.append("csrf", modules.csrfIn((await admin.get("/account")).text));
  body.append("file", new File([content], name));
  const headers = { cookie: admin.cookie, origin: place.url };
  const answer = await fetch(`${place.url}${path}`, { method: "POST", redirect: "manual", headers, body });
  return answer.headers.get("location") ?? "";
}

/** Names, addresses, times and drawings. What is left is a text of the page. */
const DATA = [
  /<head>.*?(?=<title>)|<\/title>.*?<\/head>/gs,
  /<(script|style|svg|code|pre|time)\b[^>]*>.*?<\/\1>/gs,
  // A sentence between them is not data.
  /<bdi>(?![^<]*\b(?:the|is|are|was|has|not|no|of|to|by|for|with)\b)[^<]*(?:<wbr \/>[^<]*)*<\/bdi>/gi,
  // The value of the choice is its text: a time zone, a job, a group.
  /<option value="([^"]*)"[^>]*>\1<\/option>/g,
];

/** Texts that are the same in every language, and names of the company of this test. */
const SAME = [
  /\b(?:Rollcall|CSV|JSON|YAML|UTC|utf-8|English|Español|Deutsch|Français|user_id|[kMGT]B|und)\b/g,
  /\b\d{1,2}\. (?:Nov\.|[A-Z][a-zä]{2,8}\.?) \d{4}/g,
  /\b(?:admin|viewer|reviewer)-\d+|\b[CRT]-[0-9a-z]{7,8}\b|\b\d{8}-\d{6}-[0-9a-z]{4}\b/g,
  /\b(?:nightly|broken|hr\.csv|mitarbeiter[\w.-]*|acme|reporting|García|Ana\d*|HR(?:\/[A-Z][\w/ ]*)?|Müller\d*|Jörg|xx|schedule of the test)/g,
  // Departments, and names that could do harm.
  /\b(?:Sales(?: EMEA)?|IT|Legal|script|alert|HYPERLINK|http:\/\/evil\.example|evil|x)\b/g,
  // The rule that gave a group, with its place.
  /\bdepartment \(mapping\.yaml:\d+\)|^mapping\.yaml:\d+$/g,
  // The columns of the export.
  /\b(?:Personalnummer|Nachname|Vorname|E-Mail|Geburtsdatum|Abteilung|Zustand|Austrittsdatum|Vertrieb|Aktiv|Ausgeschieden)\b|https:\/\/learning\.example\.com|@example\.com/g,
  /\b(?:America|Africa|Asia|Europe|Pacific|Atlantic|Indian|Australia|Antarctica|Arctic)\/[\w/ -]+/g,
];

/** Returns the texts that no catalogue has: what a reader sees, and attributes that are read out or shown by the script. */
function untranslated(page: string): string[] {
  const drawn = DATA.reduce((text, pattern) => text.replaceAll(pattern, ""), page);
  const attributes = [...drawn.matchAll(/\s(?:title|placeholder|aria-label|alt|data-(?:count|none|label|[a-z]+-text))="([^"]*)"/gi)];
  const texts = [...drawn.split(/<[^>]*>/), ...attributes.map(([, text = ""]) => text)].map((text) =>
    SAME.reduce((rest, pattern) => rest.replaceAll(pattern, ""), text.replaceAll(/&[a-z0-9#]+;/g, " "))
      .replaceAll(/\s+/g, " ")
      .trim(),
  );
  return [...new Set(texts)].filter((text) => /[a-z]{2}/i.test(text));
}

/** What machines, browsers and other programs read. */
const NO_PAGE = /^\/(?:api|assets|health|oidc)|export|\/live$|\/report$|\/files\/|\.csv$/;

const seen = new Set<string>();

async function expectTranslated(path: string, who: { cookie: string } = admin): Promise<string> {
  const answer = await fetch(`${place.url}${path}`, { headers: { cookie: who.cookie, "accept-language": "de" } });
  const text = await answer.text();
  seen.add(path.split("?")[0] ?? "");
  expect.soft([path, untranslated(text)]).toEqual([path, []]);
  return text;
}

test("the check sees an English text in every place of a page", () => {
  const page = `<head><title>History</title></head><p title="Why"><bdi>Ana</bdi> left</p><bdi>This is not data.</bdi><bdi>Acme</bdi><option value="x">All</option>`;
  expect(untranslated(page)).toEqual(["History", "left", "This is not data.", "All", "Why"]);
  expect(untranslated(disguised(page.replaceAll(/<[^>]*>/g, "")))).toEqual([]);
});

test("pages about people, jobs, accounts and this installation have no English text for a German reader", async () => {
  const { location } = await admin.post("/people/search", { text: "Ana7" });
  for (const path of [
    "/",
    "/people",
    location ?? "",
    "/exceptions",
    "/missing-groups",
    "/identities",
    "/jobs",
    "/jobs/nightly",
    "/jobs/broken",
    "/status",
  ])
    await expectTranslated(path);
  for (const path of ["/audit?verify=yes", "/audit?kind=access", "/users", "/tokens", "/account", "/setup"]) await expectTranslated(path);
});

async function expectTranslatedAnswer(path: string, form: Record<string, string>, who: Signed = admin): Promise<number> {
  const { text, status } = await who.post(path, form, { "accept-language": "de" });
  expect.soft([path, form, untranslated(text)]).toEqual([path, form, []]);
  return status;
}

test("neither have results of searches, and pages that refuse", async () => {
  for (const text of ["Ana", "%", "Nobody"]) {
    await expectTranslatedAnswer("/people/search", { text });
    await expectTranslatedAnswer("/audit/find", { text });
    await expectTranslatedAnswer("/search", { text });
  }
  const viewer = await place.signIn("viewer");
  for (const path of ["/nothing", "/people/ffffffffffffffff", "/jobs/no-such", "/audit?from=x", "/exceptions?page=0"])
    await expectTranslated(path);
  for (const path of ["/users", "/tokens", "/setup"]) await expectTranslated(path, viewer);
  await expectTranslatedAnswer("/jobs/nightly/run", {}, viewer);
  await expectTranslatedAnswer("/jobs/nightly/run", {});
  await expectTranslatedAnswer("/identities/link", { operation: "r-1", user_id: "x", reason: "x" });
  await expectTranslatedAnswer("/identities/link", { operation: "r-1", user_id: stranger, reason: "" });
  await expectTranslatedAnswer("/identities/move", { job: "nightly", from: "x", key: "y", reason: "x" });
  await expectTranslatedAnswer("/identities/retry", { job: "nightly", key: "x", reason: "x" });
  await expectTranslatedAnswer("/emergency-stop", { account: "acme", reason: "" });
  await expectTranslatedAnswer("/emergency-stop/lift", { account: "other", reason: "x" });
  await expectTranslatedAnswer("/tokens/create", { name: "", role: "viewer" });
  await expectTranslatedAnswer("/tokens/create", { name: "new", role: "viewer" });
  await expectTranslatedAnswer("/users/add", { name: "", role: "viewer" });
  await expectTranslatedAnswer("/account/password", { now: "x", password: "x", again: "x" });
});

test("neither has the review, nor the result of a decision, nor what refuses one", async () => {
  const { causes } = await admin.json<{ causes: { id: string; evidence: string; kind: string }[] }>("/review");
  const { removals } = await admin.json<{ removals: { id: string; evidence_digest: string }[] }>(`/review/causes/${causes[0]?.id ?? ""}`);
  const [first, second] = removals.map(({ id, evidence_digest: digest }) => ({ id, named: `${id}@${digest}` }));
  if (first === undefined || second === undefined) throw new Error("nothing is pending");
  await admin.post("/review/hand-over", { removals: first.named, to: "role:reviewer", reason: "xx" });
  await admin.post("/review/comment", { removals: first.named, reason: "xx" });
  const reader = await place.signIn("viewer");
  for (const { id } of causes) await expectTranslated(`/review/causes/${id}`, reader);
  const decided = (await listRemovals(place.state.db, { status: ["rejected", "approved", "applied"] })).map(({ id }) => id);
  for (const id of [first.id, ...decided]) {
    await expectTranslated(`/review/removals/${id}`);
    await expectTranslated(`/review/removals/${id}?stakes=yes`);
  }
  for (const path of ["", "?kind=leaver", "?kind=x", "/approved", "/decided", "/causes/C-00000000", "/removals/R-0000000", "/done/x"])
    await expectTranslated(`/review${path}`);
  for (const { id } of causes) await expectTranslated(`/review/causes/${id}`);
  for (const text of ["García", "nobody of this name"]) await expectTranslatedAnswer("/review/search", { text });
  const { account, group_id: group } = (await listRemovals(place.state.db, {}))[0] ?? { account: "", group_id: "" };
  await expectTranslated(`/groups/${account}/${group}`);
  const form = { verdict: "approved", reason: "xx", removals: second.named };
  const digest = "0".repeat(64);
  for (const change of [{ reason: "" }, { verdict: "" }, { removals: "" }, { removals: second.id }, { removals: `R-0000000@${digest}` }])
    await expectTranslatedAnswer("/review/decide", { ...form, ...change });
  await expectTranslatedAnswer("/review/hand-over", { removals: first.named, to: "role:viewer", reason: "xx" });
  await expectTranslatedAnswer("/review/undo", { removals: first.named, reason: "" });
  const refused = `${second.id}@${digest},${decided.map((id) => `${id}@${digest}`).join(",")}`;
  const results: [string, Record<string, string>][] = [
    ["/review/decide", { ...form, removals: refused, causes: `${causes[0]?.id ?? ""}@${digest}` }],
    ["/review/decide", { ...form, removals: refused, together: "yes" }],
    ["/review/decide", { ...form, verdict: "rejected" }],
    ["/review/decide", { ...form, removals: first.named, until: "2020-01-01", verdict: "rejected" }],
    ["/review/decide", { ...form, removals: first.named }],
    ["/review/undo", { removals: `${second.named},${first.named}`, reason: "xx" }],
    ["/review/undo", { removals: first.named, reason: "xx" }],
  ];
  const exported = await fetch(`${place.url}/review/export?format=xlsx&language=en`, { headers: { cookie: admin.cookie } });
  const wrong = { [first.id]: { Decision: "xx" }, [second.id]: { Decision: "remove", "Keep until": "xx", Reason: "" } };
  const edited = rowsWithSheetJs(new Uint8Array(await exported.arrayBuffer()), (rows) => filled(rows, wrong));
  const body = new FormData();
  body.append("csrf", modules.csrfIn((await admin.get("/account")).text));
  body.append("file", new Blob([Buffer.from(edited)]), "xx.xlsx");
  const headers = { cookie: admin.cookie, origin: place.url, "accept-language": "de" };
  const imported = await (await fetch(`${place.url}/review/workbook`, { method: "POST", headers, body })).text();
  // The sheet is named in the language of the workbook.
  expect(untranslated(imported.replaceAll("People", "").replaceAll(/remove, keep, [^.]*/g, ""))).toEqual([]);
  // The result names the refusals in the language of the request.
  for (const [path, fields] of results) {
    const { location } = await admin.post(path, fields, { "accept-language": "de" });
    await expectTranslated(location ?? "");
  }
});

test("neither have the pages of runs", async () => {
  for (const path of ["/runs", `/runs/${place.run}`, `/runs/${place.run}/rejects`, `/runs/${place.run}/accounts`])
    await expectTranslated(path);
  await expectTranslatedAnswer(`/runs/${place.run}/revert`, { reason: "", confirm: "" });
});

test("neither have the pages before sign-in", async () => {
  for (const path of ["/sign-in", "/sign-in/x", "/signed-out"]) await expectTranslated(path, { cookie: "" });
});

/** Answers that a step refuses. */
const WRONG: Readonly<Record<string, Record<string, string>[]>> = {
  upload: [{ job: "a/b" }, { job: "nightly" }, { header_row: "x" }, { delimiter: "xx" }, { version: "0" }],
  columns: [{ "q.use.email": "template", "q.use.email.text": "{xx}@acme.de" }, { "q.use.first_name": "xx" }],
  left: [{}, { "q.use.active": "xx" }],
  key: [{ "q.key": "xx" }, { "q.use.username": "template", "q.use.username.text": "{xx}" }],
  connection: [
    { sandbox: "", url: "" },
    { sandbox: "", url: "http://lms.example.com", token: "x" },
    { sandbox: "", url: "https://lms.example.com/integration/v1", token: "x" },
    { sandbox: "", url: "https://169.254.169.254", token: "x" },
    { sandbox: "", url: "https://nobody.invalid", token: "x" },
    { sandbox: "", url: "https://127.0.0.1:1", token: "" },
    { sandbox: "", url: "https://127.0.0.1:1", token: "x" },
  ],
  groups: [{ "q.root": "", "q.authority": "**" }, { "q.root": "**" }, { "q.rule.everyone": "a//b" }],
  plan: [{ file: "../x.csv" }, { version: "0" }],
};

test("neither has any step of a setup", async () => {
  const rows = Array.from({ length: 30 }, (_, i) => {
    const status = i === 28 ? "Ausgeschieden" : i === 29 ? "xx" : "Aktiv";
    return `00${100 + i};Müller${i};Jörg;p${i}@acme.de;0${(i % 9) + 1}.04.1985;${i % 2 === 0 ? "Vertrieb" : "IT"};${status};31.12.2020`;
  });
  const exported = ["Personalnummer;Nachname;Vorname;E-Mail;Geburtsdatum;Abteilung;Zustand;Austrittsdatum", ...rows].join("\r\n");
  const [, , id = ""] = (await upload("/setup", "mitarbeiter.csv", exported)).split("/");
  await expectTranslated(`/setup/${id}`);
  const steps: [string, Record<string, string>][] = [
    ["upload", {}],
    ["columns", {}],
    ["left", {}],
    ["key", {}],
    ["connection", { sandbox: "yes" }],
    ["groups", {}],
    ["preview", {}],
    ["plan", {}],
  ];
  for (const [step, changes] of steps) {
    const page = await expectTranslated(`/setup/${id}/${step}`);
    const unknown = step === "left" ? { [valueField(page, "xx")]: "no" } : {};
    for (const wrong of WRONG[step] ?? []) {
      const refused = await expectTranslatedAnswer(`/setup/${id}/${step}`, { ...fieldsOf(page), ...changes, ...wrong });
      expect.soft([step, wrong, refused]).toEqual([step, wrong, 400]);
    }
    await admin.post(`/setup/${id}/${step}`, { ...fieldsOf(page), ...changes, ...unknown });
  }
  await expectTranslated("/jobs/mitarbeiter");
  const schedule = { days: "every", time: "02:30", time_zone: "UTC" };
  for (const change of [{}, { time: "25:00", anyway: "yes" }, { time_zone: "xx", anyway: "yes" }])
    await expectTranslatedAnswer("/jobs/mitarbeiter/schedule", { ...schedule, ...change });
  await expectTranslatedAnswer("/jobs/nightly/schedule", { ...schedule, anyway: "yes" });
  const added = await admin.post("/jobs/mitarbeiter/schedule", { ...schedule, anyway: "yes" });
  expect(added.status).toBe(303);
  // What is missing, and the message that is no success.
  expect(await expectTranslated("/jobs/mitarbeiter")).toContain('data-part="effects"');
  // A file with a title, and another one after it that lacks answered columns.
  const [, , other = ""] = (await upload("/setup", "mitarbeiter.csv", `xx;xx\n${exported}`)).split("/");
  await upload(`/setup/${other}/sample`, "mitarbeiter.csv", exported.replace("Abteilung", "xx"));
  await expectTranslated(`/setup/${other}/upload`);
  await expectTranslated("/audit");
});

test("every page was looked at", async () => {
  const known = await modules.consoleParts();
  const app = await modules.buildConsole(known.parts, known.areas);
  await app.ready();
  const pages = known.routes(app).filter(({ method, url }) => method === "GET" && !NO_PAGE.test(url));
  await app.close();
  await known.close();
  const patterns = pages.map(({ url }) => ({ url, pattern: new RegExp(`^${url.replaceAll(/:[a-z]+/gi, "[^/]+")}$`) }));
  expect(patterns.filter(({ pattern }) => ![...seen].some((path) => pattern.test(path))).map(({ url }) => url)).toEqual([]);
});
