import { setTimeout as delay } from "node:timers/promises";
import { eq, inArray, type SQL, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { mailOutbox } from "#src/db/tables/mail.ts";
import type { MailKinds, MailLane } from "#src/mail/kinds.server.ts";
import { composeBody, type MailContent } from "#src/mail/message.server.ts";
import { getMailPreferences, wantsMail } from "#src/mail/preferences.server.ts";
import { awaitsPush, isOnlyPushed } from "#src/mail/pushed.server.ts";
import { MailRefused } from "#src/ports/mailer/port.ts";
import { RETRY_MINUTES } from "#src/shared/retry-delays.ts";

type OutboxRow = typeof mailOutbox.$inferSelect;
type Outcome = Partial<Pick<OutboxRow, "status" | "lastError" | "dueAt" | "doneAt" | "data">>;

/** Batch size. A sender sends its batch in less than the lease, even if each mail hits its time limit. */
const BATCH = 4;
/** Lease in milliseconds; after it expires, another process retries the mail. */
const LEASE_MS = 5 * 60_000;

/** Concurrent senders per lane. */
export const SENDERS: Readonly<Record<MailLane, number>> = { urgent: 2, normal: 4, announcements: 2 };
/** Pause of each sender after a mail. Two senders send at most 400 announcements a minute, which keeps pages fast. */
const PAUSE_MS: Readonly<Partial<Record<MailLane, number>>> = { announcements: 300 };
/** Connections of the SMTP pool: one per sender, so that no lane waits for another. */
export const MAIL_CONNECTIONS = Object.values(SENDERS).reduce((sum, senders) => sum + senders);

/** Sends due mails. Safe to run in several processes: each mail is leased to one. Returns how many were processed. */
export async function deliverMails(app: App, kinds: MailKinds): Promise<number> {
  return sendWhile(app, kinds, sql`true`, async () => false);
}

/** Sends this lane's due mails concurrently. Ends early when the signal aborts. */
export async function deliverLane(app: App, kinds: MailKinds, lane: MailLane, signal: AbortSignal): Promise<number> {
  const named = Object.values(kinds).filter((kind) =>
    lane === "normal" ? kind.lane !== "normal" : kind.lane === lane,
  );
  const isNamed = sql`${mailOutbox.kind} = any(${sql.param(named.map(({ name }) => name))}::text[])`;
  // The normal lane also sends kinds that this release does not know.
  const ours = lane === "normal" ? sql`not (${isNamed})` : isNamed;
  const pause = async () => {
    const ms = PAUSE_MS[lane];
    if (ms !== undefined) await delay(ms, undefined, { signal }).catch(() => undefined);
    return signal.aborted;
  };
  const senders = Array.from({ length: SENDERS[lane] }, () => sendWhile(app, kinds, ours, pause));
  return (await Promise.all(senders)).reduce((sum, count) => sum + count);
}

/** Sends until nothing is due. Calls `pause` after each mail; once it returns true, finishes the leased batch and ends. */
async function sendWhile(app: App, kinds: MailKinds, ours: SQL, pause: () => Promise<boolean>): Promise<number> {
  let count = 0;
  let isOver = false;
  for (;;) {
    const taken = await takeDue(app, ours);
    for (const row of taken) {
      const outcome = await deliver(app, kinds, row);
      await app.db.update(mailOutbox).set(outcome).where(eq(mailOutbox.id, row.id));
      isOver = await pause();
    }
    count += taken.length;
    if (isOver || taken.length < BATCH) return count;
  }
}

async function takeDue(app: App, ours: SQL): Promise<OutboxRow[]> {
  const now = app.clock.now();
  const due = app.db
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(
      sql`${mailOutbox.status} = 'waiting' and ${mailOutbox.dueAt} <= ${now.toISOString()}::timestamptz and ${ours}
        and not ${awaitsPush(now)}`,
    )
    .orderBy(mailOutbox.dueAt)
    .limit(BATCH)
    .for("update", { skipLocked: true });
  return app.db
    .update(mailOutbox)
    .set({ dueAt: new Date(now.getTime() + LEASE_MS), attempts: sql`${mailOutbox.attempts} + 1` })
    .where(inArray(mailOutbox.id, due))
    .returning();
}

/** The renderer's data, with the row's address: it may have changed since the mail was queued. */
const dataOf = ({ data }: OutboxRow) => (typeof data === "object" ? data : {});

async function deliver(app: App, kinds: MailKinds, row: OutboxRow): Promise<Outcome> {
  try {
    const kind = kinds[row.kind];
    if (!kind) throw new Error(`Nothing composes mails of the kind '${row.kind}'.`);
    const content = isOnlyPushed(row.kind) ? null : await kind.compose(app, { ...dataOf(row), email: row.email });
    const unsubscribeUrl = content && (await unsubscribeUrlFor(app, row.email, content));
    if (!content || unsubscribeUrl === false) return { status: "skipped", doneAt: app.clock.now(), lastError: "" };
    await sendMail(app, row, content, unsubscribeUrl);
    // The data is no longer needed and may contain a code.
    return { status: "sent", doneAt: app.clock.now(), lastError: "", data: {} };
  } catch (error) {
    const lastError = error instanceof Error ? error.message : String(error);
    // After the last attempt the mail is marked failed and shown to organizers.
    const wait = error instanceof MailRefused ? undefined : RETRY_MINUTES[row.attempts - 1];
    // Servers echo the address, and logs hold no personal data.
    const logged = lastError.replaceAll(/[^\s<>"'(]+@[^\s<>"',)]+/g, "…");
    app.log.warn({ mail: row.id, kind: row.kind, attempts: row.attempts, error: logged }, "a mail was not sent");
    if (wait === undefined) return { status: "failed", doneAt: app.clock.now(), lastError };
    return { lastError, dueAt: new Date(app.clock.now().getTime() + wait * 60_000) };
  }
}

/** The unsubscribe link; null for mails that cannot be stopped, false if the recipient unsubscribed. */
async function unsubscribeUrlFor(app: App, email: string, { list }: MailContent): Promise<string | null | false> {
  if (list === null) return null;
  const preferences = await getMailPreferences(app.db, email, app.clock.now());
  return wantsMail(preferences, list) && `${app.publicUrl}/u/${preferences.token}`;
}

async function sendMail(app: App, row: OutboxRow, content: MailContent, unsubscribeUrl: string | null): Promise<void> {
  const frame = { groupName: app.config.group.name, siteUrl: app.publicUrl, unsubscribeUrl };
  await app.mailer.send({
    from: app.config.mailFrom,
    to: row.email,
    // A line break would inject a header, and mail programs decode encoded words.
    subject: content.subject.replace(/\s+/g, " ").replaceAll("=?", "= ?"),
    ...composeBody(content, frame),
    headers:
      unsubscribeUrl === null
        ? {}
        : { "List-Unsubscribe": `<${unsubscribeUrl}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
    messageId: `<${row.id}@${new URL(app.publicUrl).hostname}>`,
    date: app.clock.now(),
  });
}
