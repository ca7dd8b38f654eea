import { and, eq, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { auditLog } from "#src/db/tables/admin.ts";
import type { PhotoRequestRow } from "#src/db/tables/images.ts";
import { writeAudit } from "#src/audit/audit-log.server.ts";
import { retrying } from "#src/db/retrying.server.ts";
import {
  PHOTO_ACTIONS_ARE,
  PHOTO_IS_DELETED,
  PHOTO_IS_HIDDEN,
  PHOTO_IS_KEPT,
  PHOTO_REQUEST_DECIDED,
  PHOTO_REQUEST_NOT_FOUND,
} from "#src/features/events/takedowns/messages.ts";
import {
  erasePhoto,
  hidePhoto,
  keepPhoto,
  type PhotoOfEvent,
  showPhoto,
} from "#src/features/events/photos/commands/hiding.server.ts";
import { closeRequests, lockRequest } from "#src/features/events/takedowns/commands/ask.server.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { isUploadKey, storedNames } from "#src/shared/pictures-uploaded.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

type Decided = { success: true; message: string };
type Decision = (tx: Transaction, admin: Admin, request: PhotoRequestRow, now: Date) => Promise<Decided>;

const done = (message: string): Decided => ({ success: true, message });

const hide: Decision = async (tx, admin, { id, eventId, key }, now) => {
  const photo = { eventId, key };
  // A photo that is already hidden needs no second log entry.
  if (await hidePhoto(tx, photo, now)) {
    const after = { photo: "hidden", ...photo };
    await writeAudit(tx, admin, { action: "photo_hidden", subjectIds: [id, eventId], after, undo: photo }, now);
  }
  return done(PHOTO_IS_HIDDEN);
};

const keep: Decision = async (tx, admin, { eventId, key }, now) => {
  const photo = { eventId, key };
  await showPhoto(tx, photo, now);
  await keepPhoto(tx, photo, now);
  const ended = await closeRequests(tx, photo, "kept", now);
  await writeAudit(
    tx,
    admin,
    { action: "photo_kept", subjectIds: [...ended, eventId], after: { photo: "kept", ...photo } },
    now,
  );
  return done(PHOTO_IS_KEPT);
};

/** A deleted photo can't be shown again, so this removes the undo of its hiding from the log. */
async function endUndosOfHiding(tx: Transaction, { eventId, key }: PhotoOfEvent): Promise<void> {
  const isOfEvent = isUploadKey(key) ? undefined : sql`${auditLog.undo} ->> 'eventId' = ${eventId}`;
  await tx
    .update(auditLog)
    .set({ undo: null })
    .where(and(eq(auditLog.action, "photo_hidden"), sql`${auditLog.undo} ->> 'key' = ${key}`, isOfEvent));
}

const erase: Decision = async (tx, admin, { eventId, key }, now) => {
  const photo = { eventId, key };
  await erasePhoto(tx, photo, now);
  await endUndosOfHiding(tx, photo);
  const ended = await closeRequests(tx, photo, "deleted", now);
  await writeAudit(
    tx,
    admin,
    { action: "photo_deleted", subjectIds: [...ended, eventId], after: { photo: "deleted", ...photo } },
    now,
  );
  return done(PHOTO_IS_DELETED);
};

const DECISIONS: Readonly<Record<string, Decision>> = { hide, keep, delete: erase };

/** Hides, keeps or deletes the requested photo. Keeping it shows it again; a deletion is final. */
export async function decidePhoto(app: App, admin: Admin, id: string, action: string): Promise<Result<Decided>> {
  const decide = Object.hasOwn(DECISIONS, action) ? DECISIONS[action] : undefined;
  let erased: string | null = null;
  const decided = await retrying(app, async (tx): Promise<Result<Decided>> => {
    const request = await lockRequest(tx, id);
    if (!request) return fail("not_found", PHOTO_REQUEST_NOT_FOUND);
    if (!decide) return fail("bad_request", PHOTO_ACTIONS_ARE);
    if (request.status !== "open") return fail("conflict", PHOTO_REQUEST_DECIDED);
    const answer = await decide(tx, admin, request, app.clock.now());
    erased = decide === erase ? request.key : null;
    return ok(answer);
  });
  // If this fails, the hourly job does it: the row marks the bytes as deleted, and they are not served anymore.
  if (erased !== null) await app.images.delete(storedNames(erased)).catch(() => undefined);
  return decided;
}
