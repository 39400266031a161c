import { describe, expect, test } from "vitest";
import { parseJob } from "../../src/config/job.ts";
import { englishText } from "../../src/reporting/fact-text.ts";
import { ConfigurationProblem } from "../../src/domain/problem.ts";
import type { NotifySettings } from "../../src/domain/settings.ts";

const env = { SMTP_URL: "smtps://user:p%40ss@mail.example.com", SLACK_URL: "https://hooks.example.com/services/SECRET" };

function jobWith(notify: string): string {
  return `name: nightly\nsource: { file: x.csv }\nmapping: m.yaml\nservice: { base_url: sandbox }\n${notify}`;
}

function read(notify: string): NotifySettings | null {
  return parseJob(jobWith(notify), "/srv/jobs/nightly.yaml", "nightly.yaml", env).notify;
}

function faults(notify: string): string[] {
  try {
    read(notify);
  } catch (error) {
    if (error instanceof ConfigurationProblem) return error.faults.map(({ line, fact }) => `${line}: ${englishText(fact)}`);
    throw error;
  }
  return [];
}

test("a job without notify has no recipients", () => {
  expect(read("")).toBeNull();
});

test("mail and webhook are read, with their defaults", () => {
  const text =
    'notify:\n  mail: { to: [hr@acme.example], from: Rollcall <rc@acme.example>, smtp: "${SMTP_URL}" }\n  webhook: { url: "${SLACK_URL}", language: es }\n  digest: "08:00"\n';
  expect(read(text)).toEqual({
    mail: {
      to: ["hr@acme.example"],
      from: "Rollcall <rc@acme.example>",
      smtp: env.SMTP_URL,
      insecure: false,
      language: "en",
      attach: false,
      people: false,
    },
    webhook: { url: env.SLACK_URL, language: "es" },
    digest: "08:00",
  });
});

describe("reports a fault with its line", () => {
  const mail = (more: string): string => `notify: { mail: { to: [a@b.example], from: c@d.example, smtp: "smtp://m.example", ${more} } }`;
  const cases: [string, string, RegExp][] = [
    ["no recipient", "notify: { digest: '08:00' }", /^5: .*has no recipient/],
    ["no address", mail("to: ['a@b.example, c@d.example']").replace("to: [a@b.example], ", ""), /must be an e-mail address/],
    [
      "a line break in an address",
      mail('to: ["a@b.example\\nBcc: x@y.example"]').replace("to: [a@b.example], ", ""),
      /must be an e-mail address/,
    ],
    [
      "a line break in the sender",
      mail('from: "a@b.example\\nBcc: x@y.example"').replace("from: c@d.example, ", ""),
      /must be an e-mail address/,
    ],
    [
      "another protocol",
      mail('smtp: "http://m.example"').replace('smtp: "smtp://m.example", ', ""),
      /smtps:\/\/user:password@mail\.example\.com/,
    ],
    ["another language", mail("language: it"), /must be one of en, es, de, fr/],
    ["no time of the day", `${mail("people: true").slice(0, -1)}, digest: '8:00' }`, /must be a time of the day/],
    ["a webhook in the clear", 'notify: { webhook: { url: "http://hooks.example.com/x" } }', /starts with https/],
    ["an unknown key", mail("cc: [a@b.example]"), /cc/],
  ];
  test.for(cases)("%s", ([, text, fault]) => {
    expect(faults(text)).toEqual([expect.stringMatching(fault)]);
  });
});

test("credentials in the file are not in the stored text, nor in a fault", () => {
  const text =
    'notify:\n  mail: { to: [hr@acme.example], from: rc@acme.example, smtp: "smtp://user:hunter2@mail.example.com" }\n  webhook: { url: "https://hooks.example.com/SECRET" }\n';
  const job = parseJob(jobWith(text), "/srv/jobs/nightly.yaml", "nightly.yaml", env);
  expect(job.text).not.toMatch(/hunter2|SECRET/);
  expect(job.text).toContain("hr@acme.example");
  expect(JSON.stringify(faults(text.replace("smtp://user", "http://user").replace("https://hooks", "ftp://hooks")))).not.toMatch(
    /hunter2|SECRET/,
  );
});
