import type { Tables } from "#src/features/privacy/queries/columns.server.ts";

// The retention period of every table: one list, enforced by the daily job (`jobs.server.ts`) and shown on /privacy.
// Its type is exhaustive, so a new table does not compile without an entry.

/** Rows deleted some days after the moment in a column. */
type Ends = {
  readonly column: string;
  readonly days: number;
  /** SQL condition on the row; omitted: every row. */
  readonly where?: string;
  /** Columns to clear instead of deleting the row. */
  readonly clear?: readonly string[];
};
type Retention = {
  /** The data in words for /privacy; tables with the same words share a line. */
  readonly what: string;
  readonly kept: string;
  readonly ends?: readonly Ends[];
};

const PERSON = "as long as you are with the group, or until you or an organizer delete it";
const ACCOUNT = "as long as you have the account";
const EVENT = "as long as the event stays in the group’s history, without you after a deletion";
const ANSWERS = { what: "Your RSVPs, votes and places on waiting lists", kept: PERSON } as const;
const SIGN_IN = {
  what: "Your sign-in: password in scrambled form, secret calendar address, which terms you agreed to and when",
  kept: ACCOUNT,
} as const;
const METHODS = {
  what: "Your sign-in methods: passkeys, an authenticator app in encrypted form, recovery codes in scrambled form",
  kept: "as long as you have the account, or until you remove them",
} as const;
const RESULTS = {
  what: "Your results on the courts, how they moved your level, and what you said is wrong with a score",
  kept: "as long as the event stays, under “Former member” after a deletion",
} as const;
const EVENTS = { what: "Events, their polls and their entries in chat calendars", kept: EVENT } as const;
const PHOTOS = {
  what: "Photos and videos that you added",
  kept: "as long as an event or a chat shows them and you stay; the group’s logo also without you; 1 day when nothing uses them",
} as const;
const SHARES = {
  what: "What an event cost, and who paid their share of it",
  kept: "as long as the event stays, without you after a deletion",
} as const;
const CHATS = {
  what: "Chats, who is in them, and messages",
  kept: "as long as the chat exists, under “Former member” after a deletion",
} as const;
const BOOKS = {
  what: "Payments and memberships",
  kept: "as long as the group must keep its books, as amounts and days without you after a deletion",
} as const;
const SITE = {
  what: "Keys and counters of the site itself, which say nothing about you",
  kept: "as long as they are used",
};

const AFTER_END = "after the sign-in ends";

const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? "" : "s"}`;
const after = (days: number) => (days % 365 === 0 ? plural(days / 365, "year") : plural(days, "day"));
/** One rule for a whole table: rows are deleted some days after the moment in a column. */
function deleted(what: string, days: number, since: string, ...ends: readonly Ends[]): Retention {
  return { what, kept: `${after(days)} ${since}`, ends };
}

export const RETENTION: { readonly [Key in keyof Tables]: Retention } = {
  users: { what: "Your details: name, email, phone, sex, shirt size, interests, what you wrote", kept: PERSON },
  personFacts: {
    what: "Until when you are a member, when you came last, the address for announcements, whether you unsubscribed, your interests, and your name as it is sorted, for the organizers’ list",
    kept: PERSON,
  },
  personNotes: { what: "Organizers’ notes and tags about you", kept: `${PERSON}, or until an organizer removes them` },
  personTags: { what: "Organizers’ notes and tags about you", kept: `${PERSON}, or until an organizer removes them` },
  accounts: SIGN_IN,
  accountRoles: { what: "Your roles in the group’s team", kept: "until they are taken, or with the account" },
  credentials: SIGN_IN,
  calendarLinks: SIGN_IN,
  sessions: deleted("Devices that are signed in", 1, AFTER_END, { column: "expires_at", days: 1 }),
  sessionRotations: deleted("Devices that are signed in", 1, AFTER_END, { column: "replaced_at", days: 1 }),
  signInChallenges: deleted("Devices that are signed in", 1, AFTER_END, { column: "expires_at", days: 1 }),
  passkeys: METHODS,
  totpSecrets: METHODS,
  recoveryCodes: METHODS,
  passkeyChallenges: deleted("Devices that are signed in", 1, AFTER_END, { column: "expires_at", days: 1 }),
  signUpNames: {
    what: "Your name and your agreement to the terms, from a sign-up",
    kept: "until you first sign in, at most 1 year; 1 day when the sign-up is not confirmed",
    ends: [
      { column: "created_at", days: 1, where: "t.confirmed_at is null" },
      { column: "created_at", days: 365 },
    ],
  },
  signInLinks: deleted("Sign-in links that we mailed to you", 1, "after they end", { column: "expires_at", days: 1 }),
  placeLinks: deleted("Links to your space at an event that we mailed to you", 1, "after they end", {
    column: "expires_at",
    days: 1,
  }),
  emailChanges: deleted("A new email that waits for its code", 1, "after the code ends", {
    column: "expires_at",
    days: 1,
  }),
  openIdAccounts: SIGN_IN,
  identityCodes: deleted("Codes that we mailed to you", 1, "after they end", { column: "expires_at", days: 1 }),
  securityEvents: deleted("Your security log: sign-ins, changes of your password", 365, "", {
    column: "at",
    days: 365,
  }),
  poolDeletions: SITE,
  // Once no valid token depends on them.
  identityKeys: { ...SITE, ends: [{ column: "verifies_until", days: 0 }] },
  jobs: SITE,
  setupCodes: { what: "The hash of the code that sets up the site", kept: "until the site has an organizer" },
  groupSettings: { what: "What the group says of itself: names, links, places", kept: "until an organizer changes it" },
  // Kept for a minute at most: each process deletes what all have read.
  changeLog: SITE,
  demoRows: SITE,
  rateLimits: deleted("Counts of what was sent too often, by a hash of the network address", 2, "", {
    column: "window_start",
    days: 2,
  }),
  strangerMails: { what: "Counts of mails to one address, by its hash", kept: "1 day" },
  joinProposals: deleted("Whether your request to join is about someone we know", 365, "after it was decided", {
    column: "decided_at",
    days: 365,
  }),
  joinSubmissions: {
    what: "Your request to join, with which terms you agreed to and when",
    kept: `${PERSON}; a draft that never became a request 30 days`,
    ends: [{ column: "updated_at", days: 30, where: "t.completed_at is null" }],
  },
  formSubmissions: deleted("Messages and forms that you sent", 730, "after you sent them", {
    column: "created_at",
    days: 730,
  }),
  reportNotes: { what: "Organizers’ notes about a report", kept: "as long as the report" },
  chatJoinRequests: deleted("Requests to join a chat, as the chat service told us", 365, "", {
    column: "requested_at",
    days: 365,
  }),
  photoRequests: deleted("Requests to take a photo down", 365, "after they were decided", {
    column: "decided_at",
    days: 365,
  }),
  hostIds: {
    what: "Host IDs, as a hash",
    kept: "1 year after they are revoked",
    ends: [{ column: "revoked_at", days: 365 }],
  },
  hostMessages: deleted("Messages that hosts wrote to their guests", 365, "", { column: "created_at", days: 365 }),
  notices: deleted("Notices on your dashboard", 180, "", { column: "created_at", days: 180 }),
  announcements: {
    what: "Announcements that the group mailed",
    kept: "as long as the group’s history, without you after a deletion",
  },
  announcementMails: { what: "Which mails we sent you", kept: "90 days after they were sent" },
  mailOutbox: deleted("Which mails we sent you", 90, "after they were sent", { column: "done_at", days: 90 }),
  mailPreferences: {
    what: "Which mails you want",
    kept: "13 months after our last mail to you; what you turned off as long as we may write to you; that you unsubscribed always",
    ends: [
      {
        column: "updated_at",
        days: 395,
        where: `t.unsubscribed_at is null
          and t.reminders and t.rsvps and t.event_changes and t.host_messages and t.new_guests`,
      },
    ],
  },
  automations: SITE,
  automationLog: deleted("What the site did for you by itself: approvals and mails", 365, "", {
    column: "created_at",
    days: 365,
  }),
  pushKeys: SITE,
  pushSubscriptions: {
    what: "Browsers that show you notifications",
    kept: "until you turn them off or the sign-in there ends",
  },
  pushPreferences: { what: "Which notifications you want", kept: ACCOUNT },
  auditLog: {
    what: "The organizers’ log: what they changed, and when",
    kept: "2 years, without you after a deletion",
    ends: [
      { column: "created_at", days: 30, clear: ["undo"], where: "t.undo is not null" },
      {
        column: "created_at",
        days: 30,
        clear: ["before"],
        where: "t.action = 'user_deleted' and t.before is not null",
      },
      // Details of a request, message or mail are cleared once that row is deleted.
      {
        column: "created_at",
        days: 0,
        clear: ["before"],
        where: `t.action in ('request_declined', 'message_done', 'message_reopened', 'mail_retried')
          and t.before is not null and not exists (
            select from chat_join_requests r where r.id = t.subject_ids[1]
            union all select from form_submissions f where f.id = t.subject_ids[1]
            union all select from mail_outbox m where m.id = t.subject_ids[1])`,
      },
      { column: "created_at", days: 730 },
    ],
  },
  undoKeys: deleted("What an organizer deleted, encrypted, for the case of a mistake", 30, "", {
    column: "created_at",
    days: 30,
  }),
  userImports: deleted("Which lists organizers imported", 30, "", { column: "created_at", days: 30 }),
  eventRsvps: ANSWERS,
  waitingList: ANSWERS,
  seatOffers: ANSWERS,
  pollVotes: ANSWERS,
  eventAttendance: { what: "Which events you came to, as the host marked it at the door", kept: PERSON },
  courtBoards: {
    what: "Who played whom on the courts of an event, by number; the names are in who came",
    kept: "2 years after the event",
    ends: [{ column: "updated_at", days: 730 }],
  },
  courtPlayers: RESULTS,
  courtResults: RESULTS,
  ladderAbsences: { what: "Whether you stay off the ladder", kept: ACCOUNT },
  attendanceMarks: deleted("Marks at the door that a phone may send twice, by number", 30, "", {
    column: "marked_at",
    days: 30,
  }),
  eventGreeters: { what: "Events at which you help at the door", kept: PERSON },
  eventCoHosts: { what: "Events that you host with someone", kept: PERSON },
  socialEvents: EVENTS,
  eventChanges: {
    what: "Changes of your events that an organizer has not published",
    kept: "until they are published, withdrawn or you are deleted",
  },
  eventPolls: EVENTS,
  pollOptions: EVENTS,
  chatCalendar: EVENTS,
  calendarPosts: EVENTS,
  uploadedImages: PHOTOS,
  eventPhotos: PHOTOS,
  chats: CHATS,
  chatMembers: CHATS,
  chatMessages: CHATS,
  chatReactions: { what: "Your reactions to chat messages", kept: `${PERSON}, or until you take them back` },
  chatPictures: {
    what: "Pictures that you sent in chats",
    kept: "as long as you and the message stay; after that 1 day, or for organizers while a report names the message",
  },
  chatLimits: {
    what: "Whether an organizer muted you or removed you from a chat",
    kept: `${PERSON}, or until it is lifted`,
  },
  chatReads: { what: "How far you have read the chats", kept: ACCOUNT },
  chatPosts: { ...CHATS, ends: [{ column: "created_at", days: 2 }] },
  memberships: BOOKS,
  payments: BOOKS,
  cardRefunds: BOOKS,
  personBlocks: { what: "Whether an organizer blocked you, and until when", kept: PERSON },
  eventCosts: SHARES,
  eventShares: SHARES,
  paymentEvents: deleted("Which news of a payment service we took in", 90, "", { column: "received_at", days: 90 }),
  bitcoinCashCheckouts: {
    what: "Payments in Bitcoin Cash that you began",
    kept: "90 days when nothing was paid, else 2 years",
    ends: [
      { column: "created_at", days: 90, where: "t.status <> 'paid'" },
      { column: "created_at", days: 730 },
    ],
  },
  demonstrationSubscriptions: {
    what: "Demonstrations of a payment, which move no money",
    kept: "30 days",
    ends: [{ column: "created_at", days: 30, where: "t.period_end < now()" }],
  },
};

/** The lines of /privacy, each once. */
export const RETENTION_LINES: readonly { readonly what: string; readonly kept: string }[] = [
  ...new Map(Object.values(RETENTION).map(({ what, kept }) => [what, { what, kept: kept.trim() }])).values(),
];
