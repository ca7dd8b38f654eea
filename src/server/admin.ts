// `npm run admin -- COMMAND`: maintenance from the terminal, also while the site runs. USAGE lists the commands.
import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { clearDemoTown } from "#seeds/clear-demo.server.ts";
import type { App } from "#src/context/app.ts";
import { migrateDatabase } from "#src/db/migrate.server.ts";
import { rotateSigningKeys } from "#src/features/identity/commands/keys.server.ts";
import { recordCommand } from "#src/features/identity/commands/security-events.server.ts";
import { resetFactors } from "#src/features/factors/commands/recovery.server.ts";
import { hasOrganizer } from "#src/features/identity/queries.server.ts";
import { atWork, runCommand, siteOf } from "#src/server/command.ts";
import { Refused } from "#src/server/refused.ts";
import { isEmailAddress, normalizeEmail } from "#src/shared/contact.ts";

const GROUPS = ["Admins", "Members"];
/** Labels for the tables shown by name; rows of other tables are counted together. */
const IN_WORDS: readonly (readonly [table: string, one: string, many: string])[] = [
  ["users", "person", "people"],
  ["accounts", "account", "accounts"],
  ["social_events", "event", "events"],
  ["event_rsvps", "RSVP", "RSVPs"],
  ["chats", "chat", "chats"],
  ["chat_messages", "chat message", "chat messages"],
  ["memberships", "membership", "memberships"],
  ["payments", "payment", "payments"],
];
const USAGE = `Say what to do, and for whom:
  npm run admin -- create EMAIL            an account with a password that is shown once; the site's first is an organizer's
  npm run admin -- grant EMAIL GROUP       GROUP is Admins or Members
  npm run admin -- revoke EMAIL GROUP
  npm run admin -- reset-factors EMAIL     removes the sign-in methods of someone who lost them all; they sign in anew
  npm run admin -- chat-callback           the address that GroupMe calls when something was said
  npm run admin -- clear-demo [--confirm]  removes the demo town; --confirm: with what real people added to it
  npm run admin -- rotate-keys [--now]     makes new keys for sign-ins; --now: tokens signed with the old ones end`;

const grantCommand = (email: string) => `npm run admin -- grant ${email} Admins`;

/**
 * Creates an account. While the site has no organizer, the new account becomes one, so that someone can open the
 * console.
 */
async function create(app: App, email: string): Promise<string> {
  const password = `${randomBytes(12).toString("base64url")}-Aa1`;
  const isFirst = !(await hasOrganizer(app));
  const made = await app.identity.createAccount({ email, password, groups: isFirst ? ["Admins"] : [] });
  if (!made.ok)
    throw new Refused(
      `${email} already has an account. To choose another password: /login, Forgot password. ` +
        `To make it an organizer's: ${grantCommand(email)}`,
    );
  await recordCommand(app, {
    sub: made.value.sub,
    kind: "account_made",
    ...(isFirst && { detail: "added to Admins" }),
  });
  const shown = `Its password, shown only now: ${password}`;
  if (isFirst)
    return `Made the account ${email}, the first organizer of ${siteOf(app.config)}. ${shown}\nSign in at ${app.publicUrl}/admin`;
  return `Made the account ${email}. ${shown}\nTo make it an organizer's: ${grantCommand(email)}`;
}

async function change(app: App, email: string, group: string, isIn: boolean): Promise<string> {
  const groups = `The groups are ${GROUPS.join(" and ")}.`;
  if (group === "") throw new Refused(`Say which group after the email. ${groups}`);
  if (!GROUPS.includes(group)) throw new Refused(`There is no group ${group}. ${groups}`);
  const changed = await app.identity.setGroup(email, group, isIn);
  if (!changed.ok) throw new Refused(`${email} has no account. Create one with: npm run admin -- create ${email}`);
  const detail = isIn ? `added to ${group}` : `removed from ${group}`;
  await recordCommand(app, { sub: changed.value.sub, kind: "role_changed", detail });
  return isIn ? `${email} is in ${group} now.` : `${email} is not in ${group} anymore.`;
}

async function resetMethods(app: App, email: string): Promise<string> {
  if (!(await resetFactors(app, email))) throw new Refused(`There is no account of ${email}.`);
  return `Removed the passkeys, the authenticator app and the recovery codes of ${email}, who is signed out everywhere. The password is as it was.`;
}

function countRows(counts: ReadonlyMap<string, number>): string {
  const known = IN_WORDS.flatMap(([table, one, many]) => {
    const count = counts.get(table) ?? 0;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
  const named = new Set(IN_WORDS.map(([table]) => table));
  const others = [...counts].reduce((sum, [table, count]) => sum + (named.has(table) ? 0 : count), 0);
  return [...known, ...(others > 0 ? [`${others} other ${others === 1 ? "row" : "rows"}`] : [])].join(", ");
}

async function clearDemo(app: App, flag: string): Promise<string> {
  if (flag !== "" && flag !== "--confirm") throw new Refused(USAGE);
  const cleared = await clearDemoTown(app, { confirmed: flag === "--confirm" });
  if (cleared.kind === "no_town") return "There is no demo town in this database.";
  if (cleared.kind === "needs_confirmation") {
    throw new Refused(
      `Real people have added to the demo town: ${countRows(cleared.real)}. Nothing was removed. ` +
        "To remove these with it: npm run admin -- clear-demo --confirm",
    );
  }
  await recordCommand(app, { sub: null, kind: "command", detail: "clear-demo" });
  await rm(join(app.config.dataDir, "demo-accounts.txt"), { force: true });
  return `Removed the demo town: ${countRows(cleared.removed)}. What real people made is still there.`;
}

async function rotateKeys(app: App, flag: string): Promise<string> {
  if (flag !== "" && flag !== "--now") throw new Refused(USAGE);
  const oldUntil = await rotateSigningKeys(app, { atOnce: flag === "--now" });
  if (oldUntil === null) return "Made a new signing key. Tokens signed with the old ones are refused from now on.";
  return `Made a new signing key. Tokens signed with the old ones are good until ${oldUntil.toISOString()} at the latest.`;
}

function tellCallback({ publicUrl, chatProvider }: App): string {
  const { callbackSecret } = chatProvider;
  if (callbackSecret === null) throw new Refused("The site's own chats need no callback. It is for CHAT=groupme.");
  return `${publicUrl}/api/webhooks/groupme/${callbackSecret}`;
}

async function run(app: App, [command, address = "", group = ""]: readonly string[]): Promise<string> {
  if (command === "chat-callback") return tellCallback(app);
  if (command === "clear-demo") return clearDemo(app, address);
  if (command === "rotate-keys") return rotateKeys(app, address);
  const email = normalizeEmail(address);
  if (command === undefined || !["create", "grant", "revoke", "reset-factors"].includes(command))
    throw new Refused(USAGE);
  if (!isEmailAddress(email)) throw new Refused(`${address || "Nothing"} is not an email address.\n${USAGE}`);
  if (command === "reset-factors") return resetMethods(app, email);
  return command === "create" ? create(app, email) : change(app, email, group, command === "grant");
}

runCommand((config, args) =>
  atWork(config, async ({ app, connectionString }) => {
    await migrateDatabase(connectionString);
    return run(app, args);
  }),
);
