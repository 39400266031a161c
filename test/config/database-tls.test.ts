import { expect, test } from "vitest";
import { databasePlace } from "../../src/config/environment.ts";

const address = "postgres://rollcall:secret@db.example.com:5432/rollcall";
const placeOf = (query: string): string | undefined => databasePlace({ DATABASE_URL: `${address}?${query}` })?.url;

test("checks certificate and host name for every mode that asks for TLS", () => {
  for (const mode of ["require", "verify-ca", "verify-full"]) expect(placeOf(`sslmode=${mode}`)).toBe(`${address}?sslmode=verify-full`);
  for (const mode of ["disable", "no-verify"]) expect(placeOf(`sslmode=${mode}`)).toBe(`${address}?sslmode=${mode}`);
  expect(databasePlace({ DATABASE_URL: address })?.url).toBe(address);
});

test("refuses modes that may leave the connection unencrypted, and certificates that cannot be read, without the password", () => {
  const said = (query: string): string => {
    try {
      placeOf(query);
    } catch (error) {
      return error instanceof Error ? error.message : "";
    }
    return "";
  };
  for (const mode of ["prefer", "allow", "yes"])
    expect(said(`sslmode=${mode}`)).toBe(`DATABASE_URL has sslmode=${mode}, which is not supported. Nothing was done.`);
  for (const name of ["sslrootcert", "sslcert", "sslkey"]) {
    const message = said(`sslmode=verify-full&${name}=/nowhere/file.pem`);
    expect(message).toBe(`DATABASE_URL sets ${name} to /nowhere/file.pem, which cannot be read. Nothing was done.`);
    expect(message).not.toContain("secret");
  }
});
