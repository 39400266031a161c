import { expect, test } from "vitest";
import { parseJob } from "../../src/config/job.ts";
import { createClient } from "../../src/learning-service/client.ts";
import { memoryTokenStore } from "../../src/learning-service/tokens/tokens.ts";
import { isUnencrypted } from "../../src/domain/loopback.ts";
import { ConfigurationProblem } from "../../src/domain/problem.ts";
import { englishText } from "../../src/reporting/fact-text.ts";
import { encryptionFindings, otherConnectionFindings } from "../../src/diagnostics/check/settings.ts";
import { messageOf } from "../helpers/problems.ts";

const text = (service: string): string =>
  `name: nightly\nsource: { file: hr.csv }\nmapping: m.yaml\nservice:\n  auth: { refresh_token: "secret" }\n  ${service}\n`;

function read(service: string) {
  try {
    return parseJob(text(service), "/x/job.yaml", "job.yaml", { LMS: "http://lms.example.com" }).service;
  } catch (error) {
    if (!(error instanceof ConfigurationProblem)) throw error;
    return messageOf(error);
  }
}

test("a job with http:// to another machine is refused, unless it says insecure: true", () => {
  for (const url of [
    "http://lms.example.com",
    "http://10.0.0.5:8080",
    "${LMS}",
    "http://localhost.example.com",
    "http://127.0.0.1.example.com",
    "http://0.0.0.0",
  ]) {
    expect(read(`base_url: "${url}"`), `for ${url}`).toMatch(
      /^job\.yaml:6:\d+: `service\.base_url` must start with https:\/\/, because http:\/\/ sends tokens .*insecure: true`/,
    );
    expect(read(`base_url: "${url}"\n  insecure: true`), `for ${url}`).toMatchObject({ insecure: true });
  }
  for (const url of ["http://localhost:8425", "http://127.0.0.1:8425", "http://127.9.9.9", "http://[::1]:8425", "https://lms.example.com"])
    expect(read(`base_url: "${url}"`), `for ${url}`).toMatchObject({ insecure: false });
});

test("check reports an unencrypted connection, and the client refuses one that isn't allowed", () => {
  expect(encryptionFindings({ baseUrl: "http://lms.example.com" })).toMatchObject([
    { what: "connection", verdict: "look", settings: ["service.base_url", "service.insecure"] },
  ]);
  expect(encryptionFindings({ baseUrl: "https://lms.example.com" })).toEqual([]);
  expect(encryptionFindings({ baseUrl: "http://127.0.0.1:1" })).toEqual([]);
  const mail = { to: [], from: "", smtp: "smtp://mail", insecure: true, language: "en" as const, attach: false, people: false };
  const notify = { mail, webhook: null, digest: null };
  expect(
    otherConnectionFindings({ notify }, ["DATABASE_URL", "REDIS_URL"]).map(({ verdict, found }) => [verdict, englishText(found)]),
  ).toEqual([
    ["look", expect.stringContaining("DATABASE_URL leads to another machine without TLS")],
    ["look", expect.stringContaining("REDIS_URL leads to another machine without TLS")],
    ["look", expect.stringContaining("Mail may be sent without TLS")],
  ]);
  expect(otherConnectionFindings({ notify: { ...notify, mail: { ...mail, insecure: false } } }, [])).toEqual([]);
  const clientOf = (baseUrl: string, insecure?: boolean) =>
    createClient({ baseUrl, auth: { refreshToken: "x" }, ...(insecure === undefined ? {} : { insecure }) }, { tokens: memoryTokenStore() });
  expect(() => clientOf("http://lms.example.com")).toThrow(/https:\/\/, or insecure must be true/);
  clientOf("http://lms.example.com", true).close();
  clientOf("http://127.0.0.1:1").close();
});

test("only loopback addresses count as this machine", () => {
  expect(["http://LOCALHOST/", "http://127.1/", "http://[::1]:1/", "https://x.example/", "smtp://x.example"].map(isUnencrypted)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
  expect(["http://127.evil.example/", "http://[::ffff:127.0.0.1]/", "http://192.168.0.1/", "http://x/"].map(isUnencrypted)).toEqual([
    true,
    true,
    true,
    true,
  ]);
});
