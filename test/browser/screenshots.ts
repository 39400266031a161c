/**
 * The pictures of the console in README and docs: the demo's company, as its reviewer finds it in the morning.
 *
 * npm run screenshots
 *
 * With a folder, pictures of every page instead, at a desk and on a phone, light and dark, English and German:
 *
 * npm run screenshots -- /tmp/pictures
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { freePort } from "../console/helpers.ts";
import { startChromium } from "./chromium.ts";
import { takeGallery } from "./gallery.ts";
import { startConsole, stopConsole } from "./place.ts";
import { DESK } from "./visitor.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = join(root, "docs", "images");
const bin = join("bin", "rollcall.js");
const state = ["--state", join(".rollcall", "demo")];
const largest = 200_000;
const password = "correct horse battery";
// A checkout of its own: its paths are short in the pictures, and the demo that someone plays with stays as it is.
const dir = join(tmpdir(), `rollcall-screenshots-${process.pid}`);

const [target] = process.argv.slice(2);
if (target === undefined) await takeForDocs();
else {
  const browser = await startChromium();
  try {
    await takeGallery(browser, target);
  } finally {
    await browser.close();
  }
}

async function takeForDocs(): Promise<void> {
  for (const made of [folder, dir]) mkdirSync(made, { recursive: true });
  try {
    for (const part of ["src", "package.json", "mappings/demo.yaml", "jobs/demo.yaml"])
      cpSync(join(root, part), join(dir, part), { recursive: true });
    for (const part of ["node_modules", "dist"]) symlinkSync(join(root, part), join(dir, part));
    prepare();
    const port = await freePort();
    const child = await startConsole(dir, port, [...state], () => undefined, join(dir, bin));
    try {
      await take(`http://127.0.0.1:${port}`);
    } finally {
      await stopConsole(child);
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** The demo's two nights, some quiet ones after them, and someone who may sign in. */
function prepare(): void {
  rollcall(["demo"]);
  for (let night = 0; night < 5; night += 1) rollcall(["sync", "demo", ...state]);
  rollcall(["users", "add", "ana", "--role", "operator", "--display", "Ana Ruiz", "--password-stdin", ...state], `${password}\n`);
}

function rollcall(args: readonly string[], input = ""): void {
  const env = { PATH: process.env["PATH"] ?? "", HOME: dir, NO_COLOR: "1" };
  const { status, stderr } = spawnSync(process.execPath, [bin, ...args, "--quiet"], { cwd: dir, env, input, encoding: "utf8" });
  // 1: the demo's export has rows that are rejected.
  if (status !== 0 && status !== 1) throw new Error(`${args.join(" ")} ended with ${status}: ${stderr}`);
}

async function take(url: string): Promise<void> {
  const browser = await startChromium();
  try {
    const page = await (await browser.newContext({ viewport: DESK, colorScheme: "light" })).newPage();
    await page.goto(url);
    await page.getByLabel("User name").fill("ana");
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.locator("nav a[aria-current=page]", { hasText: "Overview" }).waitFor();
    await shoot(page, "overview");
    await page.emulateMedia({ colorScheme: "dark" });
    await shoot(page, "overview-dark");
    await page.emulateMedia({ colorScheme: "light" });
    await page
      .getByRole("link", { name: /^Pending removals/ })
      .first()
      .click();
    await shoot(page, "review");
    await page
      .getByRole("link", { name: /^“.*renamed/ })
      .first()
      .click();
    await shoot(page, "cause");
    await page
      .getByRole("link", { name: /^Evidence ?:/ })
      .first()
      .click();
    await shoot(page, "removal");
    await page.goto(`${url}/runs`);
    // The demo's second night, with something to tell: the last but one of all.
    await page
      .getByRole("row")
      .getByRole("link", { name: /^\d{8}-/ })
      .nth(-2)
      .click();
    await shoot(page, "run");
    await page.getByRole("link", { name: "Jobs", exact: true }).click();
    await page.getByRole("link", { name: "demo", exact: true }).click();
    await shoot(page, "jobs");
  } finally {
    await browser.close();
  }
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.getByRole("heading", { level: 1 }).waitFor();
  const path = join(folder, `${name}.png`);
  await page.screenshot({ path, animations: "disabled" });
  const { size } = statSync(path);
  if (size > largest) throw new Error(`${path} has ${size} bytes: more than ${largest} are too many for a page of the docs.`);
  console.log(`${path}: ${size} bytes`);
}
