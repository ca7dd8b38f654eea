import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { isBlockedNow } from "#src/db/groups-now.ts";
import { moment } from "#src/db/instant.ts";
import type { RsvpState } from "#src/features/events/rsvps/schema.ts";
import type { TestSite } from "#tests/support/test-site.ts";

type Method = "GET" | "PUT" | "POST" | "PATCH" | "DELETE";

/** A call about one event. */
export async function callEvent(
  site: TestSite,
  method: Method,
  path: string,
  { as, body }: { as?: string | undefined; body?: unknown } = {},
): Promise<Response> {
  return site.fetch(`/api/social-events/${path}`, {
    method,
    ...(body !== undefined && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    ...(as !== undefined && { as }),
  });
}

/** The rsvpState that a call answers, when it does. */
export async function rsvpState(answer: Response | Promise<Response>): Promise<RsvpState> {
  const { status, ...response } = { status: (await answer).status, json: (await (await answer).json()) as unknown };
  expect(response.json, `status ${status}`).not.toHaveProperty("error");
  return response.json as RsvpState;
}

/** A refusal: its status and sentence. */
export async function refusal(answer: Response | Promise<Response>): Promise<{ status: number; message: string }> {
  const response = await answer;
  const { message } = (await response.json()) as { message: string };
  return { status: response.status, message };
}

export const answer = (site: TestSite, id: string, as: string, wish: string, guests?: number) =>
  callEvent(site, "PUT", `${id}/rsvp`, { as, body: { answer: wish, guests } });

let made = 0;

/** Somebody who is signed in and nobody else. */
export async function newcomer(site: TestSite, options: Parameters<TestSite["signedIn"]>[0] = {}) {
  made += 1;
  return site.signedIn({ email: `newcomer${made}@example.com`, ...options });
}

/** Expects that the event's counts match its rows. */
export async function expectTrueCounts(site: TestSite, id: string): Promise<{ going: number; waiting: number }> {
  const { rows } = await site.app.db.execute<{
    kept_going: number;
    going: number;
    kept_waiting: number;
    waiting: number;
  }>(
    sql`select going_count as kept_going, waiting_count as kept_waiting,
      (select coalesce(sum(1 + guests), 0)::int from event_rsvps r where r.event_id = e.id and answer = 'going') as going,
      (select count(*)::int from waiting_list w where w.event_id = e.id and status = 'waiting'
        and not ${isBlockedNow(sql`w.user_id`, moment(site.app.clock.now()))}) as waiting
      from social_events e where e.id = ${id}`,
  );
  const [row] = rows;
  if (!row) throw new Error(`There is no event ${id}.`);
  expect([row.kept_going, row.kept_waiting]).toEqual([row.going, row.waiting]);
  return { going: row.going, waiting: row.waiting };
}
