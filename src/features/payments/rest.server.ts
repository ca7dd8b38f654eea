import { beginBitcoinCash } from "#src/features/payments/commands/bitcoin-cash.server.ts";
import { begunPaymentSchema, newBitcoinCashSchema } from "#src/features/payments/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";

export const beginBitcoinCashCall = endpoint({
  summary: "Begin a payment in Bitcoin Cash",
  body: newBitcoinCashSchema,
  answer: begunPaymentSchema,
  // Each call writes a row, so repeated tries are limited.
  rateLimit: { name: "bitcoin-cash", max: 30, windowSeconds: 3600 },
  handle: (app, viewer, { body }) => beginBitcoinCash(app, viewer, body),
});
