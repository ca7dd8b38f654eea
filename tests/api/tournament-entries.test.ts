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
  // The organizer is not flooded: three mails say that entries are there, the console has them all.
  const toKim = mails.filter(({ to }) => to === "kim@example.com");
  expect(toKim).toHaveLength(3);
  for (const { text } of toKim) expect(text).not.toContain("Bo, Cy, Di");
});

test("[SIDE-02, SAFE-01] a form with a captain's address takes no second place and replaces nothing: organizers read both", async () => {
  const { rows } = await site.app.db.execute<{ email: string }>(sql`select email from form_submissions limit 1`);
  const captain = rows[0]?.email.split("@")[0] ?? "";
  expect((await enter(captain, site, "Team: High Tide")).status).toBe(200);
  expect((await enter(`${captain}+2`, site, "Team: Ebb Tide")).status).toBe(200);
  const kept = await site.app.db.execute(
    sql`select data ->> 'message' as message from form_submissions where email in (${`${captain}@example.com`}, ${`${captain}+2@example.com`}) order by id`,
  );
  expect(kept.rows).toEqual([
    { message: "Team: Low Tide | Players: Bo, Cy, Di" },
    { message: "Team: High Tide" },
    { message: "Team: Ebb Tide" },
  ]);
  expect((await enter("newcomer")).status).toBe(409);
});

test("[SIDE-02] one network enters a few teams a day, so that invented ones cannot take all places", async () => {
  const strict = await startTestSite();
  const statuses = [];
  for (let team = 0; team < 7; team += 1) statuses.push((await enter(`invented${team}`, strict)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
  const other = { email: "bo@example.com", firstName: "Bo", lastName: "Lind", formType: "host-request" };
  expect((await strict.post("/api/form-submission", other)).status).toBe(200);
  await strict.close();
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

test("[FORM-06, FORM-07, SIDE-05, SAFE-10] every organizer is told which form came in, but not what it says", async () => {
  const desk = await startTestSite({ ADMIN_EMAILS: "kim@example.com" });
  for (const formType of ["host-request", "country-party", "waiting list"]) {
    const sender = { email: "bo@example.com", firstName: "Bo", lastName: "Lind", phone: "blank", sex: "male" };
    await desk.post("/api/form-submission", { ...sender, message: `About ${formType}`, formType });
  }
  const mails = (await desk.mails()).filter(({ to }) => to === "kim@example.com");
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    "Someone asks to host",
    "Someone comes to the country party",
    "Someone waits for a space",
  ]);
  for (const { raw, text } of mails) {
    expect(text).toContain("/admin?tab=apps&app=messages");
    expect(raw + text).not.toMatch(/Lind|bo@example\.com|About/);
  }
  await desk.close();
});
