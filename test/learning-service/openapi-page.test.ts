import { expect, test } from "vitest";
import { parse } from "yaml";
import { openApiDocument } from "../../src/learning-service/contract/openapi/openapi.ts";
import { startSandbox } from "./helpers.ts";

test("the sandbox serves the document in both notations, with itself as the server", async () => {
  const { url } = await startSandbox({ seed: "empty", pages: true });
  const json = await fetch(`${url}/openapi.json`);
  expect(json.headers.get("content-type")).toContain("application/json");
  expect(await json.json()).toEqual(openApiDocument(url));
  const yaml = await fetch(`${url}/openapi.yaml`);
  expect(yaml.headers.get("content-type")).toContain("application/yaml");
  expect(parse(await yaml.text())).toEqual(openApiDocument(url));
});

test("the page at /docs loads everything from the sandbox, and its policy allows nothing else", async () => {
  const { url } = await startSandbox({ seed: "empty", pages: true });
  const page = await fetch(`${url}/docs`);
  expect(page.status).toBe(200);
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toMatch(/https?:|\*/);

  const html = await page.text();
  const parts = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? "");
  expect(parts.length).toBeGreaterThan(4);
  for (const part of parts) {
    const address = new URL(part, `${url}/docs`);
    expect([part, address.origin]).toEqual([part, url]);
    expect([part, (await fetch(address)).status]).toEqual([part, 200]);
  }
  expect(html).not.toMatch(/<script>|<style>/);
  const script = await (await fetch(`${url}/docs/static/swagger-initializer.js`)).text();
  expect(script).toContain(`"validatorUrl":null`);
  expect(await (await fetch(`${url}/docs/json`)).json()).toEqual(openApiDocument(url));
});
