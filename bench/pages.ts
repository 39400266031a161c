/** People read over HTTP as pages of JSON, beside the JSON library alone on the same bytes. */
import { createReadStream, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { cellsOf, header, job, mapping } from "./data.ts";
import { MILLION } from "./plans.ts";
import type { Part } from "./results.ts";
import { stepBeside, type Step } from "./tools.ts";

const PAGE = 1000;
const TIMES = 2;
/** A tenth of the rows, to see whether memory grows with them. */
const FEWER = MILLION / 10;

/** Reads 1,000,000 people from a server on this machine, with the end stated by the total and a missing next link. */
export async function measurePages(base: string, part: Part): Promise<void> {
  for (const rows of [FEWER, MILLION]) {
    const dir = join(base, `pages-${rows}`);
    const bytes = writePages(dir, rows);
    const server = createServer((request, response) => {
      const page = new URL(request.url ?? "/", "http://here").searchParams.get("page") ?? "1";
      response.writeHead(200, { "content-type": "application/json" });
      createReadStream(pageFile(dir, Number(page))).pipe(response);
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/people`;
    const source = { http: { url, private_network: true, rows: "/data", pages: { next: "/links/next", total: "/meta/total" } } };
    writeFileSync(join(dir, "mapping.yaml"), mapping);
    writeFileSync(
      join(dir, "job.yaml"),
      job("http://127.0.0.1:1", "none", "").replace(/^source:.*$/m, `source: ${JSON.stringify(source)}`),
    );
    try {
      const alone = await best(() => stepBeside({}, ["stream-json", dir, String(rows / PAGE)]));
      const read = await best(() => stepBeside({}, ["read", dir]));
      if (alone.operations !== rows || read.operations !== rows) throw new Error(`of ${rows} rows ${read.operations} were usable`);
      const size = `${(bytes / 1e6).toFixed(0)} MB`;
      const ratio = (read.cpuMs ?? 0) / (alone.cpuMs ?? 1);
      part.add(rows, `stream-json alone, ${size}`, alone, rows, `${cpu(alone)}, at most ${alone.peakMb} MB of memory`);
      const fetched = `the source alone ${((read.openMs ?? 0) / 1000).toFixed(1)} s`;
      part.add(
        rows,
        "source.http: read, mapped, validated",
        read,
        rows,
        `${cpu(read)}: ${ratio.toFixed(2)} times stream-json alone; ${fetched}; at most ${read.peakMb} MB of memory`,
      );
      if (rows < MILLION) continue;
      part.target("1,000,000 people as JSON pages, read, mapped, validated, beside stream-json", ratio, "times", 3);
      part.target("Memory of reading 1,000,000 people as JSON pages", read.peakMb, "MB", 500);
    } finally {
      server.closeAllConnections();
      server.close();
      rmSync(dir, { recursive: true, force: true });
    }
  }
}

/** What reading is held against: every row as an object, and nothing else done with it. */
export async function parsePagesAlone(dir: string, pages: number): Promise<{ operations: number }> {
  const { pick } = await import("stream-json/filters/pick.js");
  const { streamArray } = await import("stream-json/streamers/stream-array.js");
  let operations = 0;
  for (let page = 1; page <= pages; page += 1) {
    const rows = createReadStream(pageFile(dir, page))
      .pipe(pick.withParserAsStream({ filter: "data" }))
      .pipe(streamArray.asStream());
    for await (const _ of rows) operations += 1;
  }
  return { operations };
}

/** Writes the company of the bench as pages of JSON. @returns their bytes */
function writePages(dir: string, rows: number): number {
  mkdirSync(dir, { recursive: true });
  let bytes = 0;
  for (let page = 1; (page - 1) * PAGE < rows; page += 1) {
    const data = Array.from({ length: PAGE }, (_, at) => {
      const cells = cellsOf((page - 1) * PAGE + at);
      return Object.fromEntries(header.map((name, column) => [name, cells[column]]));
    });
    const next = page * PAGE < rows ? `/people?page=${page + 1}` : null;
    writeFileSync(pageFile(dir, page), JSON.stringify({ meta: { total: rows }, data, links: { next } }));
    bytes += statSync(pageFile(dir, page)).size;
  }
  return bytes;
}

function pageFile(dir: string, page: number): string {
  return join(dir, `${page}.json`);
}

function cpu({ cpuMs = 0 }: Step): string {
  return `${(cpuMs / 1000).toFixed(1)} s of processor time`;
}

async function best(run: () => Promise<Step>): Promise<Step> {
  let least = await run();
  for (let n = 1; n < TIMES; n += 1) {
    const now = await run();
    if ((now.cpuMs ?? 0) < (least.cpuMs ?? 0)) least = now;
  }
  return least;
}
