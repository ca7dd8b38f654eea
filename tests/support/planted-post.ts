import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import * as tables from "#src/db/schema.ts";
import { EMAIL, FIRST, LAST, NICK, word } from "#tests/support/planted-words.ts";
import type { TestSite } from "#tests/support/test-site.ts";

type Owner = { readonly userId: string; readonly sub: string };
type HostOwner = Owner & { readonly hosted: string };

/** What they paid and went to pay. */
export async function plantMoney({ app: { db, clock } }: TestSite, { userId }: Owner) {
  const at = clock.now();
  const who = {
    provider: "hand" as const,
    method: "cash" as const,
    customerId: word("customer"),
    payerEmail: EMAIL,
    createdAt: at,
  };
  await db
    .insert(tables.memberships)
    .values({ ...who, id: "m", userId, matchedBy: "organizer", providerId: "p", isRecurring: false, updatedAt: at });
  await db.insert(tables.payments).values([
    {
      ...who,
      id: "p1",
      userId,
      matchedBy: "organizer",
      membershipId: "m",
      kind: "payment",
      amountCents: 2500,
      providerRef: "r1",
      note: word("note"),
      paidAt: at,
    },
    { ...who, id: "p2", kind: "payment", amountCents: 1500, providerRef: "r2", note: word("note-2"), paidAt: at },
  ]);
  const checkout = {
    provider: "prompt_cash" as const,
    purpose: "payment" as const,
    description: word("checkout"),
    amountCents: 100,
    createdAt: at,
  };
  await db.insert(tables.bitcoinCashCheckouts).values([
    { ...checkout, txId: "1", userId },
    { ...checkout, txId: "2", email: EMAIL },
  ]);
  await db.insert(tables.demonstrationSubscriptions).values({
    id: "d",
    reference: userId,
    email: EMAIL,
    status: "active",
    periodStart: at,
    periodEnd: at,
    createdAt: at,
  });
}

/** What they wrote to the guests of their event, and what an organizer wrote about them. */
async function plantMessages({ app: { db, clock } }: TestSite, { userId, hosted }: HostOwner) {
  const words = `Ask ${NICK} or ${FIRST} ${LAST}, ${EMAIL}, (904) 555-7788`;
  const message = { eventId: hosted, groups: ["waiting" as const], recipients: 1, createdAt: clock.now() };
  await db.insert(tables.hostMessages).values([
    { ...message, id: "wrote", authorUserId: userId, isHost: true, subject: words, body: words },
    { ...message, id: "named", isHost: false, subject: "Thanks", body: `Thanks to ${FIRST} ${LAST}, ${EMAIL}` },
  ]);
}

/** A doubt of theirs about a score, and one of somebody else that names them. */
async function plantDoubts({ app: { db, clock } }: TestSite, { userId, hosted }: HostOwner) {
  const players = [
    { eventId: hosted, player: "00000001", userId, level: 3 },
    { eventId: hosted, player: "00000002", level: 3 },
  ];
  const result = { eventId: hosted, game: "1-1", points: 1, against: 1, endedAt: clock.now(), change: 0 };
  await db.insert(tables.courtPlayers).values(players);
  await db.insert(tables.courtResults).values([
    { ...result, player: "00000001", side: 0, doubt: word("doubt") },
    { ...result, player: "00000002", side: 1, doubt: `Ask ${FIRST} ${LAST}` },
  ]);
}

/** What they owe for their event, and what it was for, in words that name them. */
async function plantShare({ app: { db, clock } }: TestSite, { userId, hosted }: HostOwner) {
  const cost = { eventId: hosted, kind: "total" as const, amountCents: 1250, splitOver: "came" as const };
  await db
    .insert(tables.eventCosts)
    .values({ ...cost, what: `Court, booked by ${FIRST} ${LAST}`, splitAt: clock.now() });
  await db
    .insert(tables.personBlocks)
    .values({ id: "block", userId, reason: `Ask ${FIRST} ${LAST}`, blockedAt: clock.now(), liftedAt: clock.now() });
  const limit = { id: "limit", userId, reason: `Ask ${FIRST} ${LAST}`, setAt: clock.now(), until: clock.now() };
  await db.insert(tables.chatLimits).values(limit);
  await db.insert(tables.chatReactions).values({ chatId: "ours", seq: 2, emoji: "👍", userId, reactedAt: clock.now() });
  await db.insert(tables.eventShares).values({ id: "share", eventId: hosted, userId, heads: 1, amountCents: 1250 });
}

/** Forms they sent, and mails to and about them. */
export async function plantPost(site: TestSite, owner: HostOwner) {
  const { app } = site;
  const { userId, sub } = owner;
  const { db, clock, config } = app;
  await plantPush(app, sub);
  await plantMessages(site, owner);
  await plantShare(site, owner);
  await plantDoubts(site, owner);
  const at = clock.now();
  const form = { data: { email: EMAIL, message: word("join-form") }, createdAt: at, updatedAt: at };
  await db.insert(tables.joinSubmissions).values([
    { submissionId: randomUUID(), ...form, userId, data: { message: word("tied-form") }, completedAt: at },
    { submissionId: randomUUID(), ...form },
  ]);
  await db.insert(tables.formSubmissions).values([
    { id: "form-1", formType: "support", email: EMAIL, data: { message: word("support") }, createdAt: at },
    {
      id: "form-2",
      formType: "support",
      email: "else@example.com",
      data: {},
      createdAt: at,
      doneAt: at,
      doneBy: EMAIL,
      ownerSub: sub,
    },
  ]);
  const mail = { kind: "x", dueAt: at, createdAt: at };
  await db.insert(tables.mailOutbox).values([
    { ...mail, id: "mail-1", key: "1", email: EMAIL, data: { firstName: FIRST }, lastError: `550 <${EMAIL}>` },
    { ...mail, id: "mail-2", key: "2", email: `older.${EMAIL}`, data: { userId } },
  ]);
  const said = `Thanks to ${FIRST} ${LAST}, ${EMAIL}`;
  await db.insert(tables.announcements).values({
    id: "announcement-1",
    subject: said,
    body: { type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text: said }] }] },
    segment: { kind: "everyone" },
    status: "started",
    sendAt: at,
    createdAt: at,
  });
  await db.insert(tables.personNotes).values({ id: "note-1", userId, text: said, createdAt: at });
  await db.insert(tables.reportNotes).values([
    { id: "report-note-1", reportId: "form-1", text: word("report-note"), createdAt: at },
    { id: "report-note-2", reportId: "form-2", text: said, authorSub: sub, createdAt: at },
  ]);
  await db.insert(tables.personTags).values({ userId, tag: word("tag"), taggedAt: at });
  await db.insert(tables.announcementMails).values({ mailId: "mail-1", announcementId: "announcement-1" });
  await db.insert(tables.automationLog).values({ id: "thanked", kind: "thanks", key: userId, userId, createdAt: at });
  await db.insert(tables.mailPreferences).values({ email: EMAIL, token: "t", unsubscribedAt: at, updatedAt: at });
  await mkdir(join(config.dataDir, "mail"), { recursive: true });
  await writeFile(join(config.dataDir, "mail", "1.eml"), `To: ${EMAIL}\r\n\r\nHello ${FIRST}`);
  const name = {
    to: "sam@example.com",
    from: "a@example.com",
    subject: "News",
    date: at,
    messageId: "<m@x>",
    headers: {},
  };
  await app.mailer.send({ ...name, text: `${FIRST} ${LAST} · asked — to join`, html: `<p>${FIRST} ${LAST}</p>` });
  await mkdir(join(config.dataDir, "images"), { recursive: true });
}

/** A browser that gets notifications, and what they want to hear of. */
async function plantPush({ db, clock }: TestSite["app"], sub: string) {
  const at = clock.now();
  const session = { id: "pushed", tokenHash: "pushed", sub, createdAt: at, usedAt: at, expiresAt: at };
  await db.insert(tables.sessions).values(session);
  const keys = { p256dh: word("push-key"), auth: word("push-auth") };
  await db
    .insert(tables.pushSubscriptions)
    .values({ id: "push", sessionId: "pushed", endpoint: word("push-endpoint"), ...keys, createdAt: at });
  await db.insert(tables.ladderAbsences).values({ sub, since: at });
  await db
    .update(tables.chatMessages)
    .set({ said: word("said-before") })
    .where(eq(tables.chatMessages.id, "1"));
  await db.insert(tables.chatPictures).values([
    { chatId: "ours", seq: 1, key: "up-of-theirs", alt: word("picture-words") },
    { chatId: "ours", seq: 2, key: "up-of-another", alt: `${FIRST} ${LAST} at the net` },
  ]);
  await db.insert(tables.chatReads).values({ sub, chatId: "ours", seq: 1 });
  await db.insert(tables.pushPreferences).values({ sub, mutedKinds: [], mutedActivities: [], updatedAt: at });
}
