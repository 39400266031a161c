import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { SetupView } from "../../src/setup/browser/types.ts";
import { machineTimeZone } from "../../src/domain/languages.ts";
import { init } from "../../src/setup/terminal/init.ts";
import { folder, surroundings } from "../setup/helpers.ts";
import { SAMPLES, type ExportSample } from "../setup/samples.ts";
import { consoleFor, type Console, type Signed } from "./helpers.ts";
import { setupDriver } from "./setup-form.ts";

let place: Console | undefined;
let admin: Signed;
let setup: ReturnType<typeof setupDriver>;
afterEach(async () => {
  await place?.close();
  place = undefined;
});

/** A console for a few samples: each takes many requests, which are limited. */
async function openConsole(): Promise<void> {
  place = await consoleFor();
  admin = await place.signIn("admin");
  setup = setupDriver(place, admin);
}

/** Answers each question in a terminal, with its suggestion where there is no answer. */
async function inTheTerminal({ file, bytes, answers, sheet }: ExportSample) {
  const dir = folder();
  mkdirSync(join(dir, "exports"));
  writeFileSync(join(dir, "exports", file), bytes);
  const asked: string[] = [];
  const asker = {
    ask: async ({ id, suggestion }: { id: string; suggestion?: string }): Promise<string> => {
      asked.push(id);
      return answers[id] ?? suggestion ?? "-";
    },
  };
  const around = { ...surroundings(dir, asker), timeZone: machineTimeZone() };
  const { files } = await init(`exports/${file}`, sheet === undefined ? {} : { sheet }, around);
  return { asked, mapping: readFileSync(join(dir, files.mapping), "utf8"), job: readFileSync(join(dir, files.job), "utf8") };
}

/** Answers the same in the browser: each question of the pages that is open there. */
async function inTheBrowser({ file, bytes, answers, sheet }: ExportSample) {
  const id = await setup.begin(file, bytes);
  if (sheet !== undefined) expect((await setup.send(id, "upload", { sheet })).status).toBe(200);
  await setup.confirm(id, "upload");
  const asked: string[] = [];
  const answer = async (part: string): Promise<void> => {
    for (let page = 0; page < 5; page += 1) {
      const { view } = await admin.json<SetupView>(`/setup/${id}/${part}`);
      const changes: Record<string, string> = {};
      for (const { id: question, name, answer: known, template, proposed, likely, options } of "questions" in view ? view.questions : []) {
        if (known !== null) continue;
        asked.push(question);
        const text = answers[question] ?? proposed ?? likely ?? "-";
        const isTemplate = template !== null && !options.some(({ value }) => value === text);
        Object.assign(changes, isTemplate ? { [name]: "template", [`${name}.text`]: text } : { [name]: text });
      }
      const sent = await setup.send(id, part, changes);
      expect([part, sent.status, sent.text.match(/class="error"[^]*?<\/p>/g)]).toEqual([part, expect.toBeOneOf([200, 303]), null]);
      if (sent.status === 303) return;
    }
  };
  for (const part of ["columns", "left", "key"]) await answer(part);
  expect((await setup.send(id, "connection", { sandbox: "yes" })).status).toBe(303);
  await answer("groups");
  const text = async (kind: string): Promise<string> => (await admin.get(`/setup/${id}/files/${kind}`)).text;
  const files = { asked, mapping: await text("mapping"), job: await text("job") };
  await admin.post(`/setup/${id}/discard`, {});
  return files;
}

const MOST = 8;

test.for(Array.from({ length: Math.ceil(SAMPLES.length / MOST) }, (_, i) => SAMPLES.slice(i * MOST, (i + 1) * MOST)))(
  "terminal and browser ask the same questions and make the same files: $0.file …",
  { timeout: 120_000 },
  async (samples) => {
    await openConsole();
    for (const sample of samples) {
      const [terminal, browser] = [await inTheTerminal(sample), await inTheBrowser(sample)];
      expect([sample.file, browser.mapping]).toEqual([sample.file, terminal.mapping]);
      expect([sample.file, browser.job]).toEqual([sample.file, terminal.job]);
      expect([sample.file, new Set(browser.asked)]).toEqual([sample.file, new Set(terminal.asked)]);
    }
  },
);

test("the samples ask every kind of question", () => {
  expect(SAMPLES.length).toBeGreaterThanOrEqual(20);
  const asked = new Set(SAMPLES.flatMap(({ answers }) => Object.keys(answers).map((id) => id.replace(/^(status|gender)\..*/, "$1"))));
  for (const id of [
    "key",
    "use.email",
    "use.active",
    "use.until",
    "status",
    "last_day_format",
    "date",
    "phone",
    "gender",
    "root",
    "authority",
  ])
    expect(asked).toContain(id);
});
