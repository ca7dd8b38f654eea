import fc from "fast-check";
import { makeEvent } from "#seeds/factories.ts";
import { accounts, credentials } from "#src/db/tables/accounts.ts";
import { chatJoinRequests } from "#src/db/tables/admin.ts";
import { chatMembers, chatMessages, chatPosts } from "#src/db/tables/chats.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { hostIds } from "#src/db/tables/host-ids.ts";
import { eventPhotos, photoRequests, uploadedImages } from "#src/db/tables/images.ts";
import { joinSubmissions } from "#src/db/tables/join-submissions.ts";
import { notices } from "#src/db/tables/notices.ts";
import { bitcoinCashCheckouts, memberships, type NewPayment, payments } from "#src/db/tables/payments.ts";
import { eventPolls, eventRsvps, pollOptions, pollVotes, waitingList } from "#src/db/tables/rsvps.ts";
import { users } from "#src/db/tables/users.ts";
import { randomUuid, uuidv7 } from "#src/shared/ids.ts";
import { countTown, makeTown } from "#tests/support/busy-person.ts";
import { giveChange, giveDay, givePlaceLink, giveReactions } from "#tests/support/give-change.ts";
import { giveDevice } from "#tests/support/give-device.ts";
import { giveProposal } from "#tests/support/give-proposal.ts";
import type { TestSite } from "#tests/support/test-site.ts";
import { RSVP_ANSWERS } from "#src/shared/states.ts";

// People at random, with something of everything that can refer to a person.

const oneOf = fc.constantFrom;
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const LISTS = ["volleyball", "dance", "yoga", "surf", "bonfire"];
const THINGS = [
  "account",
  "notice",
  "form",
  "proposal",
  "proposed",
  "hosted",
  "change",
  "request",
  "membership",
  "payment",
  "bitcoin",
  "upload",
  "photo",
  "takedown",
  "hostId",
  "post",
  "place",
] as const;

/** Small pools of values, so that records agree, differ and say nothing about equally often. */
const record = fc.record({
  firstName: oneOf("", "Ana", "Anna"),
  lastName: oneOf("", "Ruiz", "Ruiz-Shore"),
  nickname: oneOf("", "Annie"),
  email: oneOf("", "ana@example.com", "ana.ruiz@example.com"),
  phone: oneOf("", "9045550142", "9045550143"),
  zphone2: oneOf("", "9045550144"),
  zsex: oneOf("" as const, "female" as const, "male" as const),
  age: maybe(fc.integer({ min: 18, max: 20 })),
  shirtsize: oneOf("", "S", "M"),
  groupMeUserId: oneOf("", "gm-a", "gm-b"),
  referredBy: oneOf("", "a friend"),
  reInterestedInEvents: fc.shuffledSubarray(LISTS),
  selectedEvents: fc.shuffledSubarray(LISTS.map((name) => `2026-12-01-${name}`)),
  zmessage: oneOf("", "hello", "“quotes” \\ and 🏐"),
  socials: oneOf("", "@ana"),
  role: oneOf("user" as const, "member" as const, "admin" as const),
  status: oneOf("applied" as const, "approved" as const),
});
const minute = fc.nat(2);
const spoken = { answer: oneOf(...RSVP_ANSWERS), minute, guests: fc.nat(3) };
const life = fc.record({
  record,
  /** To three events that are over and one that is to come. */
  answers: fc.array(maybe(fc.record(spoken)), { minLength: 4, maxLength: 4 }),
  waits: fc.array(maybe(oneOf("waiting" as const, "promoted" as const, "left" as const)), {
    minLength: 3,
    maxLength: 3,
  }),
  vote: maybe(fc.record({ option: oneOf("coffee", "tea"), minute })),
  votes: fc.subarray(["cake", "pie"]),
  isInOurs: fc.boolean(),
  isInTheirs: fc.boolean(),
  /** What their browser called a message; now and then what another browser called another. */
  clientIds: fc.array(maybe(oneOf("c-1", "c-2")), { maxLength: 2 }),
  things: fc.subarray([...THINGS]),
});
export type Life = typeof life extends fc.Arbitrary<infer T> ? T : never;

/** Two to five records, the base first. */
export const lives = fc.array(life, { minLength: 2, maxLength: 5 });

/** Somebody who has one of everything. */
export const FULL_LIFE: Life = {
  record: {
    firstName: "Ana",
    lastName: "Ruiz",
    nickname: "",
    email: "ana@example.com",
    phone: "",
    zphone2: "",
    zsex: "",
    age: null,
    shirtsize: "",
    groupMeUserId: "",
    referredBy: "",
    zmessage: "",
    socials: "",
    reInterestedInEvents: ["dance"],
    selectedEvents: [],
    role: "user",
    status: "applied",
  },
  answers: RSVP_ANSWERS.map((answer, index) => ({ answer, minute: index, guests: 1 })),
  waits: ["waiting", "promoted", "left"],
  vote: { option: "coffee", minute: 0 },
  votes: ["cake"],
  isInOurs: true,
  isInTheirs: true,
  clientIds: ["c-1", null],
  things: [...THINGS],
};

export type Town = {
  /** Makes people of these lives; their ids, in the same order. */
  settle(people: readonly Life[]): Promise<string[]>;
};

/** A town that fills with people. */
export async function makeRandomTown(site: TestSite): Promise<Town> {
  const { sixes, bonfire, sunrise } = await makeTown(site);
  const { db } = site.app;
  await db.insert(eventPolls).values({ eventId: bonfire, question: "Cake or pie?", multiple: true });
  const options = ["cake", "pie"].map((label, position) => ({ id: label, eventId: bonfire, position, label }));
  await db.insert(pollOptions).values(options);
  const events = [sixes, bonfire, sunrise];
  let made = 0;
  return {
    async settle(people) {
      made += 1;
      const later = makeEvent({ day: "2026-12-24", title: `Later ${made}`, capacity: 24 });
      await db.insert(socialEvents).values(later);
      const ids: string[] = [];
      for (const person of people) {
        const userId = uuidv7(site.app.clock.now().getTime());
        await settleOne(site, [...events, later.id], userId, person);
        ids.push(userId);
      }
      await countTown(site);
      return ids;
    },
  };
}

let seq = 0;

async function settleOne(site: TestSite, events: readonly string[], userId: string, person: Life): Promise<void> {
  const { db, clock } = site.app;
  const now = clock.now();
  const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
  await db.insert(users).values({ userId, ...person.record });
  for (const [index, eventId] of events.entries()) {
    const said = person.answers[index];
    if (said) {
      // To the minute: two answers may be equally old.
      const answeredAt = new Date(Date.UTC(2026, 10, 1, 12, said.minute));
      await db.insert(eventRsvps).values({ eventId, userId, answer: said.answer, answeredAt, guests: said.guests });
    }
    const status = person.waits[index];
    if (status) {
      seq += 1;
      const endedAt = status === "waiting" ? null : now;
      await db.insert(waitingList).values({ eventId, userId, ticket: seq, status, joinedAt: now, endedAt });
    }
  }
  const votes = [
    ...(person.vote ? [{ optionId: person.vote.option, userId, votedAt: at(person.vote.minute) }] : []),
    ...person.votes.map((optionId) => ({ optionId, userId, votedAt: now })),
  ];
  if (votes.length > 0) await db.insert(pollVotes).values(votes);
  await joinChats(site, userId, person);
  for (const thing of person.things) await give(site, userId, thing, events[0] ?? "");
}

async function joinChats({ app: { db, clock } }: TestSite, userId: string, person: Life): Promise<void> {
  const now = clock.now();
  const common = { userId, name: "Somebody", joinedAt: now };
  seq += 1;
  if (person.isInOurs) await db.insert(chatMembers).values({ chatId: "ours", memberId: userId, ...common });
  if (person.isInTheirs) await db.insert(chatMembers).values({ chatId: "theirs", memberId: `gm-${seq}`, ...common });
  for (const [index, clientId] of person.clientIds.entries()) {
    seq += 1;
    const message = { userId, seq, id: String(seq), name: "Somebody", text: "hello", createdAt: now };
    // One browser does not call two messages the same.
    const once = person.clientIds.indexOf(clientId) === index ? clientId : null;
    const inOurs = { ...message, chatId: "ours", authorId: userId, clientId: once };
    await db.insert(chatMessages).values([inOurs, { ...message, chatId: "theirs", authorId: `gm-${seq}` }]);
    await giveReactions(db, userId, { seq, now });
  }
}

const GIVE: Record<(typeof THINGS)[number], (given: Given) => Promise<unknown>> = {
  account: giveAccount,
  notice: ({ db, id, userId, now, eventId }) =>
    db.insert(notices).values({ id, userId, kind: "promoted", eventId, createdAt: now }),
  form: ({ db, userId, now }) =>
    db.insert(joinSubmissions).values({ submissionId: randomUuid(), data: {}, userId, createdAt: now, updatedAt: now }),
  proposal: (given) => giveProposal(given, "said"),
  proposed: (given) => giveProposal(given, "known"),
  hosted: ({ db, id, userId }) =>
    db.insert(socialEvents).values(makeEvent({ day: "2026-12-05", title: `Hosted ${id}`, hostUserId: userId })),
  change: giveChange,
  request: ({ db, id, userId, now }) =>
    db.insert(chatJoinRequests).values({
      id,
      chatId: "theirs",
      providerId: id,
      providerUserId: id,
      userId,
      requestedAt: now,
      decidedAt: now,
      decision: "approved",
    }),
  membership: giveMembership,
  payment: ({ db, id, userId, now }) => db.insert(payments).values(paymentOf(id, userId, now)),
  bitcoin: ({ db, id, userId, now }) =>
    db.insert(bitcoinCashCheckouts).values({
      txId: id,
      provider: "prompt_cash",
      purpose: "payment",
      userId,
      description: "A gift",
      amountCents: 500,
      createdAt: now,
    }),
  upload: ({ db, id, userId, now }) =>
    db.insert(uploadedImages).values({
      key: `up-${id}`,
      hash: id,
      kind: "picture",
      ownerUserId: userId,
      width: 10,
      height: 10,
      bytes: 100,
      createdAt: now,
      touchedAt: now,
    }),
  photo: ({ db, id, userId, now, eventId }) =>
    db.insert(eventPhotos).values({ eventId, key: `up-${id}`, addedByUserId: userId, createdAt: now }),
  takedown: ({ db, id, userId, now, eventId }) =>
    db.insert(photoRequests).values({ id, eventId, key: "up-x", reason: "Me", userId, createdAt: now }),
  place: (given) => Promise.all([givePlaceLink(given), giveDay(given)]),
  hostId: ({ db, id, userId, now }) => db.insert(hostIds).values({ id, userId, hostIdHash: id, createdAt: now }),
  post: ({ db, id, userId, now }) =>
    db.insert(chatPosts).values({
      guid: id,
      chatId: "theirs",
      authorId: userId,
      name: "Somebody",
      text: "on its way",
      clientId: id,
      createdAt: now,
    }),
};

type Given = Parameters<typeof giveChange>[0] & { readonly eventId: string };

function paymentOf(id: string, userId: string, paidAt: Date): NewPayment {
  return {
    id,
    userId,
    matchedBy: "organizer",
    provider: "hand",
    method: "cash",
    kind: "payment",
    amountCents: 2000,
    providerRef: id,
    paidAt,
    createdAt: paidAt,
  };
}

async function giveAccount({ db, id, userId, now }: Given): Promise<void> {
  const times = { createdAt: now, updatedAt: now };
  const account = { sub: id, email: `${id}@example.com`, emailVerified: true, groups: ["Members"], userId };
  await db.insert(accounts).values({ ...account, ...times });
  await db.insert(credentials).values({ sub: id, passwordHash: "none" });
  await giveDevice(db, id, now);
}

/** With what was paid for it. */
async function giveMembership({ db, id, userId, now }: Given): Promise<void> {
  const times = { memberUntil: now, createdAt: now, updatedAt: now };
  const what = { provider: "stripe", method: "card", providerId: id, isRecurring: true } as const;
  await db.insert(memberships).values({ id, userId, matchedBy: "reference", ...what, ...times });
  await db.insert(payments).values({ ...paymentOf(`${id}-1`, userId, now), membershipId: id });
}

async function give({ app }: TestSite, userId: string, thing: (typeof THINGS)[number], eventId: string): Promise<void> {
  const now = app.clock.now();
  await GIVE[thing]({ db: app.db, id: uuidv7(now.getTime()), userId, now, eventId });
}
