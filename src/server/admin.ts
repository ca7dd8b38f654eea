// `npm run admin -- create EMAIL`, `grant EMAIL GROUP`, `revoke EMAIL GROUP`: people from the terminal, also while the
// site runs.
import { randomBytes } from "node:crypto";
import type { App } from "#src/context/app.ts";
import { migrateDatabase } from "#src/db/migrate.server.ts";
import { atWork, Refused, runCommand } from "#src/server/command.ts";
import { isEmailAddress, normalizeEmail } from "#src/shared/contact.ts";

const GROUPS = ["Admins", "Members"];
const USAGE = `Say what to do, and for whom:
  npm run admin -- create EMAIL            an account with a password that is shown once
  npm run admin -- grant EMAIL GROUP       GROUP is Admins or Members
  npm run admin -- revoke EMAIL GROUP
  npm run admin -- chat-callback           the address that GroupMe calls when something was said`;

async function create(app: App, email: string): Promise<string> {
  const password = `${randomBytes(12).toString("base64url")}-Aa1`;
  const made = await app.identity.createAccount({ email, password, groups: [] });
  if (!made.ok)
    throw new Refused(`There is an account of ${email} already. To choose another password: /login, Forgot password.`);
  return `Made the account ${email}. Its password, shown only now: ${password}`;
}

async function change(app: App, email: string, group: string, isIn: boolean): Promise<string> {
  if (!GROUPS.includes(group)) throw new Refused(`There is no group ${group}. The groups are ${GROUPS.join(" and ")}.`);
  const changed = await app.identity.setGroup(email, group, isIn);
  if (!changed.ok) throw new Refused(`There is no account of ${email}. Make it with: npm run admin -- create ${email}`);
  return isIn ? `${email} is in ${group} now.` : `${email} is not in ${group} any more.`;
}

function tellCallback({ publicUrl, chatProvider }: App): string {
  const { callbackSecret } = chatProvider;
  if (callbackSecret === null) throw new Refused("The site's own chats need no callback. It is for CHAT=groupme.");
  return `${publicUrl}/api/webhooks/groupme/${callbackSecret}`;
}

async function run(app: App, [command, address = "", group = ""]: readonly string[]): Promise<string> {
  if (command === "chat-callback") return tellCallback(app);
  const email = normalizeEmail(address);
  if (command === undefined || !["create", "grant", "revoke"].includes(command)) throw new Refused(USAGE);
  if (!isEmailAddress(email)) throw new Refused(`${address || "Nothing"} is not an e-mail address.\n${USAGE}`);
  return command === "create" ? create(app, email) : change(app, email, group, command === "grant");
}

runCommand((config, args) =>
  atWork(config, async ({ app, connectionString }) => {
    await migrateDatabase(connectionString);
    return run(app, args);
  }),
);
