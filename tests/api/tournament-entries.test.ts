import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let closed: TestSite;
beforeAll(async () => {
  [site, closed] = await Promise.all([
    startTestSite({ RATE_LIMIT_FACTOR: "1000" }),
    // A minute after midnight on the beach, on the Saturday of the tournament.
    startTestSite({ TOURNAMENT_DATE: "2026-11-28", NOW: "2026-11-28T05:01:00Z" }),
  ]);
});
afterAll(() => Promise.all([site.close(), closed.close()]));

const enter = (captain: string, on = site, message = "Team: Low Tide | Players: Bo, Cy, Di") =>
  on.post("/api/form-submission", {
    email: `${captain}@example.com`,
    firstName: "Ana",
    lastName: "Ruiz",
    phone: "9045550142",
    sex: "female",
    message,
    formType: "volleyball-tournament",
  });
const count = async () =>
  (await site.app.db.execute<{ count: number }>(sql`select count(*)::int as count from form_submissions`)).rows[0]
    ?.count;

test("[SIDE-02] 40 teams enter and no more, however many send at once; the others are told, and nothing of them is kept", async () => {
  await site.signedIn({ groups: ["Admins"], email: "kim@example.com" });
  const answers = await Promise.all(Array.from({ length: 44 }, (_, index) => enter(`captain${index}`)));
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    ...Array(40).fill(200),
    ...Array(4).fill(409),
  ]);
  const refused = answers.find(({ status }) => status === 409);
  expect(await refused?.json()).toMatchObject({ message: expect.stringContaining("All 40 entries are taken") });
  expect(await count()).toBe(40);
  const mails = await site.mails();
  expect(mails.filter(({ subject }) => subject === "Your team is in the tournament")).toHaveLength(40);
  expect(mails.filter(({ to }) => to === "kim@example.com")).toHaveLength(40);
  expect(mails.find(({ to }) => to === "kim@example.com")?.text).toContain("Players: Bo, Cy, Di");
});

test("[SIDE-02] a captain who sends the form again replaces their entry and takes no second place", async () => {
  const { rows } = await site.app.db.execute<{ email: string }>(sql`select email from form_submissions limit 1`);
  const captain = rows[0]?.email.split("@")[0] ?? "";
  expect((await enter(captain, site, "Team: High Tide")).status).toBe(200);
  expect(await count()).toBe(40);
  const kept = await site.app.db.execute(
    sql`select data ->> 'message' as message from form_submissions where email = ${`${captain}@example.com`}`,
  );
  expect(kept.rows).toEqual([{ message: "Team: High Tide" }]);
});

test("[SIDE-02] sign-up closes on the Friday before the tournament at 11:59pm, Eastern time", async () => {
  const late = await enter("late", closed);
  expect([late.status, await late.json()]).toMatchObject([
    409,
    { message: "Sign-up closed on Friday at 11:59pm, so your team could not be added." },
  ]);
  const open = await startTestSite({ TOURNAMENT_DATE: "2026-11-28", NOW: "2026-11-28T04:59:00Z" });
  expect((await enter("in-time", open)).status).toBe(200);
  await open.close();
});

test("[FORM-06, FORM-07, SIDE-05] what people send with the smaller forms reaches every organiser, in words", async () => {
  for (const [formType, subject] of [
    ["host-request", "Bo Lind asks to host"],
    ["country-party", "Bo Lind comes to the country party"],
    ["waiting list", "Bo Lind waits for a place"],
  ] as const) {
    const before = (await site.mails()).length;
    await site.post("/api/form-submission", {
      email: "bo@example.com",
      firstName: "Bo",
      lastName: "Lind",
      phone: "blank",
      message: `About ${formType}`,
      formType,
    });
    const mails = (await site.mails()).slice(before);
    const [mail] = mails.filter(({ to }) => to === "kim@example.com");
    expect(mail?.subject).toBe(subject);
    expect(mail?.text).toContain(`About ${formType}`);
    expect(mail?.text).toContain("bo@example.com");
  }
});
