import { messageOf } from "../helpers/problems.ts";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { Writable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { Client } from "../../src/learning-service/client.ts";
import { ServiceProblem } from "../../src/learning-service/errors/errors.ts";
import { answer, clientFor, clientOf, problemOf, serve, settingsFor, uuidOf } from "./helpers.ts";
import { accessAnswer, recorder, storeAtHand } from "./recorder.ts";

const id = uuidOf(1);
const bytes = Buffer.from([0, 255, 13, 10, 0xc3, 0x28, 1]);

function send(response: ServerResponse, body: Buffer | string, headers: Record<string, string> = {}): void {
  response.writeHead(200, headers);
  response.end(body);
}

/** What reading a download to its end fails with. */
async function failureOf(stream: AsyncIterable<unknown>): Promise<unknown> {
  try {
    for await (const part of stream) void part;
  } catch (error) {
    return error;
  }
  throw new Error("the stream ended well");
}

describe("a download", () => {
  test.for<[string, (client: Client) => ReturnType<Client["reports"]["download"]>]>([
    ["a report", (client) => client.reports.download(id)],
    ["a SCORM package", (client) => client.courses.launchfile(id)],
  ])("of %s brings every byte as it is, with name, type and length", async ([, download]) => {
    const { url, requests } = await recorder((_seen, response) =>
      send(response, bytes, {
        "content-type": "application/zip",
        "content-disposition": 'attachment; filename="Course 1.zip"',
        "content-length": String(bytes.length),
      }),
    );
    const { stream, ...head } = await download(clientOf(url));
    expect(head).toEqual({ name: "Course 1.zip", contentType: "application/zip", length: bytes.length });
    expect(await buffer(stream)).toEqual(bytes);
    expect(requests[0]?.headers.accept).toBe("*/*");
  });

  test.for<[string, string]>([
    ["attachment; filename=report.csv", "report.csv"],
    ["attachment; filename=report.csv; size=3", "report.csv"],
    ['attachment; filename="a;b \\"c\\".csv"', 'a;b "c".csv'],
    ["attachment; filename=\"plain.csv\"; filename*=UTF-8''a%C3%B1o%202026.csv", "año 2026.csv"],
    ["attachment; filename*=utf-8'es'a%C3%B1o.csv", "año.csv"],
    ["attachment; filename=\"plain.csv\"; filename*=UTF-8''%E9.csv", "plain.csv"],
    ["attachment", ""],
    ["inline", ""],
  ])("with %j has the name %j", async ([disposition, name]) => {
    const { url } = await recorder((_seen, response) => send(response, "x", { "content-disposition": disposition }));
    const file = await clientOf(url).reports.download(id);
    file.stream.resume();
    expect(file.name).toBe(name);
  });

  test("that says nothing about itself has neither name nor type nor length", async () => {
    const { url } = await recorder((_seen, response) => {
      response.writeHead(200);
      response.write("a");
      response.end("b");
    });
    const { stream, ...head } = await clientOf(url).reports.download(id);
    expect(head).toEqual({ name: "", contentType: null, length: null });
    expect((await buffer(stream)).toString()).toBe("ab");
  });

  test("may be empty", async () => {
    const { url } = await recorder((_seen, response) => send(response, "", { "content-length": "0" }));
    const { stream, length } = await clientOf(url).reports.download(id);
    expect(length).toBe(0);
    expect(await buffer(stream)).toHaveLength(0);
  });

  test("that was compressed on its way is read in the clear, and tells no length that would not fit", async () => {
    const whole = Buffer.from("row\n".repeat(1000));
    const zipped = gzipSync(whole);
    const { url } = await recorder((_seen, response) =>
      send(response, zipped, { "content-encoding": "gzip", "content-length": String(zipped.length) }),
    );
    const { stream, length } = await clientOf(url).reports.download(id);
    expect(length).toBeNull();
    expect(await buffer(stream)).toEqual(whole);
  });

  test("of 50 MB is read as it comes, at the speed of its reader", async () => {
    const [portion, portions] = [Buffer.alloc(1 << 20, "x"), 50];
    let given = 0;
    const url = await serve((_request, response) => {
      response.writeHead(200, { "content-length": String(portion.length * portions) });
      const more = (): void => {
        while (given < portions) {
          given += 1;
          if (!response.write(portion)) return void response.once("drain", more);
        }
        response.end();
      };
      more();
    });
    const { stream } = await clientOf(url).reports.download(id);
    // Nobody reads yet: what the sockets hold is all that the server gets rid of.
    let before = -1;
    while (before !== given) {
      before = given;
      await new Promise((done) => setTimeout(done, 50));
    }
    expect(given).toBeLessThan(25);
    let [received, longest] = [0, 0];
    const slow = new Writable({
      write(part: Buffer, _encoding, done) {
        received += part.length;
        longest = Math.max(longest, stream.readableLength);
        setImmediate(done);
      },
    });
    await pipeline(stream, slow);
    expect(received).toBe(50 << 20);
    expect(longest).toBeLessThan(1 << 20);
  });

  test("does not use up the budget while it is read", async () => {
    const open: ServerResponse[] = [];
    const { url } = await recorder((seen, response) => {
      if (!seen.path.endsWith("download")) return answer(response, 200, []);
      response.writeHead(200);
      response.write("first");
      open.push(response);
    });
    const settings = settingsFor(url, "first");
    const client = clientFor({ ...settings, rate: { perSecond: 1000, inFlight: 1 } }, { tokens: storeAtHand() });
    const files = [await client.reports.download(id), await client.reports.download(id)];
    expect(await client.groups.list().all()).toEqual([]);
    for (const response of open) response.end();
    for (const { stream } of files) expect((await buffer(stream)).toString()).toBe("first");
  });
});

describe("a download that fails", () => {
  test.for([404, 412, 500, 503])("with status %i is a problem with the service's words", async (status) => {
    const { url } = await recorder((_seen, response) => answer(response, status, { message: "the report is not ready — não" }));
    const problem = await problemOf(clientOf(url).reports.download(id));
    expect(problem).toMatchObject({ status, sent: "yes", serverMessage: "the report is not ready — não" });
    expect(messageOf(problem)).toContain("GET /reports/{id}/download");
  });

  test("with an error that never ends is read only as far as it helps", async () => {
    const url = await serve((_request, response) => {
      response.writeHead(500);
      const more = (): void => {
        while (!response.destroyed && response.write("no ".repeat(10_000)));
      };
      response.on("drain", more);
      more();
    });
    const problem = await problemOf(clientOf(url).reports.download(id));
    expect(problem).toMatchObject({ code: "server_error" });
    expect(problem.serverMessage).toMatch(/^no no .*…$/);
  });

  test.for(["length", "chunks"])("in the middle ends the stream with answer_lost (%s)", async (how) => {
    const url = await serve((request, response) => {
      response.writeHead(200, how === "length" ? { "content-length": "1000" } : {});
      response.write("half");
      setTimeout(() => request.socket.destroy(), 30);
    });
    const { stream } = await clientOf(url).reports.download(id);
    const failure = await failureOf(stream);
    expect(failure).toBeInstanceOf(ServiceProblem);
    expect(failure).toMatchObject({ code: "answer_lost", sent: "maybe", retryable: true });
  });

  test("before anyone reads it still fails for a later reader", async () => {
    const url = await serve((request, response) => {
      response.writeHead(200, { "content-length": "1000" });
      response.write("half");
      setTimeout(() => request.socket.destroy(), 30);
    });
    const client = clientOf(url);
    const files = [await client.reports.download(id), await client.reports.download(id)] as const;
    await once(files[0].stream, "error").catch(() => undefined);
    expect(await failureOf(files[0].stream)).toMatchObject({ code: "answer_lost" });
    const nowhere = new Writable({ write: (_part, _encoding, done) => done() });
    await expect(pipeline(files[1].stream, nowhere)).rejects.toMatchObject({ code: "answer_lost" });
  });

  test("because the service falls silent ends the stream with answer_lost", async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { "content-length": "1000" });
      response.write("half");
    });
    const { stream } = await clientOf(url, { timeout: 500 }).reports.download(id);
    expect(await failureOf(stream)).toMatchObject({ code: "answer_lost" });
  });

  test("before its head has come is a lost answer", async () => {
    const url = await serve((request) => request.socket.destroy());
    expect(await problemOf(clientOf(url).reports.download(id))).toMatchObject({ code: "answer_lost", sent: "maybe" });
  });

  test("without a connection was not sent", async () => {
    expect(await problemOf(clientOf("http://127.0.0.1:1").reports.download(id))).toMatchObject({ code: "no_connection", sent: "no" });
  });

  test("because it was stopped ends with stopped, before and after its head", async () => {
    const asked = Promise.withResolvers<void>();
    const url = await serve((request, response) => {
      if (request.url?.includes(uuidOf(2)) === true) return asked.resolve();
      response.writeHead(200);
      response.write("half");
    });
    const stop = new AbortController();
    const client = clientFor(settingsFor(url, "first"), { tokens: storeAtHand(), signal: stop.signal });
    const { stream } = await client.reports.download(id);
    const [reading, waiting] = [failureOf(stream), problemOf(client.reports.download(uuidOf(2)))];
    await asked.promise;
    stop.abort();
    expect(await reading).toMatchObject({ code: "stopped", sent: "maybe" });
    expect(await waiting).toMatchObject({ code: "stopped", sent: "maybe" });
    expect(await problemOf(client.reports.download(id))).toMatchObject({ code: "stopped", sent: "no" });
  });

  test("with 401 is asked for once more, with a renewed token", async () => {
    const { url, requests } = await recorder((seen, response) => {
      if (seen.path.startsWith("/oauth2")) return answer(response, 200, accessAnswer());
      if (seen.headers.authorization === "Bearer fresh") return send(response, "rows");
      return answer(response, 401, { message: "expired" });
    });
    const { stream } = await clientOf(url).reports.download(id);
    expect((await buffer(stream)).toString()).toBe("rows");
    expect(requests.map(({ path }) => path)).toEqual([`/reports/${id}/download`, "/oauth2/token/refresh", `/reports/${id}/download`]);
  });
});

test("a cancelled download releases its connection", async () => {
  const closed = Promise.withResolvers<void>();
  const url = await serve((_request, response) => {
    response.once("close", () => closed.resolve());
    response.writeHead(200);
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
    };
    response.on("drain", more);
    more();
  });
  const { stream } = await clientOf(url).reports.download(id);
  await once(stream, "readable");
  stream.destroy();
  await closed.promise;
});
