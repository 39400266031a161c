import { describe } from "vitest";
import { nightsOfChange } from "./clock-changes.ts";

describe("one database", () => {
  nightsOfChange(false);
});
