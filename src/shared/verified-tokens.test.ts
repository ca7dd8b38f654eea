import { expect, test, vi } from "vitest";
import { VerifiedTokens } from "#src/shared/verified-tokens.ts";

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 21, 12, 0, seconds));

function verifier(expiresAt: Date) {
  return vi.fn((token: string) => Promise.resolve({ sub: token, expiresAt }));
}

test("[AUTH-08] a token is verified once a minute, and again when the clock goes back", async () => {
  const tokens = new VerifiedTokens<{ sub: string; expiresAt: Date }>();
  const verify = verifier(at(3600));
  for (const seconds of [0, 1, 59]) expect((await tokens.claims("a", at(seconds), verify)).sub).toBe("a");
  expect(verify).toHaveBeenCalledTimes(1);
  await tokens.claims("a", at(60), verify);
  expect(verify).toHaveBeenCalledTimes(2);
  await tokens.claims("a", at(59), verify);
  expect(verify).toHaveBeenCalledTimes(3);
});

test("[AUTH-08] a token is not accepted after it expires, and an invalid one never", async () => {
  const tokens = new VerifiedTokens<{ sub: string; expiresAt: Date }>();
  const verify = verifier(at(10));
  await tokens.claims("a", at(0), verify);
  await tokens.claims("a", at(9), verify);
  expect(verify).toHaveBeenCalledTimes(1);
  verify.mockRejectedValue(new Error("expired"));
  await expect(tokens.claims("a", at(10), verify)).rejects.toThrow("expired");
  await expect(tokens.claims("b", at(0), verify)).rejects.toThrow("expired");
  await expect(tokens.claims("b", at(0), verify)).rejects.toThrow("expired");
});

test("the cache is bounded and evicts the oldest tokens", async () => {
  const tokens = new VerifiedTokens<{ sub: string; expiresAt: Date }>();
  const verify = verifier(at(3600));
  for (let index = 0; index <= 1000; index += 1) await tokens.claims(`token ${index}`, at(0), verify);
  await tokens.claims("token 1000", at(0), verify);
  expect(verify).toHaveBeenCalledTimes(1001);
  await tokens.claims("token 0", at(0), verify);
  expect(verify).toHaveBeenCalledTimes(1002);
});
