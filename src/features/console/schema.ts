import { z } from "zod";

/** Counts stop here. */
export const MOST_COUNTED = 1000;

const counted = z.number().int().describe(`Counted up to ${MOST_COUNTED}`);

export const countsSchema = z.object({
  pendingRequests: counted,
  heldEvents: counted,
  eventChanges: counted,
  failedMails: counted,
  proposals: counted,
  openMessages: counted,
  openReports: counted,
  unmatchedPayments: counted,
  photoRequests: counted,
});
export type Counts = z.infer<typeof countsSchema>;
