import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { makeEvent } from "#seeds/factories.ts";
import * as tables from "#src/db/schema.ts";
import type { TestAccount } from "#tests/support/accounts.ts";
import { giveBoard } from "#tests/support/give-change.ts";
import { plantMoney, plantPost } from "#tests/support/planted-post.ts";
import { EMAIL, FIRST, LAST, NICK, PHONE, PIXEL_KEY, word } from "#tests/support/planted-words.ts";
import type { TestSite } from "#tests/support/test-site.ts";

export type Planted = TestAccount & { token: string; hosted: string; past: string; toCome: string };

/** Somebody of whom every table that can hold something about a person holds something. */
export async function plantPerson(site: TestSite): Promise<Planted> {
  const { db } = site.app;
  const account = await site.signedIn({
    email: EMAIL,
    user: {
      firstName: FIRST,
      lastName: LAST,
      nickname: NICK,
      formerNames: [{ firstName: "Zoeplant", lastName: "Vossplant", nickname: word("former-nick") }],
      phone: PHONE,
      zphone2: "19045550188",
      shirtsize: word("shirt"),
      groupMeUserId: word("groupme"),
      referredBy: word("referrer"),
      reInterestedInEvents: [word("interest")],
      zmessage: word("message"),
      socials: word("instagram"),
    },
  });
  const planted = { ...account, ...(await plantEvents(site, account.userId)) };
  await plantIdentity(site, planted);
  await plantTalk(site, planted);
  await plantMoney(site, planted);
  await plantPost(site, planted);
  await plantLog(site, planted);
  await db.insert(tables.hostIds).values({
    id: randomUUID(),
    userId: account.userId,
    hostIdHash: randomUUID(),
    label: word("host-id"),
    createdAt: site.app.clock.now(),
  });
  return planted;
}

async function plantEvents(site: TestSite, userId: string) {
  const { db, clock } = site.app;
  const at = clock.now();
  const [past, toCome] = [
    await site.addEvent(makeEvent({ day: "2026-11-01", title: "Over", host1: `${FIRST} ${LAST}`, goingCount: 1 })),
    await site.addEvent(makeEvent({ day: "2026-11-28", title: "To come", host2: `${FIRST} ${LAST}` })),
  ];
  const says = (what: string) => `${what}: ask ${NICK} or ${FIRST} ${LAST}, ${EMAIL}, (904) 555-7788`;
  const hosted = await site.addEvent({
    ...makeEvent({ day: "2026-11-30", title: says("Hosted"), host: `${FIRST} ${LAST}`, hostUserId: userId }),
    id: "2026-11-30-hosted",
    capacity: 0, // Full, so that nobody who waits is given a place on the way.
    description: says("Description"),
    shortLocation: says("Short"),
    location: says("Place"),
    privateLocation: says("Private"),
    facebookLink: `https://example.com/${NICK}`,
    organizerVenmo: word("venmo"),
    organizerCashApp: word("cashapp"),
    bring: says("Bring"),
    cancelReason: says("Canceled"),
    password: `${FIRST} ${LAST}, 904-555-7788`,
    refusalReason: word("refusal"),
    pollText: says("Poll"),
    pollPrivateLocation: says("Poll place"),
    photoCaptions: { [PIXEL_KEY]: says("Caption") },
    imgList: [PIXEL_KEY],
    imgKey: PIXEL_KEY,
  });
  await site.addEvent({
    ...makeEvent({ day: "2026-11-29", title: "Sent in", host: `${FIRST} ${LAST}` }),
    password: `${FIRST} ${LAST}`,
  });
  const answers = [past, toCome].map(({ id }) => ({ eventId: id, userId, answer: "going" as const }));
  await db.insert(tables.eventRsvps).values(answers);
  await db.insert(tables.waitingList).values({ eventId: hosted.id, userId, ticket: 1, joinedAt: at });
  await db.execute(sql`insert into seat_offers values ('s', ${past.id}, ${userId}, 'offer', 'left', now(), now())`);
  await db.execute(sql`update social_events set going_count = 1 where id in (${past.id}, ${toCome.id})`);
  await db.execute(sql`update social_events set waiting_count = 1 where id = ${hosted.id}`);
  await db.insert(tables.eventAttendance).values([
    { eventId: past.id, id: "attendance", userId, presence: "here", markedAt: at },
    { eventId: toCome.id, id: "walk-in", name: `${FIRST} ${LAST}`, presence: "here", markedAt: at },
  ]);
  await giveBoard(db, { eventId: past.id, player: "tendance", userId, now: at });
  for (const table of ["event_greeters", "event_co_hosts"])
    await db.execute(sql`insert into ${sql.identifier(table)} values (${past.id}, ${userId}, now())`);
  await db.insert(tables.eventChanges).values({
    eventId: hosted.id,
    userId,
    change: { title: says("Proposal") },
    scope: "this",
    version: "v1",
    proposedAt: at,
    refusedAt: at,
    refusalReason: word("refused-change"),
  });
  await db.insert(tables.eventPolls).values({ eventId: hosted.id, question: says("Question") });
  await db.insert(tables.pollOptions).values({ id: "option", eventId: hosted.id, position: 0, label: says("Option") });
  await db.insert(tables.pollVotes).values({ optionId: "option", userId, votedAt: at });
  await db
    .insert(tables.notices)
    .values({ id: randomUUID(), userId, kind: "promoted", eventId: past.id, createdAt: at });
  const size = { width: 1, height: 1, bytes: 3, createdAt: at, touchedAt: at };
  await db
    .insert(tables.uploadedImages)
    .values({ key: PIXEL_KEY, hash: "h", kind: "picture", ownerUserId: userId, ...size });
  await db
    .insert(tables.eventPhotos)
    .values({ eventId: hosted.id, key: PIXEL_KEY, addedByUserId: userId, createdAt: at });
  await db.insert(tables.photoRequests).values([
    { id: "asked-1", eventId: past.id, key: "k1", reason: word("reason"), email: EMAIL, createdAt: at },
    { id: "asked-2", eventId: past.id, key: "k2", reason: word("reason-2"), userId, createdAt: at },
  ]);
  return { past: past.id, toCome: toCome.id, hosted: hosted.id };
}

async function plantIdentity({ app: { db, clock } }: TestSite, { sub, toCome }: Planted) {
  const at = clock.now();
  await db
    .insert(tables.credentials)
    .values({ sub, passwordHash: word("hash") })
    .onConflictDoNothing();
  const soon = new Date(at.getTime() + 1e9);
  const where = { device: word("device"), network: word("network") };
  const session = { tokenHash: "t", sub, poolToken: word("pool-token"), createdAt: at, usedAt: at, expiresAt: soon };
  await db.insert(tables.sessions).values({ ...session, ...where });
  await db
    .insert(tables.signInChallenges)
    .values({ tokenHash: "t", sub, provedWith: [], poolToken: word("waiting-token"), createdAt: at, expiresAt: soon });
  await db
    .insert(tables.securityEvents)
    .values({ id: randomUUID(), sub, kind: "role_changed", ...where, detail: word("detail"), at });
  await db.insert(tables.accountRoles).values({ sub, role: "greeter", grantedAt: at });
  await db.insert(tables.passkeys).values({
    id: "pk",
    sub,
    name: word("passkey"),
    publicKey: "k",
    counter: 1,
    transports: [],
    isBackedUp: false,
    createdAt: at,
  });
  await db.insert(tables.totpSecrets).values({ id: "ts", sub, sealedSecret: word("secret"), createdAt: at });
  await db.insert(tables.recoveryCodes).values({ sub, codeHash: "r", createdAt: at });
  await db.insert(tables.passkeyChallenges).values({ id: "c", purpose: "proof", sub, createdAt: at, expiresAt: soon });
  await db.insert(tables.identityCodes).values({
    id: randomUUID(),
    purpose: "reset_password",
    email: EMAIL,
    codeHash: "c",
    passwordHash: word("new-hash"),
    askedFrom: word("asker"),
    createdAt: at,
    expiresAt: new Date(at.getTime() + 1e9),
  });
  await db
    .insert(tables.signUpNames)
    .values({ signUpId: "su", email: EMAIL, firstName: FIRST, lastName: LAST, createdAt: at });
  await db.insert(tables.calendarLinks).values({ sub, secretHash: "s", createdAt: at });
  await db
    .insert(tables.signInLinks)
    .values({ tokenHash: "l", browserHash: "b", numberHash: "n", email: EMAIL, expiresAt: soon });
  await db.insert(tables.placeLinks).values({
    tokenHash: "p",
    eventId: toCome,
    email: EMAIL,
    firstName: FIRST,
    lastName: LAST,
    phone: PHONE,
    createdAt: at,
    expiresAt: soon,
  });
  await db
    .insert(tables.emailChanges)
    .values({ sub, email: `${word("new-email")}@example.com`.toLowerCase(), codeHash: "c", expiresAt: soon });
  await db
    .insert(tables.openIdAccounts)
    .values({ issuer: "https://id.example.com", subject: word("subject"), sub, createdAt: at });
}

async function plantTalk({ app: { db, clock } }: TestSite, { userId, hosted }: Planted) {
  const at = clock.now();
  const times = { createdAt: at, updatedAt: at };
  await db.insert(tables.chats).values([
    { id: "ours", name: "Dance", memberCount: 1, ...times },
    { id: "theirs", name: "Volleyball", provider: "groupme" as const, memberCount: 1, ...times },
  ]);
  const looks = { userId, name: `${FIRST} ${LAST}`, nickname: NICK, imageUrl: word("picture"), joinedAt: at };
  await db.insert(tables.chatMembers).values([
    { chatId: "ours", memberId: userId, ...looks },
    { chatId: "theirs", memberId: word("groupme"), ...looks },
  ]);
  const message = { name: `${FIRST} ${LAST}`, createdAt: at };
  await db.insert(tables.chatMessages).values([
    {
      ...message,
      chatId: "ours",
      seq: 1,
      id: "1",
      authorId: userId,
      userId,
      avatarUrl: word("avatar"),
      text: `Salsa at eight. ${FIRST} here, ${LAST.toLowerCase()}@nick or 904.555.7788`,
    },
    {
      ...message,
      chatId: "ours",
      seq: 2,
      id: "2",
      name: "Sam",
      authorId: "s",
      text: `Thanks ${FIRST} ${LAST}! Shall I write to ${EMAIL}?`,
    },
    { ...message, chatId: "ours", seq: 3, id: "3", name: "", system: true, text: `${NICK} joined.` },
    { ...message, chatId: "theirs", seq: 1, id: "4", authorId: word("groupme"), text: `I am ${NICK}` },
  ]);
  await db.insert(tables.chatPosts).values({
    guid: "g",
    chatId: "theirs",
    authorId: userId,
    name: FIRST,
    text: word("on-its-way"),
    clientId: "c",
    createdAt: at,
  });
  const asks = { providerId: "p", nickname: NICK, imageUrl: word("asker"), requestedAt: at };
  await db.insert(tables.chatJoinRequests).values([
    { ...asks, id: "ask-1", providerUserId: word("asker-1"), phone: PHONE },
    { ...asks, id: "ask-2", providerUserId: word("asker-2"), email: EMAIL },
    { ...asks, id: "ask-3", providerUserId: word("groupme") },
  ]);
  const place = { description: `By ${FIRST} ${LAST}`, placeName: `At ${NICK}'s`, placeAddress: `${LAST} Street` };
  await db.insert(tables.chatCalendar).values({
    id: randomUUID(),
    chatId: "ours",
    key: hosted,
    name: `With ${NICK}`,
    ...place,
    startsAt: at,
    endsAt: at,
    timeZone: "UTC",
    url: "",
    ...times,
  });
  await db.insert(tables.calendarPosts).values({
    eventId: hosted,
    chatId: "ours",
    status: "posted",
    sent: { name: `With ${NICK}`, ...place },
    updatedAt: at,
  });
}

async function plantLog({ app: { db, clock } }: TestSite, { userId, sub, hosted }: Planted) {
  const at = clock.now();
  const by = { actorSub: "o", actorEmail: "organizer@example.com", createdAt: at };
  const about = { before: { nickname: NICK, email: EMAIL }, after: { phone: PHONE, note: word("edited") } };
  await db.insert(tables.auditLog).values([
    { ...by, id: "log-1", action: "user_edited", subjectIds: [userId], ...about },
    {
      ...by,
      id: "log-2",
      action: "users_merged",
      subjectIds: ["other", userId],
      ...about,
      undo: { changes: [{ rows: [{ email: EMAIL }] }] },
    },
    { ...by, id: "log-3", action: "request_declined", subjectIds: ["ask-1"], ...about },
    { ...by, id: "log-4", action: "message_done", subjectIds: ["form-1"], ...about },
    {
      ...by,
      id: "log-5",
      action: "event_changed",
      subjectIds: [hosted],
      before: { host: `${FIRST} ${LAST}` },
      after: { title: `By ${FIRST} ${LAST}` },
    },
    { ...by, id: "log-6", action: "users_exported", subjectIds: [], after: { search: `${FIRST} ${LAST}` } },
    {
      id: "log-7",
      action: "user_created",
      subjectIds: ["else"],
      actorSub: sub,
      actorUserId: userId,
      actorEmail: EMAIL,
      createdAt: at,
      undoneAt: at,
      undoneBy: EMAIL,
    },
  ]);
}
