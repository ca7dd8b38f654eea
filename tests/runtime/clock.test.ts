import { join } from "node:path";
import { eq } from "drizzle-orm";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { connect } from "#src/db/connect.server.ts";
import { borrowEmbeddedPostgres } from "#src/db/embedded/embedded-postgres.server.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { dayInZone } from "#src/shared/zones.server.ts";
import { authOf, cookieHeader, PASSWORD } from "#tests/support/identity.ts";
import { joinForm } from "#tests/support/join-form.ts";
import { makeMachine } from "#tests/support/machine.ts";
import { readMailFolder } from "#tests/support/mail-folder.ts";
import { newEvent } from "#tests/support/new-event.ts";
import { until } from "#tests/support/processes.ts";
import { startSiteProcess } from "#tests/support/site-process.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const [MEMBER, OTHER] = ["member@example.com", "user@example.com"];
/** One more wrong password than may be tried at once. */
const TOO_MANY = 11;

async function startTown() {
  const dataDir = await temporaryFolder();
  const machine = await makeMachine();
  const site = await startSiteProcess({ DATA_DIR: dataDir, SEED_PASSWORD: PASSWORD, ...machine.settings });
  onTestFinished(async () => void (await site.stop()));
  const { connectionString } = await borrowEmbeddedPostgres(dataDir);
  const { db, pool } = connect(connectionString, pino({ level: "silent" }));
  onTestFinished(() => pool.end());
  const get = (path: string, init: RequestInit = {}) => fetch(site.url + path, init);
  /** What a page shows, without the data that its scripts take over. */
  const shown = async (path: string) => (await (await get(path)).text()).replaceAll(/<script[\s\S]*?<\/script>/gu, "");
  const jump = (aheadMs: number) => machine.become(site, { aheadMs });
  const auth = authOf({ fetch: get });
  return {
    db,
    auth,
    get,
    jump,
    jumpTo: (moment: string) => jump(Date.parse(moment) - Date.now()),
    profile: async (token: unknown) =>
      (await get("/api/profile", { headers: { authorization: `Bearer ${String(token)}` } })).status,
    isListed: async (title: string) => (await shown("/events")).includes(title),
    shown,
    isReady: async () => (await get("/readyz")).status === 200,
    /** A form, and the mail that follows from it. */
    join: async (email: string, phone: string) => {
      const { status } = await get("/api/join", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(joinForm({ email, phone })),
      });
      expect(status).toBe(200);
      const sent = async () => (await readMailFolder(join(dataDir, "mail"))).some(({ to }) => to === email);
      await until("its mail is sent", sent);
    },
  };
}

test("the clock jumps a day ahead, and back to an hour ago: sessions go on, nobody stays locked out, days are those of the clock", async () => {
  const { auth, db, jump, profile, isListed, isReady, join: ask } = await startTown();
  // Late today, so that it is ahead now and over tomorrow.
  const day = dayInZone(new Date(), "America/New_York");
  const title = "On the day of the jump";
  await db.insert(socialEvents).values(makeEvent({ day, title, startTime: "23:59:00" }));
  await until("the event is listed", () => isListed(title));
  const session = await auth.signIn(MEMBER);
  expect(await profile(session.body["idToken"])).toBe(200);
  const cookie = cookieHeader(session.cookies);

  await jump(DAY_MS);
  expect(await profile(session.body["idToken"])).toBe(401);
  const renewed = await auth.refresh(cookie);
  expect(await profile(renewed.body["idToken"])).toBe(200);
  await until("yesterday is over", async () => !(await isListed(title)));
  await ask("tomorrow@example.com", "9045550171");
  // Both leave something behind that is a day ahead of every clock to come: a lock on guessing, and an end of sessions.
  const tries = [];
  for (let attempt = 0; attempt < TOO_MANY; attempt += 1) tries.push((await auth.signIn(OTHER, "Wrong-pass-1")).status);
  expect(tries.at(-1)).toBe(429);
  expect((await auth.signOut(cookieHeader(renewed.cookies) || cookie, true)).status).toBe(200);

  await jump(-HOUR_MS);
  expect(await profile(renewed.body["idToken"])).toBe(401);
  await until("today is today again", () => isListed(title));
  for (const email of [MEMBER, OTHER]) {
    const back = await auth.signIn(email);
    expect([email, back.status, await profile(back.body["idToken"])]).toEqual([email, 200, 200]);
    expect((await auth.refresh(cookieHeader(back.cookies))).status).toBe(200);
  }
  await ask("earlier@example.com", "9045550172");
  await until("the site is ready", isReady);
});

test("[EVT-01, DAY-10] in the hour that the clocks repeat in autumn an event goes on for as long as it takes, and is over once", async () => {
  const { auth, get, db, jumpTo, isListed, shown } = await startTown();
  // Half past midnight in New York; at 06:00 UTC its clocks go from 2:00 AM back to 1:00.
  await jumpTo("2026-11-01T04:30:00Z");
  const { body } = await auth.signIn("admin@example.com");
  const title = "Hour twice";
  const event = newEvent(title, {
    socialEventId: "2026-11-01-hour-twice",
    date: "2026-11-01",
    time: "01:30",
    length: "1 hr",
  });
  const made = await get("/api/social-events", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${String(body["idToken"])}` },
    body: JSON.stringify(event),
  });
  expect([made.status, await made.text()]).toEqual([201, expect.any(String)]);
  const [kept] = await db
    .select({ startsAt: socialEvents.startsAt })
    .from(socialEvents)
    .where(eq(socialEvents.title, title));
  expect(kept?.startsAt.toISOString()).toBe("2026-11-01T05:30:00.000Z");
  await until("the event is listed", () => isListed(title));
  const isOver = async () => (await shown("/events/2026-11-01-hour-twice")).includes("This event is over");
  // 1:20 for the second time, which the clock on the wall calls ten minutes before it begins; 1:35 is after its end.
  await jumpTo("2026-11-01T06:20:00Z");
  expect([await isListed(title), await isOver()]).toEqual([true, false]);
  await jumpTo("2026-11-01T06:35:00Z");
  await until("the event is off the list", async () => !(await isListed(title)));
  await until("its page says so", isOver);
});
