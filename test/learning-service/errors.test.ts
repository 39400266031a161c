import { messageOf, nextOf } from "../helpers/problems.ts";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer as createTlsServer } from "node:https";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { bring } from "../helpers/programs.ts";
import { fact } from "../../src/domain/facts/fact.ts";
import { englishText } from "../../src/reporting/fact-text.ts";
import { connectionAdvice } from "../../src/learning-service/http/connection-errors.ts";
import { readRetryAfter } from "../../src/learning-service/errors/errors.ts";
import { answer, clientOf, problemOf, serve, uuidOf, someone } from "./helpers.ts";
import { recorder } from "./recorder.ts";

describe("a status becomes a problem with a stable code", () => {
  test.for([
    [400, "bad_request", false],
    [401, "unauthorized", false],
    [403, "forbidden", false],
    [404, "not_found", false],
    [408, "request_timeout", true],
    [409, "conflict", false],
    [412, "invalid_parameters", false],
    [422, "unprocessable", false],
    [429, "rate_limited", true],
    [500, "server_error", true],
    [502, "gateway", true],
    [503, "unavailable", true],
    [504, "gateway", true],
    [512, "specification_violation", false],
    [302, "unexpected_status", false],
    [599, "server_error", true],
  ] as const)("%i is %s", async ([status, code, retryable]) => {
    const url = await serve((request, response) =>
      request.url?.includes("oauth2") === true
        ? answer(response, 200, {
            access_token: "fresh",
            refresh_token: "r",
            access_token_lifetime: 1e6,
            refresh_token_lifetime: 1e6,
            access_token_type: "Bearer",
          })
        : answer(response, status, { message: "because" }, { location: "/elsewhere" }),
    );
    const problem = await problemOf(clientOf(url).users.update(uuidOf(1), {}));
    expect(problem).toMatchObject({ code, status, retryable, sent: "yes", serverMessage: "because" });
    expect(messageOf(problem)).toContain("PUT /users/{user_id}");
  });
});

describe("words", () => {
  test("of the service never repeat what the request held, nor a token", async () => {
    const url = await serve((_request, response) =>
      answer(response, 412, { errors: [{ message: "ANA@acme.example (12345678Z) is taken, said token access" }] }),
    );
    const problem = await problemOf(clientOf(url).users.create({ ...someone, username: "ana@acme.example", national_id: "12345678Z" }));
    expect(messageOf(problem)).not.toMatch(/ana@|12345678Z|token access/i);
    expect(problem.serverMessage).toBe("(username) ((national_id)) is taken, said token (token)");
  });

  test("of the service never repeat a value of one or two characters, and keep their own words whole", async () => {
    const url = await serve((_request, response) =>
      answer(response, 412, { message: "m is not it: item IT (M), system; 王伟已存在 in 17 days, name Al, all al." }),
    );
    const body = { ...someone, username: "王伟", first_name: "Al", gender: "m", department: "IT", position: "17" } as const;
    expect((await problemOf(clientOf(url).users.create(body))).serverMessage).toBe(
      "(gender) is not (department): item (department) ((gender)), system; (username)已存在 in (position) days, name (first_name), all (first_name).",
    );
  });

  test.for([
    ['{"message":"a\\u0000b \\ud800 c \\ud83d\\ude00 d \\\\u0000"}', "a\ufffdb \ufffd c 😀 d \\u0000"],
    ["plain \u0000 text", "plain \ufffd text"],
    [JSON.stringify({ message: `${"x ".repeat(119)}y😀 and more` }), `${"x ".repeat(119)}y\ufffd…`],
  ])("of the service can always be stored: %j", async ([body = "", words]) => {
    const { url } = await recorder((_seen, response) => void response.writeHead(412).end(body));
    expect((await problemOf(clientOf(url).users.create(someone))).serverMessage).toBe(words);
  });

  test("of the service never repeat a value inside of a body, nor a filter", async () => {
    const url = await serve((_request, response) => answer(response, 412, { message: "no: Ana Ruiz, 1234567, key-9, the 12" }));
    const client = clientOf(url);
    const body = { name: "n", nested: { list: [{ who: "Ana Ruiz" }], number: 1234567, count: 12 }, key: "key-9" };
    expect((await problemOf(client.groups.create(body))).serverMessage).toBe("no: (who), (number), (key), the 12");
    expect((await problemOf(client.groups.list({ search: "Ana Ruiz" }).all())).serverMessage).toBe("no: (search), 1234567, key-9, the 12");
  });

  test("that name a field keep the name although it contains a value of the request", async () => {
    const url = await serve((_request, response) => answer(response, 412, { message: "ana is taken" }));
    expect((await problemOf(clientOf(url).users.create({ ...someone, username: "ana", city: "name" }))).serverMessage).toBe(
      "(username) is taken",
    );
  });

  test("that are a page are not repeated, and long ones are cut", async () => {
    const url = await serve((request, response) =>
      answer(response, 500, request.method === "POST" ? "<html>oops</html>" : { detail: "no ".repeat(500) }),
    );
    expect((await problemOf(clientOf(url).users.create(someone))).serverMessage).toBe("");
    expect((await problemOf(clientOf(url).users.update(uuidOf(1), {}))).serverMessage.length).toBeLessThan(300);
  });
});

describe("an answer of 200", () => {
  test("with a broken body is unreadable", async () => {
    const url = await serve((_request, response) => answer(response, 200, '{"user_id": "'));
    expect(await problemOf(clientOf(url).users.create(someone))).toMatchObject({ code: "answer_unreadable", status: 200, sent: "yes" });
  });

  test("with a wrong type names endpoint and field, at any depth", async () => {
    const child = { id: uuidOf(2), name: "B", children: { x: { id: uuidOf(3), name: "C", user_ids: [uuidOf(4), "secret"] } } };
    const url = await serve((_request, response) => answer(response, 200, [{ id: uuidOf(1), name: "A", children: [child] }]));
    const problem = await problemOf(clientOf(url).groups.list().all());
    expect(problem.code).toBe("answer_unreadable");
    expect(messageOf(problem)).toMatch(/GET \/groups.*0\.children\.0\.children\.x\.user_ids: .*position 1/);
    expect(messageOf(problem)).not.toContain("secret");
  });

  test("with unknown fields is accepted, and an empty body is null", async () => {
    const url = await serve((request, response) => answer(response, 200, request.method === "POST" ? "" : { surprise: [1] }));
    expect(await clientOf(url).users.create(someone)).toBeNull();
    expect(await clientOf(url).users.update(uuidOf(1), {})).toEqual({ surprise: [1] });
  });
});

describe("Retry-After", () => {
  test("is read as seconds and as a date", () => {
    const now = Date.UTC(2026, 10, 3, 12, 0, 0);
    expect(readRetryAfter("3", now)).toBe(3000);
    expect(readRetryAfter("Tue, 03 Nov 2026 12:00:10 GMT", now)).toBe(10_000);
    expect(readRetryAfter("Tue, 03 Nov 2026 11:00:00 GMT", now)).toBe(0);
    expect(readRetryAfter("soon", now)).toBeNull();
    expect(readRetryAfter(undefined, now)).toBeNull();
  });

  test("holds the next call of the same budget back", async () => {
    let calls = 0;
    const url = await serve((_request, response) =>
      calls++ === 0 ? answer(response, 429, {}, { "retry-after": "1" }) : answer(response, 200, {}),
    );
    const client = clientOf(url);
    const began = performance.now();
    expect(await problemOf(client.users.update(uuidOf(1), {}))).toMatchObject({ code: "rate_limited", retryAfterMs: 1000 });
    await client.users.update(uuidOf(1), {});
    expect(performance.now() - began).toBeGreaterThan(900);
  });
});

describe("the connection", () => {
  test("that is refused means that nothing left", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, "close");
    expect(await problemOf(clientOf(`http://127.0.0.1:${port}`).users.create(someone))).toMatchObject({
      code: "no_connection",
      sent: "no",
      retryable: true,
      status: null,
    });
  });

  test("to a name that does not exist means that nothing left", async () => {
    expect(await problemOf(clientOf("https://nowhere.invalid").users.create(someone))).toMatchObject({ code: "no_connection", sent: "no" });
  });

  test("to a server that speaks no TLS means that nothing left", async () => {
    const url = await serve((_request, response) => response.end());
    expect(await problemOf(clientOf(url.replace("http:", "https:")).users.create(someone))).toMatchObject({
      code: "no_connection",
      sent: "no",
    });
  });

  test("to a server whose certificate nobody signed says so, and what to do", async () => {
    const dir = mkdtempSync(join(tmpdir(), "rollcall-tls-"));
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
    const [key, cert] = [join(dir, "key.pem"), join(dir, "cert.pem")];
    const subject = ["-subj", "/CN=other.example", "-addext", "subjectAltName=DNS:other.example"];
    const openssl = bring("openssl", ["version"]);
    execFileSync(openssl, ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert, "-days", "2", ...subject], {
      stdio: "ignore",
    });
    const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_request, response) => response.end("[]"));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const problem = await problemOf(clientOf(`https://127.0.0.1:${(server.address() as AddressInfo).port}`).users.create(someone));
    expect(problem).toMatchObject({ code: "no_connection", sent: "no", status: null });
    expect(messageOf(problem)).toMatch(/this machine does not trust the issuer.*\(DEPTH_ZERO_SELF_SIGNED_CERT\)/);
    expect(nextOf(problem)).toContain("NODE_EXTRA_CA_CERTS");
  });

  test.for([
    ["CERT_HAS_EXPIRED", /has expired/, /clock/],
    ["ERR_TLS_CERT_ALTNAME_INVALID", /is for another host name/, /host name/],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", /this machine does not trust/, /NODE_EXTRA_CA_CERTS/],
    ["ENOTFOUND", /host name cannot be resolved/, /host name/],
    ["ECONNREFUSED", /: no connection to the service \(/, /service\.base_url/],
    ["toString", /: no connection to the service \(/, /service\.base_url/],
  ] as const)("that fails with %s says why", ([code, what, next]) => {
    const advice = connectionAdvice(code);
    expect(englishText(fact(advice.what, { endpoint: "GET /groups", code }))).toMatch(what);
    expect(englishText(fact(advice.next, {}))).toMatch(next);
  });

  test("that is reset after sending leaves open what happened", async () => {
    const url = await serve((request) => request.resume().on("end", () => request.socket.resetAndDestroy()));
    expect(await problemOf(clientOf(url).users.create(someone))).toMatchObject({ code: "answer_lost", sent: "maybe", retryable: true });
  });

  test("that ends in the middle of an answer leaves open what happened", async () => {
    const url = await serve((request, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write('{"user_id"');
      setTimeout(() => request.socket.destroy(), 20);
    });
    expect(await problemOf(clientOf(url).users.create(someone))).toMatchObject({ sent: "maybe", code: "answer_lost" });
  });

  test("that gives no answer in time leaves open what happened", async () => {
    const url = await serve(() => undefined);
    expect(await problemOf(clientOf(url, { timeout: 80 }).users.create(someone))).toMatchObject({ code: "answer_lost", sent: "maybe" });
  });

  test("closed by the server between two requests is not used again", async () => {
    const url = await serve((_request, response) => answer(response, 200, {}, { "keep-alive": "timeout=1" }));
    const client = clientOf(url);
    await client.users.create(someone);
    await client.users.create(someone);
  });
});
