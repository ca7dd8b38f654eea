import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { expect, test } from "vitest";
import { seededRandom } from "#seeds/random.ts";
import { startEmbeddedPostgres } from "#src/db/embedded/embedded-postgres.server.ts";
import { joinForm } from "#tests/support/join-form.ts";
import { killHard, postmasterPid, until } from "#tests/support/processes.ts";
import { startSiteProcess } from "#tests/support/site-process.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

const ROUNDS = 10;
const CLIENTS = 8;

/** Submits one person after another until told to stop; notes those that were acknowledged. */
async function submitUntil(isOver: () => boolean, url: string, acknowledged: Set<string>): Promise<void> {
  while (!isOver()) {
    const email = `${randomUUID()}@example.com`;
    const phone = `904${String(Math.floor(Number(`0x${email.slice(0, 7)}`) % 10_000_000)).padStart(7, "0")}`;
    try {
      const answer = await fetch(`${url}/api/join`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(joinForm({ email, phone, message: email })),
      });
      if (answer.status === 200) acknowledged.add(email);
    } catch {
      // The connection broke with the process: this one was not acknowledged.
      return;
    }
  }
}

test("[JOIN-03, JOIN-17] ten times kill -9 of everything at a random moment under load: no acknowledged submission is lost", async () => {
  const dataDir = await temporaryFolder();
  const random = seededRandom(20261121);
  const acknowledged = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    // The disk is waited for, as in production.
    const site = await startSiteProcess({ DATA_DIR: dataDir, SEED: "none", RATE_LIMIT_FACTOR: "100000" });
    let isOver = false;
    const clients = Array.from({ length: CLIENTS }, () => submitUntil(() => isOver, site.url, acknowledged));
    const database = await postmasterPid(dataDir);
    // On a busy machine the first answers take longer than the moment: without any there would be nothing to lose.
    const before = acknowledged.size;
    await until("somebody was acknowledged", () => acknowledged.size > before + 1);
    // The moment is what is random here.
    await delay(random() * 500);
    // The database first, in half of the rounds: the app must not acknowledge what was not written.
    const victims = [site.child.pid as number, database];
    await Promise.all((random() < 0.5 ? victims : victims.toReversed()).map(killHard));
    isOver = true;
    await Promise.all(clients);
  }
  const database = await startEmbeddedPostgres({ dataDir });
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ kept: string }>(
      "select data->>'message' as kept from join_submissions where completed_at is not null and user_id is not null",
    );
    const kept = new Set(rows.map((row) => row.kept));
    expect(acknowledged.size).toBeGreaterThan(ROUNDS);
    expect([...acknowledged].filter((email) => !kept.has(email))).toEqual([]);
    // Nor is anything half there: a person without a submission, or a completed submission without its person.
    const { rows: halves } = await client.query(
      "select u.user_id from users u where not exists (select from join_submissions s where s.user_id = u.user_id)",
    );
    expect(halves).toEqual([]);
  } finally {
    await client.end();
    await database.stop();
  }
}, 180_000);
