import { inFile } from "#tests/mutations/mutation.ts";

const CARDS = ["tests/api/card-webhooks.test.ts", "tests/api/card-payers.test.ts"];
const BOOKS = ["tests/api/books.test.ts"];
const REFUNDS = ["tests/api/card-refunds.test.ts"];
const BITCOIN_CASH = ["src/features/payments/rules.test.ts", "tests/api/bitcoin-cash.test.ts"];

export const MONEY = [
  ...inFile(
    "src/shared/money.ts",
    ["src/shared/money.test.ts"],
    [
      ["half a cent is rounded down", "(cents * percent + 50) / 100", "(cents * percent + 49) / 100"],
      ["$12.5 is $12.05", `part.padEnd(2, "0")`, `part.padStart(2, "0")`],
      [
        "a debt is a credit",
        "return cents < 0 ? `-${exactDollars(-cents)}`",
        "return cents < 0 ? `${exactDollars(-cents)}`",
      ],
    ],
  ),
  ...inFile(
    "src/shared/dates.ts",
    ["src/shared/dates.test.ts"],
    [
      [
        "the end of January plus a month is in March",
        "Math.min(date - last.getUTCDate(), 0)",
        "date - last.getUTCDate()",
      ],
    ],
  ),
  ...inFile("src/features/payments/rules.ts", BITCOIN_CASH, [
    ["an underpayment counts as paid in full", "paid.cents >= askedCents", "paid.cents > 0"],
    ["any currency counts as US dollars", `paid.currency === "usd" && `, ""],
  ]),
  ...inFile("src/features/payments/commands/bitcoin-cash.server.ts", BITCOIN_CASH, [
    ["an underpayment buys a membership", `purpose === "membership" && isFull ?`, `purpose === "membership" ?`],
    [
      "paid is not the last word",
      `checkout.status === "paid" || checkout.status === status`,
      "checkout.status === status",
    ],
    [
      "an early renewal loses days",
      "const from = laterOf(now, paidThroughAll(rows, now)) ?? now;",
      "const from = now; void rows;",
    ],
    [
      "another provider's callback settles a payment",
      "eq(bitcoinCashCheckouts.txId, txId), eq(bitcoinCashCheckouts.provider, provider)",
      "eq(bitcoinCashCheckouts.txId, txId)",
    ],
  ]),
  ...inFile(
    "src/policy/membership.ts",
    ["src/policy/membership.test.ts"],
    [
      ["there are no days of grace", "paid.getTime() + GRACE_DAYS * DAY_MS", "paid.getTime()"],
      [
        "a month that failed is paid",
        `facts.status === "past_due" ? facts.periodStart : facts.periodEnd`,
        "facts.periodEnd",
      ],
      ["an ended membership goes on", "if (facts.endedAt !== null) return facts.endedAt;", ""],
      [
        "a canceled plan has days of grace",
        "if (!facts.isRecurring || facts.cancelAtPeriodEnd) return paid;",
        "if (!facts.isRecurring) return paid;",
      ],
      ["a membership lasts a moment too long", `if (until <= now) return "ended";`, `if (until < now) return "ended";`],
    ],
  ),
  ...inFile("src/features/membership/rules.ts", CARDS, [
    ["late news revive a canceled membership", "Number(isOver),", "0 * Number(isOver),"],
    ["a guess replaces what an organizer said", "STRENGTH[found] > STRENGTH[known]", "STRENGTH[found] >= 0"],
    [
      "the older state wins",
      "(ranksA[differs] ?? 0) > (ranksB[differs] ?? 0) ? a : b",
      "(ranksA[differs] ?? 0) < (ranksB[differs] ?? 0) ? a : b",
    ],
  ]),
  ...inFile("src/features/membership/commands/card-events.server.ts", CARDS, [
    [
      "earlier refunds are booked again",
      "const amountCents = -(news.refundedCents - (known?.cents ?? 0));",
      "const amountCents = -news.refundedCents; void known;",
    ],
    ["a month for nothing is a payment", "if (news.amountCents === 0) return;", ""],
  ]),
  ...inFile("src/features/membership/commands/card-events.server.ts", BOOKS, [
    [
      "an event that comes again after a deletion brings the payer's address back",
      "if (await isNew(taking, event)) await take(taking, news);",
      "await isNew(taking, event); await take(taking, news);",
    ],
  ]),
  ...inFile("src/features/membership/commands/refunds.server.ts", REFUNDS, [
    ["more is refunded than was paid", "if (known + amountCents > payment.amountCents)", "if (known < 0)"],
    ["a form with old numbers refunds again", "if (known !== refundedCents)", "if (known < 0)"],
    [
      "an unanswered request is taken up with another amount",
      "and(isOpen, eq(cardRefunds.amountCents, amountCents))",
      "isOpen",
    ],
    ["a request that may be under way is forgotten", `return outcome === "refused" ||`, `return outcome !== null ||`],
    ["an early call forgets what a later one asked for", ", eq(cardRefunds.asks, asks)", ""],
  ]),
  ...inFile("src/ports/card-payments/stripe/refunds.server.ts", REFUNDS, [
    ["a refund is made anew once its key is forgotten", "if (known) return known;", "void known;"],
  ]),
  ...inFile("src/features/membership/commands/ledger.server.ts", CARDS, [
    [
      "an unverified address names the payer",
      "and(eq(accounts.email, payer.email), accounts.emailVerified)",
      "eq(accounts.email, payer.email)",
    ],
    [
      "no mail tells that a membership ended",
      "if (!isOver || row.closedAt !== null) return;",
      "if (isOver || !isOver) return;",
    ],
  ]),
];
