import { describe } from "vitest";
import { nightOn, secure } from "./redis-night.ts";

describe("TLS, killed and started empty", () => {
  nightOn(secure);
});
