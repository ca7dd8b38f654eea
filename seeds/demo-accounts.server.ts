import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DEMO_ACCOUNTS } from "#seeds/demo-people.ts";
import type { App } from "#src/context/app.ts";

/** Who can publish an event at once without being an organizer, and by which Host ID. */
export const DEMO_HOST = { email: "host@example.com", hostId: "DEMO-HOST-2026" };

/** What a newcomer to the demo reads about each. */
const ABOUT: Readonly<Record<string, string>> = {
  "admin@example.com": "an organizer",
  "member@example.com": "a member",
  "complete@example.com": "no membership, profile complete",
  "incomplete@example.com": "no membership, phone missing",
  "user@example.com": "no membership",
  [DEMO_HOST.email]: `a member who hosts events; Host ID ${DEMO_HOST.hostId}`,
};
const GROUPS = { admin: ["Admins"], member: ["Members"], user: [] } as const;

/**
 * Makes the demo accounts, all with one password: `SEED_PASSWORD`, or a random one, which is written to
 * `DATA_DIR/demo-accounts.txt` and nowhere else but the terminal. Returns the password; null with a user pool elsewhere,
 * which is nobody's demo.
 */
export async function makeDemoAccounts(app: App): Promise<string | null> {
  if (app.config.identity.kind !== "local") return null;
  const password = app.config.seedPassword ?? `Sand-${randomBytes(9).toString("base64url")}-7`;
  await Promise.all(
    DEMO_ACCOUNTS.map(({ email, role = "user" }) =>
      app.identity.createAccount({ email, password, groups: GROUPS[role] }),
    ),
  );
  await mkdir(app.config.dataDir, { recursive: true, mode: 0o700 });
  const lines = DEMO_ACCOUNTS.map(({ email }) => `${email.padEnd(24)} ${ABOUT[email] ?? ""}`);
  const text = `The demo accounts. Password of each: ${password}\n\n${lines.join("\n")}\n`;
  await writeFile(join(app.config.dataDir, "demo-accounts.txt"), text, { mode: 0o600 });
  return password;
}
