import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { formSubmissions } from "#src/db/tables/form-submissions.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let eventId: string;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "2" });
  eventId = (await site.addEvent(makeEvent({ day: "2026-11-28", capacity: 0, costCents: 800 }))).id;
});
afterAll(() => site.close());

const FORM = {
  email: " Ana.Ruiz@Example.com",
  firstName: "Ana",
  lastName: "Ruiz",
  phone: "904-555-0142",
  sex: "female",
  message: "A place for two, please",
  formType: "waiting list",
};
const send = (answers: Record<string, unknown> = {}) => site.post("/api/form-submission", { ...FORM, ...answers });
const kept = () => site.app.db.select().from(formSubmissions);

test("[FORM-07, P4] the waiting list's form is kept and says what happens next; the mail's link is the place in line", async () => {
  const answer = await send({ eventId });
  const said = (await answer.json()) as { success: boolean; message: string };
  expect([answer.status, said.success]).toEqual([200, true]);
  expect(said.message).toContain("Open the link in the email we just sent, and you’re in line.");
  const [row, ...others] = await kept();
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    email: "ana.ruiz@example.com",
    formType: "waiting list",
    data: {
      firstName: "Ana",
      lastName: "Ruiz",
      phone: "904-555-0142",
      sex: "female",
      message: "A place for two, please",
      eventId,
    },
  });
  const mails = await site.mails();
  expect(mails.map(({ to }) => to)).toEqual(["ana.ruiz@example.com"]);
  const token = /\/place#([\w-]+)/.exec(mails[0]?.text ?? "")?.[1];
  // It repeats nothing that somebody typed, and whose address it is can stop it.
  expect(mails[0]?.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
  expect(mails[0]?.raw).not.toMatch(/place for two|0142/);
  const place = await site.fetch("/api/place", {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token, answer: "going" }),
  });
  expect(await place.json()).toMatchObject({ state: "waiting", waiting: { place: 1, of: 1 } });
});

test("[FORM-07, API-01] another form says what happens next to it; names, phone, sex and message may be missing", async () => {
  const answer = await site.post("/api/form-submission", {
    email: "ben@example.com",
    formType: "holiday",
    role: "admin",
  });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({
    success: true,
    message: "Thank you, we got your message. Someone from the group will read it and write back to you.",
  });
});

test("[FORM-06, FORM-07, API-01] what cannot be used is refused in words, field by field, and nothing is kept", async () => {
  const before = (await kept()).length;
  for (const [field, value, words] of [
    ["email", "", "Email is required."],
    ["email", undefined, "Email is required."],
    ["email", "ana", "Please enter a valid email address."],
    ["lastName", 4, "This must be text."],
    ["formType", " ", "The form type is required."],
    ["formType", "report", "Reports are sent to /api/reports."],
    ["formType", "REPORT", "Reports are sent to /api/reports."],
    ["formType", "Re port", "Reports are sent to /api/reports."],
    ["formType", "ｒｅｐｏｒｔ", "Reports are sent to /api/reports."],
    ["phone", "12", "A phone number has 7 to 15 digits."],
    ["phone", "555", "A phone number has 7 to 15 digits."],
    ["message", "\0", "This contains an unsupported character."],
    ["eventId", "2026-11-28-none", "Event not found for this URL"],
  ] as const) {
    const answer = await send({ email: "cem@example.com", [field]: value });
    const said = (await answer.json()) as { message: string; fields: Record<string, string> };
    expect([answer.status, said.fields[field]]).toEqual([422, words]);
    expect(said.message).toMatch(/^[A-Z].+\.$/);
  }
  expect(await kept()).toHaveLength(before);
});

test("[FORM-06] each field takes as much as it may have, and not one character more", async () => {
  const limits = { email: 100, firstName: 100, lastName: 100, phone: 1000, sex: 6, message: 1500, formType: 100 };
  const filled = (field: string, length: number) => (field === "email" ? "@example.com" : "").padStart(length, "1");
  for (const [field, most] of Object.entries(limits)) {
    expect([field, (await send({ [field]: filled(field, most) })).status]).toEqual([field, 200]);
    const answer = await send({ [field]: filled(field, most + 1) });
    const { fields } = (await answer.json()) as { fields: Record<string, string> };
    expect([field, answer.status, fields]).toEqual([field, 422, { [field]: `At most ${most} characters.` }]);
  }
});

test("[FORM-06] nobody is on the party's list without a name, a sex and a phone; other forms may leave them out", async () => {
  const entry = { email: "dora@example.com", formType: "country-party", message: "RSVP for the Country Party" };
  for (const [empty, formType] of [
    [undefined, entry.formType],
    ["", entry.formType],
    [" ", "Country Party"],
  ]) {
    const none = { firstName: empty, lastName: empty, sex: empty, phone: empty };
    const answer = await site.post("/api/form-submission", { ...entry, ...none, formType });
    expect([answer.status, await answer.json()]).toEqual([
      422,
      expect.objectContaining({
        fields: {
          firstName: "First name is required.",
          lastName: "Last name is required.",
          sex: "Sex is required.",
          phone: "Phone number is required.",
        },
      }),
    ]);
  }
  expect((await kept()).some(({ email }) => email === entry.email)).toBe(false);
  expect((await send(entry)).status).toBe(200);
});

test("[FORM-07] an event for close friends is not told to those who ask by its id", async () => {
  const secret = makeEvent({ day: "2026-11-28", title: "Secret", generalPublic: false });
  await site.addEvent(secret);
  expect((await send({ eventId: secret.id })).status).toBe(422);
});

test("[FORM-07, API-01] one sender cannot send forms without end", async () => {
  let last = 200;
  for (let turn = 0; turn < 60 && last === 200; turn += 1)
    last = (await send({ email: `other${turn}@example.com` })).status;
  expect(last).toBe(429);
});
