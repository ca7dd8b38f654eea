import type { App } from "#src/context/app.ts";
import { hasOrganizer } from "#src/features/identity/queries.server.ts";

/**
 * Whether the site still needs its first organizer. Closed if ADMIN_EMAILS names organizers, and with an external user
 * pool, which creates accounts by its own rules.
 */
export async function isSetupOpen(app: App): Promise<boolean> {
  const { production, adminEmails, identity } = app.config;
  if (!production || adminEmails.length > 0 || identity.kind !== "local") return false;
  return !(await hasOrganizer(app));
}
