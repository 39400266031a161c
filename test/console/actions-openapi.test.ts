import { afterAll, beforeAll, expect, test } from "vitest";
import { ACTIONS } from "../../src/actions/all.ts";
import { consoleFor, type Console, type Signed } from "./helpers.ts";

let place: Console;
let admin: Signed;

beforeAll(async () => {
  place = await consoleFor();
  admin = await place.signIn("admin");
});
afterAll(() => place.close());

interface Document {
  paths: Record<string, { post: { tags: string[]; requestBody: { content: Record<string, { schema: Schema }> } } }>;
}
interface Schema {
  properties: Record<string, { type?: string; enum?: string[]; description?: string }>;
  required: string[];
}

test("the OpenAPI document has each action with its right and its fields", async () => {
  const { paths } = await admin.json<Document>("/openapi.json");
  expect(Object.keys(paths).sort()).toEqual(ACTIONS.flatMap(({ url }) => (url === null ? [] : [url.replaceAll(/:(\w+)/g, "{$1}")])).sort());
  const revert = paths["/runs/{id}/revert"]?.post;
  const { properties, required } = revert?.requestBody.content["application/json"]?.schema ?? { properties: {}, required: [] };
  expect(revert?.tags).toEqual(["run"]);
  expect(Object.keys(properties).sort()).toEqual(["confirm", "reason", "until"]);
  expect([...required].sort()).toEqual(["confirm", "reason"]);
  expect(properties["reason"]).toMatchObject({ type: "string", description: "why, for the audit trail; required" });
  expect(paths["/users/role"]?.post.requestBody.content["application/json"]?.schema.properties["role"]?.enum).toContain("operator");
  expect(Object.keys(paths["/jobs/{name}/upload"]?.post.requestBody.content ?? {})).toEqual(["multipart/form-data"]);
});
