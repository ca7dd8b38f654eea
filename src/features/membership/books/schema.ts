import { z } from "zod";
import {
  AMOUNT_FORM,
  CHOOSE_A_METHOD,
  CHOOSE_A_PERSON,
  DAY_FORM,
  MONTH_FORM,
  NOTE_REQUIRED,
  TOO_LONG,
  UNTIL_BEFORE_FROM,
} from "#src/features/membership/books/messages.ts";
import { afterPage, daySchema, optional, requiredText, text } from "#src/shared/fields.ts";
import { paymentSchema, membershipStatusSchema } from "#src/features/membership/schema.ts";
import { addDays, isDay } from "#src/shared/dates.ts";
import { PAYMENT_METHODS } from "#src/shared/states.ts";

/** What one payment can buy: ten years. */
const MOST_DAYS = 3653;

/** A ledger entry as organizers see it. */
const bookedSchema = z.object({
  ...paymentSchema.shape,
  person: z.object({ userId: z.string(), name: z.string(), email: z.string() }).nullable(),
  payerEmail: z.string().describe("As the payer entered it at the payment service; not verified"),
  isUnmatched: z.boolean().describe("No payer is known yet"),
  isDemonstration: z.boolean(),
  canCorrect: z.boolean(),
  givenBack: z.string().nullable().describe("The corrected or refunded amount in words; null if none"),
  refunding: z
    .string()
    .nullable()
    .describe("Requested at the card provider and not yet confirmed, in words; null if none"),
  refund: z
    .object({
      refundedCents: z.number().int().describe("Refunded or requested so far; send it with a request"),
      leftCents: z.number().int().describe("The most that can be refunded"),
      isUnanswered: z.boolean().describe("A request is pending; only the same amount can be requested again"),
      isSubscription: z.boolean(),
    })
    .nullable()
    .describe("Null unless it is a card payment that can be refunded here"),
});
export type Booked = z.infer<typeof bookedSchema>;

const filterShape = {
  search: text(100).optional().describe("Part of a name, email, note or payment service reference"),
  method: optional(z.enum(PAYMENT_METHODS, { error: CHOOSE_A_METHOD })),
  month: optional(z.string().regex(/^2\d{3}-(?:0[1-9]|1[0-2])$/, { error: MONTH_FORM })).describe(
    "YYYY-MM, by the group's clock",
  ),
};
export const booksFilterSchema = z.object(filterShape);
export type BooksFilter = z.infer<typeof booksFilterSchema>;

export const bookedQuerySchema = z.object({
  ...filterShape,
  unmatched: optional(z.enum(["1"])).describe("1: only payments without a known payer"),
  day: optional(daySchema),
  after: afterPage,
});
export type BookedQuery = z.infer<typeof bookedQuerySchema>;

/** Totals by month, newest first, net of refunds and corrections. */
export const totalsSchema = z.object({
  months: z.array(
    z.object({
      month: z.string().describe("YYYY-MM"),
      title: z.string().describe("November 2026"),
      amount: z.string().describe("In words, for each currency"),
      methods: z.array(
        z.object({ method: z.enum(PAYMENT_METHODS), name: z.string(), amount: z.string(), count: z.number().int() }),
      ),
    }),
  ),
});
/** Where card payments are refunded. */
const cardRefunds = z.enum(["here", "at_provider"]);
export type Totals = z.infer<typeof totalsSchema>;
export const bookedPageSchema = z.object({
  payments: z.array(bookedSchema),
  next: z.string().nullable(),
  cardRefunds,
  unmatched: z.number().int().describe("The number without a known payer, counted up to 100"),
});
export type BookedPage = z.infer<typeof bookedPageSchema>;

export const personQuerySchema = z.object({ userId: requiredText(100, CHOOSE_A_PERSON) });
export const personMembershipSchema = z.object({
  ...membershipStatusSchema.shape,
  cardRefunds,
  payments: z.array(bookedSchema),
});
export type PersonMembership = z.infer<typeof personMembershipSchema>;

const day = text(10).refine(isDay, { error: DAY_FORM });

/** A payment recorded by hand, and what it buys. */
export const recordedPaymentSchema = z
  .object({
    requestId: z.uuid().describe("The idempotency key, created by the client"),
    userId: requiredText(100, CHOOSE_A_PERSON),
    method: z.enum(["cash", "venmo", "cash_app", "bitcoin_cash", "other"], { error: CHOOSE_A_METHOD }),
    amountCents: z
      .number({ error: AMOUNT_FORM })
      .int({ error: AMOUNT_FORM })
      .min(1, { error: AMOUNT_FORM })
      .max(10_000_00, { error: AMOUNT_FORM }),
    paidOn: day,
    memberFrom: day.optional().describe("The first day of the membership that it buys; omitted if it buys none"),
    memberUntil: day.optional().describe("Its last day"),
    note: text(300).default(""),
  })
  .refine(({ memberFrom, memberUntil }) => (memberFrom === undefined) === (memberUntil === undefined), {
    error: DAY_FORM,
    path: ["memberUntil"],
  })
  .refine(
    ({ memberFrom = "", memberUntil = "" }) => !isDay(memberFrom) || memberUntil < addDays(memberFrom, MOST_DAYS),
    {
      error: TOO_LONG,
      path: ["memberUntil"],
    },
  )
  .refine(({ memberFrom = "", memberUntil = "" }) => memberFrom <= memberUntil, {
    error: UNTIL_BEFORE_FROM,
    path: ["memberUntil"],
  });
export type RecordedPayment = z.infer<typeof recordedPaymentSchema>;

export const correctionSchema = z.object({
  note: requiredText(300, NOTE_REQUIRED),
  amountCents: z
    .number({ error: AMOUNT_FORM })
    .int({ error: AMOUNT_FORM })
    .min(1, { error: AMOUNT_FORM })
    .optional()
    .describe("The refunded amount, by default all of it. A partial refund keeps the membership"),
});
export const refundSchema = z.object({
  note: requiredText(300, NOTE_REQUIRED),
  amountCents: z.number({ error: AMOUNT_FORM }).int({ error: AMOUNT_FORM }).min(1, { error: AMOUNT_FORM }),
  refundedCents: z.number().int().min(0).describe("As shown: a request based on outdated numbers is refused"),
});
export const assignmentSchema = z.object({ userId: requiredText(100, CHOOSE_A_PERSON) });
