import { type SQL, sql } from "drizzle-orm";
import { chatMembers, chats } from "#src/db/tables/chats.ts";
import { hostIds } from "#src/db/tables/host-ids.ts";
import { mailPreferences } from "#src/db/tables/mail.ts";
import { memberships, payments } from "#src/db/tables/payments.ts";
import { eventRsvps, waitingList } from "#src/db/tables/rsvps.ts";
import type { NewUser } from "#src/db/tables/users.ts";
import { makeChat, makeEvent } from "#seeds/factories.ts";
import type { TestSite } from "#tests/support/test-site.ts";

export type Contact = { readonly email: string; readonly phone: string };

const EVENT = makeEvent({ day: "2026-12-12", title: "Known", capacity: 100 });

/** An applicant whose record has gaps that a form could fill. */
function applicant(name: string, number: number): Partial<NewUser> & Contact {
  const contact = { email: `${name}@example.com`, phone: `904555${String(2000 + number)}` };
  return { ...contact, firstName: name, status: "applied", shirtsize: "", zmessage: "", referredBy: "default" };
}

/** One person for each thing by which the group may know somebody. Returns how to reach them. */
export async function makeKnownPeople(site: TestSite): Promise<Contact[]> {
  const { db } = site.app;
  const now = site.app.clock.now();
  const contacts: Contact[] = [];
  await site.addEvent(EVENT);
  const add = async (name: string, user: Partial<NewUser> = {}) => {
    const made = await site.addUser({ ...applicant(name, contacts.length), ...user });
    const { userId, email = "", phone = "" } = made;
    contacts.push({ email, phone });
    return userId;
  };
  const addAccount = async (name: string, user: Partial<NewUser> = {}) => {
    const contact = { ...applicant(name, contacts.length), ...user };
    contacts.push(contact);
    return site.signedIn({ email: contact.email, user: contact });
  };
  const period = { provider: "hand", method: "cash", isRecurring: false, createdAt: now, updatedAt: now } as const;
  const answer = { eventId: EVENT.id, answer: "going", answeredAt: now } as const;

  await addAccount("account");
  const { userId: member } = await addAccount("member", { status: "approved" });
  await db.insert(eventRsvps).values({ ...answer, userId: member });
  await add("approved", { status: "approved" });
  await add("in-groupme", { groupMeUserId: "gm-7" });
  await db.insert(eventRsvps).values({ ...answer, userId: await add("rsvp") });
  const wait = { eventId: EVENT.id, ticket: 1, joinedAt: now };
  await db.insert(waitingList).values({ ...wait, userId: await add("waiting") });
  await db.insert(memberships).values({ ...period, id: "m-1", providerId: "p-1", userId: await add("membership") });
  await db.insert(payments).values({
    id: "pay-1",
    provider: "hand",
    method: "cash",
    kind: "payment",
    amountCents: 1000,
    providerRef: "r-1",
    paidAt: now,
    createdAt: now,
    userId: await add("payment"),
  });
  await db.insert(hostIds).values({ id: "h-1", hostIdHash: "hash", createdAt: now, userId: await add("host-id") });
  await site.addEvent({ ...makeEvent({ day: "2026-12-13", title: "Hosted" }), hostUserId: await add("host") });
  await db.insert(chats).values(makeChat({ id: "chat-1" }));
  const chatter = await add("chatter");
  await db
    .insert(chatMembers)
    .values({ chatId: "chat-1", memberId: chatter, userId: chatter, name: "C", joinedAt: now });
  await db
    .insert(mailPreferences)
    .values(contacts.map(({ email }) => ({ email, token: `t-${email}`, updatedAt: now })));
  await add("only-email", { status: "approved", phone: "" });
  await add("only-phone", { status: "approved", email: "" });
  return contacts;
}

const STRANGE: Contact = { email: "stranger@elsewhere.example", phone: "2125550199" };

const typedEmails = ({ email }: Contact) => [email, email.toUpperCase(), `  ${email} `];

function typedPhones({ phone }: Contact): string[] {
  const [area, office, line] = [phone.slice(0, 3), phone.slice(3, 6), phone.slice(6)];
  return [phone, `(${area}) ${office}-${line}`, ` ${area} ${office} ${line} `];
}

/** Every way to name somebody: by address, by number, by both, by one of each of two people; and as people type them. */
export function mixtures(known: readonly Contact[]): Contact[] {
  const own = known.flatMap((person, index) => {
    // As people type them, for a few: each is a request to each call.
    const isTyped = index < 3;
    const emails = [...(isTyped ? typedEmails(person) : [person.email]), STRANGE.email].filter(Boolean);
    const phones = [...(isTyped ? typedPhones(person) : [person.phone]), STRANGE.phone].filter(Boolean);
    return emails.flatMap((email) => phones.map((phone) => ({ email, phone })));
  });
  const crossed = known.map(({ email }, index) => ({
    email: email || STRANGE.email,
    phone: known[(index + 1) % known.length]?.phone || STRANGE.phone,
  }));
  return [...own, ...crossed];
}

/** Data that strangers may not change. */
const GUARDED = ["users", "accounts", "credentials", "sessions", "event_rsvps", "waiting_list", "poll_votes"].concat([
  "memberships",
  "payments",
  "host_ids",
  "chat_members",
  "social_events",
  "mail_preferences",
]);

/** Every row of the guarded tables, as text. */
export async function guardedRows(site: TestSite): Promise<string[]> {
  const rows = GUARDED.map(
    (table): SQL => sql`select ${table}::text || ' ' || to_jsonb(t)::text as row from ${sql.identifier(table)} t`,
  );
  const { rows: found } = await site.app.db.execute<{ row: string }>(sql.join(rows, sql` union all `));
  return found.map(({ row }) => row);
}
