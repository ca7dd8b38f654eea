import { and, asc, eq, getTableColumns, inArray, ne, or, sql } from "drizzle-orm";
import { auditLog, chatJoinRequests } from "#src/db/tables/admin.ts";
import { passkeys, recoveryCodes, totpSecrets } from "#src/db/tables/factors.ts";
import { hostIds } from "#src/db/tables/host-ids.ts";
import { eventPhotos, photoRequests, uploadedImages } from "#src/db/tables/images.ts";
import { personNotes, personTags } from "#src/db/tables/person-notes.ts";
import { securityEvents } from "#src/db/tables/security-events.ts";
import { openIdAccounts } from "#src/db/tables/sign-in-links.ts";
import { users } from "#src/db/tables/users.ts";
import type { Belongings } from "#src/features/profile/queries/belongings.server.ts";
import type { Reader } from "#src/features/profile/queries/profile.server.ts";

/** Data recorded about a person: photos, requests, and entries of both logs. */
export async function readRecorded(db: Reader, { userIds: ids, email }: Belongings, sub: string) {
  const userIds = [...ids];
  const uploads = db.select().from(uploadedImages).where(inArray(uploadedImages.ownerUserId, userIds));
  const photos = db.select().from(eventPhotos).where(inArray(eventPhotos.addedByUserId, userIds));
  const takedowns = db
    .select()
    .from(photoRequests)
    .where(or(inArray(photoRequests.userId, userIds), email === null ? undefined : eq(photoRequests.email, email)))
    .orderBy(asc(photoRequests.id));
  const chatIds = db
    .select({ id: users.groupMeUserId })
    .from(users)
    .where(and(inArray(users.userId, userIds), ne(users.groupMeUserId, "")));
  const isAsker = or(
    inArray(chatJoinRequests.userId, userIds),
    inArray(chatJoinRequests.providerUserId, chatIds),
    email === null ? undefined : eq(chatJoinRequests.email, email),
  );
  const asked = db.select().from(chatJoinRequests).where(isAsker).orderBy(asc(chatJoinRequests.id));
  const security = db.select().from(securityEvents).where(eq(securityEvents.sub, sub)).orderBy(asc(securityEvents.id));
  // An entry that is also about someone else shows only action and time, because the rest may be theirs. Subjects such
  // as requests or events do not count as people.
  const ours = sql`${sql.param(userIds)}::text[]`;
  const isTheirs = sql<boolean>`not exists (select from ${users}
    where ${users.userId} = any(${auditLog.subjectIds}) and ${users.userId} <> all(${ours}))`;
  const log = db
    .select({ ...getTableColumns(auditLog), isTheirs })
    .from(auditLog)
    .where(sql`${auditLog.subjectIds} && (${ours} || array[${sub}]::text[])`)
    .orderBy(asc(auditLog.id));
  const notes = db
    .select({ text: personNotes.text, createdAt: personNotes.createdAt })
    .from(personNotes)
    .where(inArray(personNotes.userId, userIds))
    .orderBy(asc(personNotes.createdAt));
  const tags = db
    .select({ tag: personTags.tag, taggedAt: personTags.taggedAt })
    .from(personTags)
    .where(inArray(personTags.userId, userIds))
    .orderBy(asc(personTags.tag));
  const proofs = db.select().from(hostIds).where(inArray(hostIds.userId, userIds));
  return {
    uploads: await uploads,
    photos: await photos,
    takedowns: await takedowns,
    asked: await asked,
    security: await security,
    log: await log,
    notes: await notes,
    tags: await tags,
    proofs: await proofs,
  };
}

/** The account's sign-in methods besides its password. */
export async function readSignInMethods(db: Reader, sub: string) {
  const keys = db.select().from(passkeys).where(eq(passkeys.sub, sub)).orderBy(asc(passkeys.createdAt));
  const apps = db.select().from(totpSecrets).where(eq(totpSecrets.sub, sub)).orderBy(asc(totpSecrets.createdAt));
  const codes = db.select().from(recoveryCodes).where(eq(recoveryCodes.sub, sub)).orderBy(asc(recoveryCodes.createdAt));
  const providers = db.select().from(openIdAccounts).where(eq(openIdAccounts.sub, sub));
  return { passkeys: await keys, apps: await apps, codes: await codes, providers: await providers };
}
export type RecordedMethods = Awaited<ReturnType<typeof readSignInMethods>>;
export type Recorded = Awaited<ReturnType<typeof readRecorded>>;
