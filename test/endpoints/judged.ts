import type { z } from "zod";
import type { Client, UserCreateBody, UserUpdateBody } from "../../src/learning-service/client.ts";
import type { Contract } from "../../src/learning-service/contract/contract.ts";
import { contract, isEndpoint } from "../../src/learning-service/contract/contract.ts";
import type { Endpoint } from "../../src/learning-service/contract/endpoint.ts";
import { shapesOf } from "../../src/learning-service/contract/endpoint.ts";
import type { Listing } from "../../src/learning-service/listing.ts";
import type { Download, Method } from "../../src/learning-service/methods.ts";
import { judgeExactly } from "./exactly.ts";

/** A call that succeeded, and what was sent with it. */
export interface Made {
  /** Such as `reports.templates.run`. */
  name: string;
  params: Readonly<Record<string, unknown>>;
  query: Readonly<Record<string, unknown>>;
  body: Readonly<Record<string, unknown>>;
}

/** An endpoint with the shapes that the sandbox keeps to, where the document shows none. */
type Shown<E> = E extends { plausible: infer P } ? Omit<E, "output" | "query" | "body" | "plausible"> & P : E;
type JudgedBranch<B> = {
  readonly [K in keyof B]: B[K] extends Endpoint ? (Shown<B[K]> extends infer S extends Endpoint ? Method<S> : never) : JudgedBranch<B[K]>;
};

/** The client, typed by the shapes of the sandbox; every answer is held against them, without tolerance. */
export type JudgedClient = Omit<JudgedBranch<Contract>, "users" | "contentProviders"> & {
  users: Omit<JudgedBranch<Contract>["users"], "create" | "update"> & {
    create(body: UserCreateBody): Promise<z.output<Contract["users"]["create"]["output"]>>;
    update(userId: string, body: UserUpdateBody): Promise<z.output<Contract["users"]["update"]["output"]>>;
  };
  contentProviders: Pick<Client["contentProviders"], "get">;
  authorizeUrl: Client["oauth2"]["authorizeUrl"];
};

/** Wraps the real client: judges every answer, and writes down every call that succeeded. */
export function judgedClient(client: Client, made: Made[]): JudgedClient {
  const branches = branchOf(contract, client, "", made);
  return { ...branches, authorizeUrl: client.oauth2.authorizeUrl } as unknown as JudgedClient;
}

function branchOf(entries: object, methods: object, prefix: string, made: Made[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(entries).map(([name, node]: [string, object]) => {
      const method: unknown = Reflect.get(methods, name);
      if (!isEndpoint(node)) return [name, branchOf(node, method as object, `${prefix}${name}.`, made)];
      return [name, judgedMethod(node, prefix + name, method as (...args: unknown[]) => unknown, made)];
    }),
  );
}

function judgedMethod(entry: Endpoint, name: string, method: (...args: unknown[]) => unknown, made: Made[]) {
  const { output } = shapesOf(entry);
  return (...args: unknown[]): unknown => {
    const call = { name, ...inputOf(entry, args) };
    if (entry.answer === "list") {
      const list = method(...args) as Listing<unknown>;
      const judged = (items: readonly unknown[]): void => {
        items.forEach((item, i) => judgeExactly(output, item, `item ${i} of ${name}`));
        made.push(call);
      };
      return {
        ...list,
        all: () => list.all().then((items) => (judged(items), items)),
        page: () => list.page().then((page) => (judged(page.items), page)),
      };
    }
    return (method(...args) as Promise<unknown>).then((answer) => {
      if (entry.answer === "file") judgeFile(output, answer as Download, name);
      else judgeExactly(output, answer, name);
      made.push(call);
      return answer;
    });
  };
}

function judgeFile(output: z.ZodType, { contentType }: Download, name: string): void {
  const types = [output.meta()?.["contentType"]].flat();
  if (!types.includes(contentType?.split(";")[0])) throw new Error(`${name}: a file of type ${contentType}`);
}

type Values = Readonly<Record<string, unknown>>;

/** What a method's arguments are: the parameter of the path, the body, the query, whichever the endpoint has. */
function inputOf(entry: Endpoint, args: readonly unknown[]): Omit<Made, "name"> {
  const rest = [...args];
  const [param] = Object.keys(entry.pathParams?.shape ?? {});
  const params: Values = param === undefined ? {} : { [param]: rest.shift() };
  const given = entry.body === undefined ? {} : ((rest.shift() ?? {}) as Values);
  // The client writes the id of an update into the body too.
  const body = entry === contract.users.update ? { ...params, ...given } : given;
  return { params, body, query: (rest[0] ?? {}) as Values };
}
