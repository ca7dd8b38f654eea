import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));
const inRoot = { root };
// They start real databases, as the runtime tests start real sites.
const EMBEDDED = "src/db/embedded/*.test.ts";

export default defineConfig({
  test: {
    projects: [
      {
        ...inRoot,
        test: { name: "unit", include: ["{src,scripts}/**/*.test.ts"], exclude: [EMBEDDED], testTimeout: 30_000 },
      },
      {
        ...inRoot,
        test: {
          name: "api",
          include: ["tests/api/**/*.test.ts"],
          globalSetup: ["tests/support/cluster.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Two cores: more files at once only wait for one another.
          maxWorkers: 2,
        },
      },
      {
        ...inRoot,
        test: {
          name: "runtime",
          include: ["tests/runtime/**/*.test.ts", EMBEDDED],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          maxWorkers: 1,
        },
      },
      {
        ...inRoot,
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          globalSetup: ["tests/support/cluster.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
