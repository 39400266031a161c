import { describe, expect, onTestFinished, test } from "vitest";
import { ENDPOINTS } from "../../src/learning-service/contract/contract.ts";
import { commandOf, toCommandNames } from "../../src/cli/commands/service/command-names.ts";
import type { SandboxOptions } from "../../src/sandbox/sandbox.ts";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import { workplace } from "../helpers/cli.ts";

/** A workplace with a job on a separate server, like a real service. */
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
  test("of all areas and actions are in --help, and every action has its own help", async () => {
    const { stdout } = await local().run(["service", "--help"]);
    const words = ENDPOINTS.map((named) => commandOf(named).split(" "));
    expect(words).toHaveLength(57);
    for (const [area = "", ...action] of words) expect(stdout).toMatch(new RegExp(`^  ${area} .*\\b${action.join(" ")}\\b`, "m"));
  });

  test("can be written as in the interface, the client or the command line", () => {
    expect(toCommandNames(["learning_paths", "list"])).toEqual(["learning-paths", "list"]);
    expect(toCommandNames(["learningPaths", "get", "--param", "learning_path_id=x.y"])).toEqual([
      "learning-paths",
      "get",
      "--param",
      "learning_path_id=x.y",
    ]);
    expect(toCommandNames(["reports", "templates.run", "some.id"])).toEqual(["reports", "templates", "run", "some.id"]);
  });

  test("that are wrong exit with 2 and suggest the nearest name", async () => {
    const { code, stderr } = await local().run(["service", "groups", "lst"]);
    expect(code).toBe(2);
    expect(stderr).toContain("Did you mean list?");
  });
});

describe("the sandbox in the state", () => {
  test("works without a job, and accepts writes without --yes", async () => {
    const place = local();
    const created = await place.run(["service", "users", "create", "--body", "-"], { input: eva });
    expect(created.stderr).toBe("");
    expect(created.code).toBe(0);
    expect(created.json()).toMatchObject({ username: "eva" });
    // The sandbox keeps its data.
    const again = await place.run(["service", "users", "create", "--body", "-"], { input: eva });
    expect(again.code).toBe(1);
    expect(again.stderr).toContain("username is taken");
  });

  test("shows one page of a list and that there is more, and reads the whole list with --all", async () => {
    const place = local();
    const page = await place.run(["service", "groups", "list"]);
    expect(page.json<unknown[]>()).toHaveLength(20);
    expect(page.stderr).toContain("--all");
    const all = await place.run(["service", "groups", "list", "--all"]);
    expect(all.json<unknown[]>()).toHaveLength(43);
    const some = await place.run(["service", "groups", "list", "--param", "search=sales", "--param", "_limit=2"]);
    expect(some.json<unknown[]>()).toHaveLength(2);
  });

  test("escapes characters of the service that a terminal obeys, in a page and in a whole list", async () => {
    const place = local();
    const name = "\u009b2J \u202etxt.exe\u007f";
    const body = JSON.stringify({ name });
    expect((await place.run(["service", "groups", "create", "--body", "-"], { input: body })).code).toBe(0);
    const listed = [
      await place.run(["service", "groups", "list", "--param", "search=txt"]),
      await place.run(["service", "groups", "list", "--all"]),
    ];
    for (const { stdout } of listed) {
      expect(stdout).toContain(String.raw`\u009b2J \u202etxt.exe\u007f`);
      expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining({ name }));
    }
  });

  test("writes a file to --out, whole or not at all", async () => {
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

  test("accepts lists of values, and path parameters in either form", async () => {
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
  test("receives no write without --yes", async () => {
    const { place, call, sent } = await realService();
    place.write("eva.json", eva);
    const { code, stderr } = await call("users", "create", "--body", "eva.json");
    expect(code).toBe(2);
    expect(stderr).toMatch(/POST \/users may change data.*Nothing was sent.*isn't linked/);
    expect(sent()).toEqual([]);
    expect((await call("users", "create", "--body", "eva.json", "--yes")).code).toBe(0);
    expect(sent().map(({ method }) => method)).toEqual(["POST"]);
  });

  test("receives reads without --yes", async () => {
    const { call } = await realService();
    const { code, stdout } = await call("groups", "list", "--all");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toHaveLength(43);
    expect((await call("oauth2", "userinfo")).code).toBe(0);
  });

  test("I1: never receives confirm_group_removal manually, with or without --yes", async () => {
    const { place, service, call, sent } = await realService();
    const user = service.users().find(({ groups }) => groups.length > 1);
    place.write("body.json", JSON.stringify({ group_ids: user?.group_ids.slice(1), confirm_group_removal: true }));
    const { code, stderr } = await call("users", "update", user?.user_id ?? "", "--body", "body.json", "--yes");
    expect(code).toBe(2);
    expect(stderr).toContain("confirm_group_removal can't be sent manually");
    expect(sent()).toEqual([]);
    // A service should ask before it removes a group, but might not: an incomplete set isn't sent either.
    place.write("body.json", JSON.stringify({ group_ids: user?.group_ids.slice(1) }));
    const smaller = await call("users", "update", user?.user_id ?? "", "--body", "body.json", "--yes");
    expect(smaller.code).toBe(2);
    expect(smaller.stderr).toContain("group_ids leaves out");
    expect(sent().filter(({ method }) => method !== "GET")).toEqual([]);
    expect(service.users().find(({ user_id }) => user_id === user?.user_id)?.group_ids).toEqual(user?.group_ids);
  });

  test("receives no deletion without a filter, with or without --yes", async () => {
    const { call, sent } = await realService();
    const bare = await call("assignments", "courses", "delete", "--yes");
    expect(bare.code).toBe(2);
    expect(bare.stderr).toContain("needs a filter");
    expect((await call("assignments", "courses", "delete", "--param", "user_ids=", "--yes")).code).toBe(2);
    expect(sent()).toEqual([]);
  });

  test("receives no call that could act on everything, and neither does the sandbox", async () => {
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

  test("stores the tokens that a manual call rotated", async () => {
    const { call, service } = await realService();
    expect((await call("subscriptions", "list")).code).toBe(0);
    service.killTokens("access");
    expect((await call("subscriptions", "list")).code).toBe(0);
    expect((await call("subscriptions", "list")).code).toBe(0);
  });

  test("reports what is wrong with the request, not a bug in Rollcall", async () => {
    const { place, call } = await realService();
    place.write("body.json", JSON.stringify({ name: "New", colour: "blue" }));
    const { code, stderr } = await call("groups", "create", "--body", "body.json", "--yes");
    expect(code).toBe(1);
    expect(stderr).toMatch(/unknown .*colour/);
    expect(stderr).not.toContain("defect");
  });

  test("that is unreachable exits with 5", async () => {
    const { place, service } = await realService();
    await service.close();
    const { code, stderr } = await place.run(["service", "groups", "list", "--job", "real.yaml"]);
    expect(code).toBe(5);
    expect(stderr).toContain("no connection");
  });
});

test("invalid input exits with 2, shows the valid names, and sends nothing", async () => {
  const { place, call, sent } = await realService();
  place.write("list.json", "[1]");
  place.write("broken.json", "{");
  const wrong: [args: string[], says: RegExp][] = [
    [["groups", "get"], /needs group_id.*\n.*--param group_id=/],
    [["groups", "get", ""], /needs group_id/],
    [["groups", "get", "--param", "group_id=.."], /needs group_id/],
    [["groups", "get", " "], /needs group_id/],
    [["groups", "delete", " .. ", "--yes"], /needs group_id/],
    [["content-providers", "get", "6f9619ff-8b86-4d01-b42d-00cf4fc964ff", "--param", "_limit=1-0"], /_limit must be a count of at least 1/],
    [["groups", "list", "--param", "serach=x"], /has no parameter serach.*\nDid you mean search\?/],
    [["groups", "list", "--param", "search"], /must have the form name=value/],
    [["groups", "list", "--param", "search=a", "--param", "search=b"], /given 2 times/],
    [["skills", "search"], /needs a body/],
    [["skills", "search", "--body", "none.json"], /Can't read the body from none.json \(ENOENT\)/],
    [["skills", "search", "--body", "broken.json"], /isn't valid JSON/],
    [["skills", "search", "--body", "list.json"], /must be a JSON object/],
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

test("refuses an empty page before sending anything", async () => {
  const place = workplace();
  for (const param of ["_limit=0", "_limit=abc", "_start=-1"]) {
    const { code, stderr } = await place.run(["service", "groups", "list", "--param", param]);
    expect(code, `for ${param}`).toBe(2);
    expect(stderr).toMatch(/--param _(limit|start) must be a whole number of at least [01]\. Nothing was sent\./);
  }
});
