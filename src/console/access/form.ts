import type { FastifyRequest } from "fastify";

/** A field of a form or of a JSON body, as trimmed text; empty where it is not there or is no single text. */
export function field(request: Pick<FastifyRequest, "body">, name: string): string {
  return rawField(request, name).trim();
}

/** The same with its blanks, for passwords. */
export function rawField({ body }: Pick<FastifyRequest, "body">, name: string): string {
  if (typeof body !== "object" || body === null || !Object.hasOwn(body, name)) return "";
  const value: unknown = Reflect.get(body, name);
  return typeof value === "string" ? value : "";
}

/** Returns all values of a repeated field, such as the selected removals. */
export function fields({ body }: Pick<FastifyRequest, "body">, name: string): string[] {
  if (typeof body !== "object" || body === null || !Object.hasOwn(body, name)) return [];
  const value: unknown = Reflect.get(body, name);
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((one) => typeof one === "string");
}
