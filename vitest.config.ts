import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Child processes and databases start slowly on a busy machine; nothing here measures time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Two cores: more workers than that only make each other slow.
    maxWorkers: 2,
    pool: "forks",
  },
});
