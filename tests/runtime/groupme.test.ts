import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { startEmbeddedPostgres } from "#src/db/embedded/embedded-postgres.server.ts";
import { startFakeGroupMe } from "#tests/fakes/groupme/fake-groupme.ts";
import { until } from "#tests/support/processes.ts";
import { startSiteProcess } from "#tests/support/site-process.ts";

test("[CHAT-05] a real process reads the groups when it starts, tells a decision as soon as it is made, and stops at once", async () => {
  const folder = await mkdtemp(join(tmpdir(), "sandbar-groupme-"));
  const fake = await startFakeGroupMe();
  const group = fake.addGroup("Beach Volleyball");
  fake.say(group, "Nets up at five");
  const asked = fake.ask(group, "Kim");
  const database = await startEmbeddedPostgres({ dataDir: join(folder, "database") });
  const site = await startSiteProcess({
    DATABASE_URL: database.connectionString,
    DATA_DIR: join(folder, "site"),
    SEED: "none",
    CHAT: "groupme",
    GROUPME_TOKEN: fake.token,
    GROUPME_URL: fake.url,
  });
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await site.stop();
    await database.stop();
    await fake.close();
    await rm(folder, { recursive: true, force: true });
  });
  const rows = async (query: string) => (await client.query<Record<string, unknown>>(query)).rows;
  const isRead = "select 1 from chats c join chat_messages m on m.chat_id = c.id where c.synced_at is not null";
  await until("the group is read", async () => (await rows(isRead)).length === 1);
  expect(await rows("select provider_id from chat_join_requests")).toEqual([{ provider_id: asked }]);
  await client.query("update chat_join_requests set decided_at = now(), decision = 'approved'");
  await until("GroupMe has let them in", () => group.members.some(({ nickname }) => nickname === "Kim"));
  await until(
    "that is noted",
    async () => (await rows("select 1 from chat_join_requests where told_at is not null")).length === 1,
  );
  expect(fake.calls.filter((call) => call.endsWith("/approval"))).toHaveLength(1);
  expect(await site.stop()).toBe(0);
});
