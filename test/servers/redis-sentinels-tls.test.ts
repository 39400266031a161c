import { describe } from "vitest";
import { nightOn, watched } from "./redis-run.ts";

describe("sentinels with TLS, and the master killed", () => {
  nightOn(watched(true));
});
