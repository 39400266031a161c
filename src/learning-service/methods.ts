import type { Readable } from "node:stream";
import type { z } from "zod";
import type { Endpoint } from "./contract/endpoint.ts";
import { isEndpoint } from "./contract/contract.ts";
import type { CallOptions } from "./call-options.ts";
import type { Listing } from "./listing.ts";
import type { QueryValue } from "./query.ts";

/** A downloaded file. `stream` fails with ServiceProblem `answer_lost` when the connection breaks. */
export interface Download {
  stream: Readable;
  /** `null` when the service sends none. */
  contentType: string | null;
  /** The service's file name; "" without one. Not safe as a path. */
  name: string;
  /** Bytes; `null` when unknown. */
  length: number | null;
}

export interface CallInput {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, QueryValue>>;
  body?: Readonly<Record<string, unknown>>;
  /** Wraps each attempt right before it is sent, after the rate limit. It must call `send` once, or throw. */
  sending?: Sending;
  /** Sent once, also after a 401: the token is then renewed for the next call, and the call fails. */
  once?: boolean;
  options?: CallOptions;
}

export type Sending = <A extends { status: number }>(send: () => Promise<A>) => Promise<A>;

/** Sends an endpoint's request and returns the kind of answer that the entry's `answer` names. */
export type Send = (entry: Endpoint, input: CallInput) => unknown;

type Id<E> = E extends { pathParams: z.ZodObject } ? [id: string] : [];
type Body<E> = E extends { body: infer B extends z.ZodType } ? [body: z.input<B>] : [];
type Query<E> = E extends { query: infer Q extends z.ZodType } ? [query?: z.input<Q>] : [];
type Result<E extends Endpoint> = E extends { answer: "list" }
  ? Listing<z.output<E["output"]>>
  : E extends { answer: "file" }
    ? Promise<Download>
    : E extends { answer: "redirect" }
      ? Promise<{ location: string }>
      : Promise<z.output<E["output"]>>;

/** The id in the path, the body, the query (those that the endpoint has), then the options. */
export type Method<E extends Endpoint> = (...args: [...Id<E>, ...Body<E>, ...Query<E>, options?: CallOptions]) => Result<E>;

export type Methods<B> = { readonly [K in keyof B]: B[K] extends Endpoint ? Method<B[K]> : Methods<B[K]> };

/** Returns one method per endpoint of a branch of the contract, with the branch's names. */
export function methodsOf<B extends object>(branch: B, send: Send): Methods<B> {
  const methods = Object.entries(branch).map(([name, node]: [string, object]) => [
    name,
    isEndpoint(node) ? (...args: unknown[]) => send(node, inputOf(node, args)) : methodsOf(node, send),
  ]);
  // Object.fromEntries loses the type of each method.
  return Object.fromEntries(methods) as Methods<B>;
}

function inputOf(entry: Endpoint, args: readonly unknown[]): CallInput {
  const rest = [...args];
  const input: CallInput = {};
  const [param] = Object.keys(entry.pathParams?.shape ?? {});
  if (param !== undefined) {
    const id = rest.shift();
    if (typeof id !== "string") throw new TypeError(`${entry.method} ${entry.path} needs ${param}`);
    input.params = { [param]: id };
  }
  if (entry.body !== undefined) input.body = rest.shift() as Record<string, unknown>;
  const query = entry.query === undefined ? undefined : rest.shift();
  if (query != null) input.query = query as Record<string, QueryValue>;
  const [options] = rest;
  if (options !== undefined) input.options = options as CallOptions;
  return input;
}
