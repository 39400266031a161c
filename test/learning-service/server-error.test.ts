import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { errorOf } from "../../src/observability/log.ts";
import { readServerError } from "../../src/learning-service/errors/server-error.ts";
import { answer, clientFor, clientOf, problemOf, serve, settingsFor, someone, uuidOf } from "./helpers.ts";

const plain = (text: string): string => text;

describe("the service's own error", () => {
  test.for<[body: unknown, code: string | null, field: string | null]>([
    [{ code: "user_exists", message: "taken", field: "email" }, "user_exists", "email"],
    [{ error: "user_exists", error_description: "taken" }, "user_exists", null],
    [{ error: "The user exists already." }, null, null],
    [{ error: { code: 1042, param: "email" } }, "1042", "email"],
    [{ errors: [{ error_code: "E-12", property: "custom_fields[0].value" }] }, "E-12", "custom_fields[0].value"],
    [{ errors: { email: ["is taken"], username: ["is taken"] } }, null, "email"],
    [{ detail: [{ loc: ["body", "email"], msg: "invalid" }] }, null, "email"],
    [{ code: "bad", source: { pointer: "/email" } }, "bad", "email"],
    // The address of the request, as some frameworks write it, is no field.
    [{ code: "bad", path: "/integration/v1/users" }, "bad", null],
    ["plain text", null, null],
    [null, null, null],
  ])("of %j has the code %j and the field %j", ([body, code, field]) => {
    expect(readServerError(body, {}, plain)).toEqual({ code, field, requestId: null });
  });

  test("has the request id of a header, else of the body", () => {
    expect(readServerError({ request_id: "in-body" }, { "x-request-id": "in-header" }, plain).requestId).toBe("in-header");
    expect(readServerError({ request_id: "in-body" }, {}, plain).requestId).toBe("in-body");
    expect(readServerError({}, { "x-correlation-id": ["one", "two"] }, plain).requestId).toBe("one");
    expect(readServerError({}, { "x-request-id": "not an id: Ana Ruiz" }, plain).requestId).toBeNull();
  });
});

describe("a ServiceProblem", () => {
  const body = { errors: [{ code: "user_exists", message: "ana@acme.example is taken", field: "email" }], about: "ana@acme.example" };

  async function refusal() {
    const url = await serve((_request, response) => answer(response, 412, body, { "x-request-id": "r-17", "x-limit": "5" }));
    return problemOf(clientOf(url).users.create({ ...someone, email: "ana@acme.example" }));
  }

  test("has the service's code, message, field, request id, headers and body", async () => {
    const problem = await refusal();
    expect(problem).toMatchObject({
      code: "invalid_parameters",
      status: 412,
      serverCode: "user_exists",
      serverMessage: "(email) is taken",
      field: "email",
      requestId: "r-17",
    });
    expect(problem.headers["x-limit"]).toBe("5");
    expect(problem.body).toEqual(body);
  });

  test("hides headers and body from logs and JSON", async () => {
    const problem = await refusal();
    const written = [
      JSON.stringify(problem),
      JSON.stringify({ ...problem }),
      inspect(problem, { depth: 10, showHidden: true, getters: false }),
      JSON.stringify(errorOf(problem)),
      String(problem),
      problem.stack,
    ].join("\n");
    expect(written).not.toContain("ana@acme.example");
    expect(written).not.toContain("x-limit");
    expect(Object.keys(problem)).not.toEqual(expect.arrayContaining(["body"]));
    expect(Object.keys(problem)).not.toEqual(expect.arrayContaining(["headers"]));
  });

  test("of an answer that cannot be read has its body, so that nothing of it is lost", async () => {
    const url = await serve((request, response) =>
      answer(response, 200, request.method === "POST" ? '{"user_id": "' : [{ id: 7 }], { "x-request-id": "r-18" }),
    );
    const client = clientOf(url);
    expect(await problemOf(client.users.create(someone))).toMatchObject({ requestId: "r-18", body: '{"user_id": "' });
    expect(await problemOf(client.groups.list().all())).toMatchObject({ requestId: "r-18", body: [{ id: 7 }] });
  });

  test("of a refused removal, and of a refused token, has them too", async () => {
    const refused = { error_code: "group_removal_requires_confirmation", groups: [uuidOf(3)], trace_id: "t-1" };
    const url = await serve((_request, response) => answer(response, 412, refused));
    const update = clientOf(url).users.update(uuidOf(1), { group_ids: [uuidOf(2)] });
    expect(await problemOf(update)).toMatchObject({ named: [uuidOf(3)], serverCode: refused.error_code, requestId: "t-1", body: refused });
    const refresh = clientFor(settingsFor(url, "first")).groups.list().all();
    expect(await problemOf(refresh)).toMatchObject({ code: "credentials_refused", requestId: "t-1", body: refused });
  });

  test("without an answer has neither", async () => {
    const problem = await problemOf(clientOf("https://nowhere.invalid").users.create(someone));
    expect(problem).toMatchObject({ serverCode: null, field: null, requestId: null, headers: {} });
    expect(problem.body).toBeUndefined();
  });

  test("has no value of the request in code, field and request id", async () => {
    const echoed = { code: "taken.someone", field: "someone@acme.example".replace("@", "."), request_id: "someone" };
    const url = await serve((_request, response) => answer(response, 412, echoed));
    const problem = await problemOf(clientOf(url).users.create(someone));
    expect([problem.serverCode, problem.field, problem.requestId].join(" ")).not.toContain("someone");
  });
});
