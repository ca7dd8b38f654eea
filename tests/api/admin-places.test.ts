import { afterEach, beforeEach, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { noPlaceWords } from "#src/features/history/messages.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const EVENT = makeEvent({ day: "2026-11-28", title: "Two Places", capacity: 2 });
const RSVP = `/api/social-events/${EVENT.id}/rsvp`;

let site: TestSite;
let admin: string;
beforeEach(async () => {
  site = await startTestSite();
  admin = await site.tokenFor(["Admins"]);
  await site.addEvent(EVENT);
});
afterEach(() => site.close());

/** Three people want two places: the third waits. */
async function threeWant() {
  const people = [];
  for (const name of ["one", "two", "three"]) people.push(await site.signedIn({ email: `${name}@example.com` }));
  for (const { token } of people) {
    const headers = { "content-type": "application/json" };
    await site.fetch(RSVP, { method: "PUT", headers, body: JSON.stringify({ answer: "going" }), as: token });
  }
  const [one, two, three] = people;
  if (!one || !two || !three) throw new Error("There are three.");
  const rsvpState = async () => {
    const answer = await site.fetch(RSVP, { as: three.token });
    return (await answer.json()) as { answer: string | null; waiting: unknown; going: number; waitingCount: number };
  };
  expect(await rsvpState()).toMatchObject({ answer: null, waiting: { place: 1, of: 1 }, going: 2 });
  return { one, two, rsvpState };
}

const PROMOTED = { answer: "going", waiting: null, going: 2, waitingCount: 0 };

test("[DASH-06, ADMIN-08] the place of somebody whom an organizer deletes goes to who waits for it, and they are told", async () => {
  const { one, rsvpState } = await threeWant();
  const path = `/api/pending-join-requests/users/${one.userId}`;
  expect((await site.fetch(path, { method: "DELETE", as: admin })).status).toBe(200);
  expect(await rsvpState()).toMatchObject(PROMOTED);
  const mails = (await site.mails()).filter(({ to }) => to === "three@example.com");
  expect(mails.some(({ text }) => text.includes("Two Places"))).toBe(true);
});

test("[DASH-06, ADMIN-06] two records with a place each become one, and the other place goes to who waits", async () => {
  const { one, two, rsvpState } = await threeWant();
  const body = { sourceUserId: one.userId, targetUserId: two.userId };
  expect((await site.post("/api/users/merge", body, admin)).status).toBe(200);
  expect(await rsvpState()).toMatchObject(PROMOTED);
});

test("[DASH-06, ADMIN-12] a place that a merge gave up and somebody took stays theirs when the merge is undone", async () => {
  const { one, rsvpState } = await threeWant();
  // They said on their other record, later, that they do not come.
  const again = await site.signedIn({ email: "one.again@example.com" });
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ answer: "not_going" });
  expect((await site.fetch(RSVP, { method: "PUT", headers, body, as: again.token })).status).toBe(200);
  const request = { base: one.userId, others: [again.userId] };
  const merge = await site.post("/api/users/merge", request, admin);
  const { auditId } = (await merge.json()) as { auditId: string };
  expect(await rsvpState()).toMatchObject(PROMOTED);
  const undo = await site.fetch(`/api/admin/audit/${auditId}/undo`, { method: "POST", as: admin });
  expect(((await undo.json()) as { message: string }).message).toContain(noPlaceWords(1));
  expect(await rsvpState()).toMatchObject(PROMOTED);
  const answerOf = async (as: string) => ((await (await site.fetch(RSVP, { as })).json()) as { answer: string }).answer;
  expect([await answerOf(one.token), await answerOf(again.token)]).toEqual(["maybe", "not_going"]);
});

test("[DASH-05, ADMIN-12] who deletes their account leaves nothing of theirs in the organizers' log", async () => {
  const { token, userId } = await site.signedIn({ email: "leaver@example.com", user: { lastName: "Unforgettable" } });
  const edit = { type: "editUser", userId, fields: { nickname: "Unforgettable too" } };
  expect((await site.post("/api/pending-join-requests", edit, admin)).status).toBe(200);
  const log = async () => (await site.fetch("/api/admin/audit", { as: admin })).text();
  expect(await log()).toContain("Unforgettable");
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ confirm: "DELETE" });
  expect((await site.fetch("/api/profile", { method: "DELETE", headers, body, as: token })).status).toBe(200);
  expect(await log()).not.toContain("Unforgettable");
  expect(await log()).toContain(userId);
});
