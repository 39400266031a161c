import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { ENDPOINTS, type NamedEndpoint } from "../../src/learning-service/contract/contract.ts";
import { SERVICE_DEFAULTS } from "../../src/domain/settings.ts";

const page = readFileSync(fileURLToPath(new URL("../../docs/reference/client.md", import.meta.url)), "utf8");

/** The row that an endpoint must have. */
function rowOf({ area, name, entry }: NamedEndpoint): string {
  const args = [
    ...Object.keys(entry.pathParams?.shape ?? {}),
    ...(entry.body === undefined ? [] : ["body"]),
    ...(entry.query === undefined ? [] : ["query"]),
  ];
  const answers = {
    json: entry.documented ? "typed" : "JSON",
    list: entry.documented ? "list, typed" : "list of JSON",
    file: "file",
    redirect: "address",
  }[entry.answer];
  return `\`${area}.${name}(${args.join(", ")})\` | \`${entry.method} ${entry.path}\` | ${answers}`;
}

describe("the tables of docs/reference/client.md", () => {
  test("name every method with its arguments, its endpoint and what it answers, and no other", () => {
    const rows = [...page.matchAll(/^\| [^|]*\| (`\w+(?:\.\w+)+\([^)]*\)` \| `[A-Z]+ [^`]+` \| [^|]+) \|$/gm)].map((match) => match[1]);
    expect(rows).toEqual(ENDPOINTS.map(rowOf));
  });

  test("name the defaults as they are", () => {
    const defaults = new Map([...page.matchAll(/^\| `([\w.`, ]+)` \| ([^|]+) \| [^|]+ \|$/gm)].map((match) => [match[1], match[2]]));
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
