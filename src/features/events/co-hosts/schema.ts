import { z } from "zod";

const named = z.object({ userId: z.string(), name: z.string() });

/** The co-hosts of an event, for its hosts. */
export const coHostsSchema = z.object({
  coHosts: z.array(named.extend({ isMe: z.boolean() })),
  canName: z.boolean().describe("The host and organizers; co-hosts can only leave"),
  guests: z.array(named).describe("The people who can be named: going or maybe"),
});
export type CoHosts = z.infer<typeof coHostsSchema>;
