import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { callEvent } from "#tests/support/events.ts";
import { joinForm } from "#tests/support/join-form.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
});
afterAll(() => site.close());

const BREAKS = [
  "\r\nBcc: everyone@example.com\r\n\r\nBuy now",
  "\nCc: everyone@example.com",
  "\u2028X-Odd: 1",
  "\r.\r\n",
];
const KNOWN_HEADERS = new Set(
  "from to subject message-id date mime-version content-type content-transfer-encoding list-unsubscribe list-unsubscribe-post auto-submitted".split(
    " ",
  ),
);

test("[API-01] line breaks in names, titles and messages make no header and no recipient of a mail", async () => {
  for (const [index, words] of BREAKS.entries()) {
    const host = await site.signedIn({ groups: ["Admins"], email: `host${index}@example.com` });
    const guest = await site.signedIn({ email: `guest${index}@example.com`, user: { firstName: `Ana${words}` } });
    const event = makeEvent({
      day: "2026-11-28",
      title: `Beach${words}`,
      id: `2026-11-28-hostile-${index}`,
      location: `Pier${words}`,
    });
    await site.addEvent({ ...event, hostUserId: host.userId });
    await callEvent(site, "PUT", `${event.id}/rsvp`, { as: guest.token, body: { answer: "going" } });
    await callEvent(site, "PATCH", event.id, { as: host.token, body: { time: "20:00" } });
    const form = {
      firstName: `Zoe${words}`,
      email: `zoe${index}@example.com`,
      phone: `904555330${index}`,
      message: words,
    };
    expect((await site.post("/api/join", joinForm(form))).status).toBe(200);
    const contact = { ...form, lastName: words, sex: "female", formType: "waitingList", eventId: event.id };
    expect((await site.post("/api/form-submission", contact)).status).toBe(200);
  }
  const mails = await site.mails();
  // Each of them is owed a mail at least for the place and for the change.
  expect(mails.length).toBeGreaterThanOrEqual(BREAKS.length * 2);
  expect(mails.some(({ subject }) => subject.includes("Beach"))).toBe(true);
  for (const { to, subject, headers, raw } of mails) {
    expect(to).toMatch(/^(?:host|guest|zoe)\d@example\.com$/);
    expect(subject).not.toMatch(/[\r\n\u2028]/);
    expect(Object.keys(headers).filter((name) => !KNOWN_HEADERS.has(name))).toEqual([]);
    expect(raw.slice(0, raw.indexOf("\r\n\r\n")).match(/^(?:to|cc|bcc|subject|from):/gim)).toHaveLength(3);
  }
});

test("[API-01] an address that would be several is refused wherever one is taken", async () => {
  const form = { firstName: "A", lastName: "B", sex: "male", phone: "9045550100", message: "" };
  for (const email of [
    "a,everyone@example.com",
    "x<everyone@example.com>",
    "a@example.com\r\nBcc: b@example.com",
    "a;b@example.com",
  ]) {
    const calls: readonly (readonly [path: string, body: unknown])[] = [
      ["/api/join", joinForm({ email })],
      ["/api/form-submission", { ...form, email, formType: "waitingList" }],
      ["/api/support", { ...form, email, formType: "support" }],
      ["/api/unsubscribe", { ...form, email }],
      ["/api/auth/sign-up", { email, password: "Sand-castle-7" }],
      ["/api/auth/forgot-password", { email }],
    ];
    for (const [path, body] of calls)
      expect([path, email, (await site.post(path, body)).status]).toEqual([path, email, 422]);
  }
});
