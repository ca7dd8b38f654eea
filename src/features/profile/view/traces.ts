import type { Hosting } from "#src/features/profile/queries/hosting-data.server.ts";
import type { Traces } from "#src/features/profile/queries/traces.server.ts";
import type { ProfileExport } from "#src/features/profile/schema.ts";
import type { hostingFields } from "#src/features/profile/schema/hosting.ts";
import type { traceFields } from "#src/features/profile/schema/traces.ts";
import { iso, isoOrNull } from "#src/features/profile/view/profile.ts";

/** A host's own text, for their export. */
export function viewHosting({
  events,
  polls,
  costs,
  changes,
}: Hosting): Pick<ProfileExport, keyof typeof hostingFields> {
  return {
    hostedEvents: events.map(({ id, ...event }) => ({ eventId: id, ...event })),
    hostedPolls: polls,
    hostedCosts: costs.map(({ eventId, kind, amountCents, what }) => ({ eventId, kind, amountCents, what })),
    proposedChanges: changes.map(({ eventId, change, scope, proposedAt, refusedAt, refusalReason }) => ({
      eventId,
      change,
      scope,
      proposedAt: iso(proposedAt),
      refusedAt: isoOrNull(refusedAt),
      refusalReason,
    })),
  };
}

/** Roles, automations and similar records about a person, for their export. */
export function viewTraces(traces: Traces): Pick<ProfileExport, keyof typeof traceFields> {
  const { pendingEmail, offLadder, roles, automations, matches, placeLinks } = traces;
  return {
    pendingEmail: pendingEmail ? { email: pendingEmail.email, expiresAt: iso(pendingEmail.expiresAt) } : null,
    offLadderSince: isoOrNull(offLadder?.since ?? null),
    roles: roles.map(({ role, grantedAt }) => ({ role, grantedAt: iso(grantedAt) })),
    automations: automations.map(({ kind, createdAt }) => ({ kind, at: iso(createdAt) })),
    joinFormMatches: matches.map(({ createdAt, decidedAt, decision }) => ({
      createdAt: iso(createdAt),
      decidedAt: isoOrNull(decidedAt),
      decision,
    })),
    placeLinks: placeLinks.map(({ eventId, email, firstName, lastName, phone, createdAt, expiresAt }) => ({
      eventId,
      email,
      firstName,
      lastName,
      phone,
      createdAt: iso(createdAt),
      expiresAt: iso(expiresAt),
    })),
  };
}
