import { and, eq, isNotNull, notInArray, sql } from "drizzle-orm";
import { type Deed, writeAudit } from "#src/audit/audit-log.server.ts";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import type { SocialEventRow } from "#src/db/tables/events.ts";
import { eventPolls, pollOptions } from "#src/db/tables/rsvps.ts";
import {
  mostChoices,
  NO_POLL,
  NOT_AN_OPTION,
  POLL_EXISTS,
  POLL_FOR_MEMBERS,
  POLL_NEEDS_REVIEW,
  SEVERAL_CHOSEN,
  WORDS_VOTED_ON,
} from "#src/features/events/polls/messages.ts";
import { checkBallot, isPollOver, MOST_OPTIONS } from "#src/features/events/polls/rules.ts";
import type { NewPoll, PollChange } from "#src/features/events/polls/schema.ts";
import { hasHostId } from "#src/features/events/photos/queries.server.ts";
import { lockEvent } from "#src/features/events/rsvps/commands/places.server.ts";
import { getRsvpState } from "#src/features/events/rsvps/queries.server.ts";
import type { RsvpState } from "#src/features/events/rsvps/schema.ts";
import { maySpeak } from "#src/features/profile/queries/mutes.server.ts";
import { canSeePoll, changesAtOnce, requireEventManager } from "#src/policy/events.ts";
import { adminOf } from "#src/policy/roles.ts";
import type { Person, Viewer } from "#src/policy/viewer.ts";
import { uuidv7 } from "#src/shared/ids.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** Locks an event and its poll, so that votes and changes of the poll are serialized. */
async function lockPoll(tx: Transaction, viewer: Viewer, eventId: string) {
  const event = await lockEvent(tx, viewer, eventId);
  if (!event.ok) return event;
  // A separate statement, to see what was committed before the lock was acquired.
  const [poll] = await tx
    .select({
      isClosed: isNotNull(eventPolls.closedAt).mapWith(Boolean),
      question: eventPolls.question,
      multiple: eventPolls.multiple,
      membersOnly: eventPolls.membersOnly,
      optionIds: sql<
        string[]
      >`array(select ${pollOptions.id} from ${pollOptions} where ${pollOptions.eventId} = ${eventId})`,
    })
    .from(eventPolls)
    .where(eq(eventPolls.eventId, eventId));
  return poll ? ok({ event: event.value, poll }) : fail("not_found", NO_POLL);
}

/** Replaces a person's votes. */
export async function votePoll(
  app: App,
  person: Person,
  eventId: string,
  optionIds: readonly string[],
): Promise<Result<RsvpState>> {
  const done = await app.db.transaction(async (tx): Promise<Result<void>> => {
    const found = await lockPoll(tx, person, eventId);
    if (!found.ok) return found;
    const { event, poll } = found.value;
    if (!canSeePoll(person, event, poll)) return fail("forbidden", POLL_FOR_MEMBERS);
    const isClosed = poll.isClosed || isPollOver(event, app.clock.now());
    const chosen = checkBallot({ ...poll, isClosed }, optionIds);
    if (!chosen.ok) return chosen;
    const ids = sql`${sql.param(chosen.value)}::text[]`;
    // Options that stay chosen keep the time of the first vote.
    await tx.execute(sql`with gone as (
        delete from poll_votes v using poll_options o
        where o.id = v.option_id and o.event_id = ${eventId} and v.user_id = ${person.userId} and o.id <> all (${ids}))
      insert into poll_votes (option_id, user_id, voted_at)
      select id, ${person.userId}, ${app.clock.now().toISOString()}::timestamptz from unnest(${ids}) as id
      on conflict (option_id, user_id) do nothing`);
    return ok(undefined);
  });
  return done.ok ? getRsvpState(app, person, eventId) : done;
}

/** Inserts an event's poll. Returns false if it already has one. */
export async function insertPoll(tx: Transaction, eventId: string, poll: NewPoll, now: Date): Promise<boolean> {
  const { question, multiple, membersOnly, options } = poll;
  const made = await tx
    .insert(eventPolls)
    .values({ eventId, question, multiple, membersOnly })
    .onConflictDoNothing()
    .returning({ eventId: eventPolls.eventId });
  if (made.length === 0) return false;
  const rows = options.map((label, position) => ({ id: uuidv7(now.getTime()), eventId, position, label }));
  await tx.insert(pollOptions).values(rows);
  return true;
}

/** Logs changes by organizers. Hosts' changes of their own polls are not logged. */
async function audit(app: App, tx: Transaction, person: Person, eventId: string, deed: Pick<Deed, "before" | "after">) {
  const admin = adminOf(person, "manage_events");
  if (admin) await writeAudit(tx, admin, { action: "event_changed", subjectIds: [eventId], ...deed }, app.clock.now());
}

type Managed = (tx: Transaction, event: SocialEventRow) => Promise<Result<void>>;

/** Locks an event and changes its poll, for the event's managers. */
async function managePoll(app: App, person: Person, eventId: string, act: Managed): Promise<Result<RsvpState>> {
  const done = await app.db.transaction(async (tx): Promise<Result<void>> => {
    const event = await lockEvent(tx, person, eventId);
    if (!event.ok) return event;
    const manager = requireEventManager(person, event.value);
    return manager.ok ? act(tx, event.value) : manager;
  });
  return done.ok ? getRsvpState(app, person, eventId) : done;
}

/** Poll text needs the same review as the event (decision 0045), and mutes apply to it. */
async function requireOwnWords(
  app: App,
  tx: Transaction,
  person: Person,
  event: SocialEventRow,
): Promise<Result<void>> {
  const speaks = await maySpeak(app, person.userId, tx);
  if (!speaks.ok) return speaks;
  return changesAtOnce(person, event, await hasHostId(tx, person))
    ? ok(undefined)
    : fail("forbidden", POLL_NEEDS_REVIEW);
}

export function createPoll(app: App, person: Person, eventId: string, poll: NewPoll): Promise<Result<RsvpState>> {
  return managePoll(app, person, eventId, async (tx, event) => {
    const allowed = await requireOwnWords(app, tx, person, event);
    if (!allowed.ok) return allowed;
    if (!(await insertPoll(tx, eventId, poll, app.clock.now()))) return fail("conflict", POLL_EXISTS);
    await audit(app, tx, person, eventId, { before: { asked: null }, after: { asked: poll.question } });
    return ok(undefined);
  });
}

type Options = NonNullable<PollChange["options"]>;

/**
 * The requested choices, with the ids of existing ones, so that a repeated call adds no duplicates. Choices that others
 * added since the form was opened follow.
 */
async function withOthers(tx: Transaction, eventId: string, { options = [], seen }: PollChange): Promise<Options> {
  const { id, label, position } = pollOptions;
  const existing = await tx
    .select({ id, label })
    .from(pollOptions)
    .where(eq(pollOptions.eventId, eventId))
    .orderBy(position);
  const isNamed = (choice: string) => options.some((each) => each.id === choice);
  const sameAs = (word: string) =>
    existing.find((each) => !isNamed(each.id) && each.label.toLowerCase() === word.toLowerCase());
  const wanted = options.map((option) => (option.id ? option : (sameAs(option.label) ?? option)));
  const isWanted = (choice: string) => wanted.some((each) => each.id === choice);
  return [...wanted, ...existing.filter((each) => seen && !seen.includes(each.id) && !isWanted(each.id))];
}

/** Writes the choices in order. Choices that keep their id keep their votes. */
async function writeOptions(tx: Transaction, eventId: string, wanted: Options, now: Date): Promise<void> {
  const kept = wanted.flatMap(({ id }) => id ?? []);
  const own = eq(pollOptions.eventId, eventId);
  await tx.delete(pollOptions).where(kept.length === 0 ? own : and(own, notInArray(pollOptions.id, kept)));
  // Moves positions out of the way first, so that two choices that swap places don't violate the unique index.
  await tx
    .update(pollOptions)
    .set({ position: sql`-1 - ${pollOptions.position}` })
    .where(own);
  for (const [position, { id, label }] of wanted.entries())
    if (id)
      await tx
        .update(pollOptions)
        .set({ position, label })
        .where(and(own, eq(pollOptions.id, id)));
    else await tx.insert(pollOptions).values({ id: uuidv7(now.getTime()), eventId, position, label });
}

/** Whether anyone has votes for several of these choices. */
async function hasSeveralVotes(tx: Transaction, optionIds: readonly string[]): Promise<boolean> {
  const { rows } = await tx.execute(sql`select from poll_votes where option_id = any(${sql.param(optionIds)}::text[])
    group by user_id having count(*) > 1 limit 1`);
  return rows.length > 0;
}

type Words = Pick<PollChange, "question" | "options">;

/** Field errors for changed text that has votes. After the first vote the question and the voted choices are fixed. */
async function fieldsVotedOn(tx: Transaction, eventId: string, asked: string, { question, options }: Words) {
  const { rows } = await tx.execute<{ id: string; label: string }>(sql`
    select id, label from poll_options o
    where event_id = ${eventId} and exists (select from poll_votes v where v.option_id = o.id)`);
  const voted = new Map(rows.map(({ id, label }) => [id, label]));
  const choices = (options ?? []).map(({ id, label }, index) => {
    const was = voted.get(id ?? "");
    return was !== undefined && was !== label ? `options.${index}.label` : null;
  });
  const isAskedAnew = question !== undefined && question !== asked && voted.size > 0;
  const fields = [isAskedAnew ? "question" : null, ...choices].filter((field) => field !== null);
  return Object.fromEntries(fields.map((field) => [field, WORDS_VOTED_ON]));
}

/** Changes a poll's text, choices and rules, closes it, or reopens it. */
export function changePoll(app: App, person: Person, eventId: string, change: PollChange): Promise<Result<RsvpState>> {
  const { closed, options: given, seen: _seen, ...words } = change;
  return managePoll(app, person, eventId, async (tx, event) => {
    const hasWords = given !== undefined || words.question !== undefined;
    const allowed = hasWords ? await requireOwnWords(app, tx, person, event) : ok(undefined);
    if (!allowed.ok) return allowed;
    const found = await lockPoll(tx, person, eventId);
    if (!found.ok) return found;
    const { poll } = found.value;
    const refuse = (field: string, fault: string) => fail("invalid", fault, { fields: { [field]: fault } });
    if (given?.some(({ id }) => id && !poll.optionIds.includes(id))) return refuse("options", NOT_AN_OPTION);
    const options = given && (await withOthers(tx, eventId, change));
    if (options && options.length > MOST_OPTIONS) return refuse("options", mostChoices(MOST_OPTIONS));
    const fields = await fieldsVotedOn(tx, eventId, poll.question, { question: words.question, options });
    if (Object.keys(fields).length > 0) return fail("invalid", WORDS_VOTED_ON, { fields });
    const kept = options?.flatMap(({ id }) => id ?? []) ?? poll.optionIds;
    if (words.multiple === false && (await hasSeveralVotes(tx, kept))) return refuse("multiple", SEVERAL_CHOSEN);
    if (options) await writeOptions(tx, eventId, options, app.clock.now());
    const isTurned = closed !== undefined && closed !== poll.isClosed;
    const closing = isTurned ? { closedAt: closed ? app.clock.now() : null } : {};
    const question = words.question ?? poll.question;
    // Written even if only choices changed, because this row's trigger updates open pages.
    await tx
      .update(eventPolls)
      .set({ ...words, ...closing, question })
      .where(eq(eventPolls.eventId, eventId));
    await audit(app, tx, person, eventId, {
      before: { asked: poll.question, closed: poll.isClosed },
      after: { asked: question, closed: closed ?? poll.isClosed },
    });
    return ok(undefined);
  });
}

/** Deletes a poll with its votes. */
export function deletePoll(app: App, person: Person, eventId: string): Promise<Result<RsvpState>> {
  return managePoll(app, person, eventId, async (tx) => {
    const [gone] = await tx.delete(eventPolls).where(eq(eventPolls.eventId, eventId)).returning();
    if (!gone) return fail("not_found", NO_POLL);
    await audit(app, tx, person, eventId, { before: { asked: gone.question }, after: { asked: null } });
    return ok(undefined);
  });
}
