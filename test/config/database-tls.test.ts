import { expect, test } from "vitest";
import { connectionLost } from "../../src/state/database-errors.ts";
import { toOpenProblem } from "../../src/state/server-state.ts";
import { databasePlace } from "../../src/config/environment.ts";
import { Problem } from "../../src/domain/problem.ts";
import { messageOf, problemOf } from "../helpers/problems.ts";

const address = "postgres://rollcall:secret@db.example.com:5432/rollcall";
const placeOf = (query: string): string | undefined => databasePlace({ DATABASE_URL: `${address}?${query}` })?.url;

test("checks certificate and host name for every mode that asks for TLS", () => {
  for (const mode of ["require", "verify-ca", "verify-full"]) expect(placeOf(`sslmode=${mode}`)).toBe(`${address}?sslmode=verify-full`);
  for (const mode of ["disable", "no-verify"]) expect(placeOf(`sslmode=${mode}`)).toBe(`${address}?sslmode=${mode}`);
});

test("I9: refuses another machine without TLS, unless the address or the environment allows it", async () => {
  expect((await problemOf(() => databasePlace({ DATABASE_URL: address }))).message).toMatch(
    /^DATABASE_URL leads to another machine without TLS/,
  );
  expect((await problemOf(() => databasePlace({ DATABASE_URL: "postgres://localhost/r?host=10.0.0.5" }))).message).toMatch(
    /another machine/,
  );
  for (const near of [
    "postgres://u:p@localhost/r",
    "postgres://u:p@127.0.0.1:5433/r",
    "postgres://u@%2Frun%2Fpostgresql/r",
    "postgres:///r",
  ])
    expect(databasePlace({ DATABASE_URL: near })?.url).toBe(near);
  const redis = (REDIS_URL: string, env = {}) => databasePlace({ DATABASE_URL: "postgres://localhost/r", REDIS_URL, ...env })?.redis;
  for (const far of [
    "redis://:secret@redis:6379",
    "redis+sentinel://u:secret@127.0.0.1,10.0.0.5:26379/m",
    "redis+cluster://:secret@10.0.0.5:6379",
  ]) {
    expect((await problemOf(() => redis(far))).message).toMatch(
      /^REDIS_URL sends a password to another machine without TLS\. Nothing was changed\.$/,
    );
    expect(redis(far, { ROLLCALL_REDIS_INSECURE: "true" })).toBe(far);
  }
  for (const fine of ["rediss://:secret@redis:6380", "redis://:secret@localhost:6379", "redis://:secret@[::1]:6379", "redis://redis:6379"])
    expect(redis(fine)).toBe(fine);
});

test("refuses modes that may leave the connection unencrypted, and certificates that cannot be read, without the password", () => {
  const said = (query: string): string => {
    try {
      placeOf(query);
    } catch (error) {
      return error instanceof Problem ? messageOf(error) : "";
    }
    return "";
  };
  for (const mode of ["prefer", "allow", "yes"])
    expect(said(`sslmode=${mode}`)).toBe(`DATABASE_URL has sslmode=${mode}, which is not supported. Nothing was changed.`);
  for (const name of ["sslrootcert", "sslcert", "sslkey"]) {
    const message = said(`sslmode=verify-full&${name}=/nowhere/file.pem`);
    expect(message).toBe(`DATABASE_URL sets ${name} to /nowhere/file.pem, which cannot be read. Nothing was changed.`);
    expect(message).not.toContain("secret");
  }
});

test("I9: explains in its own words why a database cannot be used, never in those of the server or the library", () => {
  const failed = (code: string | undefined): Error =>
    Object.assign(new Error("hush-hush of the server"), code === undefined ? {} : { code });
  const said = [
    ...["ECONNREFUSED", "ENOTFOUND", "57P03", "08P01"].map((code) => connectionLost(failed(code))),
    connectionLost(new AggregateError([failed("ECONNREFUSED")], "hush-hush")),
    connectionLost(failed(undefined)),
    ...["28P01", "28000", "3D000", "42501"].map((code) => toOpenProblem(failed(code))),
  ].map((problem) => (problem instanceof Problem ? messageOf(problem) : ""));
  expect(said).toEqual([
    "The database cannot be reached: nothing accepts connections at its address. Data stored earlier is kept.",
    "The database cannot be reached: its host name is not known. Data stored earlier is kept.",
    "The database cannot be reached: the server is starting or stopping. Data stored earlier is kept.",
    "The database cannot be reached: the connection failed (08P01). Data stored earlier is kept.",
    "The database cannot be reached: nothing accepts connections at its address. Data stored earlier is kept.",
    "The database cannot be reached: the connection was lost. Data stored earlier is kept.",
    "The database refused the connection: the user or the password is wrong. Nothing was changed.",
    "The database refused the connection: the server does not admit this user from this address. Nothing was changed.",
    "The database refused the connection: there is no database of this name. Nothing was changed.",
    "The database refused the connection: the user lacks a privilege (42501). Nothing was changed.",
  ]);
});
