import { expect, test } from "vitest";
import { withoutCredentials } from "../../src/config/stored-text.ts";

test("I9: a job's text is stored without credentials in any place; names of variables stay", () => {
  const text = `name: nightly # was s3cret-refresh-token
x: &shared aliased-secret-value
service:
  auth: { refresh_token: s3cret-refresh-token, client_secret: "with \\"quotes\\" inside" }
source:
  sftp:
    password: *shared
    passphrase: |
      several lines
      of a secret
    private_key: "\${KEY_FILE}"
    host: sftp.example
other: { token: "\${A}\${B}", api_token: "\${A}plain-part" , client_secret: 12345678 }
`;
  expect(withoutCredentials(text)).toBe(`name: nightly # was (not stored)
x: &shared "(not stored)"
service:
  auth: { refresh_token: "(not stored)", client_secret: "(not stored)" }
source:
  sftp:
    password: *shared
    passphrase: "(not stored)"
    private_key: "\${KEY_FILE}"
    host: sftp.example
other: { token: "\${A}\${B}", api_token: "(not stored)" , client_secret: "(not stored)" }
`);
});

test("a text that isn't YAML, or has nothing to hide, is unchanged", () => {
  for (const text of ["name: x\n", "", "a: [", "token:\n"]) expect(withoutCredentials(text)).toBe(text);
});
