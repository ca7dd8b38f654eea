// `npm run admin -- create EMAIL`, `grant EMAIL GROUP`, `revoke EMAIL GROUP`: people from the terminal, also while the
// site runs.
import { randomBytes } from "node:crypto";
import { ConfigError, readConfig } from "#src/config.server.ts";
import type { App } from "#src/context/app.ts";
import { CannotStart } from "#src/db/embedded/cannot-start.ts";
import { borrowEmbeddedPostgres } from "#src/db/embedded/embedded-postgres.server.ts";
import { migrateDatabase } from "#src/db/migrate.server.ts";
import { compose } from "#src/server/compose.server.ts";
import { isEmailAddress, normalizeEmail } from "#src/shared/contact.ts";

const GROUPS = ["Admins", "Members"];
const USAGE = `Say what to do, and for whom:
  npm run admin -- create EMAIL            an account with a password that is shown once
  npm run admin -- grant EMAIL GROUP       GROUP is Admins or Members
  npm run admin -- revoke EMAIL GROUP
  npm run admin -- chat-callback           the address that GroupMe calls when something was said`;

/** What the person at the terminal did wrong, in words. */
class Misused extends Error {
  override name = "Misused";
}

async function create(app: App, email: string): Promise<string> {
  const password = `${randomBytes(12).toString("base64url")}-Aa1`;
  const made = await app.identity.createAccount({ email, password, groups: [] });
  if (!made.ok)
    throw new Misused(`There is an account of ${email} already. To choose another password: /login, Forgot password.`);
  return `Made the account ${email}. Its password, shown only now: ${password}`;
}

async function change(app: App, email: string, group: string, isIn: boolean): Promise<string> {
  if (!GROUPS.includes(group)) throw new Misused(`There is no group ${group}. The groups are ${GROUPS.join(" and ")}.`);
  const changed = await app.identity.setGroup(email, group, isIn);
  if (!changed.ok) throw new Misused(`There is no account of ${email}. Make it with: npm run admin -- create ${email}`);
  return isIn ? `${email} is in ${group} now.` : `${email} is not in ${group} any more.`;
}

function tellCallback({ publicUrl, chatProvider }: App): string {
  const { callbackSecret } = chatProvider;
  if (callbackSecret === null) throw new Misused("The site's own chats need no callback. It is for CHAT=groupme.");
  return `${publicUrl}/api/webhooks/groupme/${callbackSecret}`;
}

async function run(app: App, [command, address = "", group = ""]: readonly string[]): Promise<string> {
  if (command === "chat-callback") return tellCallback(app);
  const email = normalizeEmail(address);
  if (command === undefined || !["create", "grant", "revoke"].includes(command)) throw new Misused(USAGE);
  if (!isEmailAddress(email)) throw new Misused(`${address || "Nothing"} is not an e-mail address.\n${USAGE}`);
  return command === "create" ? create(app, email) : change(app, email, group, command === "grant");
}

async function main(): Promise<void> {
  // What it has to say stands in its answer.
  const config = { ...readConfig(), logLevel: "silent" as const };
  const database =
    config.databaseUrl === undefined
      ? await borrowEmbeddedPostgres(config.dataDir)
      : { connectionString: config.databaseUrl, stop: async () => undefined };
  try {
    await migrateDatabase(database.connectionString);
    const { app, close } = compose(
      config,
      database.connectionString,
      config.publicUrl ?? `http://localhost:${config.port}`,
    );
    try {
      process.stdout.write(`${await run(app, process.argv.slice(2))}\n`);
    } finally {
      await close();
    }
  } finally {
    await database.stop();
  }
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isPlain = error instanceof Misused || error instanceof ConfigError || error instanceof CannotStart;
  // What AWS lacks is said by its adapter, in words.
  return isPlain || error.name === "NoAdministrator" ? error.message : (error.stack ?? error.message);
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
});
