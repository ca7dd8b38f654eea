import type { PasskeyRow, TotpSecretRow } from "#src/db/tables/factors.ts";
import type { Factors, Passkey } from "#src/features/factors/schema.ts";

function viewPasskey({ id, name, isBackedUp, createdAt, usedAt }: PasskeyRow): Passkey {
  return {
    id,
    name,
    isSynced: isBackedUp,
    addedAt: createdAt.toISOString(),
    usedAt: usedAt?.toISOString() ?? null,
  };
}

type FactorRows = {
  readonly passkeys: readonly PasskeyRow[];
  readonly authenticator: TotpSecretRow | undefined;
  readonly codes: { readonly left: number; readonly madeAt: Date | null } | undefined;
  readonly canAddPasskeys: boolean;
};

/** An account's factors for its owner, without keys, secrets or codes. */
export function viewFactors({ passkeys, authenticator, codes, canAddPasskeys }: FactorRows): Factors {
  return {
    passkeys: passkeys.map(viewPasskey),
    canAddPasskeys,
    authenticator: authenticator
      ? {
          addedAt: (authenticator.confirmedAt ?? authenticator.createdAt).toISOString(),
          usedAt: authenticator.usedAt?.toISOString() ?? null,
        }
      : null,
    recoveryCodes: codes?.madeAt ? { left: codes.left, madeAt: codes.madeAt.toISOString() } : null,
  };
}
