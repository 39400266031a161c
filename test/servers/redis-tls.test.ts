import { describe } from "vitest";
import { nightOn, secure } from "./redis-night.ts";

describe("TLS, killed and restarted empty", () => {
  nightOn(secure);
});
