import { describe } from "vitest";
import { nightOn, clustered } from "./redis-run.ts";

describe("a Cluster, and a master killed and restarted empty", () => {
  nightOn(clustered);
});
