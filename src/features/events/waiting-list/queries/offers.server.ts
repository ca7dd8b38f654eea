import { eq } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { seatOffers } from "#src/db/tables/rsvps.ts";

/** When an open offer ends; null when there is nothing to accept anymore. */
export async function readOfferEnd(app: App, offerId: string): Promise<Date | null> {
  const [offer] = await app.db.select().from(seatOffers).where(eq(seatOffers.id, offerId));
  return offer?.outcome === "open" && offer.expiresAt > app.clock.now() ? offer.expiresAt : null;
}
