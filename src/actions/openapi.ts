import { z } from "zod";
import type { Action } from "./action.ts";
import { ACTIONS } from "./all.ts";

/** Returns the OpenAPI description of all actions: requests below `/api/v1`, each with its right as a tag. */
export function actionsDocument(): object {
  const paths = ACTIONS.flatMap((action) => (action.url === null ? [] : [pathOf(action, action.url)]));
  return { openapi: "3.1.0", info: { title: "Rollcall", version: "1" }, servers: [{ url: "/api/v1" }], paths: Object.fromEntries(paths) };
}

function pathOf({ right, fields, command, upload, confirm, reasonInForms }: Action, url: string): [string, object] {
  const inAddress = [...url.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  const body = z.object(Object.fromEntries(Object.entries(fields).filter(([name]) => !inAddress.includes(name))));
  const { $schema: _, ...schema } = z.toJSONSchema(body, { io: "input", unrepresentable: "any" });
  const required = [...(schema.required ?? []), ...(confirm === undefined ? [] : [confirm]), ...(reasonInForms === true ? ["reason"] : [])];
  const sent = {
    ...schema,
    properties: { ...schema.properties, ...(confirm === undefined ? {} : { [confirm]: { type: "string" } }) },
    required,
  };
  const type = upload === undefined ? "application/json" : "multipart/form-data";
  const post = {
    ...(command === undefined ? {} : { summary: command.about }),
    tags: [right],
    parameters: inAddress.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
    requestBody: { content: { [type]: { schema: sent } } },
    responses: { "200": { description: "" }, default: { description: "" } },
  };
  return [url.replaceAll(/:(\w+)/g, "{$1}"), { post }];
}
