import { z } from "zod";

const moment = z.iso.datetime();

/** A person's export: roles, automations, match proposals and similar records. */
export const traceFields = {
  pendingEmail: z
    .object({ email: z.string(), expiresAt: moment })
    .nullable()
    .describe("A new email that awaits its code"),
  roles: z.array(z.object({ role: z.string(), grantedAt: moment })),
  offLadderSince: moment.nullable(),
  automations: z.array(z.object({ kind: z.string(), at: moment })).describe("Automatic approvals and mails"),
  joinFormMatches: z
    .array(z.object({ createdAt: moment, decidedAt: moment.nullable(), decision: z.string().nullable() }))
    .describe("Join forms that seemed to be about a known person, if you were one of the two"),
  placeLinks: z
    .array(
      z.object({
        eventId: z.string(),
        email: z.string(),
        firstName: z.string(),
        lastName: z.string(),
        phone: z.string(),
        createdAt: moment,
        expiresAt: moment,
      }),
    )
    .describe("Links to spaces at events that were mailed to you"),
};
