import type { Reporter, TestCase } from "vitest/node";

/**
 * Names, at the end of a run, the tests that passed only at their second attempt. A browser on a busy machine may be late
 * for once, and such a test is let pass; but it is said, so that one that is late often is mended.
 */
export default class SecondAttempts implements Reporter {
  readonly #late: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#late.push(`${test.module.relativeModuleId} > ${test.fullName}`);
  }

  onTestRunEnd(): void {
    if (this.#late.length === 0) return;
    process.stdout.write(`\n${this.#late.length} passed at the second attempt only:\n  ${this.#late.join("\n  ")}\n`);
  }
}
