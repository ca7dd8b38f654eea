import { z } from "zod";
import { AGE_RANGE, EMAIL_FIXED, SEX_REQUIRED, SIZE_REQUIRED } from "#src/features/profile/messages.ts";
import { hostingFields } from "#src/features/profile/schema/hosting.ts";
import { talkFields } from "#src/features/profile/schema/talk.ts";
import { traceFields } from "#src/features/profile/schema/traces.ts";
import { LONGEST_ENTRY, MOST_ENTRIES, SEXES, SHIRT_SIZES } from "#src/shared/choices.ts";
import {
  FIRST_NAME_REQUIRED,
  isPhoneDigits,
  LAST_NAME_REQUIRED,
  PHONE_FORM,
  PHONE_REQUIRED,
  phoneDigits,
} from "#src/shared/contact.ts";
import { requiredText, text } from "#src/shared/fields.ts";
import { NOTICE_KINDS, PRESENCES, USER_ROLES, USER_SEXES } from "#src/shared/states.ts";
import { ACTIONS } from "#src/shared/roles.ts";

/** Mails that people can turn off individually. */
const mailChoices = {
  reminders: z.boolean(),
  rsvps: z.boolean(),
  eventChanges: z.boolean(),
  hostMessages: z.boolean(),
  newGuests: z.boolean(),
};

const noticeSchema = z.object({
  id: z.string(),
  kind: z.enum(NOTICE_KINDS),
  eventId: z.string().nullable(),
  eventTitle: z.string(),
  words: z.string().optional().describe("For changes and spaces: the current state"),
  createdAt: z.iso.datetime(),
  isRead: z.boolean(),
});
export type NoticeView = z.infer<typeof noticeSchema>;

/** The signed-in person's own profile. */
export const profileSchema = z.object({
  sub: z.string(),
  email: z.string(),
  groups: z.array(z.string()),
  role: z.enum(USER_ROLES),
  isConsoleLocked: z
    .literal(true)
    .optional()
    .describe("Whether the account has a role but lacks the second factor that the console requires"),
  mayDo: z
    .array(z.enum(ACTIONS))
    .optional()
    .describe("The actions that the account's roles include; omitted without a role"),
  userId: z.string().nullable().describe("Null until a verified address ties the account to a person"),
  firstName: z.string(),
  lastName: z.string(),
  name: z.string(),
  phone: z.string().describe("Digits"),
  sex: z.enum(USER_SEXES),
  shirtSize: z.string(),
  isFromJoinForm: z
    .literal(true)
    .optional()
    .describe(
      "Phone, sex and shirt size came with a join form, whose sender is unverified, so they can be set once more",
    ),
  age: z.number().int().nullable(),
  interestedEvents: z.array(z.string()),
  referredBy: z.string(),
  socials: z.string(),
  approved: z.boolean(),
  joinDate: z.string().describe("YYYY-MM-DD; empty if the person is not known"),
  chatAccess: z.enum(["allowed", "profile", "subscribe"]),
  notifications: z.object({
    ...mailChoices,
    unsubscribed: z.boolean().describe("Whether they get only codes and receipts by mail"),
  }),
  notices: z.array(noticeSchema).describe("Newest first"),
});
export type Profile = z.infer<typeof profileSchema>;

const phone = requiredText(40, PHONE_REQUIRED)
  .transform(phoneDigits)
  .refine((digits) => digits !== "", { error: PHONE_REQUIRED })
  .refine((digits) => digits === "" || isPhoneDigits(digits), { error: PHONE_FORM });

/** The fields that people may change in their own profile. Omitted fields stay. */
export const profilePatchSchema = z.object({
  firstName: requiredText(100, FIRST_NAME_REQUIRED).optional(),
  lastName: requiredText(100, LAST_NAME_REQUIRED).optional(),
  phone: phone.optional().describe("Once"),
  sex: z.enum(SEXES, { error: SEX_REQUIRED }).optional().describe("Once"),
  shirtSize: z.enum(SHIRT_SIZES, { error: SIZE_REQUIRED }).optional().describe("Once"),
  age: z
    .number({ error: AGE_RANGE })
    .int({ error: AGE_RANGE })
    .min(13, { error: AGE_RANGE })
    .max(120, { error: AGE_RANGE })
    .nullable()
    .optional(),
  interestedEvents: z
    .array(requiredText(LONGEST_ENTRY, "An interest needs a name."))
    .max(MOST_ENTRIES, { error: `At most ${MOST_ENTRIES} interests.` })
    .transform((interests) => [...new Set(interests)])
    .optional(),
  socials: text(120).optional(),
  notifications: z
    .object({ ...mailChoices, unsubscribed: z.boolean() })
    .partial()
    .optional(),
  noticesReadTo: requiredText(100, "Say which notice.")
    .optional()
    .describe("Marks the notice with this id, and those before it, as read"),
  // Refused rather than silently ignored.
  email: z.never({ error: EMAIL_FIXED }).optional(),
});
export type ProfilePatch = z.infer<typeof profilePatchSchema>;

const moment = z.iso.datetime();
const agreedTerms = z.object({ version: z.string(), at: moment }).nullable().describe("Null: not asked");

/** All data about one person. */
export const exportSchema = z.object({
  exportedAt: moment,
  account: z.object({
    sub: z.string(),
    email: z.string(),
    groups: z.array(z.string()),
    createdAt: moment,
    agreedTerms,
  }),
  calendarLinkMadeAt: moment.nullable().describe("When the URL of your personal calendar was created"),
  sessions: z.array(
    z.object({ device: z.string(), network: z.string(), createdAt: moment, usedAt: moment, expiresAt: moment }),
  ),
  signInMethods: z
    .object({
      passkeys: z.array(
        z.object({ name: z.string(), isBackedUp: z.boolean(), addedAt: moment, usedAt: moment.nullable() }),
      ),
      authenticatorApps: z.array(
        z.object({ addedAt: moment, confirmedAt: moment.nullable(), usedAt: moment.nullable() }),
      ),
      recoveryCodes: z.array(z.object({ madeAt: moment, usedAt: moment.nullable() })),
      providers: z.array(z.object({ issuer: z.string(), subject: z.string(), connectedAt: moment })),
    })
    .describe("Your sign-in methods besides the password, without the keys and codes themselves, which are secret"),
  people: z.array(z.record(z.string(), z.unknown())).describe("Your record; several until an organizer merges them"),
  rsvps: z.array(z.object({ eventId: z.string(), answer: z.string(), guests: z.number().int(), answeredAt: moment })),
  waitingList: z.array(
    z.object({
      eventId: z.string(),
      status: z.string(),
      guests: z.number().int(),
      joinedAt: moment,
      endedAt: moment.nullable(),
    }),
  ),
  seatOffers: z
    .array(
      z.object({ eventId: z.string(), kind: z.string(), outcome: z.string(), offeredAt: moment, expiresAt: moment }),
    )
    .describe("Spaces offered to you while you were on a waiting list"),
  pollVotes: z.array(z.object({ eventId: z.string(), question: z.string(), option: z.string(), votedAt: moment })),
  ...hostingFields,
  attendance: z.array(
    z.object({ eventId: z.string(), presence: z.enum(PRESENCES), guests: z.number().int(), markedAt: moment }),
  ),
  courtResults: z.array(
    z.object({
      eventId: z.string(),
      points: z.number().int(),
      against: z.number().int(),
      endedAt: moment,
      levelChange: z.number(),
      doubt: z.string().nullable().describe("What you told the host was wrong with the score"),
    }),
  ),
  wroteToGuests: z.array(z.object({ eventId: z.string(), subject: z.string(), body: z.string(), sentAt: moment })),
  eventShares: z
    .array(
      z.object({
        eventId: z.string(),
        amountCents: z.number().int(),
        heads: z.number().int(),
        status: z.string(),
        reminders: z.number().int(),
        remindedAt: moment.nullable(),
      }),
    )
    .describe("What you owed for events"),
  blocks: z
    .array(z.object({ reason: z.string(), blockedAt: moment, until: moment.nullable(), liftedAt: moment.nullable() }))
    .describe("When organizers blocked you"),
  chatLimits: z
    .array(z.object({ chat: z.string().nullable(), reason: z.string(), setAt: moment, until: moment.nullable() }))
    .describe("Where organizers muted you (no chat: everywhere) or removed you from a chat"),
  greeterAt: z.array(z.object({ eventId: z.string(), namedAt: moment })),
  coHostOf: z.array(z.object({ eventId: z.string(), namedAt: moment })),
  hostIds: z.array(z.object({ label: z.string(), createdAt: moment, revokedAt: moment.nullable() })),
  organizersNotes: z
    .array(z.object({ text: z.string(), createdAt: moment }))
    .describe("What organizers noted about you"),
  organizersTags: z.array(z.object({ tag: z.string(), taggedAt: moment })),
  uploads: z
    .array(z.object({ kind: z.string(), addedAt: moment, eventIds: z.array(z.string()), url: z.string() }))
    .describe(
      "Photos and videos; each file, in the largest size kept, can be downloaded from its url as long as it is here",
    ),
  photoRequests: z.array(
    z.object({
      eventId: z.string(),
      reason: z.string(),
      email: z.string(),
      status: z.string(),
      createdAt: moment,
    }),
  ),
  chatRequests: z.array(
    z.object({
      nickname: z.string(),
      phone: z.string(),
      email: z.string(),
      requestedAt: moment,
      decision: z.string().nullable(),
    }),
  ),
  securityLog: z.array(
    z.object({ kind: z.string(), device: z.string(), network: z.string(), detail: z.string(), at: moment }),
  ),
  organizersLog: z
    .array(
      z.object({
        action: z.string(),
        createdAt: moment,
        undoneAt: moment.nullable(),
        before: z.unknown(),
        after: z.unknown(),
      }),
    )
    .describe("Organizers' changes to your record; entries that are also about someone else show only action and time"),
  ...talkFields,
  ...traceFields,
  joinForms: z.array(z.object({ sentAt: moment, isComplete: z.boolean(), agreedTerms, answers: z.unknown() })),
  forms: z.array(z.object({ form: z.string(), sentAt: moment, answers: z.unknown() })),
  mailPreferences: z.object({ ...mailChoices, unsubscribedAt: moment.nullable() }).nullable(),
  notificationChoices: z
    .object({ mutedKinds: z.array(z.string()), mutedActivities: z.array(z.string()) })
    .nullable()
    .describe("Null if you never chose"),
  notificationBrowsers: z.array(z.object({ pushService: z.string(), since: moment })),
  mails: z.array(z.object({ kind: z.string(), createdAt: moment, status: z.string(), doneAt: moment.nullable() })),
  memberships: z.array(
    z.object({
      provider: z.string(),
      method: z.string(),
      status: z.string().nullable(),
      payerEmail: z.string(),
      paidUntil: moment.nullable(),
      memberUntil: moment.nullable(),
      createdAt: moment,
    }),
  ),
  payments: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      method: z.string(),
      provider: z.string(),
      amountCents: z.number().int(),
      currency: z.string(),
      note: z.string(),
      payerEmail: z.string(),
      paidAt: moment,
    }),
  ),
  bitcoinCashPayments: z.array(
    z.object({
      txId: z.string(),
      description: z.string(),
      purpose: z.string(),
      amountCents: z.number().int(),
      status: z.string(),
      createdAt: moment,
    }),
  ),
  notices: z.array(noticeSchema),
});
export type ProfileExport = z.infer<typeof exportSchema>;
