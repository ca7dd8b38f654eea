import type { SeededEvent } from "#seeds/demo-events.ts";
import { sql } from "drizzle-orm";
import { moment } from "#src/db/instant.ts";
import { DEMO_POLLS } from "#seeds/demo-polls.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { eventPolls, eventRsvps, pollOptions, pollVotes, waitingList } from "#src/db/tables/rsvps.ts";
import { uuidv7 } from "#src/shared/ids.ts";
import { RSVP_ANSWERS } from "#src/shared/states.ts";

type Somebody = { readonly userId: string; readonly email: string };

const [GOING, MAYBE] = RSVP_ANSWERS;
const MINUTE_MS = 60_000;

/** The town answers its events: some go, some may, some wait; not the same people everywhere. */
export async function seedAnswers(
  tx: Transaction,
  events: readonly SeededEvent[],
  { townspeople, accounts }: { townspeople: readonly Somebody[]; accounts: readonly Somebody[] },
  now: Date,
): Promise<void> {
  const answers = events.flatMap(({ event, answers: { going, maybe, waiting, comes } }, turn) => {
    const guests = accounts.filter(({ email }) => comes.includes(email));
    const start = (turn * 5) % townspeople.length;
    const locals = [...townspeople.slice(start), ...townspeople.slice(0, start)];
    return [...guests, ...locals].slice(0, going + maybe + waiting).map(({ userId }, index) => ({
      eventId: event.id,
      userId,
      // One after another, so that lists have an order.
      answeredAt: new Date(now.getTime() - (200 - index) * MINUTE_MS),
      answer: index < going ? GOING : MAYBE,
      ticket: index - going - maybe + 1,
    }));
  });
  await tx.insert(eventRsvps).values(answers.filter(({ ticket }) => ticket <= 0));
  const waiting = answers.filter(({ ticket }) => ticket > 0);
  await tx.insert(waitingList).values(waiting.map((row) => ({ ...row, joinedAt: row.answeredAt })));
}

/** The hosts marked who came: the first of those who had said so. */
export async function seedDoors(tx: Transaction, events: readonly SeededEvent[]): Promise<void> {
  for (const { event, answers } of events.filter(({ answers: { came } }) => came > 0))
    await tx.execute(sql`
      insert into event_attendance (event_id, id, user_id, presence, marked_at)
      select event_id, gen_random_uuid(), user_id, 'here', ${moment(event.startsAt)} from event_rsvps
      where event_id = ${event.id} and answer = 'going' order by answered_at limit ${answers.came}`);
}

/** The town votes. */
export async function seedPolls(
  tx: Transaction,
  events: readonly SeededEvent[],
  townspeople: readonly Somebody[],
  now: Date,
): Promise<void> {
  for (const { title, question, multiple, options } of DEMO_POLLS) {
    const eventId = events.find(({ event }) => event.title === title)?.event.id;
    if (eventId === undefined) throw new Error(`No event of the town is called '${title}'.`);
    const rows = options.map(([label, votes], position) => ({
      option: { id: uuidv7(now.getTime()), eventId, position, label },
      votes,
      // Everybody votes once: each option's voters follow those of the one before.
      first: options.slice(0, position).reduce((sum, [, earlier]) => sum + earlier, 0),
    }));
    await tx.insert(eventPolls).values({ eventId, question, multiple });
    await tx.insert(pollOptions).values(rows.map(({ option }) => option));
    const ballots = rows.flatMap(({ option, first, votes }) =>
      townspeople.slice(first, first + votes).map(({ userId }) => ({ optionId: option.id, userId, votedAt: now })),
    );
    await tx.insert(pollVotes).values(ballots);
  }
}
