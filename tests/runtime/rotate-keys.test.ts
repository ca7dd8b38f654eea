import { decodeProtectedHeader } from "jose";
import { expect, onTestFinished, test } from "vitest";
import { startEmbeddedPostgres } from "#src/db/embedded/embedded-postgres.server.ts";
import { authOf, cookieHeader, PASSWORD } from "#tests/support/identity.ts";
import { type SiteProcess, startInstance } from "#tests/support/site-process.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { runAtTerminal } from "#tests/support/terminal.ts";

const EMAIL = "member@example.com";

const auth = ({ url }: SiteProcess) => authOf({ fetch: (path, init) => fetch(`${url}${path}`, init) });

async function signIn(site: SiteProcess) {
  const { body, cookies } = await auth(site).signIn(EMAIL, PASSWORD);
  const token = String(body["idToken"]);
  return { token, kid: String(decodeProtectedHeader(token).kid), cookie: cookieHeader(cookies) };
}

test("[SAFE-13] new signing keys, after an overlap or at once, are noticed by every process", async () => {
  const DATA_DIR = await temporaryFolder();
  const database = await startEmbeddedPostgres({ dataDir: `${DATA_DIR}/database`, settings: { fsync: "off" } });
  const settings = {
    DATABASE_URL: database.connectionString,
    DATA_DIR,
    SEED_PASSWORD: PASSWORD,
    PUBLIC_URL: "http://sandbar.localhost",
  };
  const sites: SiteProcess[] = [];
  onTestFinished(async () => {
    await Promise.all(sites.map((site) => site.stop()));
    await database.stop();
  });
  // One after the other: the first makes the town.
  for (const _ of [1, 2]) sites.push(await startInstance(settings));
  const [first, second] = sites as [SiteProcess, SiteProcess];
  const rotate = (...flags: string[]) =>
    runAtTerminal("src/server/admin.ts", ["rotate-keys", ...flags], settings).shown;
  const statuses = (token: string) =>
    Promise.all(
      sites.map(async ({ url }) => {
        const answer = await fetch(`${url}/api/profile`, { headers: { authorization: `Bearer ${token}` } });
        return answer.status;
      }),
    );
  const published = () =>
    Promise.all(
      sites.map(async ({ url }) => {
        const { keys } = (await (await fetch(`${url}/.well-known/jwks.json`)).json()) as { keys: { kid: string }[] };
        return keys.map(({ kid }) => kid).toSorted();
      }),
    );

  const before = await signIn(first);
  expect(await statuses(before.token)).toEqual([200, 200]);
  expect(await rotate()).toMatchObject({ code: 0, out: expect.stringContaining("are good until 20") });
  const after = await signIn(second);
  expect(after.kid).not.toBe(before.kid);
  expect(await statuses(before.token)).toEqual([200, 200]);
  expect(await statuses(after.token)).toEqual([200, 200]);
  const both = [before.kid, after.kid].toSorted();
  expect(await published()).toEqual([both, both]);

  expect(await rotate("--now")).toMatchObject({ code: 0, out: expect.stringContaining("refused from now on") });
  // As soon as the database's announcement has reached both; a minute is what they would keep keys without it.
  await expect.poll(() => statuses(before.token), { timeout: 120_000 }).toEqual([401, 401]);
  expect(await statuses(after.token)).toEqual([401, 401]);
  const [[only, ...more] = [], ofSecond] = await published();
  expect([more, ofSecond]).toEqual([[], [only]]);
  expect(both).not.toContain(only);
  // Nobody has to sign in again: the session's cookie gives a token of the new key.
  const { status, body } = await auth(first).refresh(after.cookie);
  expect([status, await statuses(String(body["idToken"]))]).toEqual([200, [200, 200]]);
});
