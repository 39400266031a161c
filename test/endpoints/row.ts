import { expect } from "vitest";
import type { z } from "zod";
import type { Contract } from "../../src/learning-service/contract/contract.ts";
import type { Endpoint } from "../../src/learning-service/contract/endpoint.ts";
import { ServiceProblem } from "../../src/learning-service/errors/errors.ts";
import type { Place } from "./place.ts";

/** One thing that is true of an endpoint. */
export type Case = (place: Place) => void | Promise<void>;
/** By a title that says it. */
export type Cases = Readonly<Record<string, Case>>;

type ShapesOf<E> = E extends { plausible: infer P } ? P : E;
type Part<E, K extends string> = E extends { [N in K]: infer S extends z.ZodObject } ? S : never;
type Names<S> = S extends z.ZodObject<infer Shape> ? keyof Shape & string : never;
type Input<S> = [S] extends [never] ? undefined : z.input<S>;

/** What is sent: the parts that the endpoint has. */
interface Request<E> {
  params?: Input<Part<E, "pathParams">> | undefined;
  query?: Input<Part<ShapesOf<E>, "query">> | undefined;
  body?: Input<Part<ShapesOf<E>, "body">> | undefined;
}

/** Any request, of an endpoint that is looked up. */
export interface AnyRequest {
  params?: Readonly<Record<string, unknown>> | undefined;
  query?: Readonly<Record<string, unknown>> | undefined;
  body?: Readonly<Record<string, unknown>> | undefined;
}

type Paging<E> = E extends { answer: "list" } ? "_start" | "_limit" : never;
type Parameters<E> = Names<Part<E, "pathParams">> | Exclude<Names<Part<ShapesOf<E>, "query">>, Paging<E>>;
type Fields<E> = Names<Part<ShapesOf<E>, "body">>;

/** A table's row: what is shown of one endpoint, besides all that follows from the contract alone. */
type Row<E> = {
  /** A request that succeeds, and from which the refused ones differ in one thing. Of a list it finds three items or more. */
  request: (place: Place) => Request<E> | Promise<Request<E>>;
  success: Case;
  /** What refuses it beyond its schema: the status, and a part of the service's words. */
  refusals?: Readonly<Record<string, (place: Place) => Refused<E> | Promise<Refused<E>>>>;
} & ([Parameters<E>] extends [never] ? unknown : { parameters: Readonly<Record<Parameters<E>, Case>> }) &
  ([Fields<E>] extends [never] ? unknown : { fields: Readonly<Record<Fields<E>, Case>> }) &
  // Only GET never writes.
  (E extends { method: "GET" } ? unknown : { effects?: Cases });

export interface Refused<E> {
  request: Request<E>;
  status: 412 | 512 | 401;
  says: string;
}

/** A row for every endpoint of a branch: none missing, none too many. */
type Rows<B> = { readonly [K in keyof B]: B[K] extends Endpoint ? Row<B[K]> : Rows<B[K]> };
export type Tables = Rows<Contract>;

/** A row whose endpoint is looked up. */
export interface AnyRow {
  request: (place: Place) => AnyRequest | Promise<AnyRequest>;
  success: Case;
  effects?: Cases;
  parameters?: Cases;
  fields?: Cases;
  refusals?: Readonly<Record<string, (place: Place) => AnyRefused | Promise<AnyRefused>>>;
}

export interface AnyRefused {
  request: AnyRequest;
  status: number;
  says: string;
}

/** Expects that a call is refused; answers the problem. */
export async function refused(call: Promise<unknown>, status: number, says = ""): Promise<ServiceProblem> {
  const problem = await call.then(
    () => new Error("the call succeeded"),
    (error: unknown) => error,
  );
  if (!(problem instanceof ServiceProblem)) throw problem;
  expect([problem.status, problem.serverMessage]).toEqual([status, expect.stringContaining(says)]);
  return problem;
}
