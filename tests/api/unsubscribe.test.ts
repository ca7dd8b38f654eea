import { afterAll, beforeAll, expect, test } from "vitest";
import { joinMails } from "#src/features/join/mails.server.ts";
import { mailKinds } from "#src/mail/kinds.server.ts";
import { enqueueMails } from "#src/mail/outbox.server.ts";
import { joinForm } from "#tests/support/join-form.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.close());

const form = (email: string) => ({
  email,
  firstName: "Ana",
  lastName: "Ruiz",
  message: "UNSUBSCRIBE | too many bonfires | phone: 9045550142",
  formType: "unsubscribe",
});

const RECEIPT = "We got your request to join Jax Beach";
const PAID = "Your payment is here";

const testMails = mailKinds({
  test_reminder: async () => ({
    subject: "Tomorrow",
    blocks: [{ kind: "text", text: "Bring <b>water</b>" }],
    list: "reminders",
    why: "You said you would come.",
  }),
  test_payment: async () => ({
    subject: PAID,
    blocks: [{ kind: "text", text: "Thank you" }],
    list: null,
    why: "You paid.",
  }),
});

let owed = 0;
/** Owes an address a reminder, the receipt of a form, and of a payment; returns the subjects of what then arrives. */
async function arrivesAt(email: string): Promise<string[]> {
  owed += 1;
  const before = (await site.mails()).length;
  await site.app.db.transaction((tx) =>
    enqueueMails(
      tx,
      [
        testMails.test_reminder.owed(`${owed}`, email, {}),
        joinMails.join_received.owed(`${owed}`, email, {}),
        testMails.test_payment.owed(`${owed}`, email, {}),
      ],
      site.app.clock.now(),
    ),
  );
  const mails = await site.mails(testMails);
  return mails
    .slice(before)
    .map(({ subject }) => subject)
    .toSorted();
}

const THANKS = "Thanks, we received your request to unsubscribe.";
const CONFIRM = "Unsubscribe from Jax Beach?";
const answerOf = async (sent: Promise<Response>) => {
  const answer = await sent;
  return [answer.status, await answer.json()];
};

test("[FORM-01, FORM-04, SAFE-01] the form of a stranger stops nothing: a mail asks the owner of the address, whose press does", async () => {
  const owner = await site.signedIn({ email: "owner@example.com" });
  const profile = async () => (await site.fetch("/api/profile", { as: owner.token })).json();
  const before = await profile();
  const { token } = await site.signedIn({ email: "stranger@example.com" });
  for (const as of [undefined, token])
    expect(await answerOf(site.post("/api/unsubscribe", form("Owner@Example.com"), as))).toEqual([
      200,
      { success: true, message: THANKS, stopped: false, mailed: true },
    ]);
  const [mail, ...more] = (await site.mails()).filter(({ to }) => to === "owner@example.com");
  expect([mail?.subject, more.map(({ subject }) => subject)]).toEqual([CONFIRM, [CONFIRM]]);
  // None of the sender's words.
  expect(`${mail?.text}${mail?.html}`).not.toMatch(/Ana|Ruiz|bonfires|0142/);
  expect(await profile()).toEqual(before);
  expect(await arrivesAt("owner@example.com")).toEqual(["Tomorrow", RECEIPT, PAID]);

  const [link = ""] = /http:\/\/sandbar\.localhost\/u\/[\w-]{20,}/.exec(mail?.text ?? "") ?? [];
  expect((await site.fetch(new URL(link).pathname, { method: "POST" })).status).toBe(200);
  expect(await profile()).toMatchObject({ notifications: { unsubscribed: true } });
  expect(await arrivesAt("owner@example.com")).toEqual([PAID]);
});

test("[FORM-01, FORM-04] the form stops mail to one's own address at once, but not receipts of payments, and keeps what was said", async () => {
  const { token } = await site.signedIn({ email: "ana@example.com" });
  expect(await arrivesAt("ana@example.com")).toEqual(["Tomorrow", RECEIPT, PAID]);
  expect(await answerOf(site.post("/api/unsubscribe", form(" Ana@Example.com "), token))).toEqual([
    200,
    { success: true, message: THANKS, stopped: true, mailed: false },
  ]);
  expect(await arrivesAt("ana@example.com")).toEqual([PAID]);
  expect(await arrivesAt("somebody.else@example.com")).toEqual(["Tomorrow", RECEIPT, PAID]);
  const { rows } = await site.app.db.execute(
    "select email, form_type, data from form_submissions where email = 'ana@example.com'",
  );
  expect(rows).toEqual([
    {
      email: "ana@example.com",
      form_type: "unsubscribe",
      data: { firstName: "Ana", lastName: "Ruiz", message: "UNSUBSCRIBE | too many bonfires | phone: 9045550142" },
    },
  ]);
});

test("[FORM-01] what is missing or too long is refused in words, field by field", async () => {
  const answer = await site.post("/api/unsubscribe", {
    email: "ana@",
    lastName: "x".repeat(101),
    message: "UNSUBSCRIBE",
  });
  expect(answer.status).toBe(422);
  expect(await answer.json()).toEqual({
    error: "invalid",
    message: "All fields are required unless specified",
    fields: {
      email: "Please enter a valid email address.",
      firstName: "First name is required.",
      lastName: "At most 100 characters.",
    },
  });
});

test("[FORM-04] every mail that can be stopped carries the one-click link, which stops it without anything else", async () => {
  await arrivesAt("click@example.com");
  const mails = (await site.mails()).filter(({ to }) => to === "click@example.com");
  const reminder = mails.find(({ subject }) => subject === "Tomorrow");
  const payment = mails.find(({ subject }) => subject === PAID);
  expect(reminder?.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
  const link =
    /^<(http:\/\/sandbar\.localhost\/u\/[\w-]{20,})>$/.exec(reminder?.headers["list-unsubscribe"] ?? "")?.[1] ?? "";
  expect(reminder?.text).toContain(link);
  expect(reminder?.html).toContain("Bring &lt;b&gt;water&lt;/b&gt;");
  expect(payment?.headers["list-unsubscribe"]).toBeUndefined();

  const click = () =>
    site.fetch(new URL(link).pathname, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "List-Unsubscribe=One-Click",
    });
  // To look at the link changes nothing.
  await site.fetch(new URL(link).pathname);
  expect(await arrivesAt("click@example.com")).toEqual(["Tomorrow", RECEIPT, PAID]);
  expect([(await click()).status, (await click()).status]).toEqual([200, 200]);
  expect(await arrivesAt("click@example.com")).toEqual([PAID]);
  expect((await site.fetch("/u/nobodys-token", { method: "POST" })).status).toBe(404);
});

test("a completed join form is confirmed by one mail, however often it is sent", async () => {
  const sent = joinForm({ email: "Once@Example.com", firstName: "Ona" });
  await Promise.all([site.post("/api/join", sent), site.post("/api/join", sent)]);
  await site.post("/api/join", sent);
  const mails = (await site.mails()).filter(({ to }) => to === "once@example.com");
  expect(mails.map(({ subject, text }) => [subject, /ona/i.test(text)])).toEqual([[RECEIPT, false]]);
});
