import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { AUDIT_TEXTS } from "../../src/reporting/history/audit-texts.ts";

const src = fileURLToPath(new URL("../../src/", import.meta.url));

test("every stored action of the audit trail has a sentence", () => {
  const actions = readdirSync(src, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => [...readFileSync(join(src, file), "utf8").matchAll(/(?:\baction: |#record\(by, )"([a-z]+(?:_[a-z]+)+)"/g)])
    .map(([, action = ""]) => action);
  expect(actions.length).toBeGreaterThan(20);
  expect([...new Set(actions)].filter((action) => !Object.hasOwn(AUDIT_TEXTS, action))).toEqual([]);
});
