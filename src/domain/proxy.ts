import { fact } from "./facts/fact.ts";
import { Agent as HttpAgent, type AgentOptions } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { BlockList, isIP } from "node:net";
import { UsageProblem } from "./problem.ts";

/** Variables that may contain `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, in either case. */
export type ProxyEnvironment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the proxy for requests to an address, from the same variables as curl: the lower-case name wins. Requests to
 * this machine never use a proxy. `null`: the request is sent directly.
 * @throws UsageProblem for a value that is not an HTTP proxy; it names the variable only, because the value may contain
 *   a password
 */
export function proxyFor(url: URL, env: ProxyEnvironment): string | null {
  const host = hostOf(url.hostname);
  const name = url.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  const [variable, value] = valueOf(env, name);
  if (value === "" || isThisMachine(host)) return null;
  const proxy = URL.parse(value.includes("://") ? value : `http://${value}`);
  if (proxy === null || !/^https?:$/.test(proxy.protocol) || proxy.hostname === "") {
    throw new UsageProblem(fact("proxy.is_no_address", { variable }), fact("advice.set_proxy", {}));
  }
  const [, exceptions] = valueOf(env, "NO_PROXY");
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  const excepted = exceptions.split(/[\s,]+/).some((item) => item !== "" && matches(item.toLowerCase(), host, port));
  return excepted ? null : proxy.href;
}

/** Returns the agents for requests to an address. They keep no connection alive unless `options` say so. */
export function agentsFor(url: URL, env: ProxyEnvironment, options: AgentOptions = {}): { http: HttpAgent; https: HttpsAgent } {
  const proxy = proxyFor(url, env);
  const given = proxy === null ? options : { ...options, proxyEnv: { HTTP_PROXY: proxy, HTTPS_PROXY: proxy } };
  return { http: new HttpAgent(given), https: new HttpsAgent(given) };
}

/** A blank variable counts as not set. */
function valueOf(env: ProxyEnvironment, name: string): [variable: string, value: string] {
  const lower = env[name.toLowerCase()]?.trim() ?? "";
  return lower === "" ? [name, env[name]?.trim() ?? ""] : [name.toLowerCase(), lower];
}

function hostOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/^\[|\]$/g, "")
    .replace(/\.$/, "");
}

function isThisMachine(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}

/** `*`, a name with all names below it, an address, a range such as 10.0.0.0/8; a name or an address may end in a port. */
function matches(item: string, host: string, port: string): boolean {
  if (item === "*") return true;
  const [, network = "", prefix] = /^(.+)\/(\d{1,3})$/.exec(item) ?? [];
  if (prefix !== undefined) return isInside(host, hostOf(network), Number(prefix));
  const [, name = item, only] = /^(\[.+\]|[^:]+):(\d{1,5})$/.exec(item) ?? [];
  if (only !== undefined && only !== port) return false;
  const bare = hostOf(name.replace(/^\*?\./, ""));
  return host === bare || (isIP(host) === 0 && bare !== "" && host.endsWith(`.${bare}`));
}

function isInside(host: string, network: string, prefix: number): boolean {
  const version = isIP(network);
  if (version === 0 || isIP(host) !== version || prefix > (version === 4 ? 32 : 128)) return false;
  const family = version === 4 ? "ipv4" : "ipv6";
  const range = new BlockList();
  range.addSubnet(network, prefix, family);
  return range.check(host, family);
}
