import { afterAll, beforeAll, expect, test } from "vitest";
import { joinForm } from "#tests/support/join-form.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.close());

test("[API-01] every field that does not fit is answered in a sentence", async () => {
  const admin = await site.tokenFor(["Admins"]);
  const faultsOf = async (path: string, body: unknown) => {
    const answer = await site.post(path, body, admin);
    expect(answer.status).toBe(422);
    return ((await answer.json()) as { fields: Record<string, string> }).fields;
  };
  const joined = await faultsOf("/api/join", { ...joinForm(), selectedEvents: "all" });
  expect(joined).toEqual({ selectedEvents: "This must be a list." });
  const several = [
    await faultsOf("/api/pending-join-requests", { approvals: "all" }),
    await faultsOf("/api/pending-join-requests", { type: "deleteUsers" }),
    await faultsOf("/api/join", { ...joinForm(), complete: "yes", selectedEvents: [1] }),
    await faultsOf("/api/auth/sign-up", { email: 1, password: {} }),
  ];
  for (const faults of several)
    for (const words of Object.values(faults)) {
      expect(words).toMatch(/^[A-Z].*\.?$/);
      expect(words).not.toMatch(/Invalid|expected|received/);
    }
});
