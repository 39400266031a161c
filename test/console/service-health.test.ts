import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { consoleFor, type Console, type Signed } from "./helpers.ts";

let place: Console;
let viewer: Signed;

beforeEach(async () => {
  place = await consoleFor({ people: 5 });
  viewer = await place.signIn("viewer");
}, 60_000);
afterEach(() => place.close());

interface Service {
  account: string;
  ok: boolean;
  said: string;
  insecure: boolean;
}
const services = async (): Promise<Service[]> => (await viewer.json<{ services: Service[] }>("/status")).services;
const readings = (): number => place.sandbox.requests().filter(({ method, path }) => method === "GET" && path.includes("/groups")).length;

test("the overview knows how the service is although no run has met it since the start, and asks seldom", async () => {
  const before = readings();
  await expect.poll(services, { timeout: 10_000 }).toMatchObject([{ account: "acme", ok: true, said: "It answers." }]);
  for (let i = 0; i < 5; i += 1) expect((await viewer.get("/")).text).toContain("Well");
  // The one at the start of the console, before this test began to count or after.
  expect(readings() - before).toBeLessThanOrEqual(1);
});

test("health and overview show a connection without encryption", async () => {
  await expect.poll(services, { timeout: 10_000 }).toMatchObject([{ account: "acme", insecure: false }]);
  const file = join(place.dir, "jobs", "nightly.yaml");
  const text = readFileSync(file, "utf8").replace(/("?)base_url"?: *"?[^",\n]+"?/, '"base_url": "http://lms.invalid", "insecure": true');
  writeFileSync(file, text);
  place.clock.step(4000);
  await expect.poll(services, { timeout: 10_000 }).toMatchObject([{ account: "acme", insecure: true }]);
  expect((await viewer.get("/status")).text).toContain("tokens and personal data can be read on the way");
  expect((await viewer.get("/")).text).toContain("Not encrypted.");
});
