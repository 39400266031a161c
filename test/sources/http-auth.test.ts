import { createHash, createVerify, generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { company, type Company } from "../helpers/company.ts";
import { standIn, type Received, type Reply, type StandIn } from "../stand-ins/server.ts";

type Row = Record<string, unknown>;

const people = [1, 2].map((n) => ({
  "Employee ID": `000${n}`,
  First: "Ana",
  Last: "Berg",
  Email: `p${n}@example.com`,
  Department: "IT",
  Status: "Active",
}));

/** A server with a token endpoint; only the tokens of `valid` open the people. */
async function guarded(auth: (url: string) => Row, token: (request: Received) => Reply, valid: Set<string>, header = "authorization") {
  const hr: StandIn = await standIn((request) => {
    if (request.path === "/token") return token(request);
    const sent = String(request.headers[header] ?? "").replace("Bearer ", "");
    return valid.has(sent) ? { body: people } : { status: 401, body: { secret: "s3cret-answer" } };
  });
  const c = await company();
  c.job({ source: { file: undefined, http: { url: `${hr.url}/people`, private_network: true, auth: auth(hr.url) } } });
  const asked = (path: string): Received[] => hr.requests.filter((request) => request.path === path);
  return { c, hr, asked };
}

const bearer = (token: string, more: Row = {}): Reply => ({
  body: { access_token: token, token_type: "Bearer", expires_in: 3600, ...more },
});

const client = (url: string, more: Row = {}): Row => ({
  oauth: { token_url: `${url}/token`, client_id: "us", client_secret: "s3cret-client", ...more },
});

/** Everything that the state, the reports and the output have. */
async function everywhere(c: Company): Promise<string> {
  const tokens = await c.look(async ({ db }) => JSON.stringify(await db.selectFrom("token").selectAll().execute()));
  const runs = await c.look(async ({ db }) => JSON.stringify(await db.selectFrom("run").selectAll().execute()));
  return tokens + runs;
}

test("a token of client credentials is used by later runs, and renewed once when it is refused", async () => {
  const valid = new Set(["s3cret-1"]);
  let given = 0;
  const { c, asked } = await guarded(
    (url) => client(url, { scope: "people" }),
    () => bearer(`s3cret-${++given}`),
    valid,
  );
  const first = await c.sync();
  expect(first).toMatchObject({ code: 0, counts: { creates: 2 } });
  expect(new URLSearchParams(asked("/token")[0]?.body)).toEqual(
    new URLSearchParams({ scope: "people", grant_type: "client_credentials", client_id: "us", client_secret: "s3cret-client" }),
  );
  await c.place.reopen();
  expect(await c.sync()).toMatchObject({ code: 0 });
  expect(asked("/token")).toHaveLength(1);
  valid.clear();
  valid.add("s3cret-2");
  expect(await c.sync()).toMatchObject({ code: 0 });
  expect(asked("/token")).toHaveLength(2);
  valid.clear();
  const refused = await c.sync();
  expect(refused).toMatchObject({ code: 4, problem: { code: "source_refused" } });
  expect(asked("/token")).toHaveLength(3);
  expect((await everywhere(c)) + refused.stdout + refused.stderr + first.stdout).not.toContain("s3cret");
});

test("a wrong key for the tokens of a source names the source, not the learning service", async () => {
  const { c, asked } = await guarded(
    (url) => client(url),
    () => bearer("s3cret-1"),
    new Set(["s3cret-1"]),
  );
  const nightly = (secret: string) => c.place.run(["sync", "job.yaml"], { env: { ROLLCALL_SECRET_KEY: secret.repeat(32) } });
  expect(await nightly("a")).toMatchObject({ code: 0 });
  const refused = await nightly("b");
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("The stored tokens of the source (`source.http`) are encrypted, and ROLLCALL_SECRET_KEY is not the key");
  expect(refused.stderr).toContain("put new credentials into `source.http.auth` of the job");
  expect(asked("/token")).toHaveLength(1);
});

test("a refresh token that rotates is stored before its access token is used", async () => {
  const valid = new Set<string>();
  const usable = new Set(["r0"]);
  let given = 0;
  const { c, asked } = await guarded(
    (url) => ({
      oauth: {
        token_url: `${url}/token`,
        grant: "refresh_token",
        client_id: "us",
        client_secret: "x",
        client_authentication: "basic",
        refresh_token: "r0",
      },
    }),
    ({ body }) => {
      const used = new URLSearchParams(body).get("refresh_token") ?? "";
      if (!usable.delete(used)) return { status: 400, body: { error: "invalid_grant", error_description: "s3cret" } };
      given += 1;
      usable.add(`r${given}`);
      valid.add(`a${given}`);
      return bearer(`a${given}`, { refresh_token: `r${given}` });
    },
    valid,
  );
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 2 } });
  c.clock.step(7_200_000);
  await c.place.reopen();
  expect(await c.sync()).toMatchObject({ code: 0 });
  expect(asked("/token").map(({ body }) => new URLSearchParams(body).get("refresh_token"))).toEqual(["r0", "r1"]);
  expect(asked("/token")[0]?.headers.authorization).toBe(`Basic ${btoa("us:x")}`);
  usable.clear();
  c.clock.step(7_200_000);
  const night = await c.sync();
  expect(night).toMatchObject({ code: 4, problem: { code: "source_token" } });
  expect(night.problem?.message).toContain("the system rejected the credentials (status 400 and invalid_grant); nothing was changed");
  expect(night.stdout + night.stderr).not.toContain("s3cret");
});

test("a SAML assertion is signed over its canonical form", async () => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const { c, asked } = await guarded(
    (url) => ({
      oauth: { token_url: `${url}/token`, grant: "saml_bearer", client_id: "key", extra: { company_id: "acme" } },
      saml: {
        issuer: "key",
        audience: "www.example.com",
        recipient: `${url}/token?a=1&b=2`,
        subject: "api <user>",
        private_key: "saml.pem",
      },
    }),
    () => bearer("t"),
    new Set(["t"]),
  );
  c.place.write("saml.pem", privateKey.export({ type: "pkcs8", format: "pem" }));
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 2 } });
  const form = new URLSearchParams(asked("/token")[0]?.body);
  expect(Object.fromEntries(form)).toMatchObject({
    grant_type: "urn:ietf:params:oauth:grant-type:saml2-bearer",
    client_id: "key",
    company_id: "acme",
  });
  const xml = Buffer.from(form.get("assertion") ?? "", "base64").toString("utf8");
  const part = (name: string): string => new RegExp(`<ds:${name}[ >].*?</ds:${name}>`, "s").exec(xml)?.[0] ?? "";
  const text = (name: string): string => part(name).replaceAll(/<[^>]*>/g, "");
  const signed = part("SignedInfo").replace("<ds:SignedInfo>", '<ds:SignedInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">');
  expect(createVerify("RSA-SHA256").update(signed).verify(publicKey, text("SignatureValue"), "base64")).toBe(true);
  expect(
    createHash("sha256")
      .update(xml.replace(part("Signature"), ""))
      .digest("base64"),
  ).toBe(text("DigestValue"));
  expect(xml).toContain("<saml2:Issuer>key</saml2:Issuer>");
  expect(xml).toContain(">api &lt;user&gt;</saml2:NameID>");
  expect(xml).toContain('/token?a=1&amp;b=2"></saml2:SubjectConfirmationData>');
});

test("a login call gives a token for any header", async () => {
  const { c, asked } = await guarded(
    (url) => ({ login: { url: `${url}/token`, body: { client_id: "us" }, token: "/data/token", header: "Authentication", scheme: "" } }),
    () => ({ body: { success: true, data: { token: "t" } } }),
    new Set(["t"]),
    "authentication",
  );
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 2 } });
  expect(asked("/token")[0]).toMatchObject({ method: "POST", body: '{"client_id":"us"}' });
});

test.for<[string, Reply, string]>([
  ["HTML", { body: "<html>s3cret</html>", headers: { "content-type": "text/html" } }, "the answer is not that of an OAuth token endpoint"],
  [
    "an unknown client",
    { status: 401, body: { error: "invalid_client" } },
    "the system rejected the credentials (status 401 and invalid_client)",
  ],
  ["a limit", { status: 429, body: "s3cret" }, "no token was given (status 429)"],
  ["no token", { body: { ok: "s3cret" } }, "the answer is not that of an OAuth token endpoint"],
])("a token endpoint that answers with %s makes the read unusable", async ([, reply, what]) => {
  const { c, asked } = await guarded(client, () => reply, new Set());
  const night = await c.sync();
  expect(night).toMatchObject({ code: 4, problem: { code: "source_token" } });
  expect(night.problem?.message).toContain(what);
  expect(night.stdout + night.stderr).not.toContain("s3cret");
  expect(asked("/people")).toEqual([]);
});
