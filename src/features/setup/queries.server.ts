import type { App } from "#src/context/app.ts";
import { hasOrganizer } from "#src/features/identity/queries.server.ts";

/**
 * Whether the site still needs its first organizer. Closed where the environment names organizers (ADMIN_EMAILS), and with
 * a user pool elsewhere, which makes accounts by its own rules.
 */
export async function isSetupOpen(app: App): Promise<boolean> {
  const { production, adminEmails, identity } = app.config;
  if (!production || adminEmails.length > 0 || identity.kind !== "local") return false;
  return !(await hasOrganizer(app));
}
