import { describe } from "vitest";
import { nightOn, clustered } from "./redis-night.ts";

describe("a Cluster, and a master killed and started empty", () => {
  nightOn(clustered);
});
