import type { Hono } from "hono";
import type { App } from "#src/context/app.ts";
import { takeCardEvent } from "#src/features/membership/commands/card-events.server.ts";
import { takeBitcoinCashNews } from "#src/features/payments/commands/bitcoin-cash.server.ts";
import { readBytes } from "#src/http/read.server.ts";
import { failureResponse } from "#src/http/respond.server.ts";
import type { Env } from "#src/server/middleware.ts";
import type { Failure } from "#src/shared/result.ts";

/** Webhook events contain whole objects, but stay far below this size. */
const MAX_WEBHOOK_BYTES = 256 * 1024;

const REFUSALS: Readonly<Record<"unsigned" | "unreadable" | "not_set_up", Failure>> = {
  unsigned: { code: "bad_request", message: "The signature of this message is missing, wrong or too old." },
  unreadable: { code: "invalid", message: "This message is signed, and not of a form that is known here." },
  // 5xx makes the service retry: the webhook is still being set up.
  not_set_up: { code: "unavailable", message: "This is not set up here yet.", retryAfterSeconds: 3600 },
};

const NO_SERVICE: Failure = { code: "not_found", message: "No such payment service is used here." };
const TAKEN = { received: true };

/** Rejects with a message and logs it, because nobody reads a webhook's response. */
function refuse(app: App, service: string, fault: keyof typeof REFUSALS): Response {
  app.log.warn({ service, fault }, "a webhook was refused");
  return failureResponse(REFUSALS[fault]);
}

/** Payment webhooks. Responds 2xx only after the event is stored; otherwise the service retries. */
export function addPaymentWebhooks(server: Hono<Env>, app: App): void {
  server.post("/api/webhooks/stripe", async (c) => {
    if (!app.cardPayments) return failureResponse(NO_SERVICE);
    const body = await readBytes(c.req.raw, { maxBytes: MAX_WEBHOOK_BYTES });
    if (!body.ok) return failureResponse(body.failure);
    const read = await app.cardPayments.readWebhook(body.value, c.req.header("stripe-signature") ?? null);
    if (!read.ok) return refuse(app, "card payments", read.fault);
    await takeCardEvent(app, app.cardPayments.provider, read.event);
    return c.json(TAKEN);
  });

  server.post("/api/webhooks/prompt-cash", async (c) => {
    if (!app.bitcoinCash) return failureResponse(NO_SERVICE);
    const body = await readBytes(c.req.raw, { maxBytes: MAX_WEBHOOK_BYTES });
    if (!body.ok) return failureResponse(body.failure);
    const read = app.bitcoinCash.readWebhook(body.value);
    if (!read.ok) return refuse(app, "bitcoin cash", read.fault);
    await takeBitcoinCashNews(app, app.bitcoinCash.provider, read.news);
    return c.json(TAKEN);
  });
}
