import { pino } from "pino";
import { beforeAll, expect, test } from "vitest";
import { connect, type Db } from "#src/db/connect.server.ts";
import { startFakeCognito } from "#tests/fakes/cognito/fake-cognito.ts";
import { cognitoIdentity } from "#src/ports/identity/cognito/identity-cognito.server.ts";
import type { IdentityOutcome, IdentityPort } from "#src/ports/identity/port.ts";
import { OutsideHealth } from "#src/shared/outside.ts";
import { startCognitoEmulator } from "#tests/support/emulators.ts";
import { OTHER_PASSWORD, PASSWORD, wrongCode } from "#tests/support/identity.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";

// A second opinion: our own fake of Cognito was written by the adapter's author. `cognito-local` was not. Both are
// taken for the same walk, through the code that runs in production, its verifying of tokens included.

let db: Db;
const silent = pino({ level: "silent" });

type Pool = Pick<Parameters<typeof cognitoIdentity>[0], "poolId" | "clientId" | "credentials">;

function openPool(endpoint: string, { poolId, clientId, credentials }: Pool): IdentityPort {
  const now = () => new Date();
  const health = new OutsideHealth(now);
  return cognitoIdentity({
    db,
    log: silent,
    now,
    region: "us-east-1",
    poolId,
    clientId,
    endpoint,
    credentials,
    health,
  });
}

beforeAll(async () => {
  const database = await createTestDatabase();
  const connection = connect(database.url, silent);
  db = connection.db;
  return async () => {
    await connection.pool.end();
    await database.drop();
  };
});

/** What came of a call, as far as it does not depend on who answers. */
const said = (outcome: IdentityOutcome<unknown>) => (outcome.ok ? "ok" : outcome.fault);

/** Everything that both can do, and what came of it, in order. */
async function walk(identity: IdentityPort, codeOf: (email: string) => string, domain: string): Promise<string[]> {
  const log: string[] = [];
  const note = (what: string, result: unknown) => log.push(`${what}: ${String(result)}`);
  const email = `ana@${domain}`;
  note("sign up", said(await identity.signUp({ email, password: PASSWORD })));
  const again = await identity.signUp({ email, password: PASSWORD });
  note("sign up again", said(again));
  const confirm = (given: string) => identity.confirmSignUp({ email, code: given, ...(again.ok && again.value) });
  note("too early", said(await identity.checkPassword({ email, password: PASSWORD })));
  const code = codeOf(email);
  note("wrong code", said(await confirm(wrongCode(code))));
  note("right code", said(await confirm(codeOf(email))));
  note("used code", said(await confirm(code)));
  note("wrong password", said(await identity.checkPassword({ email, password: OTHER_PASSWORD })));
  note("unknown", said(await identity.checkPassword({ email: `nobody@${domain}`, password: PASSWORD })));
  const here = await identity.checkPassword({ email, password: PASSWORD });
  note("sign in", said(here));
  if (!here.ok) return log;
  let session = here.value;
  const goOn = async () => {
    const renewed = await identity.renew(session);
    if (renewed.ok) session = renewed.value;
    return renewed;
  };
  // cognito-local does not mark a confirmed address as verified; the contract test of the adapter covers that.
  note("its address", session.email === email);
  const renewed = await goOn();
  note("refresh", said(renewed));
  note("the same account", renewed.ok && renewed.value.sub === here.value.sub);
  note("group", said(await identity.setGroup(email, "Members", true)));
  await goOn();
  note("groups", session.groups.join());
  note("no group", said(await identity.setGroup(email, "Members", false)));
  await identity.endPoolSession(session.poolToken ?? "none", { everywhere: false });
  note("over", said(await goOn()));
  await identity.forgotPassword({ email, from: "" });
  const onReset = async () => undefined;
  const reset = (given: string) =>
    identity.resetPassword(
      { email, code: given, password: OTHER_PASSWORD, from: "" },
      { mayTry: async () => true, onReset },
    );
  note("wrong reset", said(await reset(wrongCode(codeOf(email)))));
  note("reset", said(await reset(codeOf(email))));
  note("new password", said(await identity.checkPassword({ email, password: OTHER_PASSWORD })));
  note("old password", said(await identity.checkPassword({ email, password: PASSWORD })));
  const forced = { email: `forced@${domain}`, password: PASSWORD, groups: [], mustChangePassword: true };
  note("made by an administrator", said(await identity.createAccount(forced)));
  note("must change", said(await identity.checkPassword(forced)));
  const made = { email: `made@${domain}`, password: PASSWORD, groups: ["Admins"] };
  note("made whole", said(await identity.createAccount(made)));
  note("made twice", said(await identity.createAccount(made)));
  const administrator = await identity.checkPassword(made);
  note("its groups", administrator.ok && administrator.value.groups.join());
  note("its address is verified", administrator.ok && administrator.value.emailVerified);
  if (administrator.ok) await identity.deleteAccount(administrator.value.sub);
  note("deleted", said(await identity.checkPassword(made)));
  note("left to do", await identity.catchUp());
  return log;
}

test("[AUTH-08] an emulator that somebody else wrote, and our own fake, come to the same at every step", async () => {
  const emulator = await startCognitoEmulator();
  const second = openPool(emulator.url, emulator);
  const fake = await startFakeCognito();
  const first = openPool(fake.url, { ...fake.pool, credentials: fake.pool.administrator });
  try {
    const ofEmulator = await walk(second, () => emulator.code, "emulator.test");
    const newest = (email: string) => fake.pool.mails.findLast((mail) => mail.email === email)?.code ?? "";
    const ofFake = await walk(first, newest, "fake.test");
    expect(ofEmulator).toEqual(ofFake);
    expect(ofFake).toContain("deleted: wrong_credentials");
  } finally {
    first.close();
    second.close();
    await fake.close();
  }
});
