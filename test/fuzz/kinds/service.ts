import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import type { Kind } from "../case.ts";
import { jobPlace } from "../job.ts";
import { judgeCommand } from "../judge.ts";
import { edited, edits, mutatedBytes } from "../mutate.ts";

type Edits = Parameters<typeof edited>[1];

/** How the answer to one request differs from the answer of the service. */
interface Answer {
  /** Of the requests of a command, counted from 0. */
  nth: number;
  status: number | null;
  edits: Edits;
  /** A text in place of the body; Base64. */
  body: string | null;
}

interface Input {
  command: "sync" | "check";
  answers: Answer[];
}

const answers: readonly Buffer[] = [
  '{"error":{"code":"group_removal_requires_confirmation","groups":["HR/All staff"]}}',
  '{"response":[],"pagination":{"_start":0,"_limit":20,"total":0}}',
  '{"access_token":"a","refresh_token":"b","access_token_lifetime":3600000,"refresh_token_lifetime":3600000,"access_token_type":"Bearer"}',
  '[{"id":"00000000-0000-4000-8000-000000000001","name":"HR","children":{"a":{"id":"00000000-0000-4000-8000-000000000001","name":"HR"}},"user_ids":[null,1,"x"]}]',
  "null",
  "<html>Sign in</html>",
].map((text) => Buffer.from(text));

const answer: fc.Arbitrary<Answer> = fc.record({
  nth: fc.nat(12),
  status: fc.constantFrom(null, null, null, null, 200, 204, 302, 400, 401, 403, 404, 408, 409, 412, 412, 422, 429, 500, 502, 503, 512, 599),
  edits,
  body: fc.option(
    mutatedBytes(answers).map((bytes) => bytes.toString("base64")),
    { nil: null, freq: 3 },
  ),
});

export const kind: Kind<Input> = {
  name: "service",
  perPlace: 200,
  input: fc.record({
    command: fc.constantFrom("sync" as const, "sync" as const, "check" as const),
    answers: fc.array(answer, { minLength: 1, maxLength: 3 }),
  }),
  open: async () => {
    const jobs = await jobPlace();
    let current: readonly Answer[] = [];
    let n = 0;
    const proxy = createServer((request, response) => {
      void (async () => {
        const { method = "GET", url = "/", headers } = request;
        const { "content-length": _length, host: _host, connection: _connection, ...sent } = headers;
        const body = await buffer(request);
        const own = await fetch(`${jobs.sandbox.url}${url}`, {
          method,
          headers: sent as Record<string, string>,
          ...(body.length === 0 ? {} : { body }),
        });
        const change = current.find(({ nth }) => nth === n);
        n += 1;
        const text = await own.text();
        response.statusCode = change?.status ?? own.status;
        response.setHeader("content-type", own.headers.get("content-type") ?? "application/json");
        response.end(change === undefined ? text : changed(text, change));
      })().catch(() => response.destroy());
    }).listen(0, "127.0.0.1");
    await once(proxy, "listening");
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    let night = 0;
    return {
      run: async (input) => {
        night += 1;
        jobs.place.write("hr.csv", exportOf(night));
        jobs.job("hr.csv", "hris-demo.yaml", url);
        jobs.place.write("mapping.yaml", MAPPING);
        current = input.answers;
        n = 0;
        return `${input.command}: ${judgeCommand(await jobs.run(input.command, "job.yaml"), input.command)}`;
      },
      close: async () => {
        await stop(proxy);
        await jobs.close();
      },
    };
  },
};

const MAPPING = `key: ID
user: { username: { template: "{ID}" }, first_name: First, last_name: { value: Tester }, email: { template: "{ID}@acme.example" } }
groups:
  authority: ["HR/**"]
  rules:
    - { name: staff, groups: ["HR/All staff"] }
    - { name: contractors, when: { Kind: Contractor }, groups: ["HR/Contractors"] }
`;

/** Two people who stay, one who moves back and forth, and a new one every night. */
function exportOf(night: number): string {
  const changing = night % 2 === 0 ? "Contractor" : "Employee";
  return `ID,First,Kind\np1,Ana,Employee\np2,Bo,Contractor\np3,Cy,${changing}\nn${night},Di,Employee\n`;
}

function changed(text: string, { edits: changes, body }: Answer): string | Buffer {
  if (body !== null) return Buffer.from(body, "base64");
  try {
    return JSON.stringify(edited(JSON.parse(text), changes)) ?? "";
  } catch {
    return text;
  }
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
}
