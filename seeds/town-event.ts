import type { NewSocialEvent } from "#src/db/tables/events.ts";

/** How many of the town's people answered what, and who is among them. */
export type TownAnswers = {
  readonly going: number;
  readonly maybe: number;
  readonly waiting: number;
  /** How many of those who said so were marked at the door. */
  readonly came: number;
  /** Addresses of demo accounts that are among those who go. */
  readonly comes: readonly string[];
  /** The account that may change the event. */
  readonly hostEmail: string | null;
};

/** Days from today, and what happens then. */
export type TownEvent = Partial<NewSocialEvent> & Partial<TownAnswers> & { in: number };
