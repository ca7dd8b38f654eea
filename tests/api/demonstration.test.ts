import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "#src/config.server.ts";
import { endMemberships } from "#src/features/membership/jobs.server.ts";
import { compose } from "#src/server/compose.server.ts";
import { membershipOf, paidBy } from "#tests/support/payments.ts";
import { PUBLIC_URL, startTestSite, type TestSite } from "#tests/support/test-site.ts";
import { NOW } from "#tests/support/town.ts";

const CHECKOUT = "/api/demonstration/checkout";

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
});
afterAll(() => site.close());

async function subscribe(email: string) {
  const person = await site.signedIn({ email });
  const paid = await site.post(CHECKOUT, { attempt: randomUUID(), outcome: "paid", email, reference: person.userId });
  expect(paid.status).toBe(200);
  const listed = await site.fetch("/api/demonstration/subscriptions", { as: person.token });
  const { subscriptions } = (await listed.json()) as { subscriptions: { id: string }[] };
  const play = (deed: string, as = person.token) =>
    site.post(`/api/demonstration/subscriptions/${subscriptions[0]?.id}/${deed}`, {}, as);
  return { ...person, play };
}

test("[PAY-07] the demonstration tells through the real webhook: paid, stopped, ended", async () => {
  const { token, play } = await subscribe("plays@example.com");
  expect(await membershipOf(site, token)).toMatchObject({ state: "active", role: "member" });
  await play("renew");
  expect(await membershipOf(site, token)).toMatchObject({ state: "active", day: "2027-01-21" });
  await play("stop");
  expect(await membershipOf(site, token)).toMatchObject({ state: "ending", day: "2027-01-21" });
  await play("end");
  expect(await membershipOf(site, token)).toMatchObject({ state: "ended", role: "user" });
  expect((await play("renew")).status).toBe(404);
});

test("[PAY-07] a card that is declined makes no member; what is no address is refused", async () => {
  const { token, email, userId } = await site.signedIn({ email: "declined@example.com" });
  expect(
    (await site.post(CHECKOUT, { attempt: randomUUID(), outcome: "failed", email, reference: userId })).status,
  ).toBe(200);
  expect(await membershipOf(site, token)).toMatchObject({ state: "incomplete", role: "user" });
  const attempt = randomUUID();
  for (const body of [
    { attempt },
    { attempt, outcome: "paid", email: "x" },
    { attempt, outcome: "free", email },
    { attempt: "1", outcome: "paid", email },
    { outcome: "paid", email },
  ])
    expect((await site.post(CHECKOUT, body)).status).toBe(422);
});

test("[PAY-07, PAY-08] an attempt that is sent again, also at once, is one subscription, one payment and one receipt", async () => {
  const { token, email, userId } = await site.signedIn({ email: "twice@example.com" });
  const body = { attempt: randomUUID(), outcome: "paid", email, reference: userId };
  const tries = await Promise.all([site.post(CHECKOUT, body), site.post(CHECKOUT, body), site.post(CHECKOUT, body)]);
  expect(tries.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await paidBy(site, userId)).toHaveLength(1);
  expect(await membershipOf(site, token)).toMatchObject({ state: "active", day: "2026-12-21" });
  const listed = await site.fetch("/api/demonstration/subscriptions", { as: token });
  expect(await listed.json()).toMatchObject({ subscriptions: [{ status: "active" }] });
  expect((await site.mails()).filter(({ to }) => to === email)).toHaveLength(1);
});

test("[PAY-07] nobody plays with another's subscription", async () => {
  const [{ play }, other] = [await subscribe("mine@example.com"), await site.signedIn({ email: "other@example.com" })];
  expect((await play("end", other.token)).status).toBe(404);
  expect((await site.fetch("/api/demonstration/subscriptions")).status).toBe(401);
});

test("[PAY-07, SAFE-03] in production there is no demonstration", async () => {
  const production = await startTestSite({ NODE_ENV: "production", NOW: "" });
  try {
    for (const path of [CHECKOUT, "/demonstration/bitcoin-cash", "/api/webhooks/stripe", "/api/webhooks/prompt-cash"])
      expect([path, (await production.post(path, { outcome: "paid", email: "a@example.com" })).status]).toEqual([
        path,
        404,
      ]);
    expect((await production.post("/api/payments/bitcoin-cash", { purpose: "membership" })).status).toBe(503);
  } finally {
    await production.close();
  }
});

test("[PAY-07] what was played ends as soon as a real service is set up", async () => {
  const { token, email } = await subscribe("played@example.com");
  expect(await membershipOf(site, token)).toMatchObject({ role: "member" });
  const config = readConfig({
    LOG_LEVEL: "silent",
    SEED: "none",
    NOW,
    PUBLIC_URL,
    STRIPE_WEBHOOK_SECRET: "whsec_real",
  });
  const real = await compose(config, site.databaseUrl, PUBLIC_URL);
  expect(await endMemberships(real.app)).toBeGreaterThan(0);
  await real.close();
  expect(await membershipOf(site, token)).toMatchObject({ state: "ended", role: "user" });
  const told = (await site.mails()).filter(({ to, subject }) => to === email && subject.includes("has ended"));
  expect(told[0]?.text).toContain("This is a demonstration");
});
