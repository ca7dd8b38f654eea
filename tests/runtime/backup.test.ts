import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { borrowEmbeddedPostgres, startEmbeddedPostgres } from "#src/db/embedded/embedded-postgres.server.ts";
import { diskImageStore } from "#src/ports/image-store/disk/image-store-disk.server.ts";
import { storedNames } from "#src/shared/pictures-uploaded.ts";
import {
  atTheGate,
  backup,
  contentsOf,
  GATE_TABLE,
  holdLocks,
  open,
  restore,
  schemaOf,
} from "#tests/support/backups.ts";
import { joinForm } from "#tests/support/join-form.ts";
import { formOf, makeJpeg } from "#tests/support/pictures.ts";
import { allTables, wholeRows } from "#tests/support/rows.ts";
import { type SiteProcess, startSiteProcess } from "#tests/support/site-process.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

const SEED_PASSWORD = "Sand-castle-7";

async function start(settings: Record<string, string>): Promise<SiteProcess> {
  const site = await startSiteProcess({ RATE_LIMIT_FACTOR: "100000", SEED_PASSWORD, ...settings });
  onTestFinished(async () => void (await site.stop()));
  return site;
}

async function signIn(site: SiteProcess) {
  const answer = await fetch(`${site.url}/api/auth/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "member@example.com", password: SEED_PASSWORD }),
  });
  const { idToken } = (await answer.json()) as { idToken: string };
  const call = (method: string, path: string, body?: unknown) => {
    const isForm = body instanceof FormData;
    return fetch(site.url + path, {
      method,
      headers: { authorization: `Bearer ${idToken}`, ...(!isForm && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
  };
  let made = 0;
  const clicks = {
    join: () => {
      made += 1;
      const phone = `904${String(5_550_000 + made)}`;
      return call("POST", "/api/join", joinForm({ email: `p${made}@example.com`, phone }));
    },
    rsvp: (eventId: string, wish: string) => call("PUT", `/api/social-events/${eventId}/rsvp`, { answer: wish }),
    say: (chatId: string, text: string) =>
      call("POST", "/graphql", {
        query: `mutation ($chatId: ID!, $text: String!, $clientId: ID!) {
          sendMessage(chatId: $chatId, text: $text, clientId: $clientId) { seq } }`,
        variables: { chatId, text, clientId: text },
      }),
    upload: async () => {
      const picture = await makeJpeg({ width: 300, height: 200 });
      return ((await (await call("POST", "/api/images", formOf(picture))).json()) as { key: string }).key;
    },
  };
  return { call, ...clicks };
}
type Person = Awaited<ReturnType<typeof signIn>>;

/** People who write until they are told to stop; `rounds` counts what was acknowledged. */
function writeUntilStopped(person: Person, eventId: string, chatId: string) {
  const stopping = new AbortController();
  let rounds = 0;
  const over = (async () => {
    for (; !stopping.signal.aborted; rounds += 1) {
      const answers = await Promise.all([
        person.join(),
        person.rsvp(eventId, rounds % 2 === 0 ? "going" : "not_going"),
        person.say(chatId, `Round ${rounds}`),
        rounds % 5 === 0 ? person.upload().then(() => new Response()) : new Response(),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    }
  })();
  return {
    rounds: () => rounds,
    stop: () => {
      stopping.abort();
      return over;
    },
  };
}

const MIGRATIONS = sql`select id, hash, created_at from drizzle.__drizzle_migrations order by id`;
const NEXT_MIGRATION = sql`select nextval('drizzle.__drizzle_migrations_id_seq')::int as next`;

test("a backup while people write is one moment of the site; restored elsewhere it is that moment, and goes on", async () => {
  const DATA_DIR = await temporaryFolder();
  const site = await start({ DATA_DIR });
  const person = await signIn(site);
  const [kept, doomed] = [await person.upload(), await person.upload()];
  const { connectionString: url } = await borrowEmbeddedPostgres(DATA_DIR);
  const { pool, db } = open(url);
  const { rows: places } = await db.execute<{ event: string; chat: string }>(sql`
    select (select id from social_events where day > current_date and capacity is null and not held limit 1) as event,
      (select id from chats where provider = 'local' and id <> 'announcements' order by position limit 1) as chat`);
  const { event = "", chat = "" } = places[0] ?? {};

  // No writes while the backup takes its snapshot, so its content is known.
  const tables = (await allTables(db)).filter((name) => name !== GATE_TABLE);
  const unfreeze = await holdLocks(url, `lock table ${tables.join(", ")} in share mode`);
  const openGate = await holdLocks(url, `lock table ${GATE_TABLE} in access exclusive mode`);
  const folder = await temporaryFolder();
  const file = join(folder, "site.tar.gz");
  const { shown } = backup(file, { DATA_DIR });
  await atTheGate(pool);
  const moment = await wholeRows(db, tables);
  await unfreeze();
  const writers = writeUntilStopped(person, event, chat);
  await expect.poll(writers.rounds, { timeout: 120_000 }).toBeGreaterThan(2);
  await diskImageStore({ folder: join(DATA_DIR, "images") }).delete(storedNames(doomed));
  await openGate();
  const saved = await shown;
  await writers.stop();
  expect(saved).toMatchObject({ code: 0, err: "" });
  expect(saved.out.startsWith(`Saved the site in ${DATA_DIR} as of `), saved.out).toBe(true);
  expect(saved.out).toMatch(/ as of \S+ to \S+site\.tar\.gz \(\d+ kB\): \d+ rows of/);
  // Besides those, the table at the gate, the change log and the list of migrations.
  expect(saved.out).toContain(` rows of ${tables.length + 3} tables and `);
  expect(saved.out).toContain(`had been deleted before it could be saved:\n  ${storedNames(doomed)[0]}`);
  expect([await readdir(folder), (await stat(file)).mode & 0o777]).toEqual([["site.tar.gz"], 0o600]);

  const elsewhere = join(await temporaryFolder(), "data");
  expect(await restore(file, { DATA_DIR: elsewhere })).toMatchObject({
    code: 0,
    err: "",
    out: expect.stringMatching(/^Restored the site as of \S+: \d+ rows/),
  });
  const restored = await startEmbeddedPostgres({ dataDir: elsewhere });
  onTestFinished(() => restored.stop());
  const other = open(restored.connectionString);
  expect(await wholeRows(other.db, tables)).toEqual(moment);
  expect(await wholeRows(db, tables)).not.toEqual(moment);
  expect(await wholeRows(other.db, [GATE_TABLE])).toEqual(await wholeRows(db, [GATE_TABLE]));
  expect(await schemaOf(other.db)).toEqual(await schemaOf(db));
  expect((await other.db.execute(MIGRATIONS)).rows).toEqual((await db.execute(MIGRATIONS)).rows);
  expect((await other.db.execute(NEXT_MIGRATION)).rows).toEqual((await db.execute(NEXT_MIGRATION)).rows);
  const pictures = await contentsOf(join(DATA_DIR, "images"));
  expect(await contentsOf(join(elsewhere, "images"))).toEqual(
    new Map(storedNames(kept).map((name) => [name, pictures.get(name)])),
  );
  await site.stop();

  const second = await start({ DATABASE_URL: restored.connectionString, DATA_DIR: elsewhere });
  expect(second.said()).not.toContain("Seeded");
  // The jobs, whose tables were not in the backup, are at work again.
  await expect.poll(async () => (await fetch(`${second.url}/readyz`)).status, { timeout: 120_000 }).toBe(200);
  expect((await fetch(`${second.url}/events/${event}`)).status).toBe(200);
  expect((await fetch(`${second.url}/images/${storedNames(kept)[0]}`)).status).toBe(200);
  const again = await signIn(second);
  const answers = [await again.join(), await again.rsvp(event, "going"), await again.say(chat, "We are back")];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
});
