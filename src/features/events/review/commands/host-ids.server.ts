import { randomBytes } from "node:crypto";
import { asc, desc, eq, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { hostIds } from "#src/db/tables/host-ids.ts";
import { type UserRow, users } from "#src/db/tables/users.ts";
import { writeAudit } from "#src/audit/audit-log.server.ts";
import {
  HOST_ID_ISSUED,
  HOST_ID_NOT_FOUND,
  HOST_ID_REVOKED,
  HOST_NOT_FOUND,
} from "#src/features/events/review/messages.ts";
import type { IssuedHostId, NewHostId } from "#src/features/events/review/schema/host-ids.ts";
import { viewHostId } from "#src/features/events/review/view.ts";
import { hashHostId } from "#src/features/events/create/commands.server.ts";
import type { Proved } from "#src/policy/proof.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { uuidv7 } from "#src/shared/ids.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** 128 random bits, which can't be guessed. Contains no characters that separate the parts of the password field. */
function newHostId(): string {
  return `host-${randomBytes(16).toString("base64url")}`;
}

/** The person whose account has this email; else the person with this email, approved first. */
async function findPerson(tx: Transaction, email: string): Promise<UserRow | undefined> {
  const ofAccount = sql`${users.userId} = (select a.user_id from accounts a where a.email = ${email})`;
  const [person] = await tx
    .select()
    .from(users)
    .where(sql`${users.email} = ${email} or ${ofAccount}`)
    .orderBy(desc(ofAccount), asc(users.status), asc(users.createdAt))
    .limit(1);
  return person;
}

/** Includes the owner as a subject, so that an account deletion redacts this entry. */
function subjectsOf({ id, userId }: { readonly id: string; readonly userId: string | null }): string[] {
  return userId === null ? [id] : [id, userId];
}

/** Issues a Host ID. Only this response contains it in clear text. */
export async function issueHostId(app: App, admin: Proved<Admin>, given: NewHostId): Promise<Result<IssuedHostId>> {
  const { label, email = "" } = given;
  return app.db.transaction(async (tx): Promise<Result<IssuedHostId>> => {
    const person = email === "" ? null : await findPerson(tx, email);
    if (person === undefined) return fail("invalid", HOST_NOT_FOUND, { fields: { email: HOST_NOT_FOUND } });
    const now = app.clock.now();
    const hostId = newHostId();
    const row = {
      id: uuidv7(now.getTime()),
      userId: person?.userId ?? null,
      hostIdHash: hashHostId(hostId),
      label,
      createdAt: now,
      revokedAt: null,
    };
    await tx.insert(hostIds).values(row);
    const entry = viewHostId(row, person);
    await writeAudit(tx, admin, { action: "host_id_issued", subjectIds: subjectsOf(row), after: entry }, now);
    return ok({ success: true, message: HOST_ID_ISSUED, hostId, entry });
  });
}

/** Revokes a Host ID. Idempotent. */
export async function revokeHostId(
  app: App,
  admin: Proved<Admin>,
  id: string,
): Promise<Result<{ success: true; message: string }>> {
  return app.db.transaction(async (tx) => {
    const [row] = await tx.select().from(hostIds).where(eq(hostIds.id, id)).for("update");
    if (!row) return fail("not_found", HOST_ID_NOT_FOUND);
    if (row.revokedAt === null) {
      const now = app.clock.now();
      await tx.update(hostIds).set({ revokedAt: now }).where(eq(hostIds.id, id));
      const { label, userId } = row;
      const deed = { action: "host_id_revoked", subjectIds: subjectsOf(row), before: { label, userId } } as const;
      await writeAudit(tx, admin, { ...deed, after: { revokedAt: now.toISOString() } }, now);
    }
    return ok({ success: true as const, message: HOST_ID_REVOKED });
  });
}
