import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

// The four calls of Stripe's API that refunds need, as its reference describes them, over a real socket: strict about the
// key, the form, unknown fields, idempotency and amounts, with its forms of errors.

export type FakeCharge = {
  readonly id: string;
  readonly intent: string;
  readonly amount: number;
  refunded: number;
  isDisputed: boolean;
};
type Refund = { id: string; object: "refund"; charge: string; amount: number; metadata: Record<string, string> };
type Kept = { readonly body: string; readonly status: number; readonly answer: unknown };
type Refusal = { readonly status: number; readonly error: Record<string, unknown> };

export type FakeStripe = {
  readonly url: string;
  readonly key: string;
  readonly refunds: readonly Refund[];
  /** Requests, as `POST /v1/refunds`. */
  readonly asked: readonly string[];
  /** A payment intent with its charge, paid by an invoice or a checkout. */
  addPaid(providerRef: string, amount: number): FakeCharge;
  /** What goes wrong: the key lacks a right, too many requests, or another error of the server. */
  trouble: "" | "rights" | "rate" | "down" | "balance";
  /** Makes refunds, and stays silent or cuts the line instead of answering. */
  losesAnswers: "" | "silent" | "cut";
  /** The next request waits for this. */
  hold: Promise<void> | null;
  /** Called after a refund was made and before its answer. */
  onRefund: (charge: FakeCharge) => Promise<void>;
  /** Stripe prunes idempotency keys after a day. */
  forgetKeys(): void;
  close(): void;
};

class Refused extends Error {
  readonly refusal: Refusal;
  constructor(status: number, error: Record<string, unknown>) {
    super("refused");
    this.refusal = { status, error: { type: "invalid_request_error", ...error } };
  }
}

/** The fields of a request; any that its call does not know is an error. */
function fieldsOf(query: string, known: readonly (string | RegExp)[]): URLSearchParams {
  const fields = new URLSearchParams(query);
  for (const name of fields.keys())
    if (!known.some((one) => (typeof one === "string" ? one === name : one.test(name))))
      throw new Refused(400, {
        code: "parameter_unknown",
        param: name,
        message: `Received unknown parameter: ${name}`,
      });
  return fields;
}

const missing = (what: string, id: string) =>
  new Refused(404, { code: "resource_missing", param: what, message: `No such ${what}: '${id}'` });

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

function makeState() {
  const paid = new Map<string, FakeCharge>();
  const refunds: Refund[] = [];
  const chargeOf = (fields: URLSearchParams): FakeCharge => {
    const [intent, charge] = [fields.get("payment_intent"), fields.get("charge")];
    const found = [...paid.values()].find((one) => one.intent === intent || one.id === charge);
    if (!found) throw missing(intent === null ? "charge" : "payment_intent", intent ?? charge ?? "");
    return found;
  };
  return {
    paid,
    refunds,
    listInvoicePayments(query: string) {
      const fields = fieldsOf(query, ["invoice", "status", "limit"]);
      const invoice = fields.get("invoice") ?? "";
      const charge = paid.get(invoice);
      if (!charge) throw missing("invoice", invoice);
      const payment = { type: "payment_intent", payment_intent: charge.intent };
      const data = [{ id: `inpay_${charge.id}`, object: "invoice_payment", invoice, status: "paid", payment }];
      return { object: "list", url: "/v1/invoice_payments", has_more: false, data };
    },
    readSession(id: string) {
      const charge = paid.get(id);
      if (!charge) throw missing("checkout.session", id);
      return { id, object: "checkout.session", mode: "payment", payment_intent: charge.intent };
    },
    listRefunds(query: string) {
      const fields = fieldsOf(query, ["payment_intent", "charge", "limit"]);
      const { id } = chargeOf(fields);
      const data = refunds.filter(({ charge }) => charge === id);
      return { object: "list", url: "/v1/refunds", has_more: false, data };
    },
    refund(body: string): { refund: Refund; charge: FakeCharge } {
      const fields = fieldsOf(body, ["payment_intent", "charge", "amount", /^metadata\[\w{1,40}\]$/]);
      const charge = chargeOf(fields);
      const amount = Number(fields.get("amount"));
      if (!Number.isInteger(amount) || amount < 1)
        throw new Refused(400, { code: "parameter_invalid_integer", param: "amount", message: "Invalid integer" });
      if (charge.isDisputed)
        throw new Refused(400, {
          code: "charge_disputed",
          message: `Charge ${charge.id} has been charged back; cannot issue a refund.`,
        });
      const left = charge.amount - charge.refunded;
      if (left === 0)
        throw new Refused(400, {
          code: "charge_already_refunded",
          message: `Charge ${charge.id} has already been refunded.`,
        });
      if (amount > left)
        throw new Refused(400, {
          param: "amount",
          message: `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`,
        });
      charge.refunded += amount;
      const metadata = Object.fromEntries(
        [...fields].flatMap(([name, value]) => (name.startsWith("metadata[") ? [[name.slice(9, -1), value]] : [])),
      );
      const refund = { id: `re_${refunds.length + 1}`, object: "refund" as const, charge: charge.id, amount, metadata };
      refunds.push(refund);
      return { refund, charge };
    },
  };
}

/** What is refused before any call is looked at. */
function refuseAtTheDoor(request: IncomingMessage, { key, trouble }: FakeStripe): void {
  const { authorization, "stripe-version": version } = request.headers;
  if (authorization !== `Bearer ${key}`)
    throw new Refused(401, { message: `Invalid API Key provided: ${String(authorization).slice(7, 15)}****` });
  if (!/^\d{4}-\d\d-\d\d\.\w+$/.test(String(version)))
    throw new Refused(400, { message: "Invalid Stripe API version" });
  if (trouble === "rate") throw new Refused(429, { code: "rate_limit", message: "Request rate limit exceeded." });
  if (trouble === "down") throw new Refused(500, { type: "api_error", message: "An unknown error occurred" });
}

function rightsFault(): Refused {
  const message = "The provided key 'rk_test_****' does not have the required permissions for this endpoint.";
  return new Refused(403, { message: `${message} Having the 'rak_charge_write' permission would allow it.` });
}

export async function startFakeStripe(key = "rk_test_ofTheFakeStripe0001"): Promise<FakeStripe> {
  const state = makeState();
  const asked: string[] = [];
  const kept = new Map<string, Kept>();

  async function makeRefund(request: IncomingMessage): Promise<{ status: number; answer: unknown }> {
    if (request.headers["content-type"] !== "application/x-www-form-urlencoded")
      throw new Refused(400, { message: "Invalid content type" });
    const body = await text(request);
    const idempotencyKey = String(request.headers["idempotency-key"] ?? "");
    if (idempotencyKey === "" || idempotencyKey.length > 255)
      throw new Refused(400, { message: "The fake wants an idempotency key." });
    const known = kept.get(idempotencyKey);
    if (known && known.body !== body)
      throw new Refused(400, {
        type: "idempotency_error",
        message: "Keys for idempotent requests can only be used with the same parameters they were first used with.",
      });
    if (known) return known;
    if (fake.trouble === "rights") throw rightsFault();
    if (fake.trouble === "balance")
      throw new Refused(400, { code: "balance_insufficient", message: "Insufficient funds in your Stripe balance." });
    try {
      const { refund, charge } = state.refund(body);
      kept.set(idempotencyKey, { body, status: 200, answer: { ...refund, status: "succeeded" } });
      await fake.onRefund(charge);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      kept.set(idempotencyKey, { body, status: error.refusal.status, answer: { error: error.refusal.error } });
    }
    return kept.get(idempotencyKey) as Kept;
  }

  async function answer(request: IncomingMessage): Promise<{ status: number; answer: unknown }> {
    const { pathname, search } = new URL(request.url ?? "/", fake.url);
    const call = `${request.method} ${pathname}`;
    asked.push(call);
    const held = fake.hold;
    fake.hold = null;
    await held;
    refuseAtTheDoor(request, fake);
    if (call === "GET /v1/invoice_payments") return { status: 200, answer: state.listInvoicePayments(search) };
    const session = /^GET \/v1\/checkout\/sessions\/(cs_\w+)$/.exec(call)?.[1];
    if (session !== undefined) return { status: 200, answer: state.readSession(session) };
    if (call === "GET /v1/refunds") return { status: 200, answer: state.listRefunds(search) };
    if (call === "POST /v1/refunds") return makeRefund(request);
    throw new Refused(404, { message: `Unrecognized request URL (${call}).` });
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let said: { status: number; answer: unknown };
    try {
      said = await answer(request);
    } catch (error) {
      if (!(error instanceof Refused)) return void response.destroy();
      said = { status: error.refusal.status, answer: { error: error.refusal.error } };
    }
    if (fake.losesAnswers !== "" && request.method === "POST") {
      // Silent until the caller gives up.
      if (fake.losesAnswers === "cut") response.destroy();
      return;
    }
    response.writeHead(said.status, { "content-type": "application/json", "request-id": `req_${asked.length}` });
    response.end(JSON.stringify(said.answer));
  }

  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const fake: FakeStripe = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key,
    refunds: state.refunds,
    asked,
    addPaid(providerRef, amount) {
      const name = providerRef.slice(3);
      const charge = { id: `ch_${name}`, intent: `pi_${name}`, amount, refunded: 0, isDisputed: false };
      state.paid.set(providerRef, charge);
      return charge;
    },
    trouble: "",
    losesAnswers: "",
    hold: null,
    onRefund: async () => undefined,
    forgetKeys: () => kept.clear(),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return fake;
}
