import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { openIdAccounts } from "#src/db/tables/sign-in-links.ts";
import { signInProven } from "#src/features/sign-in/commands/mail-links.server.ts";
import { recordSecurityEvent } from "#src/features/identity/commands/security-events.server.ts";
import type { SignInOutcome } from "#src/features/sign-in/commands/sign-in.server.ts";
import { keepProvenNames } from "#src/features/identity/commands/sign-up-names.server.ts";
import {
  OPENID_DENIED,
  OPENID_INVALID,
  OPENID_OFF,
  OPENID_TAKEN,
  OPENID_UNVERIFIED,
  openIdKnownAddress,
} from "#src/features/sign-in/messages.ts";
import type { Client } from "#src/http/client.server.ts";
import type { OpenIdFault, OpenIdPerson, OpenIdPort } from "#src/ports/openid/port.ts";
import type { SignedIn } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** The redirect URI, registered at the provider. */
const RETURN_PATH = "/login/openid";

const FAULTS: Readonly<Record<OpenIdFault, string>> = {
  denied: OPENID_DENIED,
  invalid: OPENID_INVALID,
  unverified_email: OPENID_UNVERIFIED,
};

/** The cookie's lifetime. */
const TRIP_MS = 10 * 60_000;
const ABOUT_TRIP = "openid trip";

/** Contents of the cookie while the browser is at the provider. `sub`: the account to connect; null for a sign-in. */
const tripSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  sub: z.string().nullable(),
  endsAt: z.number(),
});
type Trip = z.infer<typeof tripSchema>;

/** Decrypts the cookie. Because this site sealed it, `sub` proves that its owner gave a fresh proof. */
async function readTrip(app: App, cookie: string | undefined): Promise<Trip | null> {
  const opened = await app.secrets.unseal(cookie ?? "", ABOUT_TRIP);
  const trip = opened === null ? null : tripSchema.parse(JSON.parse(opened));
  return trip && trip.endsAt > app.clock.now().getTime() ? trip : null;
}

function providerOf(app: App): Result<OpenIdPort> {
  return app.openid ? ok(app.openid) : fail("not_found", OPENID_OFF);
}

/** Begins a sign-in at the provider. Returns the URL and the cookie for the return. */
export async function beginOpenId(app: App, sub: string | null): Promise<Result<{ url: string; cookie: string }>> {
  const provider = providerOf(app);
  if (!provider.ok) return provider;
  const { url, secrets } = await provider.value.begin(app.publicUrl + RETURN_PATH);
  const trip: Trip = { ...secrets, sub, endsAt: app.clock.now().getTime() + TRIP_MS };
  return ok({ url, cookie: await app.secrets.seal(JSON.stringify(trip), ABOUT_TRIP) });
}

type Return = { readonly query: string; readonly cookie: string | undefined };

async function finish(app: App, { query, cookie }: Return, sub: string | null): Promise<Result<OpenIdPerson>> {
  const provider = providerOf(app);
  if (!provider.ok) return provider;
  const trip = await readTrip(app, cookie);
  if (!trip || trip.sub !== sub) return fail("invalid", OPENID_INVALID);
  const { state, nonce, codeVerifier } = trip;
  const outcome = await provider.value.finish({
    redirectUri: app.publicUrl + RETURN_PATH,
    query: new URLSearchParams(query),
    secrets: { state, nonce, codeVerifier },
  });
  return outcome.ok ? ok(outcome.value) : fail("invalid", FAULTS[outcome.fault]);
}

/** Signs in with an account at the provider, creating an account here for an unknown address. */
export async function signInByOpenId(app: App, back: Return, client: Client): Promise<Result<SignInOutcome>> {
  const person = await finish(app, back, null);
  if (!person.ok) return person;
  const found = await accountOf(app, person.value, client);
  if (!found.ok) return found;
  return signInProven(app, { sub: found.value, proof: "oidc" }, client);
}

/** The account a provider identity signs in to; created or connected here where that is safe (decision 0039). */
async function accountOf(app: App, person: OpenIdPerson, client: Client): Promise<Result<string>> {
  const { issuer, subject, email } = person;
  const [connected] = await app.db
    .select({ sub: openIdAccounts.sub })
    .from(openIdAccounts)
    .where(and(eq(openIdAccounts.issuer, issuer), eq(openIdAccounts.subject, subject)));
  if (connected) return ok(connected.sub);
  const name = app.openid?.name ?? "";
  const [known] = await app.db
    .select({ sub: accounts.sub, isVerified: accounts.emailVerified })
    .from(accounts)
    .where(eq(accounts.email, email));
  if (known) {
    // The mailbox may have changed hands; only the provider that runs it knows.
    if (!person.ownsEmail || !known.isVerified) return fail("conflict", openIdKnownAddress(name));
    const linked = await app.db.transaction((tx) => connect(app, tx, { sub: known.sub, person, client }));
    return linked.ok ? ok(known.sub) : linked;
  }
  const made = await app.identity.own?.createWithoutPassword(email);
  if (!made?.ok) return fail("conflict", openIdKnownAddress(name));
  const { sub } = made.value;
  const now = app.clock.now();
  await app.db.transaction(async (tx) => {
    await tx.insert(openIdAccounts).values({ issuer, subject, sub, createdAt: now });
    await keepProvenNames(tx, { ...person, signUpId: sub }, now);
    await recordSecurityEvent(tx, { sub, kind: "account_made", client, detail: name }, now);
  });
  return ok(sub);
}

type Connection = { readonly sub: string; readonly person: OpenIdPerson; readonly client: Client };

async function connect(app: App, tx: Transaction, { sub, person, client }: Connection): Promise<Result<void>> {
  const { issuer, subject } = person;
  const now = app.clock.now();
  const made = await tx
    .insert(openIdAccounts)
    .values({ issuer, subject, sub, createdAt: now })
    .onConflictDoNothing()
    .returning({ sub: openIdAccounts.sub });
  if (made.length === 0) return fail("conflict", OPENID_TAKEN);
  await recordSecurityEvent(tx, { sub, kind: "factor_added", client, detail: app.openid?.name ?? "" }, now);
  return ok(undefined);
}

/** Connects an account at the provider to the account that is signed in. */
export async function connectOpenId(app: App, { sub }: SignedIn, back: Return, client: Client): Promise<Result<void>> {
  const person = await finish(app, back, sub);
  if (!person.ok) return person;
  return app.db.transaction((tx) => connect(app, tx, { sub, person: person.value, client }));
}

/** Removes the connection. The account keeps its email for links and codes. */
export async function disconnectOpenId(app: App, { sub }: SignedIn, client: Client): Promise<Result<void>> {
  const now = app.clock.now();
  await app.db.transaction(async (tx) => {
    const gone = await tx
      .delete(openIdAccounts)
      .where(eq(openIdAccounts.sub, sub))
      .returning({ sub: openIdAccounts.sub });
    if (gone.length === 0) return;
    await recordSecurityEvent(tx, { sub, kind: "factor_removed", client, detail: app.openid?.name ?? "" }, now);
  });
  return ok(undefined);
}
