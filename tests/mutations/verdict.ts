/** The part of vitest's JSON report that says what failed. */
type Report = {
  readonly testResults?: readonly {
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
};

// What `expect`, a page that was waited for, `until` and fast-check say. A product that cannot be loaded or started throws
// something else, and would be noticed by any test: that proves nothing.
const ASSERTED =
  /^(?:AssertionError|TimeoutError|Error: (?:Waited \d+ ms in vain|Property failed|expect|locator\.|page\.))/;

/** The first test that failed because what it asserts is not so; null when none did, whatever else went wrong. */
export function noticedBy({ testResults = [] }: Report): string | null {
  for (const { fullName, status, failureMessages } of testResults.flatMap((file) => file.assertionResults))
    if (status === "failed" && failureMessages?.some((message) => ASSERTED.test(message))) return fullName;
  return null;
}
