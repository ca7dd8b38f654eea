import { z } from "zod";
import {
  assignPayment,
  correctPayment,
  exportBooks,
  recordByHand,
} from "#src/features/membership/books/commands.server.ts";
import { getPersonMembership, getTotals, listBooked } from "#src/features/membership/books/queries.server.ts";
import {
  assignmentSchema,
  bookedPageSchema,
  bookedQuerySchema,
  booksFilterSchema,
  correctionSchema,
  personMembershipSchema,
  personQuerySchema,
  recordedPaymentSchema,
  refundSchema,
  totalsSchema,
} from "#src/features/membership/books/schema.ts";
import { refundCard } from "#src/features/membership/commands/refunds.server.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requireProvedTo } from "#src/http/admission.server.ts";
import { requireTo } from "#src/policy/roles.ts";
import { successSchema } from "#src/shared/fields.ts";
import { ok } from "#src/shared/result.ts";

export const readPersonMembership = endpoint({
  summary: "A person's membership, and what they paid",
  query: personQuerySchema,
  answer: personMembershipSchema,
  admit: requireTo.read_money,
  handle: (app, _admin, { query }) => getPersonMembership(app, query.userId),
});

export const readBooks = endpoint({
  summary: "The books: payments, newest first, or only those without a known payer",
  query: bookedQuerySchema,
  answer: bookedPageSchema,
  admit: requireTo.read_money,
  handle: (app, _admin, { query }) => listBooked(app, query),
});

export const readTotals = endpoint({
  summary: "Totals by month and payment method, for all or filtered entries",
  query: booksFilterSchema,
  answer: totalsSchema,
  admit: requireTo.read_money,
  handle: async (app, _admin, { query }) => ok(await getTotals(app, query)),
});

export const exportBooksCall = endpoint({
  summary: "The filtered entries of the books as CSV",
  body: booksFilterSchema,
  answer: z.string().describe("RFC 4180, UTF-8 with a byte order mark"),
  answerType: "text/csv",
  admit: requireProvedTo.read_money,
  handle: (app, admin, { body }) => exportBooks(app, admin, body),
});

export const recordPaymentCall = endpoint({
  summary: "Record a manual payment and the membership that it buys",
  body: recordedPaymentSchema,
  answer: successSchema,
  admit: requireProvedTo.change_money,
  handle: (app, admin, { body }) => recordByHand(app, admin, body),
});

export const correctPaymentCall = endpoint({
  summary: "Correct a payment by an entry of the opposite amount",
  body: correctionSchema,
  answer: successSchema,
  admit: requireProvedTo.change_money,
  params: ["id"],
  handle: (app, admin, { params, body }) => correctPayment(app, admin, { id: params.id, ...body }),
});

export const refundPaymentCall = endpoint({
  summary: "Ask the card provider to refund a payment or a part of it",
  body: refundSchema,
  answer: successSchema,
  admit: requireProvedTo.change_money,
  params: ["id"],
  handle: (app, admin, { params, body }) => refundCard(app, admin, { id: params.id, ...body }),
});

export const assignPaymentCall = endpoint({
  summary: "Assign a payment to its payer",
  body: assignmentSchema,
  answer: successSchema,
  admit: requireProvedTo.change_money,
  params: ["id"],
  handle: (app, admin, { params, body }) => assignPayment(app, admin, { id: params.id, ...body }),
});
