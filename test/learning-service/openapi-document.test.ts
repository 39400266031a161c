import { expect, test } from "vitest";
import { parse } from "yaml";
import { openApiDocument } from "../../src/learning-service/contract/openapi/openapi.ts";
import { startSandbox } from "./helpers.ts";

test("the sandbox serves the document in both notations, with itself as the server", async () => {
  const { url } = await startSandbox({ seed: "empty" });
  const json = await fetch(`${url}/openapi.json`);
  expect(json.headers.get("content-type")).toContain("application/json");
  expect(await json.json()).toEqual(openApiDocument(url));
  const yaml = await fetch(`${url}/openapi.yaml`);
  expect(yaml.headers.get("content-type")).toContain("application/yaml");
  expect(parse(await yaml.text())).toEqual(openApiDocument(url));
});
