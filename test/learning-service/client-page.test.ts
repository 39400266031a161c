import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { ENDPOINTS, type NamedEndpoint } from "../../src/learning-service/contract/contract.ts";
import { SERVICE_DEFAULTS } from "../../src/domain/settings.ts";

const page = readFileSync(fileURLToPath(new URL("../../docs/reference/client.md", import.meta.url)), "utf8");

/** The call that an endpoint must have: `…` is a list, `*` a typed answer. */
function callOf({ area, name, entry }: NamedEndpoint): string {
  const args = [
    ...Object.keys(entry.pathParams?.shape ?? {}),
    ...(entry.body === undefined ? [] : ["body"]),
    ...(entry.query === undefined ? [] : ["query"]),
  ];
  const isTyped = entry.documented && (entry.answer === "json" || entry.answer === "list");
  return `${area}.${name}(${args.join(",")})${entry.answer === "list" ? "…" : ""}${isTyped ? "*" : ""}`;
}

describe("the lists of docs/reference/client.md", () => {
  test("name every method with its arguments and its kind of answer, and no other", () => {
    const calls = [...page.matchAll(/^- `(\w+)`: (`.+)$/gm)].flatMap(([, area, line = ""]) =>
      [...line.matchAll(/`([^`]+)`(\\\*)?/g)].map(([, call, star]) => `${area}.${call}${star === undefined ? "" : "*"}`),
    );
    expect(calls).toEqual(ENDPOINTS.map(callOf));
  });

  test("name the defaults as they are", () => {
    const defaults = new Map([...page.matchAll(/^\|`([\w.`, ]+)`\|([^|]+)\|[^|]+\|$/gm)].map((match) => [match[1], match[2]]));
    const { auth, dialect, rate, retry, timeout } = SERVICE_DEFAULTS;
    expect(Object.fromEntries(defaults)).toMatchObject({
      "auth.header`, `auth.scheme": `\`${auth.header}\`, \`${auth.scheme}\``,
      "dialect.groupIds": `\`${dialect.groupIds}\``,
      "dialect.arrayQuery": `\`${dialect.arrayQuery}\``,
      "dialect.pageSize": `\`${dialect.pageSize}\``,
      rate: `\`{ perSecond: ${rate.perSecond}, inFlight: ${rate.inFlight} }\``,
      "retry.giveUp": `\`${retry.giveUp}\``,
      timeout: `\`${timeout}\``,
    });
  });
});
