import { describe } from "vitest";
import { nightOn, watched } from "./redis-night.ts";

describe("sentinels, and the master killed", () => {
  nightOn(watched(false));
});
