import type { PersonBlockRow } from "#src/db/tables/blocks.ts";
import type { Block } from "#src/features/blocks/schema.ts";
import { addDays } from "#src/shared/dates.ts";
import { dayInZone } from "#src/shared/zones.server.ts";

/** A person's block as organizers see it. It ends at the midnight after its last day. */
export function viewBlock(row: PersonBlockRow | null, timeZone: string): Block["block"] {
  if (!row) return null;
  const until = row.until && addDays(dayInZone(row.until, timeZone), -1);
  return { reason: row.reason, blockedAt: row.blockedAt.toISOString(), until };
}
