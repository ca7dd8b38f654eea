import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { keepRetention } from "#src/features/privacy/jobs.server.ts";
import { recordJoinRequest } from "#src/features/requests/commands/join-requests.server.ts";
import { plantPerson } from "#tests/support/planted-person.ts";
import { columnsWithPlants, EMAIL, FIRST, LAST, NICK, PHONE } from "#tests/support/planted-words.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let organizer: string;
beforeEach(async () => {
  site = await startTestSite();
  organizer = await site.tokenFor(["Admins"]);
});
afterEach(() => site.close());

const JSON_TYPE = { "content-type": "application/json" };
const rows = async (statement: ReturnType<typeof sql>) => (await site.app.db.execute(statement)).rows;
const log = () => rows(sql`select action, before, after from audit_log order by id`);

/** A declined request, a message that is done and open again, and a mail that was sent again. */
async function plantActions() {
  const at = site.app.clock.now();
  await recordJoinRequest(site.app.db, { id: "p", userId: "gm", nickname: NICK, phone: PHONE, requestedAt: at });
  await rows(sql`insert into form_submissions (id, form_type, email, data, created_at)
    values ('form', 'support', ${EMAIL}, '{}', ${at.toISOString()})`);
  await rows(sql`insert into mail_outbox (id, key, kind, email, data, status, due_at, created_at, done_at, last_error)
    values ('mail', 'mail', 'x', ${EMAIL}, '{}', 'failed', now(), now(), now(), ${`550 5.1.1 <${EMAIL}>`})`);
  const mark = (done: boolean) =>
    site.fetch("/api/admin/messages/form/done", {
      method: "PUT",
      headers: JSON_TYPE,
      body: JSON.stringify({ done }),
      as: organizer,
    });
  const did = [
    await site.post("/api/pending-join-requests/pending-requests/p/decline", {}, organizer),
    await mark(true),
    await mark(false),
    await site.post("/api/admin/outbox/mail/retry", {}, organizer),
  ];
  expect(did.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
}

/** Retention, once the rows that the entries are about are old enough. */
async function keepAfterYears() {
  const past = new Date(site.app.clock.now().getTime() - 800 * 86_400_000).toISOString();
  await rows(sql`update chat_join_requests set requested_at = ${past}`);
  await rows(sql`update form_submissions set created_at = ${past}`);
  await rows(sql`update mail_outbox set done_at = ${past}`);
  await rows(sql`update audit_log set created_at = created_at - interval '1 hour'`);
  // What says something about a row may go a day after it.
  await keepRetention(site.app);
  await keepRetention(site.app);
  expect(await rows(sql`select from chat_join_requests`)).toEqual([]);
}

test("[SAFE-14, ADMIN-12] the log says what was done with a request, a message and a mail without addresses and numbers", async () => {
  await plantActions();
  expect(await log()).toEqual([
    { action: "request_declined", before: { nickname: NICK }, after: null },
    { action: "message_done", before: { kind: "support" }, after: null },
    { action: "message_reopened", before: { kind: "support" }, after: null },
    { action: "mail_retried", before: { status: "failed", kind: "x" }, after: { status: "waiting" } },
  ]);
});

test("[SAFE-14, SAFE-15] entries about a row forget it with the row, those of earlier releases too", async () => {
  await plantActions();
  await rows(sql`update audit_log set before = ${JSON.stringify({ nickname: NICK, email: EMAIL, phone: PHONE })}`);
  await keepRetention(site.app);
  expect((await log()).map(({ before }) => before)).not.toContain(null);
  await keepAfterYears();
  expect((await log()).map(({ before }) => before)).toEqual([null, null, null, null]);
});

test.each(["its owner", "an organizer"])(
  "[SAFE-14] deleted by %s after retention: the log forgets their address, number and name wherever it has them",
  async (by) => {
    const { token, userId } = await plantPerson(site);
    await rows(
      sql`update users set status = 'approved', approved_name = ${`${FIRST} ${LAST}`} where user_id = ${userId}`,
    );
    await rows(sql`delete from audit_log`);
    const says = { who: `${FIRST} ${LAST}`, email: EMAIL, lastError: `550 5.1.1 <${EMAIL}>`, phone: PHONE };
    await rows(sql`insert into audit_log (id, actor_sub, actor_email, action, subject_ids, before, after, created_at)
      values ('1', 'o', 'o@example.com', 'guests_written', array['an event'], ${JSON.stringify(says)}::jsonb, null, now()),
        ('2', 'o', 'o@example.com', 'users_exported', '{}', null, ${JSON.stringify({ search: says.who })}, now()),
        ('3', 'o', 'o@example.com', 'user_edited', array['sam'], '{"firstName":"Sam"}', '{"phone":"9045550001"}', now())`);
    await keepAfterYears();
    const erased =
      by === "its owner"
        ? await site.fetch("/api/profile", {
            method: "DELETE",
            headers: JSON_TYPE,
            body: '{"confirm":"DELETE"}',
            as: token,
          })
        : await site.fetch(`/api/pending-join-requests/users/${userId}`, { method: "DELETE", as: organizer });
    expect(erased.status).toBe(200);
    expect(await columnsWithPlants(site.app.db)).toEqual([]);
    const [first, second, third] = await rows(
      sql`select before, after from audit_log where id in ('1', '2', '3') order by id`,
    );
    const gone = "Former member";
    expect(first?.["before"]).toEqual({ who: gone, email: gone, lastError: `550 5.1.1 <${gone}>`, phone: gone });
    expect(second?.["after"]).toEqual({ search: gone });
    expect(third).toMatchObject({ before: { firstName: "Sam" }, after: { phone: "9045550001" } });
  },
);
