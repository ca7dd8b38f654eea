import { readConfig } from "#src/config.server.ts";
import type { App } from "#src/context/app.ts";
import { eventRsvps, type NewSocialEvent, RSVP_ANSWERS, socialEvents } from "#src/db/tables/events.ts";
import { type NewUser, users } from "#src/db/tables/users.ts";
import { localIdentity } from "#src/ports/identity/local/identity-local.server.ts";
import { createServer } from "#src/server/app.ts";
import { compose } from "#src/server/compose.server.ts";
import { makeUser } from "#seeds/factories.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";

/** Every test happens at this moment unless it says otherwise: a Saturday, 10 in the morning on the beach. */
export const NOW = "2026-11-21T15:00:00Z";
export const PUBLIC_URL = "http://sandbar.test";

export type Groups = readonly ("Admins" | "Members")[];

export type TestSite = {
  readonly app: App;
  readonly databaseUrl: string;
  /** A request through the door, answered in this process. */
  fetch(path: string, init?: RequestInit & { as?: string }): Promise<Response>;
  post(path: string, body: unknown, as?: string): Promise<Response>;
  /** The id token of somebody in these groups. */
  tokenFor(groups: Groups, options?: { email?: string; issuedAt?: Date }): Promise<string>;
  addEvent(event: NewSocialEvent, answers?: { going?: number }): Promise<NewSocialEvent>;
  addUser(user?: Partial<NewUser>): Promise<NewUser>;
  close(): Promise<void>;
};

/** The API over a database of its own, with the settings given; pages are the browser tests' business. */
export async function startTestSite(settings: Record<string, string> = {}): Promise<TestSite> {
  const database = await createTestDatabase();
  const config = readConfig({ LOG_LEVEL: "silent", SEED: "none", NOW, PUBLIC_URL, ...settings });
  const { app, close } = compose(config, database.url, PUBLIC_URL);
  const server = createServer(app, {
    files: new Map(),
    pages: async () => new Response("", { status: 404 }),
    isReady: async () => true,
  });
  const identity = localIdentity({ db: app.db, issuer: PUBLIC_URL, now: () => app.clock.now() });
  const addUser = async (user: Partial<NewUser> = {}) => {
    const made = makeUser(user);
    await app.db.insert(users).values(made);
    return made;
  };
  const fetch: TestSite["fetch"] = async (path, { as, ...init } = {}) => {
    const headers = new Headers(init.headers);
    if (as !== undefined) headers.set("authorization", `Bearer ${as}`);
    return server.request(new Request(new URL(path, PUBLIC_URL), { ...init, headers }));
  };
  return {
    app,
    databaseUrl: database.url,
    fetch,
    post: (path, body, as) =>
      fetch(path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
        ...(as !== undefined && { as }),
      }),
    tokenFor: (groups, { email = "someone@example.com", issuedAt = app.clock.now() } = {}) =>
      identity.signIdToken({ sub: email, email, emailVerified: true, groups }, issuedAt, 3600),
    async addEvent(event, { going = 0 } = {}) {
      await app.db.insert(socialEvents).values({ ...event, goingCount: going });
      for (let index = 0; index < going; index += 1) {
        const { userId } = await addUser();
        await app.db.insert(eventRsvps).values({ eventId: event.id, userId, answer: RSVP_ANSWERS[0] });
      }
      return event;
    },
    addUser,
    async close() {
      await close();
      await database.drop();
    },
  };
}
