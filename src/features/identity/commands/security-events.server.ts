import { eq } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { securityEvents } from "#src/db/tables/security-events.ts";
import { identityMails, isMailed, type SecurityNotice } from "#src/features/identity/mails.server.ts";
import type { Client } from "#src/http/client.server.ts";
import type { OwedMail } from "#src/mail/kinds.server.ts";
import { enqueueMails } from "#src/mail/outbox.server.ts";
import { uuidv7 } from "#src/shared/ids.ts";
import type { SecurityEventKind } from "#src/shared/security.ts";

export type SecurityEvent = {
  /** Null for events of the whole site. */
  readonly sub: string | null;
  readonly kind: SecurityEventKind;
  /** The origin of the request; omitted for the site's own work. */
  readonly client?: Pick<Client, "device" | "network">;
  /** A short addition, such as the role that was granted. Shown to the person and in the mail. */
  readonly detail?: string;
  /** The address to notify instead of the current one: the old address after a change of email. */
  readonly email?: string;
  /** Sends at most one mail with this key, for events that strangers can cause repeatedly. */
  readonly mailKey?: string;
};

/** Writes an event to the security log, and mails the owner if their account changed. */
export async function recordSecurityEvent(tx: Transaction, event: SecurityEvent, now: Date): Promise<void> {
  const { sub, kind, client, detail = "" } = event;
  const id = uuidv7(now.getTime());
  const where = { device: client?.device ?? "", network: client?.network ?? "" };
  await tx.insert(securityEvents).values({ id, sub, kind, ...where, detail, at: now });
  if (sub === null || !isMailed(kind)) return;
  const email = event.email ?? (await emailOf(tx, sub));
  const notice = { ...where, kind, detail, at: now.toISOString() };
  await enqueueMails(tx, [securityNotice(event.mailKey ?? id, email, notice)], now);
}

/** The mail that notifies an owner of a change to their account. */
export function securityNotice(key: string, email: string, notice: SecurityNotice): OwedMail {
  return identityMails.security_notice.owed(key, email, notice);
}

/** Logs what a terminal command did to an account or to the site. */
export async function recordCommand(app: App, event: Pick<SecurityEvent, "sub" | "kind" | "detail">): Promise<void> {
  const client = { device: "Terminal", network: "" };
  await app.db.transaction(async (tx) => {
    // An account of an external pool is known here only after its first sign-in.
    const isKnown = event.sub !== null && (await emailOf(tx, event.sub)) !== "";
    await recordSecurityEvent(tx, { ...event, sub: isKnown ? event.sub : null, client }, app.clock.now());
  });
}

async function emailOf(tx: Transaction, sub: string): Promise<string> {
  const [account] = await tx.select({ email: accounts.email }).from(accounts).where(eq(accounts.sub, sub));
  return account?.email ?? "";
}
