import { createHash } from "node:crypto";
import type { SocialEventRow } from "#src/db/tables/events.ts";
import type { EventChangeRow } from "#src/db/tables/event-changes.ts";
import type { Proposed, WaitingChange } from "#src/features/events/edit/schema.ts";
import { settingsOf } from "#src/features/events/edit/view.ts";

/** A proposed change as the event's host and organizers read it; null if there is none. */
export function viewWaiting(row: EventChangeRow | undefined): WaitingChange | null {
  if (!row) return null;
  const refusal = row.refusedAt === null ? null : row.refusalReason;
  return { change: row.change, scope: row.scope, proposedAt: row.proposedAt.toISOString(), refusal };
}

/** The published settings that a proposed change would replace, before and after. */
export function viewDifference(row: SocialEventRow, { change }: EventChangeRow): { before: Proposed; after: Proposed } {
  const published = settingsOf(row);
  const after = change as Proposed;
  return { before: Object.fromEntries(Object.entries(published).filter(([name]) => name in after)), after };
}

/** Version of what an organizer decides on: the proposed settings and the published ones that they would replace. */
export function versionSeen(row: SocialEventRow, waiting: EventChangeRow): string {
  const { before } = viewDifference(row, waiting);
  const replaced = createHash("sha256").update(JSON.stringify(before)).digest("base64url");
  return `${waiting.version}.${replaced.slice(0, 16)}`;
}
