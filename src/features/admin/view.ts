import type { AuditRow, ChatJoinRequestRow } from "#src/db/tables/admin.ts";
import type { PhotoRequestRow } from "#src/db/tables/images.ts";
import type { formSubmissions } from "#src/db/tables/form-submissions.ts";
import type { mailOutbox } from "#src/db/tables/mail.ts";
import type { PaymentRow } from "#src/db/tables/payments.ts";
import type { UserRow } from "#src/db/tables/users.ts";
import { MATCH_REASONS } from "#src/features/admin/messages.ts";
import { canUndo, type Evidence, scoreOf } from "#src/features/admin/rules.ts";
import type { AuditEntry, OutboxMail } from "#src/features/admin/schema/audit.ts";
import type { Booked } from "#src/features/admin/schema/memberships.ts";
import type { Message } from "#src/features/admin/schema/messages.ts";
import type { Match, RequestList } from "#src/features/admin/schema/requests.ts";
import type { PaymentView } from "#src/features/membership/schema.ts";
import type { PhotoRequest } from "#src/features/admin/schema/photos.ts";
import type { User } from "#src/features/admin/schema/users.ts";
import { isVideoKey } from "#src/shared/pictures-uploaded.ts";

/** A record as an admin reads it: all of it. */
export function viewUser(row: UserRow): User {
  return {
    userId: row.userId,
    id: row.userId,
    firstName: row.firstName,
    lastName: row.lastName,
    name: `${row.firstName} ${row.lastName}`.trim(),
    nickname: row.nickname,
    email: row.email,
    phone: row.phone,
    zphone2: row.zphone2,
    zsex: row.zsex,
    age: row.age,
    shirtsize: row.shirtsize,
    groupMeUserId: row.groupMeUserId,
    referredBy: row.referredBy,
    reInterestedInEvents: row.reInterestedInEvents.join(","),
    selectedEvents: row.selectedEvents.join(","),
    zmessage: row.zmessage,
    socials: row.socials,
    role: row.role,
    status: row.status,
    dateAdded: row.dateAdded.toISOString(),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** What the chat knows of somebody who asks to join. */
export function viewRequest(row: ChatJoinRequestRow): RequestList["pendingRequests"][number] {
  return {
    requestId: row.id,
    requestedAt: row.requestedAt.toISOString(),
    id: row.providerId,
    user_id: row.providerUserId,
    nickname: row.nickname,
    phone: row.phone,
    image_url: row.imageUrl,
  };
}

/** A record that may be somebody, and why. */
export function viewMatch(row: UserRow, evidence: readonly Evidence[]): Match {
  const kinds = [...new Set(evidence.map(({ kind }) => kind))];
  return { ...viewUser(row), score: scoreOf(evidence), reasons: kinds.map((kind) => MATCH_REASONS[kind]) };
}

/** An entry of the log. The rows that an undo needs stay here. */
export function viewAuditEntry(row: Omit<AuditRow, "undo"> & { hasUndo: boolean }, now: Date): AuditEntry {
  return {
    id: row.id,
    actor: { sub: row.actorSub, userId: row.actorUserId, email: row.actorEmail },
    action: row.action,
    subjectIds: row.subjectIds,
    before: row.before,
    after: row.after,
    createdAt: row.createdAt.toISOString(),
    undoneAt: row.undoneAt?.toISOString() ?? null,
    undoneBy: row.undoneBy,
    canUndo: canUndo(row, now),
  };
}

/** A mail of the outbox, without what it says: it may hold a code. */
export function viewMail(row: Omit<typeof mailOutbox.$inferSelect, "data">): OutboxMail {
  const { id, kind, email, status, attempts, lastError } = row;
  const doneAt = row.doneAt?.toISOString() ?? null;
  return {
    id,
    kind,
    email,
    status,
    attempts,
    lastError,
    createdAt: row.createdAt.toISOString(),
    dueAt: row.dueAt.toISOString(),
    doneAt,
  };
}

type BookedRow = { readonly payment: PaymentRow; readonly person: UserRow | null; readonly correctedBy: string | null };

/** An entry of the books, with whom it belongs to. */
export function viewBooked({ payment, person, correctedBy }: BookedRow, view: PaymentView): Booked {
  const { kind, method, provider, payerEmail } = payment;
  const name = `${person?.firstName ?? ""} ${person?.lastName ?? ""}`.trim();
  return {
    ...view,
    person: person && { userId: person.userId, name, email: person.email },
    payerEmail,
    isUnmatched: payment.userId === null && payment.matchedBy === "nothing",
    isDemonstration: provider === "demonstration",
    canCorrect: kind === "payment" && method !== "card" && correctedBy === null,
    isCorrected: correctedBy !== null,
  };
}

/** A request to take a photo down, and how the photo stands. */
export function viewPhotoRequest({
  request,
  ...about
}: Pick<PhotoRequest, "eventTitle" | "askedBy" | "isHidden" | "isShown"> & { request: PhotoRequestRow }): PhotoRequest {
  const { id, eventId, key, reason, email, status } = request;
  const decidedAt = request.decidedAt?.toISOString() ?? null;
  return {
    id,
    eventId,
    key,
    kind: isVideoKey(key) ? "video" : "picture",
    reason,
    email,
    status,
    ...about,
    createdAt: request.createdAt.toISOString(),
    decidedAt,
  };
}

const saidIn = (data: unknown, field: string): string => {
  const value = typeof data === "object" && data !== null ? (data as Record<string, unknown>)[field] : undefined;
  // What a form sends for a question that was left out.
  return typeof value === "string" && value !== "blank" ? value : "";
};

/** What somebody sent with a form, as an admin reads it. */
export function viewMessage(row: typeof formSubmissions.$inferSelect): Message {
  const { id, formType, email, data, createdAt, doneAt, doneBy } = row;
  return {
    id,
    kind: formType,
    email,
    name: `${saidIn(data, "firstName")} ${saidIn(data, "lastName")}`.trim(),
    phone: saidIn(data, "phone"),
    message: saidIn(data, "message"),
    eventId: saidIn(data, "eventId") || null,
    createdAt: createdAt.toISOString(),
    doneAt: doneAt?.toISOString() ?? null,
    doneBy,
  };
}
