import { getOwnMembership } from "#src/features/membership/queries/own.server.ts";
import { ownMembershipSchema } from "#src/features/membership/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";

export const readMembershipCall = endpoint({
  summary: "One's own membership: how it stands, what was paid, where to pay",
  answer: ownMembershipSchema,
  handle: (app, viewer) => getOwnMembership(app, viewer),
});
