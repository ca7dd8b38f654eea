import { createHash, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import {
  type BitcoinCashCheckout,
  type BitcoinCashNews,
  type BitcoinCashPort,
  type BitcoinCashStatus,
  BitcoinCashUnreachable,
  type BitcoinCashWebhook,
} from "#src/ports/bitcoin-cash/port.ts";
import { decimalOf } from "#src/shared/money.ts";
import { concealing, type OutsideHealth } from "#src/shared/outside.ts";

const TIMEOUT_MS = 10_000;

type PromptCashOptions = {
  /** The service's base URL, without a trailing slash. */
  readonly url: string;
  /** The public token, part of every URL. */
  readonly token: string;
  /** The secret token. Without it callbacks cannot be trusted. */
  readonly secret: string | undefined;
  /** Our callback URL; null if the service cannot reach us. */
  readonly callback: string | null;
  readonly now: () => Date;
  readonly health: OutsideHealth;
  /** Overridden in tests. */
  readonly timeoutMs?: number;
};

const STATUSES: Readonly<Record<string, BitcoinCashStatus>> = {
  PENDING: "pending",
  CONFIRMING: "pending",
  HOLD: "pending",
  PAID: "paid",
  EXPIRED: "expired",
  CANCELLED: "expired",
  REFUNDED: "expired",
};
type Coins = { readonly amount_crypto?: number | undefined; readonly paid_amount_crypto?: number | null | undefined };

/** The fraction of the requested coins that arrived; 1 if the service does not say. */
function shareOf({ amount_crypto: asked, paid_amount_crypto: paid }: Coins): number {
  return asked === undefined || paid === undefined || paid === null ? 1 : paid / asked;
}

const amount = z.coerce.number().positive().max(10_000_000);
const paymentSchema = z
  .object({
    tx_id: z.string().min(1).max(200),
    status: z.string().transform((status, context) => {
      const known = Object.hasOwn(STATUSES, status) ? STATUSES[status] : undefined;
      if (known) return known;
      context.addIssue({ code: "custom", message: "an unknown status" });
      return z.NEVER;
    }),
    amount_fiat: amount.optional(),
    fiat_currency: z.string().length(3).toLowerCase().optional(),
    amount_crypto: amount.optional(),
    paid_amount_crypto: amount.nullish(),
  })
  .transform((payment, context): BitcoinCashNews => {
    const { tx_id: txId, status, amount_fiat: asked, fiat_currency: currency } = payment;
    if (status !== "paid") return { txId, status };
    if (asked !== undefined && currency !== undefined)
      // The ledger has no zero entries: dust counts as a cent.
      return { txId, status, paid: { cents: Math.max(1, Math.round(asked * 100 * shareOf(payment))), currency } };
    // Without an amount the payment cannot be verified.
    context.addIssue({ code: "custom", message: "no amount" });
    return z.NEVER;
  });
const callbackSchema = z.object({ token: z.string().max(500), payment: z.unknown() });

/** `$20` → `20`, `$12.50` → `12.50`. */
function amountOf(cents: number): string {
  return decimalOf(cents).replace(/\.00$/, "");
}

/** The payment parameters. Signed if there is a secret, as accounts may require. */
function parametersOf(checkout: BitcoinCashCheckout, options: PromptCashOptions): URLSearchParams {
  const { token, secret, callback } = options;
  const told = {
    token,
    tx_id: checkout.txId,
    amount: amountOf(checkout.amountCents),
    currency: "USD",
    desc: checkout.description,
  };
  const parameters = new URLSearchParams(told);
  if (callback !== null) parameters.set("callback", callback);
  if (secret !== undefined) {
    const time = String(Math.floor(options.now().getTime() / 1000));
    const signed = [secret, token, told.tx_id, told.amount, told.currency, told.desc, callback ?? "", "", time].join(
      "",
    );
    parameters.set("time", time);
    parameters.set("signature", createHash("sha256").update(signed).digest("hex"));
  }
  return parameters;
}

/** Constant-time comparison. */
function isSame(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHash("sha256").update(text).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
}

/** Parses a callback, authenticated by the secret token it contains. */
export function readCallback(body: Uint8Array, secret: string | undefined): BitcoinCashWebhook {
  if (secret === undefined) return { ok: false, fault: "not_set_up" };
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return { ok: false, fault: "unsigned" };
  }
  const callback = callbackSchema.safeParse(json);
  if (!callback.success || !isSame(callback.data.token, secret)) return { ok: false, fault: "unsigned" };
  const payment = paymentSchema.safeParse(callback.data.payment);
  if (!payment.success) return { ok: false, fault: "unreadable" };
  return { ok: true, news: payment.data };
}

async function askPayment(txId: string, secret: string, { url, timeoutMs = TIMEOUT_MS }: PromptCashOptions) {
  try {
    const answer = await fetch(`${url}/api/v1/get-payment/${encodeURIComponent(txId)}`, {
      headers: { authorization: secret, accept: "application/json" },
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (answer.status === 404) return null;
    if (!answer.ok) throw new Error(`it answered ${answer.status}`);
    const { data } = z.object({ data: paymentSchema }).parse(await answer.json());
    if (data.txId !== txId) throw new Error("it answered about another payment");
    return data;
  } catch (error) {
    const words = concealing(secret)(describe(error));
    throw new BitcoinCashUnreachable(`The Bitcoin Cash service could not be asked: ${words}`);
  }
}

function describe(error: unknown): string {
  if (error instanceof z.ZodError) return "its answer has not the form that it should have";
  // Its own message quotes the response.
  if (error instanceof SyntaxError) return "its answer is no JSON";
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}

/** prompt.cash: hosted payment pages, a callback, and polling. */
export function promptCash(options: PromptCashOptions): BitcoinCashPort {
  const { url, secret, health } = options;
  const isAway = (error: unknown) => error instanceof BitcoinCashUnreachable;
  return {
    provider: "prompt_cash",
    origin: new URL(url).origin,
    frameUrl: (checkout) => `${url}/pay-frame?${parametersOf(checkout, options)}`,
    pageUrl: (checkout) => `${url}/pay?${parametersOf(checkout, options)}`,
    readWebhook: (body) => readCallback(body, secret),
    readPayment: async (txId) =>
      secret === undefined ? null : health.watch("payments", () => askPayment(txId, secret, options), isAway),
  };
}
