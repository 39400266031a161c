import { describe } from "vitest";
import { nightOn, watched } from "./redis-night.ts";

describe("sentinels with TLS, and the master killed", () => {
  nightOn(watched(true));
});
