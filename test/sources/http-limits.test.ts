import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import { Socket, type AddressInfo } from "node:net";
import type { TLSSocket } from "node:tls";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test, vi } from "vitest";
import { company, type Company } from "../helpers/company.ts";
import { standIn, type Received, type Reply } from "../stand-ins/server.ts";

type Row = Record<string, unknown>;

const people = [1, 2].map((n) => ({
  "Employee ID": `000${n}`,
  First: "Ana",
  Last: "Berg",
  Email: `p${n}@example.com`,
  Department: "IT",
  Status: "Active",
}));

async function reading(answer: (request: Received) => Reply | undefined, http: Row = {}) {
  const hr = await standIn(answer);
  const c = await company();
  c.job({ source: { file: undefined, http: { url: `${hr.url}/people?sig=s3cret%2Fsigned`, private_network: true, ...http } } });
  return { c, hr };
}

async function refused(c: Company, code: string, what: string): Promise<void> {
  const night = await c.sync();
  expect(night).toMatchObject({ code: 4, problem: { code } });
  expect(night.problem?.message).toContain(what);
  expect(night.stdout + night.stderr).not.toContain("s3cret");
  expect(c.userCalls()).toEqual([]);
}

test.for<[string, Reply, number]>([
  ["a status and seconds", { status: 429, headers: { "retry-after": "90" } }, 90],
  ["503 and a date", { status: 503, headers: { "retry-after": "DATE" } }, 120],
  ["its body", { body: { errors: [{ code: 100 }] }, headers: { "retry-after": "30" } }, 30],
])("waits as long as a rate limit in %s says", async ([, limited, seconds]) => {
  let calls = 0;
  const { c, hr } = await reading(
    () => {
      calls += 1;
      if (calls > 1) return { body: people };
      const date = new Date(c.clock.now().getTime() + seconds * 1000).toUTCString();
      return limited.headers?.["retry-after"] === "DATE" ? { ...limited, headers: { "retry-after": date } } : limited;
    },
    { retry: { when: { at: "/errors[0]/code", is: 100 } } },
  );
  const before = c.clock.now().getTime();
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 2 } });
  expect(hr.requests).toHaveLength(2);
  expect(Math.round((c.clock.now().getTime() - before) / 1000)).toBeGreaterThanOrEqual(seconds - 1);
});

test("does not wait longer than the whole read may take", async () => {
  const { c } = await reading(() => ({ status: 429, headers: { "retry-after": "7200" } }));
  await refused(c, "source_busy", "the next attempt in 7,200 s would be after `timeout.total`");
});

test("keeps to the host: redirects elsewhere are refused, allowed hosts get no credentials", async () => {
  const other = await standIn(() => ({ body: people }));
  let to = `${other.url}/file?sig=s3cret`;
  const { c, hr } = await reading(({ path }) => (path === "/moved" ? { body: people } : { status: 302, headers: { location: to } }), {
    headers: { "X-Api-Key": "k" },
    redirects: { to: ["127.0.0.1"] },
  });
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 2 } });
  expect(other.requests[0]?.headers).not.toHaveProperty("x-api-key");
  to = "/moved";
  expect(await c.sync()).toMatchObject({ code: 0 });
  expect(hr.requests.at(-1)).toMatchObject({ path: "/moved", headers: { "x-api-key": "k" } });
  expect(hr.requests[0]?.query.get("sig")).toBe("s3cret/signed");
  const { c: strict } = await reading(() => ({ status: 302, headers: { location: "https://elsewhere.example/x?sig=s3cret" } }));
  await refused(strict, "source_redirect", "it leads to another host, elsewhere.example");
  const { c: circle } = await reading(() => ({ status: 302, headers: { location: "/people" } }));
  await refused(circle, "source_redirect", "it leads nowhere, or in a circle");
});

test("sends no credentials or cookies for the next page of a host that a redirect led to", async () => {
  const other = await standIn(({ path }) =>
    path === "/1"
      ? { headers: { link: `</2>; rel="next"`, "set-cookie": "stolen=1" }, body: people.slice(0, 1) }
      : { body: people.slice(1), headers: { "set-cookie": "stolen=2" } },
  );
  const { c } = await reading(() => ({ status: 302, headers: { location: `${other.url}/1`, "set-cookie": "session=ours" } }), {
    headers: { "X-Api-Key": "k" },
    auth: { basic: { user: "u", password: "p" } },
    session: true,
    pages: { next: "link" },
    redirects: { to: ["127.0.0.1"] },
  });
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 2 } });
  expect(other.requests.map(({ path }) => path)).toEqual(["/1", "/2"]);
  for (const { headers } of other.requests)
    for (const name of ["x-api-key", "authorization", "cookie", "x-csrf-token"]) expect(headers).not.toHaveProperty(name);
});

test.for(["http://127.0.0.1:1/", "https://10.1.2.3/x", "https://[::1]/x", "https://[::ffff:192.168.0.1]/x", "https://localhost/x"])(
  "refuses %s, which is in a private network",
  async (url) => {
    const { c } = await reading(() => ({}), { url, private_network: false });
    await refused(c, "source_address", "the host is in a private network, or is this machine; no request was sent");
  },
);

test.for(["https://169.254.169.254/latest/meta-data", "https://[fd00:ec2::254]/x", "https://[::ffff:a9fe:a9fe]/x"])(
  "refuses %s, a cloud's metadata service, also with private_network",
  async (url) => {
    const { c } = await reading(() => ({}), { url });
    await refused(c, "source_address", "no request was sent");
  },
);

test("counts the bytes of an answer after unpacking it", async () => {
  const bomb = gzipSync(Buffer.alloc(20_000_000, " "));
  const { c } = await reading(() => ({ body: bomb, headers: { "content-type": "application/json", "content-encoding": "gzip" } }), {
    limits: { max_bytes: 1_000_000 },
  });
  await refused(c, "source_too_large", "the answers are larger than 1,000,000 bytes, unpacked");
});

test("stops waiting for a system that sends nothing", async () => {
  const { c, hr } = await reading(() => undefined, { timeout: { first_byte: "100ms" }, retry: { attempts: 2 } });
  await refused(c, "source_timeout", "the system sent nothing for too long");
  expect(hr.requests).toHaveLength(2);
});

test("probes the connection while a system computes its answer, so that no gateway forgets it", async () => {
  const probes = vi.spyOn(Socket.prototype, "setKeepAlive");
  onTestFinished(() => probes.mockRestore());
  const { c } = await reading(() => ({ body: people }));
  probes.mockClear();
  expect(await c.sync()).toMatchObject({ code: 0 });
  expect(probes).toHaveBeenCalledWith(true, 60_000);
});

test("keeps cookies and the CSRF token within one read", async () => {
  const { c, hr } = await reading(
    ({ query }) => ({
      body: { data: query.get("p") === null ? people.slice(0, 1) : people.slice(1), next: query.get("p") === null ? "?p=2" : null },
      headers: { "set-cookie": ["sid=abc; Path=/; HttpOnly", "b=1"], "x-csrf-token": "t0" },
    }),
    { session: true, rows: "/data", pages: { next: "/next" } },
  );
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 2 } });
  expect(hr.requests[0]?.headers).toMatchObject({ "x-csrf-token": "Fetch" });
  expect(hr.requests[1]?.headers).toMatchObject({ cookie: "sid=abc; b=1", "x-csrf-token": "t0" });
});

test("shows a client certificate, and trusts the authority that the job names", async () => {
  const c = await company();
  const at = (name: string): string => `${c.place.dir}/${name}`;
  const openssl = (...args: string[]): void => void execFileSync("openssl", args, { stdio: "ignore" });
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"];
  openssl("req", "-x509", ...key, "-keyout", at("ca.key"), "-out", at("ca.pem"), "-subj", "/CN=Authority of a test");
  for (const name of ["server", "client"]) {
    const signer = ["-CA", at("ca.pem"), "-CAkey", at("ca.key")];
    openssl(
      "req",
      "-x509",
      ...key,
      ...signer,
      "-keyout",
      at(`${name}.key`),
      "-out",
      at(`${name}.pem`),
      "-subj",
      `/CN=${name}`,
      "-addext",
      "subjectAltName=IP:127.0.0.1",
      "-addext",
      "basicConstraints=critical,CA:FALSE",
    );
  }
  const shown: string[] = [];
  const read = (name: string): Buffer => readFileSync(at(name));
  const server = createServer(
    { key: read("server.key"), cert: read("server.pem"), ca: read("ca.pem"), requestCert: true },
    (request, response) => {
      shown.push(String((request.socket as TLSSocket).getPeerCertificate().subject?.CN));
      response.end(JSON.stringify(people));
    },
  );
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/people`;
  const job = (tls: Row): void => c.job({ source: { file: undefined, http: { url, private_network: true, format: "json", tls } } });
  job({ certificate: "client.pem", key: "client.key", ca: "ca.pem" });
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 2 } });
  expect(shown).toEqual(["client"]);
  job({ certificate: "client.pem", key: "client.key" });
  expect(await c.sync()).toMatchObject({ code: 4, problem: { code: "source_certificate" } });
  job({ ca: "lost.pem" });
  const night = await c.sync();
  expect(night).toMatchObject({ code: 4, problem: { code: "source_key" } });
  expect(night.problem?.message).toContain("lost.pem: the file cannot be read (ENOENT); nothing was changed");
});
