import type { accounts, sessions } from "#src/db/tables/accounts.ts";
import type { AttendanceRow, eventCoHosts, eventGreeters } from "#src/db/tables/attendance.ts";
import type { personBlocks } from "#src/db/tables/blocks.ts";
import type { chatLimits } from "#src/db/tables/chats.ts";
import type { eventShares } from "#src/db/tables/costs.ts";
import type { hostMessages } from "#src/db/tables/host-messages.ts";
import type { calendarLinks } from "#src/db/tables/calendar-links.ts";
import type { courtResults } from "#src/db/tables/courts.ts";
import type { formSubmissions } from "#src/db/tables/form-submissions.ts";
import type { joinSubmissions } from "#src/db/tables/join-submissions.ts";
import type { mailOutbox } from "#src/db/tables/mail.ts";
import type { pushPreferences } from "#src/db/tables/push.ts";
import type { bitcoinCashCheckouts, MembershipRow, PaymentRow } from "#src/db/tables/payments.ts";
import type { eventRsvps, seatOffers, waitingList } from "#src/db/tables/rsvps.ts";
import type { UserRow } from "#src/db/tables/users.ts";
import type { Hosting } from "#src/features/profile/queries/hosting-data.server.ts";
import type { Recorded, RecordedMethods } from "#src/features/profile/queries/recorded-data.server.ts";
import type { Traces } from "#src/features/profile/queries/traces.server.ts";
import type { ProfileExport } from "#src/features/profile/schema.ts";
import { iso, isoOrNull, type NoticeRow, type PreferencesRow, viewNotice } from "#src/features/profile/view/profile.ts";
import { viewMethods, viewRecorded } from "#src/features/profile/view/recorded.ts";
import { type Talk, viewTalk } from "#src/features/profile/view/talk.ts";
import { viewHosting, viewTraces } from "#src/features/profile/view/traces.ts";
import { groupsOf, type SignedIn } from "#src/policy/viewer.ts";

type Rows<T extends { readonly $inferSelect: unknown }> = readonly T["$inferSelect"][];

type ExportRows = {
  readonly account: (typeof accounts)["$inferSelect"] | undefined;
  readonly calendarLink: (typeof calendarLinks)["$inferSelect"] | undefined;
  readonly sessions: Rows<typeof sessions>;
  readonly people: readonly UserRow[];
  readonly rsvps: Rows<typeof eventRsvps>;
  readonly waiting: Rows<typeof waitingList>;
  readonly offers: Rows<typeof seatOffers>;
  readonly votes: readonly { eventId: string; question: string; option: string; votedAt: Date }[];
  readonly attended: readonly AttendanceRow[];
  readonly results: Rows<typeof courtResults>;
  readonly owed: Rows<typeof eventShares>;
  readonly blocks: Rows<typeof personBlocks>;
  readonly chatLimits: Rows<typeof chatLimits>;
  readonly greets: Rows<typeof eventGreeters>;
  readonly coHosts: Rows<typeof eventCoHosts>;
  readonly written: Rows<typeof hostMessages>;
  readonly talk: Talk;
  readonly joinForms: Rows<typeof joinSubmissions>;
  readonly forms: Rows<typeof formSubmissions>;
  readonly mails: Rows<typeof mailOutbox>;
  readonly preferences: PreferencesRow | undefined;
  readonly pushChoices: (typeof pushPreferences)["$inferSelect"] | undefined;
  readonly browsers: readonly { endpoint: string; createdAt: Date }[];
  readonly notices: readonly NoticeRow[];
  readonly bought: readonly MembershipRow[];
  readonly paid: readonly PaymentRow[];
  readonly begun: Rows<typeof bitcoinCashCheckouts>;
  readonly hosting: Hosting;
  readonly traces: Traces;
  readonly methods: RecordedMethods;
  readonly recorded: Recorded;
};
type Made = { readonly now: Date; readonly publicUrl: string };

type Agreement = { readonly termsVersion: string | null; readonly termsAgreedAt: Date | null };

/** Accepted terms with their time; null if consent was not asked. */
function viewAgreement(agreement: Agreement | undefined) {
  if (!agreement?.termsAgreedAt || agreement.termsVersion === null) return null;
  return { version: agreement.termsVersion, at: iso(agreement.termsAgreedAt) };
}

/** Their debts for events, and their blocks and chat limits. */
function viewOwed({ owed, blocks, chatLimits: limits }: ExportRows) {
  return {
    eventShares: owed.map(({ eventId, amountCents, heads, status, reminders, remindedAt }) => ({
      eventId,
      amountCents,
      heads,
      status,
      reminders,
      remindedAt: isoOrNull(remindedAt),
    })),
    blocks: blocks.map(({ reason, blockedAt, until, liftedAt }) => ({
      reason,
      blockedAt: iso(blockedAt),
      until: isoOrNull(until),
      liftedAt: isoOrNull(liftedAt),
    })),
    chatLimits: limits.map(({ chatId, reason, setAt, until }) => ({
      chat: chatId,
      reason,
      setAt: iso(setAt),
      until: isoOrNull(until),
    })),
  };
}

function viewAnswers(rows: ExportRows) {
  const { rsvps, waiting, offers, votes, attended, results, greets, coHosts, written } = rows;
  return {
    rsvps: rsvps.map(({ eventId, answer, guests, answeredAt }) => ({
      eventId,
      answer,
      guests,
      answeredAt: iso(answeredAt),
    })),
    waitingList: waiting.map(({ eventId, status, guests, joinedAt, endedAt }) => ({
      eventId,
      status,
      guests,
      joinedAt: iso(joinedAt),
      endedAt: isoOrNull(endedAt),
    })),
    seatOffers: offers.map(({ eventId, kind, outcome, offeredAt, expiresAt }) => ({
      eventId,
      kind,
      outcome,
      offeredAt: iso(offeredAt),
      expiresAt: iso(expiresAt),
    })),
    pollVotes: votes.map((vote) => ({ ...vote, votedAt: iso(vote.votedAt) })),
    attendance: attended.map(({ eventId, presence, guests, markedAt }) => ({
      eventId,
      presence,
      guests,
      markedAt: iso(markedAt),
    })),
    courtResults: results.map(({ eventId, points, against, endedAt, change, doubt }) => ({
      eventId,
      points,
      against,
      endedAt: iso(endedAt),
      levelChange: change,
      doubt,
    })),
    wroteToGuests: written.map(({ eventId, subject, body, createdAt }) => ({
      eventId,
      subject,
      body,
      sentAt: iso(createdAt),
    })),
    greeterAt: greets.map(({ eventId, namedAt }) => ({ eventId, namedAt: iso(namedAt) })),
    coHostOf: coHosts.map(({ eventId, namedAt }) => ({ eventId, namedAt: iso(namedAt) })),
  };
}

function viewPost({ joinForms, forms, mails, preferences }: ExportRows) {
  return {
    joinForms: joinForms.map((form) => ({
      sentAt: iso(form.completedAt ?? form.createdAt),
      isComplete: form.completedAt !== null,
      agreedTerms: viewAgreement(form),
      answers: form.data,
    })),
    forms: forms.map(({ formType, createdAt, data }) => ({ form: formType, sentAt: iso(createdAt), answers: data })),
    // Without contents: codes are secrets, and the person's mailbox has the rest.
    mails: mails.map(({ kind, createdAt, status, doneAt }) => ({
      kind,
      createdAt: iso(createdAt),
      status,
      doneAt: isoOrNull(doneAt),
    })),
    mailPreferences: preferences
      ? {
          reminders: preferences.reminders,
          rsvps: preferences.rsvps,
          eventChanges: preferences.eventChanges,
          hostMessages: preferences.hostMessages,
          newGuests: preferences.newGuests,
          unsubscribedAt: isoOrNull(preferences.unsubscribedAt),
        }
      : null,
  };
}

function viewPushes({ pushChoices, browsers }: ExportRows) {
  return {
    notificationChoices: pushChoices
      ? { mutedKinds: pushChoices.mutedKinds, mutedActivities: pushChoices.mutedActivities }
      : null,
    // Not the whole endpoint: it is a key to the browser.
    notificationBrowsers: browsers.map(({ endpoint, createdAt }) => ({
      pushService: endpoint.split("/")[2] ?? "",
      since: iso(createdAt),
    })),
  };
}

function viewMoney({ bought, paid, begun }: ExportRows) {
  return {
    memberships: bought.map(({ provider, method, status, paidUntil, memberUntil, createdAt, payerEmail }) => ({
      provider,
      method,
      status,
      payerEmail,
      paidUntil: isoOrNull(paidUntil),
      memberUntil: isoOrNull(memberUntil),
      createdAt: iso(createdAt),
    })),
    payments: paid.map(({ id, kind, method, provider, amountCents, currency, note, payerEmail, paidAt }) => ({
      id,
      kind,
      method,
      provider,
      amountCents,
      currency,
      note,
      payerEmail,
      paidAt: iso(paidAt),
    })),
    bitcoinCashPayments: begun.map(({ txId, purpose, description, amountCents, status, createdAt }) => ({
      txId,
      purpose,
      description,
      amountCents,
      status,
      createdAt: iso(createdAt),
    })),
  };
}

/** A person's data export: every field about them, none of the site's secrets. */
export function viewExport(viewer: SignedIn, rows: ExportRows, { now, publicUrl }: Made): ProfileExport {
  const { account, sessions: signedIn, people } = rows;
  return {
    exportedAt: iso(now),
    account: {
      sub: viewer.sub,
      email: viewer.email,
      groups: groupsOf(viewer),
      createdAt: iso(account?.createdAt ?? now),
      agreedTerms: viewAgreement(account),
    },
    calendarLinkMadeAt: isoOrNull(rows.calendarLink?.createdAt ?? null),
    sessions: signedIn.map(({ device, network, createdAt, usedAt, expiresAt }) => ({
      device,
      network,
      createdAt: iso(createdAt),
      usedAt: iso(usedAt),
      expiresAt: iso(expiresAt),
    })),
    signInMethods: viewMethods(rows.methods),
    // Without the search column, which duplicates the others.
    people: people.map((person) => {
      const { searchWords: _, ...fields } = person;
      return fields;
    }),
    ...viewAnswers(rows),
    ...viewHosting(rows.hosting),
    ...viewOwed(rows),
    ...viewTalk(rows.talk, publicUrl),
    ...viewPost(rows),
    ...viewPushes(rows),
    ...viewMoney(rows),
    ...viewTraces(rows.traces),
    ...viewRecorded(rows.recorded, publicUrl),
    notices: rows.notices.map(viewNotice),
  };
}
