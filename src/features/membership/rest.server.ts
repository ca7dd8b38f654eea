import { getOwnMembership } from "#src/features/membership/queries/own.server.ts";
import { ownMembershipSchema } from "#src/features/membership/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requireSignedIn } from "#src/policy/viewer.ts";

export const readMembershipCall = endpoint({
  summary: "The caller's membership: status, payments, and where to pay",
  answer: ownMembershipSchema,
  admit: requireSignedIn,
  handle: (app, signedIn) => getOwnMembership(app, signedIn),
});
