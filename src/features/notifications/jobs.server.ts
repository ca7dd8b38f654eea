import { eq, inArray, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { logChange } from "#src/db/change-log.server.ts";
import { moment } from "#src/db/instant.ts";
import { accounts, sessions } from "#src/db/tables/accounts.ts";
import { mailOutbox } from "#src/db/tables/mail.ts";
import { pushSubscriptions } from "#src/db/tables/push.ts";
import type { MailKinds } from "#src/mail/kinds.server.ts";
import type { MailContent } from "#src/mail/message.server.ts";
import { awaitsPush, isOnlyPushed, onlyPushed } from "#src/mail/pushed.server.ts";
import type { PushAddress } from "#src/ports/push/port.ts";
import { beginningOf } from "#src/shared/beginning.ts";

const BATCH = 200;
const AT_ONCE = 25;
/** Devices offline longer than this get the mail instead; offers have expired by then. */
const TTL_SECONDS = 30 * 60;
/** For push-only notifications: a turn on a court is over by then. */
const BRIEF_TTL_SECONDS = 5 * 60;
/** Time to open the notification before the mail is sent. */
const OPENED_WITHIN_MS = 10 * 60_000;
/** Phones show no more, and push services accept 4,096 bytes. */
const MOST_TEXT = 300;

type Due = { readonly id: string; readonly kind: string; readonly data: { readonly userId: string } };
type Subscription = PushAddress & { readonly id: string; readonly userId: string | null };

/** The mail as a notification: its subject, its first text, and its button's target. */
function payloadOf(id: string, { subject, blocks }: MailContent): string {
  const text = blocks.find((block) => block.kind === "text")?.text ?? "";
  const url = blocks.find((block) => block.kind === "button")?.url ?? "/";
  const body = text.length > MOST_TEXT ? `${beginningOf(text, MOST_TEXT - 1)}…` : text;
  return JSON.stringify({ id, title: subject, body, url });
}

/** Leases due notifications. If this process dies, the mails are due ten minutes later anyway. */
async function takeDue(app: App): Promise<Due[]> {
  const now = app.clock.now();
  const { rows } = await app.db.execute<Due>(sql`
    update mail_outbox set pushed_at = ${moment(now)}, due_at = ${moment(new Date(now.getTime() + OPENED_WITHIN_MS))},
      status = case when ${onlyPushed} then 'skipped' else status end,
      done_at = case when ${onlyPushed} then ${moment(now)} end
    where id in (select id from mail_outbox
      where status = 'waiting' and due_at <= ${moment(now)} and ${awaitsPush(now)}
      order by due_at limit ${BATCH} for update skip locked)
    returning id, kind, data`);
  return rows;
}

/** The signed-in browsers of these people. */
async function readBrowsers(app: App, due: readonly Due[]): Promise<Subscription[]> {
  const { id, endpoint, p256dh, auth } = pushSubscriptions;
  return app.db
    .select({ id, endpoint, p256dh, auth, userId: accounts.userId })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .innerJoin(accounts, eq(accounts.sub, sessions.sub))
    .where(
      sql`${sessions.expiresAt} > ${moment(app.clock.now())} and ${inArray(
        accounts.userId,
        due.map(({ data }) => data.userId),
      )}`,
    );
}

/** Pushes one mail to all of its recipient's browsers. False if it reached none. */
async function push(app: App, kinds: MailKinds, due: Due, to: readonly Subscription[]): Promise<boolean> {
  const content = await kinds[due.kind]?.compose(app, due.data);
  if (!content) return false;
  const payload = payloadOf(due.id, content);
  const ttl = isOnlyPushed(due.kind) ? BRIEF_TTL_SECONDS : TTL_SECONDS;
  const outcomes = await Promise.all(to.map((address) => app.push.send(address, payload, ttl)));
  const gone = to.filter((_, at) => outcomes[at] === "gone").map(({ id }) => id);
  if (gone.length > 0) await app.db.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, gone));
  return outcomes.includes("sent");
}

/** Makes the mail due now. */
async function mailInstead(app: App, { id }: Due): Promise<void> {
  await app.db.transaction(async (tx) => {
    await tx.update(mailOutbox).set({ dueAt: app.clock.now() }).where(eq(mailOutbox.id, id));
    await logChange(tx, "mail_waiting", "");
  });
}

async function pushOrMail(app: App, kinds: MailKinds, due: Due, to: readonly Subscription[]): Promise<void> {
  const isSent = await push(app, kinds, due, to).catch((error: unknown) => {
    app.log.warn({ mail: due.id, error: String(error) }, "a notification was not sent");
    return false;
  });
  if (!isSent && !isOnlyPushed(due.kind)) await mailInstead(app, due);
}

/** Sends notifications for mails whose readers allow them, and delays those mails. Returns how many were leased. */
export async function deliverPushes(app: App, kinds: MailKinds): Promise<number> {
  let count = 0;
  for (;;) {
    const taken = await takeDue(app);
    const browsers = Map.groupBy(await readBrowsers(app, taken), ({ userId }) => userId);
    const waiting = [...taken];
    const send = async () => {
      for (let due = waiting.pop(); due; due = waiting.pop())
        await pushOrMail(app, kinds, due, browsers.get(due.data.userId) ?? []);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, send));
    count += taken.length;
    if (taken.length < BATCH) return count;
  }
}
