import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "#src/config.server.ts";
import type { App } from "#src/context/app.ts";
import type { DatabaseEvents } from "#src/db/connect.server.ts";
import { type NewSocialEvent, socialEvents } from "#src/db/tables/events.ts";
import { eventRsvps } from "#src/db/tables/rsvps.ts";
import { type NewUser, users } from "#src/db/tables/users.ts";
import { deliverMails } from "#src/mail/deliver.server.ts";
import type { MailKinds } from "#src/mail/kinds.server.ts";
import { createServer } from "#src/server/app.ts";
import { compose } from "#src/server/compose.server.ts";
import { LiveHub } from "#src/server/live/hub.ts";
import { Metrics } from "#src/server/metrics/metrics.ts";
import { strictHeaders } from "#src/server/middleware.ts";
import { PageCache } from "#src/server/page-cache.ts";
import { pageHandler } from "#src/server/page-handler.ts";
import { MAIL_KINDS } from "#src/server/mail-kinds.ts";
import { makeUser } from "#seeds/factories.ts";
import { type Groups, makeAccount, signToken, type TestAccount } from "#tests/support/accounts.ts";
import { type ReceivedMail, readMailFolder } from "#tests/support/mail-folder.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";
import { NOW, QUICK_PASSWORDS } from "#tests/support/town.ts";
import type { GrantedRole } from "#src/shared/roles.ts";
import { RSVP_ANSWERS } from "#src/shared/states.ts";

export const PUBLIC_URL = "http://sandbar.localhost";

export type TestSite = {
  readonly app: App;
  readonly databaseUrl: string;
  /** Commits of this site, for what follows the change log. */
  readonly events: DatabaseEvents;
  /** Hears nothing by itself: a test tells it what the database would announce, or lets it listen. */
  readonly live: LiveHub;
  /** Every method and path that the server answers. */
  readonly routes: readonly { readonly method: string; readonly path: string }[];
  /** A request through the door, answered in this process. */
  fetch(path: string, init?: RequestInit & { as?: string }): Promise<Response>;
  post(path: string, body: unknown, as?: string): Promise<Response>;
  /** The id token of somebody in these groups, whose profile is complete. */
  tokenFor(groups: Groups, options?: { email?: string; issuedAt?: Date }): Promise<string>;
  /** Somebody with an account, and their id token. */
  signedIn(options?: {
    groups?: Groups;
    roles?: readonly GrantedRole[];
    email?: string;
    user?: Partial<NewUser>;
  }): Promise<TestAccount & { token: string }>;
  /** Sends what waits in the outbox; every mail that was ever sent, oldest first. */
  mails(kinds?: MailKinds): Promise<ReceivedMail[]>;
  addEvent(event: NewSocialEvent, answers?: { going?: number }): Promise<NewSocialEvent>;
  addUser(user?: Partial<NewUser>): Promise<NewUser>;
  close(): Promise<void>;
};

/** The API over a database of its own, with the settings given; pages are the browser tests' business. */
export async function startTestSite(
  settings: Record<string, string> = {},
  { stripeUrl }: { stripeUrl?: string } = {},
): Promise<TestSite> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "sandbar-site-"));
  const config = readConfig({ LOG_LEVEL: "silent", SEED: "none", NOW, PUBLIC_URL, DATA_DIR: dataDir, ...settings });
  const { app, events, close } = await compose(config, database.url, PUBLIC_URL, {
    passwordCost: QUICK_PASSWORDS,
    stripeUrl,
  });
  const live = new LiveHub(app);
  const metrics = new Metrics();
  metrics.watchBacklog(app);
  const cache = new PageCache(strictHeaders(app));
  metrics.watchPages(cache, live);
  const server = createServer(app, {
    files: new Map(),
    cache,
    live,
    metrics,
    readMetrics: () => metrics.text(),
    // Pages are built; what programs read is not.
    pages: pageHandler(app, async () => new Response("", { status: 404 }), cache),
    whatIsDown: async () => [],
  });
  const { db } = app;
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
    events,
    live,
    routes: server.routes,
    fetch,
    post: (path, body, as) =>
      fetch(path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
        ...(as !== undefined && { as }),
      }),
    async tokenFor(groups, { email, issuedAt } = {}) {
      const now = app.clock.now();
      const account = await makeAccount(db, { groups, now, ...(email !== undefined && { email }) });
      return signToken(account, { db, issuer: PUBLIC_URL, now, groups, ...(issuedAt && { issuedAt }) });
    },
    async signedIn({ groups = [], ...options } = {}) {
      const now = app.clock.now();
      const account = await makeAccount(db, { groups, now, ...options });
      return { ...account, token: await signToken(account, { db, issuer: PUBLIC_URL, now, groups }) };
    },
    async mails(kinds = {}) {
      await deliverMails(app, { ...MAIL_KINDS, ...kinds });
      return readMailFolder(join(dataDir, "mail"));
    },
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
      live.stop();
      await close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
