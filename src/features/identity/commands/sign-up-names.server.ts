import { and, eq, isNotNull, ne } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { signUpNames } from "#src/db/tables/sign-up-names.ts";
import { users } from "#src/db/tables/users.ts";
import type { TermsVersion } from "#src/shared/terms.ts";

export type Names = { readonly firstName?: string | undefined; readonly lastName?: string | undefined };
/** A sign-up's data besides the address and the password. */
export type SignUpWords = Names & { readonly agreedTerms?: TermsVersion | undefined };

/**
 * Stores the name typed at sign-up and the consent. Stores a blank name too, so that it never becomes someone else's.
 */
export async function keepSignUpNames(
  app: App,
  { signUpId, email, firstName = "", lastName = "", agreedTerms }: SignUpWords & { signUpId: string; email: string },
): Promise<void> {
  const createdAt = app.clock.now();
  const agreement = agreedTerms && { termsVersion: agreedTerms, termsAgreedAt: createdAt };
  const row = { signUpId, email, firstName, lastName, ...agreement, createdAt };
  await app.db.insert(signUpNames).values(row).onConflictDoNothing();
}

/** Stores a name vouched for by an identity provider, until the account is tied to a person. */
export async function keepProvenNames(
  tx: Transaction,
  { signUpId, email, firstName, lastName }: Names & { signUpId: string; email: string },
  now: Date,
): Promise<void> {
  await tx.delete(signUpNames).where(eq(signUpNames.email, email));
  await tx.insert(signUpNames).values({ signUpId, email, firstName, lastName, createdAt: now, confirmedAt: now });
}

/** Marks the owner's own sign-up of an address, and deletes the names of the others. */
export async function confirmSignUpNames(app: App, email: string, signUpId: string | undefined): Promise<void> {
  const ofAddress = eq(signUpNames.email, email);
  await app.db.transaction(async (tx) => {
    if (signUpId !== undefined) await tx.delete(signUpNames).where(and(ofAddress, ne(signUpNames.signUpId, signUpId)));
    const left = await tx.select({ id: signUpNames.signUpId }).from(signUpNames).where(ofAddress).for("update");
    // Without its id, a sign-up can be identified only if it is the only one.
    if (left.length === 1) await tx.update(signUpNames).set({ confirmedAt: app.clock.now() }).where(ofAddress);
    else await tx.delete(signUpNames).where(ofAddress);
  });
}

type Tied = {
  readonly sub: string;
  readonly email: string;
  readonly userId: string;
  /** Whether the current name comes only from join forms. */
  readonly mayRename: boolean;
};

/** Moves the sign-up's name to the person and its terms consent to the account. */
export async function applySignUpNames(tx: Transaction, { sub, email, userId, mayRename }: Tied) {
  const [kept] = await tx
    .delete(signUpNames)
    .where(and(eq(signUpNames.email, email), isNotNull(signUpNames.confirmedAt)))
    .returning();
  if (!kept) return;
  const { firstName, lastName, termsVersion, termsAgreedAt } = kept;
  // Never replaces a name that an organizer or the owner gave.
  const isNameless = and(eq(users.firstName, ""), eq(users.lastName, ""));
  if (firstName !== "" || lastName !== "")
    await tx
      .update(users)
      .set({ firstName, lastName })
      .where(and(eq(users.userId, userId), mayRename ? undefined : isNameless));
  if (termsVersion !== null)
    await tx.update(accounts).set({ termsVersion, termsAgreedAt }).where(eq(accounts.sub, sub));
}
