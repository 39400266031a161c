import { messageOf, nextOf, problemOf as refusalOf } from "../helpers/problems.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { memoryTokenStore } from "../../src/learning-service/tokens/tokens.ts";
import { createClient } from "../../src/learning-service/library.ts";
import { proxyFor } from "../../src/domain/proxy.ts";
import { connectProxy, trustTestCertificate, type ConnectProxy } from "../helpers/connect-proxy.ts";
import { answer, clientFor, problemOf, serve, settingsFor, someone, startSandbox } from "./helpers.ts";

beforeAll(trustTestCertificate);

const on = (proxy: ConnectProxy) => ({ HTTPS_PROXY: proxy.url });

describe("the proxy for an address", () => {
  const env = { HTTPS_PROXY: "http://secure:1", HTTP_PROXY: "http://plain:2" };
  test.for<[string, Record<string, string>, string | null]>([
    ["https://lms.example/x", env, "http://secure:1/"],
    ["http://lms.example/x", env, "http://plain:2/"],
    ["https://lms.example", {}, null],
    ["https://lms.example", { HTTP_PROXY: "http://plain:2" }, null],
    ["https://lms.example", { ...env, https_proxy: "http://lower:3" }, "http://lower:3/"],
    ["https://lms.example", { ...env, https_proxy: "  " }, "http://secure:1/"],
    ["http://lms.example", { ...env, http_proxy: "lower:3" }, "http://lower:3/"],
    ["https://lms.example", { HTTPS_PROXY: "https://user:pass@proxy:8443" }, "https://user:pass@proxy:8443/"],
    ["https://localhost:1", env, null],
    ["http://127.0.0.5:1", env, null],
    ["http://[::1]:1", env, null],
    ["https://lms.example", { ...env, NO_PROXY: "*" }, null],
    ["https://lms.example", { ...env, NO_PROXY: "other.example, lms.example" }, null],
    ["https://lms.example", { ...env, NO_PROXY: "LMS.EXAMPLE" }, null],
    ["https://lms.example", { ...env, NO_PROXY: "example" }, null],
    ["https://lms.example", { ...env, NO_PROXY: ".example" }, null],
    ["https://lms.example", { ...env, NO_PROXY: "*.example" }, null],
    ["https://lms.example", { ...env, NO_PROXY: "ms.example" }, "http://secure:1/"],
    ["https://lms.example", { ...env, NO_PROXY: "lms.example:443" }, null],
    ["https://lms.example", { ...env, NO_PROXY: "lms.example:8443" }, "http://secure:1/"],
    ["https://lms.example", { ...env, NO_PROXY: "lms.example", no_proxy: "other.example" }, "http://secure:1/"],
    ["https://10.1.2.3", { ...env, NO_PROXY: "10.0.0.0/8" }, null],
    ["https://11.1.2.3", { ...env, NO_PROXY: "10.0.0.0/8" }, "http://secure:1/"],
    ["https://10.1.2.3", { ...env, NO_PROXY: "10.1.2.3" }, null],
    ["https://110.1.2.3", { ...env, NO_PROXY: "10.1.2.3" }, "http://secure:1/"],
    ["https://[fd00::1]", { ...env, NO_PROXY: "fd00::/8" }, null],
    ["https://[fd00::1]", { ...env, NO_PROXY: "[fd00::1]" }, null],
  ])("%s with %j is %s", ([url, given, expected]) => {
    expect(proxyFor(new URL(url), given)).toBe(expected);
  });

  test.for(["socks5://me:s3cret@proxy:1", "ftp://s3cret", "http://", "http://s3cret host"])(
    "that cannot be one is refused without its text (%s)",
    (value) => {
      const refused = refusalOf(() => proxyFor(new URL("https://lms.example"), { https_proxy: value }));
      return expect(refused).resolves.toMatchObject({ message: "https_proxy is not the address of an HTTP proxy. Nothing was sent." });
    },
  );
});

describe("a client behind a proxy", () => {
  const behind = async (proxy: ConnectProxy, options: Parameters<typeof startSandbox>[0] = { seed: "groups" }) => {
    const sandbox = await startSandbox(options);
    await proxy.lead("lms.example", sandbox.url);
    return { sandbox, client: clientFor({ ...settingsFor("https://lms.example", sandbox.refreshToken), proxy: on(proxy) }) };
  };

  test("reaches an https service through a tunnel, with the proxy's password, and its token too", async () => {
    const proxy = await connectProxy();
    const { client, sandbox } = await behind(proxy);
    expect(await client.groups.list().all()).toHaveLength(sandbox.groups().length);
    expect(new Set(proxy.asked)).toEqual(new Set(["CONNECT lms.example:443"]));
    expect(proxy.shown[0]).toBe(`Basic ${Buffer.from(`corporate:${proxy.password}`).toString("base64")}`);
    expect(sandbox.requests().map(({ path }) => path)).toContain("/integration/v1/oauth2/token/refresh");
  });

  test("keeps its tunnel for the next call", async () => {
    const proxy = await connectProxy();
    const { client } = await behind(proxy);
    for (let i = 0; i < 5; i += 1) await client.subscriptions.list().page();
    expect(proxy.asked).toHaveLength(1);
  });

  test("reaches an http service through it, and the proxy sees the address", async () => {
    const proxy = await connectProxy();
    const sandbox = await startSandbox({ seed: "empty" });
    await proxy.lead("lms.example", sandbox.url, false);
    const settings = settingsFor("http://lms.example", sandbox.refreshToken);
    const client = clientFor({ ...settings, insecure: true, proxy: { http_proxy: proxy.url } });
    await client.subscriptions.list().page();
    expect(proxy.asked.at(-1)).toBe("GET http://lms.example/integration/v1/subscriptions");
  });

  test("of the library takes the environment as a setting, and goes out directly without it", async () => {
    const proxy = await connectProxy();
    const sandbox = await startSandbox({ seed: "empty" });
    await proxy.lead("lms.example", sandbox.url);
    const settings = { baseUrl: "https://lms.example", auth: { refreshToken: sandbox.refreshToken } };
    const client = createClient({ ...settings, proxy: on(proxy) }, { tokens: memoryTokenStore() });
    expect(await client.subscriptions.list().all()).not.toHaveLength(0);
    client.close();
    const direct = createClient(settings, { tokens: memoryTokenStore() });
    expect(await problemOf(direct.subscriptions.list().all())).toMatchObject({ sent: "no" });
    direct.close();
  });

  test("a create whose connection breaks after it was sent may have had its effect, also at the first use of a tunnel", async () => {
    const proxy = await connectProxy();
    let received = 0;
    const url = await serve((request, response) => {
      if (request.url?.includes("oauth2") === true) {
        const lifetimes = { access_token_lifetime: 3_600_000, refresh_token_lifetime: 3_600_000, access_token_type: "Bearer" };
        // The tunnel is not kept, so that the create has one of its own.
        return answer(response, 200, { access_token: "a", refresh_token: "r", ...lifetimes }, { connection: "close" });
      }
      received += 1;
      request.socket.destroy();
    });
    await proxy.lead("lms.example", url);
    const client = clientFor({ ...settingsFor("https://lms.example", "first"), proxy: on(proxy) });
    expect(await problemOf(client.users.create(someone))).toMatchObject({ code: "answer_lost", sent: "maybe" });
    expect(received).toBe(1);
    expect(proxy.asked).toHaveLength(2);
  });

  test.for(["refuses", "cuts the handshake"] as const)(
    "a proxy that %s has sent nothing, and its password is in no message",
    async (mood) => {
      const proxy = await connectProxy();
      const { client, sandbox } = await behind(proxy);
      proxy.mood = mood;
      const problem = await problemOf(client.users.create(someone));
      expect(problem).toMatchObject({ code: "no_connection", sent: "no", retryable: true });
      expect(nextOf(problem)).toContain("HTTPS_PROXY");
      const said = [messageOf(problem), nextOf(problem), problem.stack, String(problem.cause)].join("\n");
      expect(said).not.toContain(proxy.password);
      expect(said).not.toContain(new URL(proxy.url).port);
      expect(sandbox.requests()).toEqual([]);
    },
  );
});
