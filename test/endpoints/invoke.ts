import type { NamedEndpoint } from "../../src/learning-service/contract/contract.ts";
import { contract } from "../../src/learning-service/contract/contract.ts";
import type { AnyRequest } from "./row.ts";

/** Calls an endpoint's method of the client with a request; of a list all items. */
export async function invoke(client: object, { area, name, entry }: NamedEndpoint, request: AnyRequest): Promise<unknown> {
  let method: unknown = client;
  for (const key of [area, ...name.split(".")]) method = Reflect.get(method as object, key);
  const { user_id: _ofThePath, ...rest } = request.body ?? {};
  // The client takes the id of an update once.
  const body = entry === contract.users.update ? rest : request.body;
  const args = [
    ...Object.values(request.params ?? {}),
    ...(body === undefined ? [] : [body]),
    ...(request.query === undefined ? [] : [request.query]),
  ];
  const called = (method as (...args: unknown[]) => unknown)(...args);
  return entry.answer === "list" ? (called as { all(): Promise<unknown[]> }).all() : called;
}
