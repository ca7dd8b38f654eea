import type { App } from "#src/context/app.ts";
import { getMailPreferences } from "#src/mail/preferences.server.ts";

/** The URL of the page whose button stops mails to an address. */
export async function readStopUrl(app: App, email: string): Promise<string> {
  const { token } = await getMailPreferences(app.db, email, app.clock.now());
  return `${app.publicUrl}/u/${token}`;
}
