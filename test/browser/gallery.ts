/** Pictures of every page of the console, in each width, scheme and language that people look at, to compare with the design. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { freePort } from "../console/helpers.ts";
import { servedPlace, startConsole, stopConsole, type Place } from "./place.ts";
import { germanExport } from "./german-export.ts";
import { DESK, overflow, visitor, type Visitor } from "./visitor.ts";

const SCREENS = { desk: DESK, phone: { width: 390, height: 844 } } as const;
const SCHEMES = ["light", "dark"] as const;
const LANGUAGES = { en: "en-GB", de: "de-DE" } as const;
const LIMITS = { creates: 100, updates: 100, removals: 100, shrink: 100 };
/** Long enough for a run to be under way on every picture of it. */
const SLOW_MS = 60_000;
const PASSWORD = "correct horse battery";
const bin = fileURLToPath(new URL("../../bin/rollcall.js", import.meta.url));
const button = (page: Page, name: string | RegExp): Promise<void> => page.getByRole("button", { name }).first().click();

/** Takes all pictures into a folder, and says which pages are wider than a phone. */
export async function takeGallery(browser: Browser, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const place = await servedPlace({ people: 30 });
  try {
    const admin = await visitor(browser, place.url, place.people.admin, { locale: LANGUAGES.en });
    const pages = await prepare(admin, place);
    for (const [language, locale] of Object.entries(LANGUAGES)) {
      const me = await visitor(browser, place.url, place.people.admin, { locale });
      const shoot = (name: string): Promise<void> => shootAll(me.page, join(folder, `${language}-${name}`));
      const find = async (name: string, path: string, box: string): Promise<void> => {
        await me.open(path);
        await me.page.locator(box).first().fill("Ana");
        await me.page.keyboard.press("Enter");
        await me.page.locator("main table").first().waitFor();
        await shoot(name);
      };
      for (const [name, path] of Object.entries(pages)) {
        await attempt(name, async () => {
          await me.open(path);
          await shoot(name);
        });
      }
      await attempt("search", () => find("search", "/", "#q"));
      await attempt("people", () => find("people-found", "/people", "main [name=text]"));
      await attempt("refusals", () => shootRefusals(browser, place, { language, locale }, folder));
      await me.close();
    }
    await attempt("a first plan", () => shootFirstPlan(browser, admin, place, { folder, setup: pages["setup-8"] ?? "" }));
    await attempt("a run under way", () => shootRunning(browser, admin, place, folder));
    await admin.close();
  } finally {
    await place.close();
  }
  await attempt("a fresh start", () => shootFresh(browser, folder));
}

/** Takes the other pictures if one fails, and fails at the end. */
async function attempt(what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.log(`${what}: ${String(error)}`);
    process.exitCode = 1;
  }
}

/** Brings the company into every state that a page can show. Returns the addresses by name. */
async function prepare(admin: Visitor, place: Place): Promise<Record<string, string>> {
  const { page } = admin;
  const pages: Record<string, string> = {
    overview: "/",
    review: "/review",
    approved: "/review/approved",
    decisions: "/review/decided",
    "missing-groups": "/missing-groups",
    run: `/runs/${place.run}`,
    runs: "/runs",
    people: "/people",
    jobs: "/jobs",
    job: "/jobs/nightly",
    status: "/status",
    audit: "/audit",
    exceptions: "/exceptions",
    identities: "/identities",
    users: "/users",
    tokens: "/tokens",
    account: "/account",
  };
  const here = (): string => page.url().slice(place.url.length);
  const decide = async (path: string, reason: string, name: string | RegExp): Promise<void> => {
    await admin.open(path);
    await page.getByLabel("Reason", { exact: true }).fill(reason);
    await button(page, name);
    await page.getByRole("button", { name: "Undo" }).first().waitFor();
  };
  const run = async (name: string, until: () => Promise<void>): Promise<void> => {
    await admin.open("/jobs/nightly");
    await button(page, "Run now");
    await until();
    pages[name] = here();
  };
  await attempt("the review", async () => {
    await admin.open("/review");
    const links = await page.locator("article h2 a").all();
    const [large = "", ...others] = await Promise.all(links.map(async (link) => (await link.getAttribute("href")) ?? ""));
    pages["cause"] = large;
    await admin.open(large);
    pages["removal"] = (await page.locator("a[href^='/review/removals/']").first().getAttribute("href")) ?? "";
    await decide(others[0] ?? large, "Works for both departments until the end of the project", "Keep");
    await decide(others.at(-1) ?? large, "Moved on Monday", /^Remove/);
  });
  await attempt("a token", async () => {
    await admin.open("/tokens");
    await page.getByLabel("Name of the program").fill("reporting");
    await button(page, "Create");
    await page.getByRole("heading", { name: "New token" }).waitFor();
  });
  await attempt("a person", async () => {
    await admin.open("/people");
    await page.locator("main").getByRole("searchbox").fill("Ana7");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/people\/[0-9a-f]{16}$/);
    pages["person"] = here();
  });
  await attempt("a run without changes", () => run("run-no-changes", () => page.getByText("In progress").waitFor({ state: "detached" })));
  await attempt("rejected rows and a missing group", async () => {
    place.hr(
      place.employees.map((employee, i) => ({
        ...employee,
        // Two rows with one key.
        id: i === 1 ? (place.employees[0]?.id ?? "") : employee.id,
        department: i === 5 ? "Donaudampfschifffahrtsgesellschaft und Tochterunternehmen" : employee.department,
      })),
    );
    await run("run-rejects", () => page.getByRole("heading", { name: "Rejected rows" }).waitFor());
    pages["rejects"] = `${pages["run-rejects"] ?? ""}/rejects`;
    pages["report"] = `${pages["run-rejects"] ?? ""}/report`;
  });
  await attempt("a run on hold", async () => {
    place.policy({ limits: { ...LIMITS, deactivations: { percent: 1, at_least: 1 } } });
    place.hr(place.employees.map((employee, i) => ({ ...employee, status: i > 20 ? "Left" : employee.status })));
    await run("run-held", () => page.getByRole("heading", { name: "Let this run continue" }).waitFor());
  });
  await attempt("a setup", async () => void Object.assign(pages, await setUp(admin)));
  return pages;
}

/** Answers all questions of a setup. Returns the address of each step. */
async function setUp({ page, open }: Visitor): Promise<Record<string, string>> {
  const steps: Record<string, string> = { "setup-0": "/setup" };
  const press = (name: string): Promise<void> => page.getByRole("button", { name, exact: true }).click();
  const at = async (name: string): Promise<void> => {
    await page.getByRole("heading", { level: 2, name }).waitFor();
    steps[`setup-${Object.keys(steps).length}`] = new URL(page.url()).pathname;
  };
  await open("/setup");
  await page.getByLabel("Export of the HR system").setInputFiles(germanExport("mitarbeiter.csv"));
  await press("Upload");
  await at("1. Upload");
  await press("Save and continue");
  await at("2. Columns");
  await press("Save and continue");
  await at("3. Who has left?");
  await page
    .getByRole("group", { name: /Status XY/ })
    .getByRole("radio", { name: /^No they/ })
    .check();
  await press("Save and continue");
  await at("4. Key and username");
  await press("Save and continue");
  await at("5. Connection");
  await press("Use the practice service instead");
  await at("6. Groups");
  await press("Save and continue");
  await at("7. Preview");
  await press("This is right: continue");
  await at("8. First plan");
  return steps;
}

/** The pages before the sign-in, and those that refuse. */
async function shootRefusals(browser: Browser, place: Place, reader: { language: string; locale: string }, folder: string): Promise<void> {
  const { language, locale } = reader;
  const stranger = await visitor(browser, place.url, null, { locale });
  const name = (page: string): string => join(folder, `${language}-${page}`);
  await stranger.open("/sign-in");
  await shootAll(stranger.page, name("sign-in"));
  for (let status = 0; status !== 429;) {
    await stranger.page.getByRole("textbox").first().fill("nobody");
    await stranger.page.locator("[type=password]").fill("not the password");
    const answered = stranger.page.waitForResponse((answer) => answer.request().method() === "POST");
    await stranger.page.locator("[type=password]").press("Enter");
    status = (await answered).status();
  }
  await shootAll(stranger.page, name("error-429"));
  await stranger.open("/signed-out");
  await shootAll(stranger.page, name("signed-out"));
  await stranger.close();
  const viewer = await visitor(browser, place.url, place.people.viewer, { locale });
  for (const [page, path] of Object.entries({ "error-404": "/runs/nothing", "error-403": "/users", "error-400": "/runs?status=x" })) {
    await viewer.open(path);
    await shootAll(viewer.page, name(page));
  }
  await viewer.close();
}

/** The page of a new job, which follows its first plan. It ends the setup, so it comes after the pictures of its steps. */
async function shootFirstPlan(
  browser: Browser,
  { page, open }: Visitor,
  place: Place,
  { folder, setup }: { folder: string; setup: string },
): Promise<void> {
  await open(setup);
  await button(page, "Write the files and make the first plan");
  await page.getByText("The plan is made.").waitFor();
  for (const [language, locale] of Object.entries(LANGUAGES)) {
    const me = await visitor(browser, place.url, place.people.admin, { locale });
    await me.open(new URL(page.url()).pathname);
    await shootAll(me.page, join(folder, `${language}-job-planned`));
    await me.close();
  }
}

/** A run under way, a stop in an emergency, and an error of our own. */
async function shootRunning(browser: Browser, admin: Visitor, place: Place, folder: string): Promise<void> {
  const { page } = admin;
  place.policy({ limits: { ...LIMITS, deactivations: 100 } });
  place.hr(place.employees.map((employee) => ({ ...employee, first: `${employee.first} II` })));
  place.sandbox.failNext({ method: "PUT", path: "/users", times: -1, delayMs: SLOW_MS });
  await admin.open("/jobs/nightly");
  await button(page, "Run now");
  await page.locator("[data-words]").first().waitFor();
  const running = page.url().slice(place.url.length);
  const each = async (paths: Readonly<Record<string, string>>): Promise<void> => {
    for (const [language, locale] of Object.entries(LANGUAGES)) {
      const me = await visitor(browser, place.url, place.people.admin, { locale });
      for (const [name, path] of Object.entries(paths)) {
        await me.open(path);
        await shootAll(me.page, join(folder, `${language}-${name}`));
      }
      await me.close();
    }
  };
  await each({ "run-running": running, "overview-running": "/" });
  await admin.open("/status");
  await page.getByText("Stop everything for acme").click();
  await page.locator("form[action='/emergency-stop'] [name=reason]").first().fill("Wrong file: half of the company is missing");
  await button(page, "Emergency stop");
  await each({ "emergency-stop": "/status", "overview-stopped": "/" });
  place.sandbox.clearFaults();
  await place.asleep(async ({ db }) => {
    await db
      .updateTable("run")
      .set({ notes: JSON.stringify({ broken: true }) })
      .where("id", "=", place.run)
      .execute();
  });
  await each({ "error-500": `/runs/${place.run}` });
}

/** The console of someone who has just installed it. */
async function shootFresh(browser: Browser, folder: string): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), "rollcall-fresh-"));
  const port = await freePort();
  const state = ["--state", join(dir, "state")];
  const user = ["users", "add", "ana", "--role", "admin", "--password-stdin", "--quiet", ...state];
  spawnSync(process.execPath, [bin, ...user], { cwd: dir, input: `${PASSWORD}\n`, env: { PATH: process.env["PATH"] ?? "", HOME: dir } });
  const child = await startConsole(dir, port, state, () => undefined);
  try {
    for (const [language, locale] of Object.entries(LANGUAGES)) {
      const page = await browser.newPage({ viewport: DESK, locale });
      await page.goto(`http://127.0.0.1:${port}`);
      await page.locator("[name=name]").fill("ana");
      await page.locator("[name=password]").fill(PASSWORD);
      await page.keyboard.press("Enter");
      await page.locator("nav a[aria-current=page]").waitFor();
      for (const [name, path] of Object.entries({ overview: "/", review: "/review", runs: "/runs", jobs: "/jobs" })) {
        await page.goto(`http://127.0.0.1:${port}${path}`);
        await shootAll(page, join(folder, `${language}-fresh-${name}`));
      }
      await page.close();
    }
  } finally {
    await stopConsole(child);
    rmSync(dir, { recursive: true, force: true });
  }
}

async function shootAll(page: Page, name: string): Promise<void> {
  await page.getByRole("heading", { level: 1 }).waitFor();
  for (const [screen, size] of Object.entries(SCREENS)) {
    await page.setViewportSize(size);
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${name}-${screen}-${colorScheme}.png`, fullPage: true, animations: "disabled" });
    }
    const wider = await overflow(page);
    if (wider > 0) console.log(`${name}: ${wider} pixels wider than ${size.width}`);
  }
  await page.setViewportSize(DESK);
}
