import { createECDH, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { makeEvent } from "#seeds/factories.ts";
import { readConfig } from "#src/config.server.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { deliverPushes } from "#src/features/notifications/jobs.server.ts";
import { compose } from "#src/server/compose.server.ts";
import { MAIL_KINDS } from "#src/server/mail-kinds.ts";
import { type Cluster, freshDatabase } from "#tests/bench/databases.ts";
import type { RecordFigure } from "#tests/bench/report.ts";
import { PUBLIC_URL, temporaryFolder } from "#tests/bench/servers.ts";

const PHONES = 2000;

/** People who go to one event that is canceled, each with a phone that gets notifications; their mails are queued. */
const TOWN = `
  insert into users (user_id, first_name, last_name, email)
    select 'u' || n, 'Sam', 'Shore' || n, 'u' || n || '@example.com' from generate_series(1, $1::int) n;
  insert into accounts (sub, email, email_verified, user_id, created_at, updated_at)
    select 's' || n, 'u' || n || '@example.com', true, 'u' || n, now(), now() from generate_series(1, $1::int) n;
  insert into sessions (id, token_hash, sub, created_at, used_at, expires_at)
    select 's' || n, 's' || n, 's' || n, now(), now(), now() + interval '1 day' from generate_series(1, $1::int) n;
  insert into push_subscriptions (id, session_id, endpoint, p256dh, auth, created_at)
    select 's' || n, 's' || n, $2::text || n, $3::text, $4::text, now() from generate_series(1, $1::int) n;
  insert into event_rsvps (event_id, user_id, answer)
    select $5::text, 'u' || n, 'going' from generate_series(1, $1::int) n;
  insert into mail_outbox (id, key, kind, email, data, due_at, created_at)
    select 'm' || n, 'm' || n, 'event_cancelled', 'u' || n || '@example.com',
      jsonb_build_object('eventId', $5::text, 'userId', 'u' || n, 'email', 'u' || n || '@example.com'), now(), now()
    from generate_series(1, $1::int) n`;

/** How long it takes until all phones of a canceled event have their notification. */
export async function measurePush(cluster: Cluster, record: RecordFigure): Promise<void> {
  let taken = 0;
  const phones = createServer((request, answer) => {
    request.resume().on("end", () => {
      taken += 1;
      answer.writeHead(201).end();
    });
  }).listen(0, "127.0.0.1");
  await once(phones, "listening");
  const url = await freshDatabase(cluster, "sandbar_bench_push");
  const config = readConfig({ LOG_LEVEL: "silent", SEED: "none", PUBLIC_URL, DATA_DIR: await temporaryFolder() });
  const { app, pool, close } = await compose(config, url, PUBLIC_URL);
  try {
    const event = makeEvent({ day: "2099-06-01", title: "Bench", capacity: PHONES, status: "cancelled" });
    await app.db.insert(socialEvents).values(event);
    const keys = createECDH("prime256v1");
    keys.generateKeys();
    const endpoint = `http://127.0.0.1:${(phones.address() as AddressInfo).port}/`;
    const values = [PHONES, endpoint, keys.getPublicKey("base64url"), randomBytes(16).toString("base64url"), event.id];
    for (const statement of TOWN.split(";")) {
      const used = [...new Set(statement.match(/\$\d/g))].toSorted();
      const text = used.reduce((sql, name, index) => sql.replaceAll(name, `$${index + 1}`), statement);
      await pool.query(
        text,
        used.map((name) => values[Number(name.slice(1)) - 1]),
      );
    }
    await pool.query("vacuum analyze");
    await app.push.publicKey();
    const started = performance.now();
    await deliverPushes(app, MAIL_KINDS);
    const seconds = (performance.now() - started) / 1000;
    if (taken !== PHONES) throw new Error(`${taken} of ${PHONES} phones have a notification.`);
    record("push-fan-out", seconds, `${PHONES} phones, one process`);
  } finally {
    await close();
    phones.closeAllConnections();
    phones.close();
  }
}
