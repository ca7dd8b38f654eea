import type { PgTable } from "drizzle-orm/pg-core";
import type * as schema from "#src/db/schema.ts";

// The kind of data in every column of text or JSON. The list is exhaustive by its type: a new table or column does not
// compile until it says what a deletion does with it (`commands/erasure.server.ts`).

/**
 * `id`: ids, hashes and enum values that the site makes, and the group's own texts. `person`: identifies a person or is
 * their text; a deletion removes it. `words`: kept without the person, with names, addresses and numbers replaced.
 */
export type ColumnClass = "id" | "person" | "words";

type IsText<Data> = unknown extends Data
  ? true
  : Data extends number | boolean | Date
    ? false
    : Data extends string
      ? string extends Data
        ? true
        : false
      : Data extends readonly (infer Element)[]
        ? IsText<Element>
        : true;

export type Tables = {
  [Key in keyof typeof schema as (typeof schema)[Key] extends PgTable ? Key : never]: (typeof schema)[Key];
};
type TextColumns<Table extends PgTable> = {
  [Column in keyof Table["_"]["columns"]]: IsText<Table["_"]["columns"][Column]["_"]["data"]> extends true
    ? Column
    : never;
}[keyof Table["_"]["columns"]];

type ColumnsOf<Table> = Table extends PgTable ? Readonly<Record<TextColumns<Table>, ColumnClass>> : never;

export const COLUMNS: { readonly [Key in keyof Tables]: ColumnsOf<Tables[Key]> } = {
  users: {
    userId: "id",
    firstName: "person",
    lastName: "person",
    nickname: "person",
    formerNames: "person",
    approvedName: "person",
    email: "person",
    phone: "person",
    zphone2: "person",
    shirtsize: "person",
    groupMeUserId: "person",
    referredBy: "person",
    reInterestedInEvents: "person",
    selectedEvents: "id",
    zmessage: "person",
    socials: "person",
    searchWords: "person",
  },
  accounts: { sub: "id", email: "person", groups: "id", userId: "id", termsVersion: "id" },
  accountRoles: { sub: "id" },
  credentials: { sub: "id", passwordHash: "person" },
  sessions: {
    id: "id",
    tokenHash: "id",
    familyHash: "id",
    rotationKey: "id",
    sub: "id",
    poolToken: "person",
    device: "person",
    network: "person",
  },
  sessionRotations: { tokenHash: "id", sessionId: "id" },
  signInChallenges: { tokenHash: "id", sub: "id", poolToken: "person" },
  passkeys: { id: "id", sub: "id", name: "person", publicKey: "id", transports: "id" },
  totpSecrets: { id: "id", sub: "id", sealedSecret: "person" },
  recoveryCodes: { sub: "id", codeHash: "id" },
  passkeyChallenges: { id: "id", sub: "id" },
  securityEvents: { id: "id", sub: "id", device: "person", network: "person", detail: "person" },
  changeLog: { xid: "id", topic: "id", subject: "id" },
  jobs: { name: "id", claim: "id", lastError: "id" },
  demoRows: { id: "id" },
  identityCodes: { id: "id", email: "person", codeHash: "id", passwordHash: "person", askedFrom: "person" },
  signUpNames: { signUpId: "id", email: "person", firstName: "person", lastName: "person", termsVersion: "id" },
  signInLinks: { tokenHash: "id", browserHash: "id", numberHash: "id", email: "person" },
  placeLinks: {
    tokenHash: "id",
    eventId: "id",
    email: "person",
    firstName: "person",
    lastName: "person",
    phone: "person",
    userId: "id",
  },
  emailChanges: { sub: "id", email: "person", codeHash: "id" },
  openIdAccounts: { issuer: "id", subject: "person", sub: "id" },
  poolDeletions: { sub: "id" },
  calendarLinks: { sub: "id", secretHash: "id", sessionId: "id" },
  chatJoinRequests: {
    id: "id",
    chatId: "id",
    providerId: "id",
    providerUserId: "person",
    nickname: "person",
    phone: "person",
    email: "person",
    imageUrl: "person",
    userId: "id",
  },
  auditLog: {
    id: "id",
    actorSub: "id",
    actorUserId: "id",
    actorEmail: "person",
    subjectIds: "id",
    before: "person",
    after: "person",
    undo: "person",
    undoneBy: "person",
  },
  undoKeys: { auditId: "id", key: "id" },
  userImports: { id: "id", actorSub: "id", answer: "id" },
  joinSubmissions: { submissionId: "id", data: "person", userId: "id", madeUserId: "id", termsVersion: "id" },
  joinProposals: { id: "id", userId: "id", knownUserId: "id" },
  formSubmissions: { id: "id", formType: "id", email: "person", data: "person", doneBy: "person" },
  hostIds: { id: "id", userId: "id", hostIdHash: "id", label: "person" },
  identityKeys: { kid: "id", privateJwk: "id" },
  uploadedImages: { key: "id", hash: "id", ownerUserId: "id" },
  eventPhotos: { eventId: "id", key: "id", addedByUserId: "id" },
  photoRequests: { id: "id", eventId: "id", key: "id", reason: "person", email: "person", userId: "id" },
  mailOutbox: { id: "id", key: "id", kind: "id", email: "person", data: "person", lastError: "person" },
  mailPreferences: { email: "person", token: "id" },
  setupCodes: { codeHash: "id" },
  groupSettings: { name: "id", value: "id" },
  announcements: { id: "id", authorSub: "id", subject: "words", body: "words", segment: "id" },
  announcementMails: { mailId: "id", announcementId: "id" },
  automations: { ranOn: "id" },
  automationLog: { id: "id", key: "id", userId: "id" },
  pushKeys: { publicKey: "id", privateKey: "id" },
  pushSubscriptions: { id: "id", sessionId: "id", endpoint: "person", p256dh: "person", auth: "person" },
  pushPreferences: { sub: "id", mutedActivities: "id" },
  strangerMails: { inboxHash: "id" },
  notices: { id: "id", userId: "id", eventId: "id", hostMessageId: "id" },
  hostMessages: { id: "id", eventId: "id", authorUserId: "id", subject: "words", body: "words" },
  paymentEvents: { eventId: "id", type: "id" },
  memberships: { id: "id", userId: "id", providerId: "id", customerId: "person", payerEmail: "person" },
  payments: {
    id: "id",
    userId: "id",
    membershipId: "id",
    currency: "id",
    providerRef: "id",
    customerId: "person",
    payerEmail: "person",
    note: "person",
    corrects: "id",
  },
  bitcoinCashCheckouts: { txId: "id", userId: "id", email: "person", description: "person" },
  demonstrationSubscriptions: { id: "id", reference: "id", email: "person" },
  // The end of a key is hashed.
  rateLimits: { key: "id" },
  eventRsvps: { eventId: "id", userId: "id" },
  waitingList: { eventId: "id", userId: "id" },
  seatOffers: { id: "id", eventId: "id", userId: "id" },
  eventAttendance: { eventId: "id", id: "id", userId: "id", name: "words" },
  courtBoards: { eventId: "id", board: "id", followToken: "id" },
  courtPlayers: { eventId: "id", player: "id", userId: "id" },
  courtResults: { eventId: "id", player: "id", game: "id" },
  ladderAbsences: { sub: "id" },
  attendanceMarks: { eventId: "id", id: "id" },
  eventGreeters: { eventId: "id", userId: "id" },
  eventCoHosts: { eventId: "id", userId: "id" },
  eventPolls: { eventId: "id", question: "words" },
  pollOptions: { id: "id", eventId: "id", label: "words" },
  pollVotes: { optionId: "id", userId: "id" },
  eventChanges: { eventId: "id", userId: "id", change: "person", version: "id", refusalReason: "person" },
  socialEvents: {
    id: "id",
    title: "words",
    description: "words",
    day: "id",
    startTime: "id",
    timeZone: "id",
    seriesId: "id",
    shortLocation: "words",
    bring: "words",
    mapPoint: "id",
    drawSeed: "id",
    cancelReason: "words",
    location: "words",
    privateLocation: "words",
    refusalReason: "person",
    host: "person",
    hostUserId: "id",
    host1: "person",
    host2: "person",
    chat: "id",
    groupMeChatUrl: "id",
    groupMeChatId: "id",
    groupMeImg: "id",
    imgKey: "id",
    imgList: "id",
    photoCaptions: "words",
    facebookLink: "words",
    organizerVenmo: "person",
    organizerCashApp: "person",
    password: "person",
    pollText: "words",
    pollPrivateLocation: "words",
    poll: "id",
  },
  chatCalendar: {
    id: "id",
    chatId: "id",
    key: "id",
    name: "words",
    description: "words",
    timeZone: "id",
    placeName: "words",
    placeAddress: "words",
    url: "id",
  },
  calendarPosts: { eventId: "id", chatId: "id", sent: "words", lastError: "id", claim: "id" },
  chats: { id: "id", eventId: "id", name: "words", description: "words", imageUrl: "id" },
  chatMembers: {
    chatId: "id",
    memberId: "person",
    userId: "id",
    name: "person",
    nickname: "person",
    imageUrl: "person",
  },
  chatMessages: {
    chatId: "id",
    id: "id",
    authorId: "person",
    userId: "id",
    name: "person",
    avatarUrl: "person",
    text: "words",
    clientId: "id",
    said: "person",
  },
  chatReads: { sub: "id", chatId: "id" },
  chatPosts: { guid: "id", chatId: "id", authorId: "id", name: "person", text: "person", clientId: "id" },
};
