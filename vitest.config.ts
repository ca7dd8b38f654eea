import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// As the site itself is started.
const execArgv = ["--import", new URL("scripts/lib/quick-imports.mjs", import.meta.url).href];
const root = fileURLToPath(new URL(".", import.meta.url));
// The graphql package is there twice, for bundlers and for Node; the libraries that use it run in Node.
const inRoot = { root, resolve: { alias: [{ find: /^graphql$/, replacement: "graphql/index.js" }] } };
// They start real databases, as the runtime tests start real sites.
const EMBEDDED = "src/db/embedded/*.test.ts";
// What every adapter of a port must do, over a database like those of the API's tests.
const CONTRACTS = "tests/contracts/*.test.ts";
// Ends a test that hangs. It measures no speed: one that starts fourteen processes takes five minutes on busy cores.
const HANGS_MS = 900_000;
// As patient as a test that waits for a page: on busy cores everything takes many times as long.
const patience = { testTimeout: HANGS_MS, expect: { poll: { timeout: 60_000 } } };
// Workers keep their process for all their files: loading modules again for each took 22 % of the API tests. Each file has
// its own site and database, and what it changed in the process is restored after it.
const sharedProcess = { isolate: false, setupFiles: ["tests/support/after-each-file.ts"] };

export default defineConfig({
  test: {
    projects: [
      {
        ...inRoot,
        test: {
          name: "unit",
          include: ["{src,scripts}/**/*.test.ts", "tests/failover/*.test.ts"],
          exclude: [EMBEDDED, CONTRACTS],
          ...sharedProcess,
          execArgv,
          ...patience,
          maxWorkers: 2,
        },
      },
      {
        ...inRoot,
        test: {
          name: "api",
          include: ["tests/api/**/*.test.ts", CONTRACTS],
          globalSetup: ["tests/support/cluster.ts"],
          ...sharedProcess,
          execArgv,
          ...patience,
          hookTimeout: HANGS_MS,
          // Two cores: more files at once only wait for one another.
          maxWorkers: 2,
        },
      },
      {
        ...inRoot,
        test: {
          // Services elsewhere as others emulate them, asked by adapters and by the built site; their packages are in
          // tests/emulators, apart.
          name: "emulators",
          include: ["tests/second-opinion/**/*.test.ts"],
          globalSetup: ["tests/support/cluster.ts"],
          execArgv,
          ...patience,
          hookTimeout: HANGS_MS,
          maxWorkers: 1,
        },
      },
      {
        ...inRoot,
        test: {
          name: "runtime",
          include: ["tests/runtime/**/*.test.ts", EMBEDDED],
          execArgv,
          ...patience,
          hookTimeout: HANGS_MS,
          maxWorkers: 2,
        },
      },
      {
        ...inRoot,
        test: {
          // The journeys in other browsers, which `npm run test:browsers` looks for first.
          name: "browsers",
          include: ["tests/browsers/*.test.ts"],
          globalSetup: ["tests/support/cluster.ts"],
          ...sharedProcess,
          execArgv,
          ...patience,
          hookTimeout: HANGS_MS,
          maxWorkers: 1,
        },
      },
      {
        ...inRoot,
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          globalSetup: ["tests/support/cluster.ts"],
          ...sharedProcess,
          execArgv,
          ...patience,
          hookTimeout: HANGS_MS,
          maxWorkers: 2,
        },
      },
    ],
  },
});
