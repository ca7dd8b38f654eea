import { and, eq, isNull, lte } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { retrying } from "#src/db/retrying.server.ts";
import { joinSubmissions } from "#src/db/tables/join-submissions.ts";
import { notices } from "#src/db/tables/notices.ts";
import { users } from "#src/db/tables/users.ts";
import { RECORD_GONE, SETUP_IS_FINAL } from "#src/features/profile/messages.ts";
import { isFromJoinForm, readProfile } from "#src/features/profile/queries/profile.server.ts";
import { SET_ONCE_FIELDS, setOnceFaults } from "#src/features/profile/rules.ts";
import type { Profile, ProfilePatch } from "#src/features/profile/schema.ts";
import { countUse } from "#src/http/rate-limit.server.ts";
import { setMailPreferences } from "#src/mail/preferences.server.ts";
import type { Person } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** Only fields that were sent: undefined columns are not written. */
function columnsOf({ firstName, lastName, phone, sex, shirtSize, age, interestedEvents, socials }: ProfilePatch) {
  return {
    firstName,
    lastName,
    phone,
    zsex: sex,
    shirtsize: shirtSize,
    age,
    socials,
    reInterestedInEvents: interestedEvents,
  };
}

async function isStillFromJoinForm(tx: Transaction, userId: string): Promise<boolean> {
  const [row] = await tx.select({ is: isFromJoinForm() }).from(users).where(eq(users.userId, userId));
  return row?.is === true;
}

async function savePerson(tx: Transaction, userId: string, patch: ProfilePatch, now: Date): Promise<Result<void>> {
  // Locked: of two concurrent first settings, the second sees the first.
  const [row] = await tx.select().from(users).where(eq(users.userId, userId)).for("update");
  if (!row) return fail("conflict", RECORD_GONE);
  const { phone, zsex: sex, shirtsize: shirtSize } = row;
  const faults = setOnceFaults({ phone, sex, shirtSize }, patch);
  // Checked under the lock: of two concurrent corrections of a join form, the second sees the first.
  if (Object.keys(faults).length > 0 && !(await isStillFromJoinForm(tx, userId)))
    return fail("invalid", SETUP_IS_FINAL, { fields: faults });
  if (SET_ONCE_FIELDS.some((field) => patch[field] !== undefined))
    await tx.update(joinSubmissions).set({ madeUserId: null }).where(eq(joinSubmissions.userId, userId));
  const columns = columnsOf(patch);
  if (Object.values(columns).some((value) => value !== undefined))
    await tx
      .update(users)
      .set({ ...columns, updatedAt: now })
      .where(eq(users.userId, userId));
  return ok(undefined);
}

/** Limited, because erasure searches for every former name. */
const RENAMES = { name: "rename", max: 5, windowSeconds: 86_400 };

/** Counts a change of name. */
async function countRename(app: App, userId: string, patch: ProfilePatch): Promise<Result<void>> {
  if (patch.firstName === undefined && patch.lastName === undefined) return ok(undefined);
  const [{ firstName, lastName } = {}] = await app.db.select().from(users).where(eq(users.userId, userId));
  const isSame = (patch.firstName ?? firstName) === firstName && (patch.lastName ?? lastName) === lastName;
  return isSame ? ok(undefined) : countUse(app, RENAMES, userId);
}

/** Changes the caller's profile and mail settings. Phone, sex and shirt size can be set only once. */
export async function updateProfile(app: App, person: Person, patch: ProfilePatch): Promise<Result<Profile>> {
  const { userId, email } = person;
  const now = app.clock.now();
  const allowed = await countRename(app, userId, patch);
  if (!allowed.ok) return allowed;
  return retrying(app, async (tx) => {
    const saved = await savePerson(tx, userId, patch, now);
    if (!saved.ok) return saved;
    if (patch.notifications) await setMailPreferences(tx, email, patch.notifications, now);
    if (patch.noticesReadTo !== undefined)
      await tx
        .update(notices)
        .set({ readAt: now })
        .where(and(eq(notices.userId, userId), isNull(notices.readAt), lte(notices.id, patch.noticesReadTo)));
    return ok(await readProfile(app, tx, person));
  });
}
