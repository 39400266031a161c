/** Outgoing HTTP uses the proxy of the environment, except to this machine. */
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { Provider } from "../../src/console/access/oidc.ts";
import { startTraces } from "../../src/observability/traces.ts";
import { inRun } from "../../src/domain/telemetry/span.ts";
import { company, people, staff } from "../helpers/company.ts";
import { connectProxy, trustTestCertificate } from "../helpers/connect-proxy.ts";
import { openIdProvider } from "../helpers/openid-provider.ts";

beforeAll(trustTestCertificate);

/** Starts a server that records request bodies. @returns its address and the bodies */
async function hook(): Promise<{ url: string; bodies: string[] }> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(body);
      response.setHeader("content-type", "application/json").end("{}");
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies };
}

test("a run calls the service and the webhook through the proxy, and never prints the proxy's password", async () => {
  const proxy = await connectProxy();
  const { url, bodies } = await hook();
  const c = await company();
  await proxy.lead("lms.example", c.service.url);
  await proxy.lead("hooks.example", url);
  const notify = { webhook: { url: "https://hooks.example/x" } };
  const job = JSON.parse(c.place.read("job.yaml")) as object & { service: object };
  c.place.write("job.yaml", JSON.stringify({ ...job, service: { ...job.service, base_url: "https://lms.example" }, notify }));
  // An unknown account puts a first run on hold, which sends a notification.
  const unknown = c.service.addUser({ username: "unknown@acme.example" }, [staff]);
  c.hr(people(2));
  const sync = () => c.place.run(["sync", "job.yaml", "--json"], { env: { HTTPS_PROXY: proxy.url } });
  const held = await sync();
  expect(held.json()).toMatchObject({ status: "held" });
  expect(bodies.join("")).toContain("limit");
  expect(new Set(proxy.asked)).toEqual(new Set(["CONNECT lms.example:443", "CONNECT hooks.example:443"]));
  c.service.removeMember(staff, unknown);
  const done = await sync();
  expect(done).toMatchObject({ code: 0 });
  expect(done.json()).toMatchObject({ counts: { creates: 2, done: 2 } });
  expect(`${held.stdout}${held.stderr}${done.stdout}${done.stderr}`).not.toContain(proxy.password);
});

test("the sandbox is reached directly if the proxy doesn't answer", async () => {
  const c = await company();
  c.job();
  const job = JSON.parse(c.place.read("job.yaml")) as object;
  c.place.write("job.yaml", JSON.stringify({ ...job, service: { base_url: "sandbox" } }));
  c.hr(people(1));
  const env = { HTTP_PROXY: "http://127.0.0.1:9", HTTPS_PROXY: "http://127.0.0.1:9" };
  expect((await c.place.run(["plan", "job.yaml"], { env })).code).not.toBe(5);
});

test("an invalid proxy is a configuration fault that names only its variable", async () => {
  const c = await company();
  const job = JSON.parse(c.place.read("job.yaml")) as object & { service: object };
  c.place.write("job.yaml", JSON.stringify({ ...job, service: { ...job.service, base_url: "https://lms.example" } }));
  c.hr(people(1));
  const { code, stderr, stdout } = await c.place.run(["sync", "job.yaml"], { env: { https_proxy: "socks5://me:s3cret@proxy:1080" } });
  expect(code).toBe(2);
  expect(stderr).toContain("https_proxy is not the address of an HTTP proxy");
  expect(stdout + stderr).not.toContain("s3cret");
});

test("a sign-in by the identity provider goes through the proxy: discovery, keys, code and userinfo", async () => {
  const proxy = await connectProxy();
  const provider = await openIdProvider("https://idp.example");
  onTestFinished(() => provider.close());
  await proxy.lead("idp.example", provider.address);
  provider.person = { sub: "u1", preferred_username: "ana.ruiz@example.com" };
  provider.userinfo = { groups: ["it"] };
  const { issuer, clientId, clientSecret } = provider;
  const given = { issuer, clientId, clientSecret, claim: "groups", scope: "openid", roles: { it: "admin" } as const };
  const signIn = new Provider({ ...given, proxy: { HTTPS_PROXY: proxy.url } }, "https://rollcall.example");
  const { url, transaction } = await signIn.start("/", new Date());
  const back = new URL(await provider.signIn(url.href));
  expect(await signIn.finish(back.search, transaction)).toMatchObject({ name: "ana.ruiz@example.com", role: "admin" });
  expect(proxy.asked.length).toBeGreaterThan(0);
  expect(new Set(proxy.asked)).toEqual(new Set(["CONNECT idp.example:443"]));
});

test("traces go to the collector through the proxy", async () => {
  const proxy = await connectProxy();
  const { url, bodies } = await hook();
  await proxy.lead("collector.example", url);
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: "https://collector.example", HTTPS_PROXY: proxy.url };
  const traces = await startTraces(env, { version: "1.2.3" });
  await inRun(
    { run: "20260430-023000-x7ke", job: "nightly" },
    "start",
    async () => undefined,
    () => ({ status: "completed", rows: 0 }),
  );
  await traces?.stop();
  expect(proxy.asked).toEqual(["CONNECT collector.example:443"]);
  expect(bodies.join("")).toContain("20260430-023000-x7ke");
});
