import { messageOf, nextOf } from "../helpers/problems.ts";
import { describe, expect, test } from "vitest";
import { answer, clientFor, clientOf, problemOf, settingsFor, someone } from "./helpers.ts";
import { recorder } from "./recorder.ts";

describe("a secret", () => {
  const secret = 'S3cret/+ "ü"';

  test.for<[string, (text: string) => string]>([
    ["as it is", (text) => text],
    ["as in a form", (text) => encodeURIComponent(text).replaceAll("%20", "+")],
    ["as in a URL", (text) => encodeURIComponent(text)],
    ["as in JSON", (text) => JSON.stringify(text)],
    ["in capitals", (text) => text.toUpperCase()],
  ])("that the service repeats %s is in no message", async ([, form]) => {
    const { url } = await recorder((_seen, response) => answer(response, 412, `no: ${form(secret)}, ${form("access")}, ${form("first")}.`));
    const client = clientOf(url);
    const calls: (() => Promise<unknown>)[] = [
      () => client.users.create({ ...someone, password: secret }),
      () => client.oauth2.token({ grant_type: "client_credentials", client_id: "hr", client_secret: secret }),
      () => client.oauth2.revoke({ token: secret }),
      () => client.oauth2.refresh({ refresh_token: secret }),
    ];
    for (const call of calls) {
      const problem = await problemOf(call());
      expect(problem).toMatchObject({ code: "invalid_parameters", status: 412 });
      const said = [messageOf(problem), problem.serverMessage, nextOf(problem), String(problem.cause), problem.stack].join("\n");
      for (const text of [secret, "first"]) expect(said.toLowerCase()).not.toContain(form(text).toLowerCase());
      expect(said).not.toMatch(/S3cret/i);
    }
  });

  test("of the client is hidden where it was sent as HTTP Basic", async () => {
    const { url } = await recorder((seen, response) =>
      answer(response, 401, { message: `bad ${seen.headers.authorization}, secret ${secret}` }),
    );
    const settings = settingsFor(url, "");
    const client = clientFor({
      ...settings,
      auth: { ...settings.auth, client: { id: "hr", secret, authentication: "basic", scope: null } },
    });
    const problem = await problemOf(client.groups.list().all());
    expect(problem).toMatchObject({ code: "credentials_refused", serverMessage: "bad Basic (token), secret (token)" });
  });
});
