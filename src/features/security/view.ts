import type { sessions } from "#src/db/tables/accounts.ts";
import type { securityEvents } from "#src/db/tables/security-events.ts";
import type { Device, LoggedEvent, OwnEvent } from "#src/features/security/schema.ts";

type DeviceRow = Pick<
  typeof sessions.$inferSelect,
  "id" | "device" | "network" | "usedAt" | "createdAt" | "expiresAt" | "provedWith"
>;

/** A session as its owner sees it. */
export function viewDevice(row: DeviceRow, currentId: string | undefined): Device {
  const { id, device, network, usedAt, createdAt, expiresAt, provedWith } = row;
  return {
    id,
    name: device,
    network,
    lastUsedAt: usedAt.toISOString(),
    signedInAt: createdAt.toISOString(),
    endsAt: expiresAt.toISOString(),
    signedInWith: provedWith,
    isThisDevice: id === currentId,
  };
}

type EventRow = typeof securityEvents.$inferSelect;

/** A security event as the person it concerns sees it. */
export function viewOwnEvent({ id, kind, device, network, detail, at }: EventRow): OwnEvent {
  return { id, kind, device, network, detail, at: at.toISOString() };
}

/** A security event as organizers see it. */
export function viewLoggedEvent(row: EventRow & { readonly email: string | null }): LoggedEvent {
  return { ...viewOwnEvent(row), sub: row.sub, email: row.email ?? "" };
}
