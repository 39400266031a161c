import type { z } from "zod";
import type { Endpoint } from "../learning-service/contract/endpoint.ts";
import type { Clock } from "./clock.ts";
import type { SandboxSettings } from "./settings.ts";
import type { SandboxState } from "./state.ts";
import type { SandboxTokens } from "./tokens.ts";

/** The shared context of all endpoints. */
export interface World {
  state: SandboxState;
  /** Read by every request. */
  settings: SandboxSettings;
  /** The service's clock, which can be moved. */
  clock: Clock;
  tokens: SandboxTokens;
}

type ShapesOf<E> = E extends { plausible: infer P } ? P : E;
type Read<E, Part extends string> = E extends { [K in Part]: infer S extends z.ZodType } ? z.output<S> : Record<string, never>;

/** A request that the contract has validated. */
export interface Call<E> {
  params: Read<E, "pathParams">;
  query: Read<ShapesOf<E>, "query">;
  body: Read<ShapesOf<E>, "body">;
  /** Header names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Items of a list, or one value, already serialized as JSON. */
export class JsonText {
  readonly texts: readonly string[];

  constructor(texts: readonly string[]) {
    this.texts = texts;
  }
}

export interface File {
  content: string | Uint8Array;
  contentType: string;
  name: string;
}

type Answered<E> = ShapesOf<E> extends { output: infer O extends z.ZodType } ? z.input<O> : never;

/** A handler's answer: one value, all items of a list (the server pages them), a file, or a redirect. */
export type Reply<E> = E extends { answer: "list" }
  ? readonly Answered<E>[] | JsonText
  : E extends { answer: "file" }
    ? File
    : Answered<E> | JsonText;

/** Handles one request. Throws Refusal. */
export type Handler<E> = (call: Call<E>, world: World) => Reply<E>;

/** Handlers for exactly the endpoints of a branch of the contract. */
export type Area<B> = { readonly [K in keyof B]: B[K] extends Endpoint ? Handler<B[K]> : Area<B[K]> };
