import { afterAll, beforeAll, expect, test } from "vitest";
import { VendorError } from "#tests/fakes/cognito/fake-pool.ts";
import { type CognitoSite, enter, startCognitoSite, stubAdministrator } from "#tests/support/cognito-site.ts";

let site: CognitoSite;
beforeAll(async () => {
  site = await startCognitoSite();
  stubAdministrator(site.fake.pool.administrator);
});
afterAll(() => site.close());

test("[DESK-01, AUTH-08] a hand-over of which the pool did the first half is in both logs, and ends when it is tried again", async () => {
  const [boss, ana] = [await enter(site, "boss@example.com"), await enter(site, "ana@example.com")];
  await site.app.identity.setGroup("boss@example.com", "Admins", true);
  const hand = () => site.post("/api/admin/roles/hand-over", { email: "ana@example.com" }, boss.token);
  const mayRead = async (as: string) => (await site.fetch("/api/admin/roles", { as })).status;
  const logged = async (as: string) => {
    const log = (await (await site.fetch("/api/admin/audit", { as })).json()) as { entries: { action: string }[] };
    return log.entries.map(({ action }) => action);
  };
  site.fake.refusals.set("AdminRemoveUserFromGroup", new VendorError("TooManyRequestsException", "Too many requests"));
  expect((await hand()).status).toBe(503);
  const groups = [...site.fake.pool.users.values()].map((user) => [user.email, [...user.groups]]);
  expect(Object.fromEntries(groups)).toEqual({ "boss@example.com": ["Admins"], "ana@example.com": ["Admins"] });
  expect(await logged(boss.token)).toEqual(["role_granted"]);
  const mails = (await site.mails()).filter(({ to }) => to === "ana@example.com");
  expect(mails.some(({ text }) => text.includes("added to Organizer"))).toBe(true);
  expect([await mayRead(ana.token), await mayRead(boss.token)]).toEqual([200, 200]);

  site.fake.refusals.clear();
  expect((await hand()).status).toBe(200);
  expect(await logged(ana.token)).toEqual(["role_revoked", "role_granted"]);
  expect(await mayRead(boss.token)).toBe(403);
});
