import { assignPayment, correctPayment, recordByHand } from "#src/features/membership/books/commands.server.ts";
import { getPersonMembership, listBooked } from "#src/features/membership/books/queries.server.ts";
import {
  assignmentSchema,
  bookedPageSchema,
  bookedQuerySchema,
  correctionSchema,
  personMembershipSchema,
  personQuerySchema,
  recordedPaymentSchema,
  savedPaymentSchema,
} from "#src/features/membership/books/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requireProvedTo } from "#src/http/admission.server.ts";
import { requireTo } from "#src/policy/roles.ts";

export const readPersonMembership = endpoint({
  summary: "How a person stands as a member, and what they paid",
  query: personQuerySchema,
  answer: personMembershipSchema,
  admit: requireTo.read_money,
  handle: (app, _admin, { query }) => getPersonMembership(app, query.userId),
});

export const readBooks = endpoint({
  summary: "The books: every payment, the newest first, or those that nobody was found for",
  query: bookedQuerySchema,
  answer: bookedPageSchema,
  admit: requireTo.read_money,
  handle: (app, _admin, { query }) => listBooked(app, query),
});

export const recordPaymentCall = endpoint({
  summary: "Write down a payment that was made by hand, and the membership that it buys",
  body: recordedPaymentSchema,
  answer: savedPaymentSchema,
  admit: requireProvedTo.change_money,
  handle: (app, admin, { body }) => recordByHand(app, admin, body),
});

export const correctPaymentCall = endpoint({
  summary: "Take a payment back by an entry of the opposite amount",
  body: correctionSchema,
  answer: savedPaymentSchema,
  admit: requireProvedTo.change_money,
  params: ["id"],
  handle: (app, admin, { params, body }) => correctPayment(app, admin, { id: params.id, ...body }),
});

export const assignPaymentCall = endpoint({
  summary: "Say whose a payment is",
  body: assignmentSchema,
  answer: savedPaymentSchema,
  admit: requireProvedTo.change_money,
  params: ["id"],
  handle: (app, admin, { params, body }) => assignPayment(app, admin, { id: params.id, ...body }),
});
