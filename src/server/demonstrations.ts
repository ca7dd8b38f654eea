import type { Context, Hono } from "hono";
import { z } from "zod";
import type { App } from "#src/context/app.ts";
import { readViewer } from "#src/features/identity/queries.server.ts";
import { getBitcoinCashCheckout } from "#src/features/payments/queries.server.ts";
import { countRequest } from "#src/http/rate-limit.server.ts";
import { readBytes, readJson, validate } from "#src/http/read.server.ts";
import { failureResponse, resultResponse } from "#src/http/respond.server.ts";
import type { BitcoinCashPort } from "#src/ports/bitcoin-cash/port.ts";
import { type CardDemonstration, DEMONSTRATION_DEEDS, type SignedWebhook } from "#src/ports/card-payments/port.ts";
import { requirePerson } from "#src/policy/viewer.ts";
import { isEmailAddress, normalizeEmail } from "#src/shared/contact.ts";
import { isCleanText, requiredText } from "#src/shared/fields.ts";
import { dollars } from "#src/shared/money.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import { clientAddress, type Env } from "#src/server/middleware.ts";

// Stand-ins for the payment services, each with a checkout page and a webhook. Their events go through the site's own
// signed webhook, as real ones would. None exists where a real service is configured.

const LIMIT = { name: "demonstration-payments", max: 60, windowSeconds: 3600 };
const checkOutSchema = z.object({
  attempt: z.uuid({ error: "Say which attempt this is: a UUID." }),
  outcome: z.enum(["paid", "failed"]),
  reference: z.string().max(200).refine(isCleanText).default(""),
  email: requiredText(254, "Required")
    .transform(normalizeEmail)
    .refine(isEmailAddress, { error: "Invalid email address" }),
});

/** Posts the demonstration's events to the site's webhook. */
async function deliver(server: Hono<Env>, webhooks: readonly SignedWebhook[]): Promise<Result<{ success: true }>> {
  for (const { body, signature } of webhooks) {
    const headers = { "content-type": "application/json", "stripe-signature": signature };
    const answer = await server.request("/api/webhooks/stripe", { method: "POST", headers, body });
    if (!answer.ok) return fail("unavailable", "The demonstration's webhook was rejected. Please try again.");
  }
  return ok({ success: true });
}

function addCards(server: Hono<Env>, app: App, cards: CardDemonstration): void {
  cards.deliverTo((webhooks) => deliver(server, webhooks));
  server.post("/api/demonstration/checkout", async (c) => {
    const allowed = await countRequest(app, LIMIT, clientAddress(app, c));
    const body = allowed.ok ? await readJson(c.req.raw) : allowed;
    const input = body.ok ? validate(checkOutSchema, body.value, "Please check the marked fields.") : body;
    return resultResponse(input.ok ? await deliver(server, await cards.checkOut(input.value)) : input);
  });

  const askPerson = async (c: Context<Env>) => {
    const viewer = await readViewer(app, c.req.header("authorization") ?? null);
    return viewer.ok ? requirePerson(viewer.value) : viewer;
  };
  server.get("/api/demonstration/subscriptions", async (c) => {
    const person = await askPerson(c);
    return resultResponse(person.ok ? ok({ subscriptions: await cards.list(person.value.userId) }) : person);
  });
  server.post("/api/demonstration/subscriptions/:id/:deed", async (c) => {
    const person = await askPerson(c);
    if (!person.ok) return failureResponse(person.failure);
    const { id } = c.req.param();
    const deed = DEMONSTRATION_DEEDS.find((known) => known === c.req.param("deed"));
    const isKnown = deed !== undefined && isCleanText(id);
    const told = isKnown ? await cards.play({ id, deed, reference: person.value.userId }) : null;
    if (!told) return failureResponse({ code: "not_found", message: "This subscription no longer exists." });
    return resultResponse(await deliver(server, told));
  });
}

const PAGE_HEAD = {
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'self'; base-uri 'none'",
  // Shown in a frame of our own pages.
  "x-frame-options": "SAMEORIGIN",
  "cache-control": "no-store",
};
const PAGE_STYLE =
  "body{margin:0;padding:32px 24px;font:17px/1.5 system-ui,sans-serif;background:#fbf6ec;color:#14212b}main{max-width:26rem;margin:0 auto}h1{font-size:26px;line-height:1.15;margin:0 0 8px}p{margin:0 0 24px;color:#4a5a64}button{display:block;width:100%;min-height:52px;margin:0 0 12px;border:1.5px solid #78838a;border-radius:26px;background:#fff;color:#14212b;font:inherit;font-weight:700;cursor:pointer}button[value=paid]{border-color:#c4431f;background:#c4431f;color:#fff}button:focus-visible{outline:3px solid #0b6670;outline-offset:3px}";

type BitcoinCashPage = { readonly title: string; readonly text: string; readonly isOpen: boolean };

/** Contains no outside input: fixed text and our own amount. */
function pageOf({ title, text, isOpen }: BitcoinCashPage): string {
  const form = `<form method="post"><button name="outcome" value="paid">Pay</button><button name="outcome" value="expired">Let the time run out</button></form>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Bitcoin Cash demonstration</title><style>${PAGE_STYLE}</style></head><body><main><h1>${title}</h1><p>${text}</p>${isOpen ? form : ""}</main></body></html>`;
}

async function bitcoinCashPage(app: App, txId: string): Promise<BitcoinCashPage> {
  const checkout = await getBitcoinCashCheckout(app, txId);
  if (!checkout) return { title: "Payment not found", text: "Go back and start again.", isOpen: false };
  if (checkout.status === "paid") return { title: "Paid", text: "You can go back to the site.", isOpen: false };
  if (checkout.status === "expired")
    return { title: "Time ran out", text: "Nothing was paid. Go back and start again.", isOpen: false };
  const amount = dollars(checkout.amountCents);
  return {
    title: `Pay ${amount} in Bitcoin Cash`,
    text: "This is a demonstration: no wallet is needed and no money moves.",
    isOpen: true,
  };
}

function addBitcoinCash(server: Hono<Env>, app: App, cash: NonNullable<BitcoinCashPort["demonstration"]>): void {
  const path = "/demonstration/bitcoin-cash";
  const show = async (c: Context<Env>) =>
    c.html(pageOf(await bitcoinCashPage(app, c.req.query("tx_id") ?? "")), 200, PAGE_HEAD);
  server.get(path, show);
  server.post(path, async (c) => {
    const form = await readBytes(c.req.raw, { maxBytes: 1024 });
    if (!form.ok) return failureResponse(form.failure);
    const outcome = new URLSearchParams(new TextDecoder().decode(form.value)).get("outcome");
    if (outcome === "paid" || outcome === "expired") {
      const txId = c.req.query("tx_id") ?? "";
      const checkout = await getBitcoinCashCheckout(app, txId);
      const headers = { "content-type": "application/json" };
      const body = checkout && cash.settle({ ...checkout, txId }, outcome);
      if (body) await server.request("/api/webhooks/prompt-cash", { method: "POST", headers, body });
    }
    return show(c);
  });
}

/** Adds the routes of the demonstrations in use, if any. */
export function addDemonstrations(server: Hono<Env>, app: App): void {
  if (app.cardPayments?.demonstration) addCards(server, app, app.cardPayments.demonstration);
  const cash = app.bitcoinCash?.demonstration;
  if (cash) addBitcoinCash(server, app, cash);
}
