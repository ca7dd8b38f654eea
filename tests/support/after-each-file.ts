import { afterAll, vi } from "vitest";

// The next file runs in the same process: it has the machine's own clock, environment and functions again.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
