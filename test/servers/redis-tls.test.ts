import { describe } from "vitest";
import { nightOn, secure } from "./redis-run.ts";

describe("TLS, killed and restarted empty", () => {
  nightOn(secure);
});
