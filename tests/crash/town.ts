import { makeChat, makeEvent } from "#seeds/factories.ts";
import type { Db } from "#src/db/connect.server.ts";
import { chats } from "#src/db/tables/chats.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { MOST_GUESTS } from "#src/shared/choices.ts";
import { makeAccount, signToken, type TestAccount } from "#tests/support/accounts.ts";

/** Fewer places than people who want one: the waiting list is always at work. */
const CAPACITY = 4;
const GUESTS = 24;
const DOUBTFUL = ["Gray Sky", "High Wind"];

type Person = TestAccount & { readonly token: string };

/** The people created before the first crash, with tokens for the current process. */
export type Town = {
  readonly events: readonly string[];
  /** Events that are put on hold, and run again. */
  readonly doubtful: readonly string[];
  readonly guests: readonly Person[];
  readonly member: Person;
  readonly organizer: Person;
};

/** The town in a database that has none yet, or as it was made the first time; its people signed in anew. */
export async function openTown(db: Db, issuer: string): Promise<Town> {
  const now = new Date();
  const day = new Date(now.getTime() + 30 * 86_400_000).toISOString().slice(0, 10) as `${number}-${number}-${number}`;
  const [known] = await db.select({ id: socialEvents.id }).from(socialEvents).limit(1);
  if (!known) {
    // A new site has the chats of its activities.
    await db.insert(chats).values(makeChat()).onConflictDoNothing();
    const titles = ["Sixes", "Bonfire", "Sunrise", ...DOUBTFUL];
    await db
      .insert(socialEvents)
      .values(titles.map((title) => makeEvent({ day, title, capacity: CAPACITY, guestsPerPerson: MOST_GUESTS })));
  }
  const signIn = async (groups: readonly ("Admins" | "Members")[], email: string): Promise<Person> => {
    const account = await makeAccount(db, { groups, email, now });
    return { ...account, token: await signToken(account, { db, issuer, now, groups }) };
  };
  const { id, title } = socialEvents;
  const events = await db.select({ id, title }).from(socialEvents).orderBy(id);
  const named = (isMeant: (event: { title: string }) => boolean) => events.filter(isMeant).map((event) => event.id);
  const guests: Person[] = [];
  for (let index = 0; index < GUESTS; index += 1) guests.push(await signIn([], `guest${index}@example.com`));
  return {
    events: named((event) => !DOUBTFUL.includes(event.title)),
    doubtful: named((event) => DOUBTFUL.includes(event.title)),
    guests,
    member: await signIn(["Members"], "member@example.com"),
    organizer: await signIn(["Admins"], "organizer@example.com"),
  };
}
