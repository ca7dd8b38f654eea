import { afterAll, vi } from "vitest";

// The next file runs in the same process, so it gets the real clock, environment and functions back.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
