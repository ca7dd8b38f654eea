import { randomUUID } from "node:crypto";
import { SEND_MESSAGE } from "#tests/support/graphql.ts";
import { joinForm } from "#tests/support/join-form.ts";
import { firstMonth, type StripeEvent, signature, unix } from "#tests/support/payments.ts";
import { formOf, makeJpeg } from "#tests/support/pictures.ts";
import type { Town } from "#tests/crash/town.ts";

/** How somebody stands to an event. */
export type RsvpState = "going" | "waiting" | "not_going" | "none";
export type Decision = "hold" | "runs" | "none";
type Merge = { readonly base: string; readonly other: string; isAcknowledged: boolean };

/**
 * What the site was asked, and what of it it acknowledged. What got no answer may be there or not, and is sent again in
 * the next round with the same id, as browsers and payment services do.
 */
export class Ledger {
  readonly joins = new Set<string>();
  readonly messages = new Set<string>();
  readonly people = new Set<string>();
  readonly merges = new Map<string, Merge>();
  readonly cardEvents = new Map<string, StripeEvent>();
  readonly uploads = new Set<string>();
  /** Event and person → every RSVP that the requests sent may have caused. */
  readonly rsvps = new Map<string, Set<RsvpState>>();
  /** Event with doubtful weather → every decision about it that the requests sent may have caused. */
  readonly decisions = new Map<string, Set<Decision>>();
  holds = 0;
  readonly unansweredJoins: Record<string, unknown>[] = [];
  readonly unansweredMessages: string[] = [];
  readonly unsentCardEvents: StripeEvent[] = [];
  payers = 0;
  rsvpAnswers = 0;
  /** How many calls were acknowledged. */
  answers = 0;
  /** How often which status was the answer, or why none came. */
  readonly statuses: Record<string, number> = {};

  note(status: number | string): void {
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
  }

  /** What was acknowledged, by kind. */
  get counts() {
    const merges = [...this.merges.values()].filter(({ isAcknowledged }) => isAcknowledged).length;
    return {
      calls: this.answers,
      forms: this.joins.size,
      messages: this.messages.size,
      rsvps: this.rsvpAnswers,
      people: this.people.size,
      merges,
      webhooks: this.cardEvents.size,
      pictures: this.uploads.size,
      holds: this.holds,
    };
  }
}

type Load = {
  readonly url: string;
  readonly town: Town;
  readonly ledger: Ledger;
  readonly random: () => number;
  /** How long a writer rests after each call. Where other programs need the cores too, they would starve. */
  readonly restMs?: number;
};
type Call = { method?: string; as?: string | undefined; body?: unknown; form?: FormData; header?: [string, string] };

/** The site may close a kept connection just when it is used again. Browsers then send again; these calls do not. */
export const NO_REUSE = { connection: "close" };

/** One call; null when it was not acknowledged: no answer, or an answer that says that it was not done. */
async function call({ url, ledger }: Load, path: string, { method = "POST", as, body, form, header }: Call) {
  const headers = new Headers({ ...NO_REUSE, ...(form ? {} : { "content-type": "application/json" }) });
  if (as !== undefined) headers.set("authorization", `Bearer ${as}`);
  if (header) headers.set(...header);
  const content = form ?? (typeof body === "string" ? body : JSON.stringify(body));
  try {
    const response = await fetch(url + path, { method, headers, ...(content !== undefined && { body: content }) });
    const said = (await response.json()) as Record<string, unknown>;
    ledger.note(response.status);
    if (!response.ok) return null;
    ledger.answers += 1;
    return said;
  } catch (error) {
    ledger.note(whyNone(error));
    return null;
  }
}

/** What the answer was instead of a status. */
export function whyNone(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return `no answer (${String(cause)})`;
}

const one = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)] as T;

async function join(load: Load): Promise<void> {
  const { ledger } = load;
  const id = randomUUID();
  const phone = `904${String(Number(`0x${id.slice(0, 8)}`) % 10_000_000).padStart(7, "0")}`;
  const form =
    ledger.unansweredJoins.shift() ??
    joinForm({ submissionId: id, email: `join-${id}@example.com`, phone, message: id });
  if (await call(load, "/api/join", { body: form })) ledger.joins.add(String(form["submissionId"]));
  else ledger.unansweredJoins.push(form);
}

async function say(load: Load): Promise<void> {
  const { ledger, town } = load;
  const clientId = ledger.unansweredMessages.shift() ?? randomUUID();
  const variables = { chatId: "volleyball", text: `Sets of ${clientId}`, clientId };
  const said = await call(load, "/graphql", { as: town.member.token, body: { query: SEND_MESSAGE, variables } });
  if (said?.["data"] && !said["errors"]) ledger.messages.add(clientId);
  else ledger.unansweredMessages.push(clientId);
}

/** Often alone, sometimes with guests, sometimes with as many as before. */
function partyOf(wish: "going" | "not_going", random: () => number) {
  return wish === "going" ? { answer: wish, guests: one([0, 0, 1, 3, undefined], random) } : { answer: wish };
}

/** Each guest is one writer's alone: what they did last is known. */
async function answer(load: Load, guests: Town["guests"]): Promise<void> {
  const { ledger, town, random } = load;
  const [guest, event] = [one(guests, random), one(town.events, random)];
  const wish = one(["going", "going", "not_going", "none"] as const, random);
  const key = `${event} ${guest.userId}`;
  const possible = ledger.rsvps.get(key) ?? new Set<RsvpState>(["none"]);
  possible.add(wish);
  if (wish === "going") possible.add("waiting");
  ledger.rsvps.set(key, possible);
  const path = `/api/social-events/${event}/rsvp`;
  const said =
    wish === "none"
      ? await call(load, path, { method: "DELETE", as: guest.token })
      : await call(load, path, { method: "PUT", as: guest.token, body: partyOf(wish, random) });
  if (!said) return;
  ledger.rsvpAnswers += 1;
  const rsvp = said["waiting"] ? "waiting" : (said["answer"] ?? "none");
  ledger.rsvps.set(key, new Set([rsvp as RsvpState]));
}

async function makePerson(load: Load, nickname: string): Promise<string | null> {
  const id = randomUUID();
  const body = { firstName: "Made", lastName: `By ${id}`, email: `made-${id}@example.com`, phone: "", nickname };
  const as = load.town.organizer.token;
  const said = await call(load, "/api/pending-join-requests/users", { as, body });
  const user = said?.["user"] as { userId: string } | undefined;
  if (user) load.ledger.people.add(user.userId);
  return user?.userId ?? null;
}

async function merge(load: Load): Promise<void> {
  const base = await makePerson(load, "");
  const other = await makePerson(load, "Kite");
  if (base === null || other === null) return;
  const merging = { base, other, isAcknowledged: false };
  load.ledger.merges.set(other, merging);
  const as = load.town.organizer.token;
  if (await call(load, "/api/users/merge", { as, body: { base, others: [other] } })) merging.isAcknowledged = true;
}

async function sendCardEvent(load: Load, event: StripeEvent): Promise<boolean> {
  const body = JSON.stringify(event);
  return (await call(load, "/api/webhooks/stripe", { body, header: ["stripe-signature", signature(body)] })) !== null;
}

/** Months that are paid for, one after the other; now and then the provider tells again what it has told. */
async function pay(load: Load): Promise<void> {
  const { ledger, town, random } = load;
  if (ledger.unsentCardEvents.length === 0) {
    ledger.payers += 1;
    const { userId, email } = one(town.guests, random);
    const start = unix(new Date()) - 60;
    ledger.unsentCardEvents.push(...firstMonth({ name: `p${ledger.payers}`, reference: userId, email, start }));
  }
  const [event] = ledger.unsentCardEvents;
  if (!event || !(await sendCardEvent(load, event))) return;
  ledger.cardEvents.set(event.id, event);
  ledger.unsentCardEvents.shift();
  if (random() < 0.2) await sendCardEvent(load, one([...ledger.cardEvents.values()], random));
}

async function upload(load: Load): Promise<void> {
  const picture = await makeJpeg({ width: 640, height: 480 });
  const said = await call(load, "/api/images", { as: load.town.member.token, form: formOf(picture) });
  if (said) load.ledger.uploads.add(String(said["key"]));
}

/** Puts an event on hold and lets it run, by turns. */
async function decide(load: Load): Promise<void> {
  const { ledger, town, random } = load;
  const event = one(town.doubtful, random);
  const possible = ledger.decisions.get(event) ?? new Set<Decision>(["none"]);
  const decision = possible.has("hold") ? "runs" : "hold";
  ledger.decisions.set(event, possible.add(decision));
  const decidesAt = new Date(Date.now() + HOUR_MS).toISOString();
  const body = { decision, ...(decision === "hold" && { reason: "weather", decidesAt, default: "runs" }) };
  const path = `/api/social-events/${event}/decision`;
  if (!(await call(load, path, { method: "PUT", as: town.organizer.token, body }))) return;
  ledger.decisions.set(event, new Set([decision]));
  ledger.holds += 1;
}

const RETRY_MS = 20;
const HOUR_MS = 3_600_000;

/** Writes concurrently until told to stop. */
export async function writeUntil(isOver: () => boolean, load: Load): Promise<void> {
  const thirds = [0, 1, 2].map((third) => load.town.guests.filter((_, index) => index % 3 === third));
  const writers = [
    join,
    join,
    say,
    merge,
    pay,
    upload,
    decide,
    ...thirds.map((guests) => (each: Load) => answer(each, guests)),
  ];
  await Promise.all(
    writers.map(async (write) => {
      while (!isOver()) {
        const before = load.ledger.answers;
        await write(load);
        // Clients pause before they retry a site that does not answer.
        const rest = Math.max(load.restMs ?? 0, load.ledger.answers === before ? RETRY_MS : 0);
        if (rest > 0 && !isOver()) await new Promise((resolve) => setTimeout(resolve, rest));
      }
    }),
  );
}

/** Sends what the payment service has not been able to tell. */
export async function finishPayments(load: Load): Promise<void> {
  for (const event of load.ledger.unsentCardEvents) {
    if (!(await sendCardEvent(load, event))) throw new Error(`The webhook ${event.id} was not taken.`);
    load.ledger.cardEvents.set(event.id, event);
  }
  load.ledger.unsentCardEvents.length = 0;
}
