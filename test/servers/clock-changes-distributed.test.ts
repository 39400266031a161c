import { describe } from "vitest";
import { nightsOfChange } from "./clock-changes.ts";

describe("distributed", () => {
  nightsOfChange(true);
});
