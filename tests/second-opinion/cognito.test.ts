import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { pino } from "pino";
import { beforeAll, expect, test } from "vitest";
import { connect, type Db } from "#src/db/connect.server.ts";
import { startFakeCognito } from "#src/ports/identity/cognito/fake-cognito.ts";
import { cognitoIdentity } from "#src/ports/identity/cognito/identity-cognito.server.ts";
import type { IdentityOutcome, IdentityPort } from "#src/ports/identity/port.ts";
import { OutsideHealth } from "#src/shared/outside.ts";
import { OTHER_PASSWORD, PASSWORD, wrongCode } from "#tests/support/identity.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";

// A second opinion: our own fake of Cognito was written by whoever wrote the adapter. `cognito-local` was not. Both are
// taken for the same walk, through the code that runs in production, its verifying of tokens included.

const EMULATOR = fileURLToPath(new URL("../emulators/node_modules/cognito-local/lib/bin/start.js", import.meta.url));
const POOL = "us-east-1_Beach0001";
const CLIENT = "6f1a2b3c4d5e6f7a8b9c0d1e2f";
/** Every code of the emulator. */
const CODE = "246810";

let db: Db;
const silent = pino({ level: "silent" });

function openPool(endpoint: string, credentials: { accessKeyId: string; secretAccessKey: string }): IdentityPort {
  const now = () => new Date();
  return cognitoIdentity({
    db,
    log: silent,
    now,
    region: "us-east-1",
    poolId: POOL,
    clientId: CLIENT,
    endpoint,
    credentials,
    health: new OutsideHealth(now),
  });
}

/** Starts the emulator on a pool that is there already and bears the name that a real one would. */
async function startEmulator(folder: string) {
  const data = join(folder, ".cognito", "db");
  await mkdir(data, { recursive: true });
  const options = { Id: POOL, Name: "Beach", UsernameAttributes: ["email"], AutoVerifiedAttributes: ["email"] };
  const groups = Object.fromEntries(["Admins", "Members"].map((GroupName) => [GroupName, { GroupName }]));
  const files = {
    "config.json": { TokenConfig: { IssuerDomain: "https://cognito-idp.us-east-1.amazonaws.com" } },
    [`db/${POOL}.json`]: { Users: {}, Options: options, Groups: groups },
    "db/clients.json": { Clients: { [CLIENT]: { ClientId: CLIENT, ClientName: "Site", UserPoolId: POOL } } },
  };
  for (const [name, content] of Object.entries(files))
    await writeFile(join(folder, ".cognito", name), JSON.stringify(content));
  const emulator = spawn(process.execPath, [EMULATOR], {
    cwd: folder,
    // It is built on an older SDK, which says so at length.
    env: { PATH: process.env["PATH"], NODE_NO_WARNINGS: "1", CODE, PORT: "0", HOST: "127.0.0.1" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: emulator.stdout })) {
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    // What it says afterwards is read and dropped, so that it never waits for us.
    emulator.stdout.resume();
    if (url !== undefined) return { url, emulator };
  }
  throw new Error("The emulator ended before it listened.");
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
  note("sign up again", said(await identity.signUp({ email, password: PASSWORD })));
  note("too early", said(await identity.signIn({ email, password: PASSWORD })));
  const code = codeOf(email);
  note("wrong code", said(await identity.confirmSignUp({ email, code: wrongCode(code) })));
  note("right code", said(await identity.confirmSignUp({ email, code: codeOf(email) })));
  note("used code", said(await identity.confirmSignUp({ email, code })));
  note("wrong password", said(await identity.signIn({ email, password: OTHER_PASSWORD })));
  note("unknown", said(await identity.signIn({ email: `nobody@${domain}`, password: PASSWORD })));
  const here = await identity.signIn({ email, password: PASSWORD });
  note("sign in", said(here));
  if (!here.ok) return log;
  const { idToken, claims, refreshToken } = here.value;
  const verified = await identity.verifyIdToken(idToken);
  note("verified", verified?.email === email && verified.sub === claims.sub);
  note("lives an hour", claims.expiresAt.getTime() - claims.issuedAt.getTime() <= 86_400_000);
  note("tampered", await identity.verifyIdToken(idToken.replace(/\.[^.]+\./, ".e30.")));
  const renewed = await identity.refresh(refreshToken);
  note("refresh", said(renewed));
  note("group", said(await identity.setGroup(email, "Members", true)));
  const withGroup = await identity.refresh(refreshToken);
  note("groups", withGroup.ok && withGroup.value.claims.groups.join());
  note("no group", said(await identity.setGroup(email, "Members", false)));
  await identity.signOut(refreshToken, { everywhere: false });
  note("over", said(await identity.refresh(refreshToken)));
  await identity.forgotPassword(email);
  const reset = (given: string) => identity.resetPassword({ email, code: given, password: OTHER_PASSWORD });
  note("wrong reset", said(await reset(wrongCode(codeOf(email)))));
  note("reset", said(await reset(codeOf(email))));
  note("new password", said(await identity.signIn({ email, password: OTHER_PASSWORD })));
  note("old password", said(await identity.signIn({ email, password: PASSWORD })));
  const forced = { email: `forced@${domain}`, password: PASSWORD, groups: [], mustChangePassword: true };
  note("made by an administrator", said(await identity.createAccount(forced)));
  note("must change", said(await identity.signIn(forced)));
  const made = { email: `made@${domain}`, password: PASSWORD, groups: ["Admins"] };
  note("made whole", said(await identity.createAccount(made)));
  note("made twice", said(await identity.createAccount(made)));
  const administrator = await identity.signIn(made);
  note("its groups", administrator.ok && administrator.value.claims.groups.join());
  note("its address is verified", administrator.ok && administrator.value.claims.emailVerified);
  if (administrator.ok) await identity.deleteAccount(administrator.value.claims.sub);
  note("deleted", said(await identity.signIn(made)));
  note("left to do", await identity.catchUp());
  return log;
}

test("[AUTH-08] an emulator that somebody else wrote, and our own fake, come to the same at every step", async () => {
  const { url, emulator } = await startEmulator(await temporaryFolder());
  // The emulator checks no signature; ours does.
  const second = openPool(url, { accessKeyId: "anybody", secretAccessKey: "anything" });
  const fake = await startFakeCognito();
  const first = openPool(fake.url, fake.pool.administrator);
  try {
    const ofEmulator = await walk(second, () => CODE, "emulator.test");
    const newest = (email: string) => fake.pool.mails.findLast((mail) => mail.email === email)?.code ?? "";
    const ofFake = await walk(first, newest, "fake.test");
    expect(ofEmulator).toEqual(ofFake);
    expect(ofFake).toContain("deleted: wrong_credentials");
    expect((await second.publicKeys()).keys).toHaveLength(1);
  } finally {
    first.close();
    second.close();
    await fake.close();
    emulator.kill();
    await once(emulator, "exit");
  }
});
