import { eq, type SQL, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { moment } from "#src/db/instant.ts";
import { automationLog, type AutomationRow, automations } from "#src/db/tables/automation.ts";
import { automationMails } from "#src/features/automation/mails.server.ts";
import { NOT_FOUND } from "#src/features/automation/messages.ts";
import { type Certain, findCertain } from "#src/features/automation/queries/certain.server.ts";
import { type PeopleMail, recipientsSql } from "#src/features/automation/queries/occasions.server.ts";
import { findHelpers } from "#src/features/automation/queries/waiting.server.ts";
import { approveRequests } from "#src/features/requests/commands/approvals.server.ts";
import { enqueueMails, mailsOwed, newId } from "#src/mail/outbox.server.ts";
import { AUTOMATIC } from "#src/policy/viewer.ts";
import type { Automation } from "#src/shared/automation.ts";
import { dayInZone, instantOf } from "#src/shared/zones.server.ts";
import { afterQuiet } from "#src/shared/quiet-hours.server.ts";
import { uuidv7 } from "#src/shared/ids.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** How far back the site catches up after downtime. */
const MADE_UP_MS = 3 * 86_400_000;

/** Locks the rule and returns it if it is on. Turning it off waits for this run, or this run sees it. */
async function lockRule(tx: Transaction, kind: Automation): Promise<AutomationRow | null> {
  const [row] = await tx.select().from(automations).where(eq(automations.kind, kind)).for("update");
  return row?.isOn ? row : null;
}

/** SQL: logs the people found, and queues a mail for each new entry. `found` has `key`, `user_id`, `email`. */
function logAndMail(app: App, kind: PeopleMail, found: SQL): SQL {
  const now = app.clock.now();
  const mails = mailsOwed(
    automationMails[`automation_${kind}`],
    {
      key: sql`found.key`,
      email: sql`found.email`,
      data: { key: sql`found.key`, userId: sql`found.user_id` },
      from: sql`from logged join found using (key)`,
      dueAt: moment(afterQuiet(now, app.config.group.timeZone)),
    },
    now,
  );
  return sql`with found as materialized (${found}), logged as (
      insert into automation_log (id, kind, key, user_id, created_at)
      select ${newId(now)}, ${kind}, key, user_id, ${moment(now)} from found on conflict (kind, key) do nothing returning key)
    ${mails}`;
}

/** Queues the mails that are due, each once. */
async function mailPeople(app: App, kind: PeopleMail): Promise<number> {
  const to = app.clock.now();
  return app.db.transaction(async (tx) => {
    const rule = await lockRule(tx, kind);
    if (!rule) return 0;
    const from = new Date(Math.max(rule.onSince.getTime(), to.getTime() - MADE_UP_MS));
    const found = recipientsSql(app, { kind, amount: rule.amount, from, to });
    const { rowCount } = await tx.execute(logAndMail(app, kind, found));
    return rowCount ?? 0;
  });
}

/** Queues the digest of the day, from 8 AM on. */
async function mailHelpers(app: App): Promise<number> {
  const now = app.clock.now();
  const { timeZone } = app.config.group;
  const today = dayInZone(now, timeZone);
  const morning = instantOf(today, "08:00:00", timeZone);
  if (now < morning) return 0;
  return app.db.transaction(async (tx) => {
    const rule = await lockRule(tx, "digest");
    if (!rule || rule.ranOn === today || rule.onSince > morning) return 0;
    await tx.update(automations).set({ ranOn: today }).where(eq(automations.kind, "digest"));
    const helpers = await findHelpers(app);
    const owed = helpers.map(({ sub, email }) =>
      automationMails.automation_digest.owed(`${sub}:${today}`, email, { sub }),
    );
    const dueAt = afterQuiet(now, timeZone);
    if (owed.length === 0) return 0;
    const rows = helpers.map(({ sub, userId }) => ({
      id: uuidv7(now.getTime()),
      kind: "digest" as const,
      key: `${sub}:${today}`,
      userId,
      createdAt: now,
    }));
    await tx.insert(automationLog).values(rows).onConflictDoNothing();
    await enqueueMails(tx, owed, now, dueAt);
    return owed.length;
  });
}

/** Approves one request if the rule is still on and nobody has decided it since. */
async function approve(app: App, { request, userId }: Certain): Promise<boolean> {
  const { id, providerId, providerUserId } = request;
  const approval = { groupmeId: providerId, groupmeUserId: providerUserId, chosenUserId: userId };
  const done = await approveRequests(app, AUTOMATIC, [approval], async (tx, now): Promise<Result<void>> => {
    const rule = await lockRule(tx, "approve_match");
    const { rows } = await tx.execute(sql`select from chat_join_requests where id = ${id} and decided_at is null`);
    if (!rule || rows.length === 0) return fail("conflict", NOT_FOUND);
    await tx
      .insert(automationLog)
      .values({ id: uuidv7(now.getTime()), kind: "approve_match", key: id, userId, createdAt: now })
      .onConflictDoNothing();
    return ok(undefined);
  });
  return done.ok;
}

async function approveCertain(app: App): Promise<number> {
  const [rule] = await app.db.select().from(automations).where(eq(automations.kind, "approve_match"));
  if (!rule?.isOn || rule.amount === null) return 0;
  let count = 0;
  for (const certain of await findCertain(app, rule.amount)) if (await approve(app, certain)) count += 1;
  return count;
}

/** Runs every automation that is on. Safe to run at any time. Returns how much was done. */
export async function runAutomations(app: App): Promise<number> {
  // Approvals come first, so that their welcome mails go out in the same run.
  let count = await approveCertain(app);
  for (const kind of ["welcome", "thanks", "come_back", "membership_ending"] as const)
    count += await mailPeople(app, kind);
  return count + (await mailHelpers(app));
}
