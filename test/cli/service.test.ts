import { describe, expect, onTestFinished, test } from "vitest";
import { ENDPOINTS } from "../../src/learning-service/contract/contract.ts";
import { commandOf, plainWords } from "../../src/cli/by-hand/names.ts";
import type { SandboxOptions } from "../../src/sandbox/sandbox.ts";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import { workplace } from "../helpers/cli.ts";

/** A workplace with a job whose service is a server of its own, as a real one would be. */
async function realService(options: SandboxOptions = {}) {
  const place = workplace();
  const service = await createSandbox({ seed: "groups", ...options });
  place.write("hr.csv", "Key\n1\n");
  place.write("real.yaml", JSON.stringify(jobOf(service.url, service.refreshToken)));
  onTestFinished(async () => {
    await service.close();
    await place.remove();
  });
  const call = (...args: string[]) => place.run(["service", ...args, "--job", "real.yaml"]);
  return { place, service, call, sent: () => service.requests().filter(({ path }) => !path.includes("/oauth2/")) };
}

function jobOf(url: string, token: string): object {
  return { name: "real", source: { file: "hr.csv" }, mapping: "m.yaml", service: { base_url: url, auth: { refresh_token: token } } };
}

function local() {
  const place = workplace();
  onTestFinished(() => place.remove());
  return place;
}

const eva = JSON.stringify({ username: "eva", first_name: "Eva", last_name: "Ruiz", email: "eva@acme.example" });

describe("names", () => {
  test("of all areas and actions stand in --help, and every action has a help of its own", async () => {
    const { stdout } = await local().run(["service", "--help"]);
    const words = ENDPOINTS.map((named) => commandOf(named).split(" "));
    expect(words).toHaveLength(57);
    for (const [area = "", ...action] of words) expect(stdout).toMatch(new RegExp(`^  ${area} .*\\b${action.join(" ")}\\b`, "m"));
  });

  test("may be written as the interface, the client or the command line writes them", () => {
    expect(plainWords(["learning_paths", "list"])).toEqual(["learning-paths", "list"]);
    expect(plainWords(["learningPaths", "get", "--param", "learning_path_id=x.y"])).toEqual([
      "learning-paths",
      "get",
      "--param",
      "learning_path_id=x.y",
    ]);
    expect(plainWords(["reports", "templates.run", "some.id"])).toEqual(["reports", "templates", "run", "some.id"]);
  });

  test("that are wrong end with 2 and the nearest name", async () => {
    const { code, stderr } = await local().run(["service", "groups", "lst"]);
    expect(code).toBe(2);
    expect(stderr).toContain("Did you mean list?");
  });
});

describe("the sandbox in the state", () => {
  test("answers without a job, and takes writes without --yes", async () => {
    const place = local();
    const created = await place.run(["service", "users", "create", "--body", "-"], { input: eva });
    expect(created.stderr).toBe("");
    expect(created.code).toBe(0);
    expect(created.json()).toMatchObject({ username: "eva" });
    // And keeps what was written.
    const again = await place.run(["service", "users", "create", "--body", "-"], { input: eva });
    expect(again.code).toBe(1);
    expect(again.stderr).toContain("username is taken");
  });

  test("shows one page of a list, says that there is more, and reads it to the end with --all", async () => {
    const place = local();
    const page = await place.run(["service", "groups", "list"]);
    expect(page.json<unknown[]>()).toHaveLength(20);
    expect(page.stderr).toContain("--all");
    const all = await place.run(["service", "groups", "list", "--all"]);
    expect(all.json<unknown[]>()).toHaveLength(43);
    const some = await place.run(["service", "groups", "list", "--param", "search=sales", "--param", "_limit=2"]);
    expect(some.json<unknown[]>()).toHaveLength(2);
  });

  test("sends a file into --out, whole or not at all", async () => {
    const place = local();
    const courses = await place.run(["service", "courses", "list", "--all"]);
    const id = courses.json<{ id: string }[]>()[0]?.id ?? "";
    const { code } = await place.run(["service", "courses", "launchfile", id, "--out", "course.zip"]);
    expect(code).toBe(0);
    expect(place.read("course.zip").slice(0, 2)).toBe("PK");
    const wrong = await place.run(["service", "courses", "launchfile", "00000000-0000-4000-8000-000000000000", "--out", "none.zip"]);
    expect(wrong.code).toBe(1);
    expect(place.list(".").filter((name) => name.includes("none") || name.includes("part"))).toEqual([]);
    const elsewhere = await place.run(["service", "courses", "launchfile", id, "--out", "no/such/folder.zip"]);
    expect(elsewhere.code).toBe(2);
    expect(elsewhere.stderr).toMatch(/no\/such\/folder.zip cannot be written: there is no folder .*no\/such\. Nothing was changed\./);
  });

  test("takes lists of values, and parameters of the path in either form", async () => {
    const place = local();
    const paths = (await place.run(["service", "learning_paths", "list", "--all"])).json<{ learning_path_id: string }[]>();
    const [one = "", two = ""] = paths.map((path) => path.learning_path_id);
    const filter = ["--param", `learning_path_ids=${one}`, "--param", `learning_path_ids=${two}`];
    const assigned = await place.run(["service", "assignments", "learning-paths", "list", "--all", ...filter]);
    expect(assigned.code).toBe(0);
    expect(new Set(assigned.json<{ learning_path_id: string }[]>().map((item) => item.learning_path_id)).size).toBeGreaterThan(0);
    const positional = await place.run(["service", "learning_paths", "get", one]);
    expect((await place.run(["service", "learning_paths", "get", "--param", `learning_path_id=${one}`])).stdout).toBe(positional.stdout);
  });
});

describe("a real service", () => {
  test("gets no write without --yes, and nothing is sent", async () => {
    const { place, call, sent } = await realService();
    place.write("eva.json", eva);
    const { code, stderr } = await call("users", "create", "--body", "eva.json");
    expect(code).toBe(2);
    expect(stderr).toMatch(/POST \/users may change something.*Nothing was sent.*linked to nobody/);
    expect(sent()).toEqual([]);
    expect((await call("users", "create", "--body", "eva.json", "--yes")).code).toBe(0);
    expect(sent().map(({ method }) => method)).toEqual(["POST"]);
  });

  test("is asked every question without --yes", async () => {
    const { call } = await realService();
    const { code, stdout } = await call("groups", "list", "--all");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toHaveLength(43);
    expect((await call("oauth2", "userinfo")).code).toBe(0);
  });

  test("I1: never gets confirm_group_removal by hand, with --yes or without", async () => {
    const { place, service, call, sent } = await realService();
    const user = service.users().find(({ groups }) => groups.length > 1);
    place.write("body.json", JSON.stringify({ group_ids: user?.group_ids.slice(1), confirm_group_removal: true }));
    const { code, stderr } = await call("users", "update", user?.user_id ?? "", "--body", "body.json", "--yes");
    expect(code).toBe(2);
    expect(stderr).toContain("confirm_group_removal is never sent by hand");
    expect(sent()).toEqual([]);
    // Without it the service would ask, but not every service may: a set that leaves out a group is not sent either.
    place.write("body.json", JSON.stringify({ group_ids: user?.group_ids.slice(1) }));
    const smaller = await call("users", "update", user?.user_id ?? "", "--body", "body.json", "--yes");
    expect(smaller.code).toBe(2);
    expect(smaller.stderr).toContain("group_ids leaves out");
    expect(sent().filter(({ method }) => method !== "GET")).toEqual([]);
    expect(service.users().find(({ user_id }) => user_id === user?.user_id)?.group_ids).toEqual(user?.group_ids);
  });

  test("gets no deletion without a filter, with --yes or without", async () => {
    const { call, sent } = await realService();
    const bare = await call("assignments", "courses", "delete", "--yes");
    expect(bare.code).toBe(2);
    expect(bare.stderr).toContain("needs a filter");
    expect((await call("assignments", "courses", "delete", "--param", "user_ids=", "--yes")).code).toBe(2);
    expect(sent()).toEqual([]);
  });

  test("gets no call that could act on everything, and neither does the sandbox", async () => {
    const { place, call, sent } = await realService();
    const id = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff";
    place.write("user.json", JSON.stringify({ group_ids: null }));
    place.write("assignment.json", JSON.stringify({ course_ids: [id], user_ids: [] }));
    for (const words of [
      ["assignments", "courses", "delete"],
      ["users", "update", id, "--body", "user.json"],
      ["assignments", "courses", "create", "--body", "assignment.json"],
    ]) {
      const outcomes = [await call(...words, "--yes"), await place.run(["service", ...words])];
      for (const { code, stderr } of outcomes) expect([code, stderr]).toEqual([2, expect.stringContaining("Nothing was sent.")]);
    }
    expect(sent()).toEqual([]);
  });

  test("keeps the tokens that a call by hand has rotated", async () => {
    const { call, service } = await realService();
    expect((await call("subscriptions", "list")).code).toBe(0);
    service.killTokens("access");
    expect((await call("subscriptions", "list")).code).toBe(0);
    expect((await call("subscriptions", "list")).code).toBe(0);
  });

  test("says what is wrong with the request, which is no defect of ours", async () => {
    const { place, call } = await realService();
    place.write("body.json", JSON.stringify({ name: "New", colour: "blue" }));
    const { code, stderr } = await call("groups", "create", "--body", "body.json", "--yes");
    expect(code).toBe(1);
    expect(stderr).toMatch(/unknown .*colour/);
    expect(stderr).not.toContain("defect");
  });

  test("that is gone ends with 5", async () => {
    const { place, service } = await realService();
    await service.close();
    const { code, stderr } = await place.run(["service", "groups", "list", "--job", "real.yaml"]);
    expect(code).toBe(5);
    expect(stderr).toContain("no connection");
  });
});

test("what cannot be sent as it was typed ends with 2, says what there is, and sends nothing", async () => {
  const { place, call, sent } = await realService();
  place.write("list.json", "[1]");
  place.write("broken.json", "{");
  const wrong: [args: string[], says: RegExp][] = [
    [["groups", "get"], /needs group_id.*\n.*--param group_id=/],
    [["groups", "get", ""], /needs group_id/],
    [["groups", "get", "--param", "group_id=.."], /needs group_id/],
    [["groups", "list", "--param", "serach=x"], /has no parameter serach.*\nDid you mean search\?/],
    [["groups", "list", "--param", "search"], /takes name=value/],
    [["groups", "list", "--param", "search=a", "--param", "search=b"], /given 2 times/],
    [["skills", "search"], /needs a body/],
    [["skills", "search", "--body", "none.json"], /cannot be read from none.json \(ENOENT\)/],
    [["skills", "search", "--body", "broken.json"], /is no JSON/],
    [["skills", "search", "--body", "list.json"], /not an object/],
    [["groups", "list", "--body", "list.json"], /unknown option '--body'/],
  ];
  for (const [args, says] of wrong) {
    const { code, stdout, stderr } = await call(...args);
    expect(stderr, `for ${args.join(" ")}`).toMatch(says);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(code, `for ${args.join(" ")}`).toBe(2);
    expect(stdout).toBe("");
  }
  expect(sent()).toEqual([]);
});

test("a page of nothing is refused before anything is sent", async () => {
  const place = workplace();
  for (const param of ["_limit=0", "_limit=abc", "_start=-1"]) {
    const { code, stderr } = await place.run(["service", "groups", "list", "--param", param]);
    expect(code, `for ${param}`).toBe(2);
    expect(stderr).toMatch(/--param _(limit|start) takes a whole number from [01] on\. Nothing was sent\./);
  }
});
