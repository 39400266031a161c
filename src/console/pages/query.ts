import { t } from "../../reporting/locales/t.ts";
import { readableText } from "../../domain/names.ts";
import type { FastifyRequest } from "fastify";
import { startOfDay } from "../../domain/clock.ts";
import { field, fields } from "../access/form.ts";
import { unusable } from "../answers.ts";

/** Returns a parameter of the address as trimmed text; `null` if it is missing or empty. */
export function query({ query: given }: Pick<FastifyRequest, "query">, name: string): string | null {
  const all = Object(given) as Record<string, unknown>;
  const value = Object.hasOwn(all, name) ? all[name] : undefined;
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

/** Returns a parameter that must be one of a few words; throws for any other. */
export function choice<Word extends string>(request: Pick<FastifyRequest, "query">, name: string, words: readonly Word[]): Word | null {
  const value = query(request, name);
  const found = words.find((word) => word === value);
  if (value !== null && found === undefined)
    throw unusable(t("refusals.name_takes_one", { name, values: words.join(", ") }), t("refusals.choose_one_page"));
  return found ?? null;
}

/** Reads a whole number between bounds. */
export function whole(request: Pick<FastifyRequest, "query">, name: string, least: number, most: number): number | null {
  const value = query(request, name);
  if (value === null) return null;
  if (!/^\d{1,9}$/.test(value) || Number(value) < least || Number(value) > most)
    throw unusable(t("refusals.name_takes_whole", { name, least, most }));
  return Number(value);
}

/** A day as `2027-01-31`, as its beginning in UTC. */
export function day(request: Pick<FastifyRequest, "query">, name: string): Date | null {
  const value = query(request, name);
  if (value === null) return null;
  return startOfDay(value) ?? refuseDay(`\`${name}\``);
}

/** @throws Refusal: the text is no day of the calendar */
function refuseDay(what: string): never {
  throw unusable(t("refusals.name_takes_day", { name: what }));
}

/** Which page of a long list, from 1. */
export function pageOf(request: Pick<FastifyRequest, "query">, size: number): { page: number; limit: number; offset: number } {
  const page = whole(request, "page", 1, 100_000) ?? 1;
  return { page, limit: size, offset: (page - 1) * size };
}

/** A part of the address itself, such as an id. */
export function param({ params }: Pick<FastifyRequest, "params">, name: string): string {
  return String(Reflect.get(Object(params), name));
}

/** A selected checkbox, or `true`. */
export function flag({ body }: Pick<FastifyRequest, "body">, name: string): boolean {
  if (typeof body !== "object" || body === null || !Object.hasOwn(body, name)) return false;
  const value: unknown = Reflect.get(body, name);
  return value === true || value === "yes";
}

/** Returns a required text. */
export function needed(request: Pick<FastifyRequest, "body">, name: string, missing: string): string {
  const text = field(request, name);
  if (readableText(text) === "") throw unusable(missing, undefined, name);
  if (text.length > 4000) throw unusable(t("refusals.longer_than_4000"), undefined, name);
  return text;
}

/** Reads the removals of a decision with their evidence: `R-7k2mwqp@1f2e3d4c` of a form, also several with commas; objects of a machine. */
export function chosen({ body }: Pick<FastifyRequest, "body">, name: string): { id: string; evidence: string }[] {
  const all = Object(body) as Record<string, unknown>;
  const value = Object.hasOwn(all, name) ? all[name] : undefined;
  const values: readonly unknown[] = value === undefined ? [] : Array.isArray(value) ? value : [value];
  const single = values.flatMap((one: unknown) => (typeof one === "string" ? one.split(",") : [one]));
  return single.map((one) => {
    const { id, evidence } = typeof one === "string" ? named(one) : (Object(one) as Record<string, unknown>);
    if (typeof id !== "string" || typeof evidence !== "string" || id === "" || evidence === "")
      throw unusable(t("refusals.decision_names_each"));
    return { id, evidence: evidence.toLowerCase() };
  });
}

/** Returns the ids, given with or without evidence. */
export function ids(request: Pick<FastifyRequest, "body">, name: string): string[] {
  const given = fields(request, name).flatMap((one) => one.split(",").map((part) => named(part).id));
  return [...new Set(given.filter((id) => id !== ""))];
}

function named(text: string): { id: string; evidence: string } {
  const [id = "", evidence = ""] = text.split("@", 2);
  return { id, evidence };
}
