import { describe, expect, test } from "vitest";
import { secretKey } from "../../src/config/environment.ts";
import { parseJob } from "../../src/config/job.ts";
import { ConfigurationProblem } from "../../src/domain/problem.ts";
import { faultText, problemOf } from "../helpers/problems.ts";

const BASE = `name: nightly
source: { file: ../exports/employees.csv }
mapping: ../mappings/workday.yaml
`;
const parse = (text: string) => parseJob(text, "/company/jobs/nightly.yaml", "jobs/nightly.yaml", { TOKEN: "s3cret" });
const service = (text: string): string => `${BASE}service: ${text}\n`;

function faultsOf(text: string): string[] {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof ConfigurationProblem) return error.faults.map(faultText);
    throw error;
  }
  return [];
}

const authOf = (auth: string) => parse(`${BASE}service: { base_url: "https://x.y", auth: { ${auth} } }\n`).service.auth;
const CREDENTIALS = 'grant: client_credentials, client_id: hr, client_secret: "${TOKEN}"';

describe("the grant of a job", () => {
  test("is the refresh unless it says otherwise", () => {
    const refresh = { refreshToken: "s3cret", client: null, header: "Authorization", scheme: "Bearer" };
    expect(authOf('refresh_token: "${TOKEN}"')).toEqual(refresh);
    expect(authOf('grant: refresh, refresh_token: "${TOKEN}"')).toEqual(refresh);
  });

  test("can be client credentials, in the body unless it says otherwise", () => {
    const client = { id: "hr", secret: "s3cret", authentication: "body", scope: null };
    expect(authOf(CREDENTIALS)).toEqual({ refreshToken: "", client, header: "Authorization", scheme: "Bearer" });
    expect(authOf(`${CREDENTIALS}, client_authentication: basic, scope: users groups, header: X-Token, scheme: ""`)).toEqual({
      refreshToken: "",
      client: { ...client, authentication: "basic", scope: "users groups" },
      header: "X-Token",
      scheme: "",
    });
  });

  test("counts for the sandbox too", () => {
    const { auth } = parse(`${BASE}service: { base_url: sandbox, auth: { ${CREDENTIALS} } }\n`).service;
    expect(auth.client).toMatchObject({ id: "hr" });
  });
});

describe("ROLLCALL_SECRET_KEY", () => {
  const long = "0123456789abcdef0123456789abcdef";

  test("is what it says, without the blanks around it, from 32 characters on", () => {
    expect(secretKey({ ROLLCALL_SECRET_KEY: ` ${long}\n` })).toBe(long);
  });

  test.for([undefined, "", "  "])("%j is not a key", (ROLLCALL_SECRET_KEY) => {
    expect(secretKey({ ROLLCALL_SECRET_KEY })).toBeNull();
  });

  test("that is too short is refused and never shown", async () => {
    const short = ` ${long.slice(1)}  `;
    expect((await problemOf(() => secretKey({ ROLLCALL_SECRET_KEY: short }))).message).toMatch(
      /^ROLLCALL_SECRET_KEY must have at least 32 characters\. Nothing was changed\.$/,
    );
  });
});

describe("a fault in the grant of a job", () => {
  test.for<[string, string]>([
    [service("{ base_url: sandbox, auth: {} }"), "4:37: missing key `service.auth.refresh_token`, which `grant: refresh` needs"],
    [
      service("{ base_url: sandbox, auth: { grant: client_credentials, client_id: a } }"),
      "4:37: missing key `service.auth.client_secret`, which `grant: client_credentials` needs",
    ],
    [
      service("{ base_url: sandbox, auth: { grant: client_credentials, client_id: a, client_secret: b, refresh_token: c } }"),
      "4:113: `service.auth.refresh_token` has no effect with `grant: client_credentials`",
    ],
    [
      service("{ base_url: sandbox, auth: { refresh_token: c, client_authentication: basic } }"),
      "4:80: `service.auth.client_authentication` has no effect with `grant: refresh`",
    ],
    [
      service("{ base_url: sandbox, auth: { grant: password, refresh_token: c } }"),
      "4:46: `service.auth.grant` must be one of refresh, client_credentials",
    ],
    [
      service("{ base_url: sandbox, auth: { grant: client_credentials, client_id: a, client_secret: b, client_authentication: header } }"),
      "4:121: `service.auth.client_authentication` must be one of body, basic",
    ],
  ])("%j is reported at its position", ([text, message]) => {
    expect(faultsOf(text)).toEqual([message]);
  });

  test("comes with all the others", () => {
    expect(faultsOf(service("{ base_url: sandbox, auth: { grant: client_credentials, scope: a, refresh_token: b } }"))).toEqual([
      "4:37: missing key `service.auth.client_id`, which `grant: client_credentials` needs",
      "4:37: missing key `service.auth.client_secret`, which `grant: client_credentials` needs",
      "4:91: `service.auth.refresh_token` has no effect with `grant: client_credentials`",
    ]);
    expect(faultsOf(service("{ base_url: sandbox, auth: { client_id: a, client_secret: b, scope: c } }"))).toEqual([
      "4:37: missing key `service.auth.refresh_token`, which `grant: refresh` needs",
      "4:50: `service.auth.client_id` has no effect with `grant: refresh`",
      "4:68: `service.auth.client_secret` has no effect with `grant: refresh`",
      "4:78: `service.auth.scope` has no effect with `grant: refresh`",
    ]);
  });
});
