import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { recordJoinRequest } from "#src/features/requests/commands/join-requests.server.ts";
import { makeEvent } from "#seeds/factories.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const COUNTS = "/api/admin/counts";

let site: TestSite;
let admin: string;
beforeAll(async () => {
  // With the debug panel: it must change nothing at the server.
  site = await startTestSite({ ADMIN_DEBUG: "1" });
  admin = await site.tokenFor(["Admins"]);
});
afterAll(() => site.close());

async function counts(): Promise<unknown> {
  const answer = await site.fetch(COUNTS, { as: admin });
  expect(answer.status).toBe(200);
  return answer.json();
}

test("[ADMIN-01] what waits is counted: open requests, held events, messages, photo requests, failed mails", async () => {
  const nothing = {
    pendingRequests: 0,
    heldEvents: 0,
    eventChanges: 0,
    failedMails: 0,
    proposals: 0,
    openMessages: 0,
    openReports: 0,
    unmatchedPayments: 0,
    photoRequests: 0,
  };
  expect(await counts()).toEqual(nothing);
  for (const id of ["one", "two", "three"]) {
    const asked = { id, userId: `person ${id}`, nickname: id, requestedAt: site.app.clock.now() };
    await recordJoinRequest(site.app.db, asked);
  }
  await site.post("/api/pending-join-requests/pending-requests/three/decline", {}, admin);
  await site.addEvent(makeEvent({ day: "2026-11-28", title: "Held", held: true }));
  await site.addEvent(makeEvent({ day: "2026-11-28", title: "Published" }));
  // One that an organizer refused waits for its host.
  await site.addEvent(makeEvent({ day: "2026-11-28", title: "Refused", held: true, refusedAt: new Date() }));
  for (const [id, status] of [
    ["m1", "failed"],
    ["m2", "failed"],
    ["m3", "failed"],
    ["m4", "sent"],
    ["m5", "waiting"],
  ] as const) {
    await site.app.db.execute(
      sql`insert into mail_outbox (id, key, kind, email, data, status, due_at, created_at)
          values (${id}, ${id}, 'reminder', 'a@example.com', '{}', ${status}, now(), now())`,
    );
  }
  const message = { firstName: "Kim", lastName: "Lee", sex: "female", phone: "", message: "Hi", formType: "support" };
  await site.post("/api/support", { ...message, email: "kim@example.com" });
  await site.app.db.execute(
    sql`insert into photo_requests (id, event_id, key, reason, created_at)
        select 'p1', id, 'beach', 'Me', now() from social_events where title = 'Published'`,
  );
  await site.app.db.execute(
    sql`insert into payments (id, provider, method, kind, amount_cents, provider_ref, paid_at, created_at)
        values ('paid', 'stripe', 'card', 'payment', 2000, 'ref', now(), now())`,
  );
  expect(await counts()).toEqual({
    ...nothing,
    pendingRequests: 2,
    heldEvents: 1,
    failedMails: 3,
    openMessages: 1,
    openReports: 0,
    unmatchedPayments: 1,
    photoRequests: 1,
  });
});

test("[ADMIN-01] nobody counts on for ever", async () => {
  await site.app.db.execute(
    sql`insert into chat_join_requests (id, provider_id, provider_user_id, requested_at)
        select 'many ' || n, 'r' || n, 'p' || n, now() from generate_series(1, 1005) n`,
  );
  expect(await counts()).toMatchObject({ pendingRequests: 1000 });
});

test("[ADMIN-02] the debug panel's override is nothing to the server, however it is said", async () => {
  const { token } = await site.signedIn({ email: "curious@example.com", groups: ["Members"] });
  const calls = [COUNTS, "/api/pending-join-requests?type=pendingJoinRequests", "/api/users?type=getAllUsers"];
  for (const path of calls) {
    const headers = { "x-admin-override": "on", cookie: "admin-override=on" };
    const query = `${path.includes("?") ? "&" : "?"}override=on&adminOverride=true&debug=1`;
    expect((await site.fetch(path + query, { as: token, headers })).status, path).toBe(403);
  }
  const edit = { type: "deleteUsers", userIds: ["x"], override: true, adminOverride: true };
  expect((await site.post("/api/pending-join-requests", edit, token)).status).toBe(403);
  const profile = await site.fetch("/api/profile?override=on", { as: token });
  expect(await profile.json()).toMatchObject({ role: "member" });
});
