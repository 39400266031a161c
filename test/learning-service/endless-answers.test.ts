import { messageOf } from "../helpers/problems.ts";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { clientOf, problemOf, serve, someone } from "./helpers.ts";

const MB = 1_000_000;

test("an answer without an end is not read to its end, and a create with such an answer may have been made", async () => {
  let sent = 0;
  const url = await serve((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const more = (): void => {
      if (response.destroyed || sent >= 1000 * MB) return void response.end();
      sent += MB;
      response.write(Buffer.alloc(MB, " "), more);
    };
    more();
  });
  const client = clientOf(url, { timeout: 20_000 });
  expect(await problemOf(client.users.create(someone))).toMatchObject({ code: "answer_lost", sent: "maybe" });
  expect(sent).toBeLessThan(400 * MB);
});

test("an answer that unpacks to more than the memory takes is not read to its end", async () => {
  const packed = gzipSync(Buffer.alloc(210 * MB, " "));
  const url = await serve((_, response) =>
    response
      .writeHead(200, { "content-type": "application/json", "content-encoding": "gzip", "content-length": packed.length })
      .end(packed),
  );
  const problem = await problemOf(clientOf(url, { timeout: 20_000 }).users.create(someone));
  expect(problem).toMatchObject({ code: "answer_lost", sent: "maybe" });
  expect(messageOf(problem)).toContain("ANSWER_TOO_LARGE");
});
