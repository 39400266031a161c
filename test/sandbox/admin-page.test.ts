import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { faultSchema } from "../../src/sandbox/faults/faults.ts";
import { DEFAULTS, sandboxSettings } from "../../src/sandbox/settings.ts";
import { openService } from "./helpers.ts";

const page = readFileSync(fileURLToPath(new URL("../../docs/guides/practice-service.md", import.meta.url)), "utf8");
const admin = readFileSync(fileURLToPath(new URL("../../src/sandbox/admin.ts", import.meta.url)), "utf8");

/** The rows of the table that follows a sentence, by the names in their first cell. */
function rowsAfter(sentence: string): Map<string, string[]> {
  const text = page.slice(page.indexOf(sentence));
  const table = /(?:^\|.*\|\n)+/m.exec(text)?.[0] ?? "";
  return new Map(
    table
      .trimEnd()
      .split("\n")
      .slice(2)
      .flatMap((row) => {
        const [names = "", ...cells] = row.split(/ ?\| ?/).slice(1, -1);
        return [...names.matchAll(/`([^`]+)`/g)].map(([, name = ""]): [string, string[]] => [name, cells]);
      }),
  );
}

describe("docs/guides/practice-service.md", () => {
  test("lists every address of the admin interface", () => {
    const routes = [...admin.matchAll(/app\.(get|post|delete)\("([^"]+)"/g)].map(([, method, path]) => `${method?.toUpperCase()} ${path}`);
    expect(routes.length).toBeGreaterThan(10);
    expect([...rowsAfter("## Control it while it runs").keys()].filter((name) => name.includes("/_sandbox")).sort()).toEqual(routes.sort());
  });

  test("lists every field of a fault, with its default", () => {
    const rows = rowsAfter("## Simulate faults");
    expect([...rows.keys()].sort()).toEqual(Object.keys(faultSchema.shape).sort());
    for (const [field, value] of Object.entries(faultSchema.parse({})))
      expect([field, rows.get(field)?.at(-1)]).toEqual([field, expect.stringContaining(String(value))]);
  });

  test("lists every setting, with its default", () => {
    const rows = rowsAfter("Settings, some also");
    expect([...rows.keys()]).toEqual(Object.keys(sandboxSettings.shape));
    for (const [field, value] of Object.entries(DEFAULTS))
      expect(rows.get(field)?.at(-1)?.replaceAll("`", "")).toBe(typeof value === "string" ? value : JSON.stringify(value));
  });

  test("shows bodies that are accepted unchanged", async () => {
    const service = await openService({ seed: "groups" });
    const [, body = ""] = /-d '([^']+)'/.exec(page) ?? [];
    expect((await service.admin("POST", "faults", JSON.parse(body))).status).toBe(200);
    for (const [path, sent] of [
      ["tokens", { action: "issue" }],
      ["clock", { advance: "-1.5h" }],
      ["settings", { drift: { everyRequests: 1 }, maxLimit: 5, hideUserIds: true }],
    ] as const)
      expect([path, (await service.admin("POST", path, sent)).status]).toEqual([path, 200]);
    expect((await service.admin("POST", "settings", { colour: "blue" })).status).toBe(512);
    expect((await service.admin("POST", "tokens", { action: "sell" })).status).toBe(412);
  });
});
