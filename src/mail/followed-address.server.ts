import { sql } from "drizzle-orm";
import type { Transaction } from "#src/db/connect.server.ts";
import { addressOf } from "#src/mail/address.server.ts";

/** Mails about the address itself: codes, links and notices. They stay with it when its owner changes theirs. */
const ABOUT_AN_ADDRESS: readonly string[] = [
  "security_notice",
  "sign_up_code",
  "reset_code",
  "already_registered",
  "sign_in_link",
  "email_change_code",
  "email_change_taken",
  "email_changed_by_organizer",
  "unsubscribe_asked",
  "place_requested",
];

const ADDRESS = sql`coalesce(${addressOf(sql`p.user_id`)}, '')`;
const anyOf = (userIds: readonly string[]) => sql`any(${sql.param([...userIds])}::text[])`;

/** Redirects queued mails to the new address, in the transaction that changes it. */
export async function followAddresses(tx: Transaction, userIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update mail_outbox t set email = p.address
    from (select p.user_id, ${ADDRESS} as address from users p where p.user_id = ${anyOf(userIds)}) as p
    where t.status = 'waiting' and t.data ->> 'userId' = p.user_id and p.address <> '' and t.email <> p.address`);
}

/** Invalidates place links in mails to the old address, in the transaction that changes a person's email. */
export async function endOldPlaceLinks(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`
    delete from place_links t using users p
    where t.user_id = p.user_id and p.user_id = ${userId} and t.email <> ${ADDRESS}`);
}

/** Redirects an account's queued mails after its verified email changed. */
export async function followAccount(tx: Transaction, { from, to }: { from: string; to: string }): Promise<void> {
  await tx.execute(sql`
    update mail_outbox set email = ${to}
    where status = 'waiting' and email = ${from} and not data ? 'userId'
      and kind <> all(${sql.param(ABOUT_AN_ADDRESS)}::text[])`);
}
