import { makePasskey } from "#src/features/factors/components/ceremonies.ts";
import type { AuthenticatorSetup, Factors, FactorsChanged } from "#src/features/factors/schema.ts";
import { type MemberAnswer, memberFetch } from "#src/features/identity/member-fetch.ts";

export const FACTORS = "/api/account/factors";

/** Creates a passkey in the browser and adds it to the account. */
export async function addPasskey(): Promise<MemberAnswer<FactorsChanged>> {
  const options = await memberFetch<object>(`${FACTORS}/passkeys/options`, { method: "POST" });
  if (!options.ok) return options;
  const made = await makePasskey(options.value);
  if (!made.ok) return made;
  return memberFetch<FactorsChanged>(`${FACTORS}/passkeys`, { method: "POST", body: { response: made.value } });
}

export const renamePasskey = (id: string, name: string): Promise<MemberAnswer<Factors>> =>
  memberFetch(`${FACTORS}/passkeys/${id}`, { method: "PATCH", body: { name } });

export const removePasskey = (id: string): Promise<MemberAnswer<Factors>> =>
  memberFetch(`${FACTORS}/passkeys/${id}`, { method: "DELETE" });

export const beginAuthenticator = (): Promise<MemberAnswer<AuthenticatorSetup>> =>
  memberFetch(`${FACTORS}/authenticator`, { method: "POST" });

export const confirmAuthenticator = (code: string): Promise<MemberAnswer<FactorsChanged>> =>
  memberFetch(`${FACTORS}/authenticator/confirm`, { method: "POST", body: { code } });

export const removeAuthenticator = (): Promise<MemberAnswer<Factors>> =>
  memberFetch(`${FACTORS}/authenticator`, { method: "DELETE" });

export const makeRecoveryCodes = (): Promise<MemberAnswer<FactorsChanged>> =>
  memberFetch(`${FACTORS}/recovery-codes`, { method: "POST" });
