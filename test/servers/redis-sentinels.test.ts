import { describe } from "vitest";
import { nightOn, watched } from "./redis-run.ts";

describe("sentinels, and the master killed", () => {
  nightOn(watched(false));
});
