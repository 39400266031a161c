import type { SandboxOptions } from "../../src/sandbox/sandbox.ts";
import { startSandbox } from "../learning-service/helpers.ts";

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The body as JSON; throws when it is none. */
  json<T>(): T;
}

export interface Asked {
  body?: unknown;
  /** Sent as a form instead. */
  form?: Record<string, string>;
  headers?: Record<string, string>;
}

/** A sandbox and a way to ask it that adds nothing but a token, so that tests see what the wire shows. */
export async function openService(options: SandboxOptions = {}) {
  const sandbox = await startSandbox({ seed: "groups", ...options });
  const root = `${sandbox.url}/integration/v1`;

  /** A request of any kind, by full address; redirects are not followed. */
  async function fetched(url: string, method: string, { body, form, headers = {} }: Asked = {}): Promise<Answer> {
    const sent = form === undefined ? (body === undefined ? null : JSON.stringify(body)) : new URLSearchParams(form).toString();
    const type = form === undefined ? "application/json" : "application/x-www-form-urlencoded";
    const response = await fetch(url, {
      method,
      redirect: "manual",
      headers: { ...(sent === null ? {} : { "content-type": type }), ...headers },
      body: sent,
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: <T>() => JSON.parse(text) as T };
  }

  async function accessToken(): Promise<string> {
    const answer = await fetched(`${root}/oauth2/token/refresh`, "POST", { body: { refresh_token: sandbox.issueRefreshToken() } });
    return answer.json<{ access_token: string }>().access_token;
  }

  const access = await accessToken();
  sandbox.clearRequests();
  return {
    sandbox,
    root,
    access,
    accessToken,
    fetched,
    /** A request of the interface, with an access token. */
    ask: (method: string, path: string, asked: Asked = {}): Promise<Answer> =>
      fetched(`${root}${path}`, method, { ...asked, headers: { authorization: `Bearer ${access}`, ...asked.headers } }),
    /** A request of the sandbox's own interface. */
    admin: (method: string, path: string, body?: unknown): Promise<Answer> =>
      fetched(`${sandbox.url}/_sandbox/${path}`, method, body === undefined ? {} : { body }),
    groupId(path: string): string {
      const group = sandbox.groups().find((known) => known.path === path);
      if (group === undefined) throw new Error(`no group ${path}`);
      return group.id;
    },
  };
}
