import type { Holder } from "#src/features/roles/schema.ts";
import type { GrantedRole } from "#src/shared/roles.ts";

type HolderRow = {
  readonly sub: string;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly isInAdmins: boolean;
  readonly isListed: boolean;
  readonly granted: readonly { readonly role: GrantedRole; readonly at: string }[];
};

/** An account with its roles, for organizers. */
export function viewHolder(row: HolderRow, callerSub: string): Holder {
  const isOrganizer = row.isInAdmins || row.isListed;
  return {
    sub: row.sub,
    email: row.email,
    name: `${row.firstName ?? ""} ${row.lastName ?? ""}`.trim(),
    isYou: row.sub === callerSub,
    roles: [
      ...(isOrganizer ? [{ role: "organizer" as const, grantedAt: null, isFixed: row.isListed }] : []),
      ...row.granted.map(({ role, at }) => ({ role, grantedAt: new Date(at).toISOString(), isFixed: false })),
    ],
  };
}
