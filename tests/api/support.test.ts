import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ ADMIN_EMAILS: "Kim@example.com, lee@example.com" });
});
afterAll(() => site.close());

const form = (changes: Record<string, unknown> = {}) => ({
  email: "ana@example.com",
  firstName: "Ana",
  lastName: "Ruiz",
  phone: "9045550142",
  sex: "female",
  message: "I left a <blue> towel at court 3.",
  formType: "support",
  ...changes,
});

const submissions = async (email: string) =>
  (await site.app.db.execute(`select form_type, data from form_submissions where email = '${email}'`)).rows;

test("[FORM-05, SAFE-10] a message is kept, every admin of the list is told, and its sender gets a receipt", async () => {
  const answer = await site.post("/api/support", form({ email: " Ana@Example.com " }));
  expect([answer.status, await answer.json()]).toEqual([200, { success: true, message: "We got your message." }]);
  expect(await submissions("ana@example.com")).toEqual([
    {
      form_type: "support",
      data: {
        firstName: "Ana",
        lastName: "Ruiz",
        phone: "9045550142",
        sex: "female",
        message: "I left a <blue> towel at court 3.",
      },
    },
  ]);
  const mails = await site.mails();
  expect(mails.map(({ to, subject }) => `${to}: ${subject}`).toSorted()).toEqual([
    "ana@example.com: We got your message to Jax Beach",
    "kim@example.com: New message to Jax Beach",
    "lee@example.com: New message to Jax Beach",
  ]);
  // What a stranger typed is read in the console; the mail leads there.
  const toKim = mails.find(({ to }) => to === "kim@example.com");
  expect(toKim?.text).toContain("http://sandbar.localhost/admin?tab=apps&app=messages");
  for (const { raw, text } of mails) expect(raw + text).not.toMatch(/towel|Ruiz|555-?0142/);
});

test("[FORM-05] phone and message may be 'blank', empty or left out", async () => {
  const { phone: _phone, message: _message, ...rest } = form({ email: "left.out@example.com" });
  const empty = form({ email: "empty@example.com", phone: "", message: " \n" });
  expect((await site.post("/api/support", empty)).status).toBe(200);
  expect(
    (await site.post("/api/support", form({ email: "b@example.com", phone: "blank", message: "blank" }))).status,
  ).toBe(200);
  expect((await site.post("/api/support", rest)).status).toBe(200);
  for (const email of ["b@example.com", "left.out@example.com", "empty@example.com"]) {
    expect(await submissions(email)).toMatchObject([{ data: { phone: "blank", message: "blank" } }]);
  }
});

test("[FORM-05] a phone number with too few digits is refused; words instead of a number are not", async () => {
  for (const phone of ["12", "555", "5-5-5"]) {
    const answer = await site.post("/api/support", form({ email: "short@example.com", phone }));
    const fields = { phone: "A phone number has 7 to 15 digits." };
    expect([answer.status, await answer.json()]).toEqual([422, expect.objectContaining({ fields })]);
  }
  expect(await submissions("short@example.com")).toEqual([]);
  expect((await site.post("/api/support", form({ email: "words@example.com", phone: "none" }))).status).toBe(200);
});

test("[FORM-05] what is missing or too long is refused in words, field by field, and nothing is kept", async () => {
  const answer = await site.post("/api/support", {
    email: "ana@",
    lastName: "x".repeat(101),
    sex: "blank",
    phone: "9".repeat(1001),
    message: "m".repeat(1001),
  });
  expect(answer.status).toBe(422);
  expect(await answer.json()).toEqual({
    error: "invalid",
    message: "There was a problem submitting the form",
    fields: {
      email: "Please enter a valid email address.",
      firstName: "First name is required.",
      lastName: "At most 100 characters.",
      sex: "Sex is required.",
      phone: "At most 1000 characters.",
      message: "At most 1000 characters.",
    },
  });
  const long = form({ email: `${"a".repeat(89)}@example.com` });
  expect((await site.post("/api/support", long)).status).toBe(422);
  expect(await submissions(long.email)).toEqual([]);
});

test("[FORM-05] a message that is sent again because its answer was lost is kept once, and nobody hears twice", async () => {
  const start = site.app.clock.now().getTime();
  const send = async (minutes: number, message: string) => {
    site.app.clock.now = () => new Date(start + minutes * 60_000);
    expect((await site.post("/api/support", form({ email: "again@example.com", message }))).status).toBe(200);
  };
  for (const minutes of [0, 1]) await send(minutes, "Is the net up?");
  expect(await submissions("again@example.com")).toHaveLength(1);
  expect((await site.mails()).filter(({ to }) => to === "again@example.com")).toHaveLength(1);
  await send(2, "Is the other net up?");
  await send(12, "Is the net up?");
  expect(await submissions("again@example.com")).toHaveLength(3);
});

test("[FORM-05] an address that writes without end is asked to wait", async () => {
  const statuses: number[] = [];
  for (let count = 0; count < 22; count += 1)
    statuses.push((await site.post("/api/support", form({ email: "often@example.com" }))).status);
  expect(statuses).toContain(429);
});
