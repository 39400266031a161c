import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { describe, expect, onTestFinished, test } from "vitest";
import { workplace } from "../helpers/cli.ts";

interface Started {
  url: string;
  refresh_token: string;
  client: { id: string; secret: string };
}

/** Starts `rollcall sandbox` with these arguments, with a function that sends requests as its client. */
async function start(...args: string[]) {
  const place = workplace();
  const child = await place.start(["sandbox", "--json", ...args]);
  onTestFinished(async () => {
    await stop(child);
    await place.remove();
  });
  let wrong = "";
  child.stderr?.on("data", (chunk: Buffer) => (wrong += chunk.toString()));
  const [line] = (await Promise.race([
    once(child.stdout ?? child, "data"),
    once(child, "exit").then(() => Promise.reject(new Error(wrong))),
  ])) as [Buffer];
  const said = JSON.parse(line.toString()) as Started;
  const credentials = { grant_type: "client_credentials", client_id: said.client.id, client_secret: said.client.secret };
  const root = `${said.url}/integration/v1`;
  const answer = await fetch(`${root}/oauth2/token`, { method: "POST", body: new URLSearchParams(credentials) });
  const { access_token } = (await answer.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}` };
  return { ...said, ask: (path: string) => fetch(root + path, { headers }), settings: () => fetch(`${said.url}/_sandbox/settings`) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

describe("rollcall sandbox", () => {
  test("serves the interface, the pages and the document, and prints its client", async () => {
    const { url, client, ask } = await start();
    expect(client).toEqual({ id: "rollcall", secret: "sandbox-secret" });
    expect((await ask("/groups")).status).toBe(200);
    for (const path of ["/", "/openapi.json", "/openapi.yaml"]) expect((await fetch(url + path)).status, `for ${path}`).toBe(200);
  });

  test("takes settings and faults from flags", async () => {
    const flags = [
      "--shape",
      "envelope",
      "--max-limit",
      "7",
      "--tree",
      "nested",
      "--ignore-start",
      "--null-bodies",
      "--seed",
      "groups",
      "--paging",
      "offset",
    ];
    const { ask, settings } = await start(
      ...flags,
      "--hide-user-ids=Board, HR/Managers",
      "--drift=20",
      "--drift-seed=4",
      "--fault=status=503,retryAfter=1,path=/groups",
      "--fault=status=429,path=/courses,nth=2",
    );
    expect(await (await settings()).json()).toEqual({
      shape: "envelope",
      maxLimit: 7,
      paging: "offset",
      tree: "nested",
      ignoreStart: true,
      ignoreLimit: false,
      nullBodies: true,
      namedAs: "objects",
      hideUserIds: ["Board", "HR/Managers"],
      drift: { everyRequests: 20, seed: 4 },
    });
    const statuses = [];
    for (const path of ["/courses", "/groups", "/groups", "/courses", "/courses"]) statuses.push((await ask(path)).status);
    expect(statuses).toEqual([200, 503, 200, 429, 200]);
  });

  test.for([
    [["--fault", "staus=500"], /--fault: unknown key `staus`; did you mean `status`\?/],
    [["--fault", "status=500,share=x"], /--fault: `share` must be a number/],
    [["--drift", "0"], /It must be a whole number from 1/],
    [["--shape", "round"], /Allowed choices are bare, envelope/],
    [["--port", "x"], /It must be a whole number from 0 to 65535/],
  ] as const)("ends with 2 for %j and lists the allowed values", async ([args, says]) => {
    const place = workplace();
    onTestFinished(() => place.remove());
    const { code, stdout, stderr } = await place.run(["sandbox", ...args]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(says);
  });

  test("shows examples of faults in its help", async () => {
    const place = workplace();
    onTestFinished(() => place.remove());
    const { stdout } = await place.run(["sandbox", "--help"]);
    expect(stdout).toContain("rollcall sandbox --fault status=500,when=after,share=0.05,seed=7,path=/users,method=POST");
  });
});
