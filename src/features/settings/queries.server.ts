import type { App } from "#src/context/app.ts";
import type { Db, Transaction } from "#src/db/connect.server.ts";
import { groupSettings } from "#src/db/tables/group-settings.ts";
import type { SettingsAnswer } from "#src/features/settings/schema.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { type GroupSettings, groupSettingsSchema, SETTING_NAMES } from "#src/shared/group-settings.ts";
import { ok, type Result } from "#src/shared/result.ts";

/** The settings saved in the console. Omits values that this release does not know or would reject. */
export async function readSet(db: Db | Transaction): Promise<Partial<GroupSettings>> {
  const rows = await db.select({ name: groupSettings.name, value: groupSettings.value }).from(groupSettings);
  const stored = new Map(rows.map(({ name, value }) => [name, value]));
  const known = SETTING_NAMES.flatMap((name) => {
    const parsed = stored.has(name) ? groupSettingsSchema.shape[name].safeParse(stored.get(name)) : null;
    return parsed?.success ? [[name, parsed.data] as const] : [];
  });
  return Object.fromEntries(known);
}

/** Loads the database's settings into this process. */
export async function loadSettings({ db, settings }: Pick<App, "db" | "settings">): Promise<void> {
  settings.set(await readSet(db));
}

/** Reloads settings after a change. If the database is down, they load on the next connection. */
export async function refreshSettings(app: App): Promise<void> {
  try {
    await loadSettings(app);
  } catch (error) {
    app.log.warn({ error: error instanceof Error ? error.message : String(error) }, "the settings could not be read");
  }
}

/** Secrets, and settings the server needs before it can read a database. */
function onServer({ config, openid }: App): SettingsAnswer["onServer"] {
  const { payments, chat } = config;
  const all: readonly (readonly [name: string, use: string, value: unknown])[] = [
    ["SMTP_URL", "Sends the mails", config.smtpUrl],
    ["MAIL_FROM", "The sender of mails, instead of the group’s name", config.mailSender],
    ["STRIPE_PAYMENT_LINK", "The page where the supporter plan is paid", payments.stripePaymentLink],
    ["STRIPE_WEBHOOK_SECRET", "Proves news of card payments", payments.stripeWebhookSecret],
    ["STRIPE_API_KEY", "Refunds card payments", payments.stripeApiKey],
    ["STRIPE_PUBLISHABLE_KEY", "Shows the buy buttons", payments.stripePublishableKey],
    ["PROMPT_CASH_SECRET", "Proves news of Bitcoin Cash payments", payments.promptCashSecret],
    ["GROUPME_TOKEN", "Connects the chats with GroupMe", chat.kind === "groupme" || undefined],
    ["OIDC_CLIENT_SECRET", "Sign-in with Google or another provider", openid ?? undefined],
    ["MAP_TILES_URL", "Maps of your area, instead of our drawing of the beaches", config.mapTilesUrl],
    ["S3_SECRET_ACCESS_KEY", "Keeps pictures in a bucket", config.s3],
  ];
  return all.map(([name, use, value]) => ({ name, use, isSet: value !== undefined }));
}

/** The settings in effect in this process. */
export async function getSettings(app: App, _admin: Admin): Promise<Result<SettingsAnswer>> {
  const { now, start } = app.settings;
  return ok({ settings: now, start, onServer: onServer(app) });
}
